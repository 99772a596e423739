"""What many matches of Bad Company come to: why and when they end, what the gangs have by then, what was in play."""

from collections import Counter
from statistics import mean, median

from attrs import Factory, define

import rulelang
from interpreter import Match
from tools.bots import Bot
from tools.simulate import again, rules_that_can_fire

GAME = rulelang.load("bad_company")
TRAITS = {card.name: card.traits for card in GAME.cards}
RED = {f"road {place}" for place in (22, 23, 24)}


@define
class Figures:
    """What was seen in the matches of one number of players."""

    players: int
    turns: list[int] = Factory(list)
    decisions: list[int] = Factory(list)
    scores: list[int] = Factory(list)
    winning: list[int] = Factory(list)
    heists: list[int] = Factory(list)  # completed, of each player
    upgrades: list[int] = Factory(list)  # of each player
    wins: Counter[int] = Factory(Counter)  # by seat; who shares a win has it
    boss_wins: Counter[int] = Factory(Counter)  # by place in turn order from the first boss
    ends: Counter[str] = Factory(Counter)  # what triggered the final turn
    fired: set[str] = Factory(set)
    completed: set[str] = Factory(set)  # traits of completed heists
    widest: tuple[int, str] = (0, "")  # most options at one question, and which
    reshuffled: int = 0  # matches in which the upgrades ran out
    lapped: int = 0  # matches in which somebody passed the end of the point track

    def line(self) -> dict[str, object]:
        """The figures of one row of the table."""
        n = len(self.turns)
        return {
            "players": self.players,
            "matches": n,
            "turns": round(mean(self.turns), 1),
            "fewest and most turns": (min(self.turns), max(self.turns)),
            "decisions, median": median(self.decisions),
            "score": round(mean(self.scores), 1),
            "winner": round(mean(self.winning), 1),
            "highest": max(self.winning),
            "heists": round(mean(self.heists), 1),
            "upgrades": round(mean(self.upgrades), 1),
            "ends %": {why: round(100 * count / n, 1) for why, count in sorted(self.ends.items())},
            "wins by seat %": [round(100 * self.wins[seat] / n, 1) for seat in range(self.players)],
            "wins by place from the first boss %": [
                round(100 * self.boss_wins[place] / n, 1) for place in range(self.players)
            ],
            "never fired": [x for x in rules_that_can_fire(GAME, self.players) if x not in self.fired],
            "traits never completed": sorted(self.all_traits() - self.completed),
            "most options": self.widest,
            "upgrades reshuffled %": round(100 * self.reshuffled / n, 1),
            "over 49 points %": round(100 * self.lapped / n, 1),
        }

    def play(self, seed: int, bot: Bot, fast: bool) -> None:
        """One more match."""
        end, boss, steps = "", -1, -1
        for match in again(GAME, self.players, seed, bot, fast):
            steps += 1
            if steps == 0:
                boss = stored(match, "boss")
            if match.count > self.widest[0]:
                assert match.decision is not None
                self.widest = match.count, f"{match.decision.rule}: {match.decision.prompt}"
            if not end and stored(match, "final") == 1:
                end = why(match)
        result = match.result
        assert result is not None
        told = match.told_of()
        zones, _ = parts(match)
        players = range(self.players)
        self.turns.append(sum(told["begin", phase] for phase in ("turn", "final_turn")))
        self.decisions.append(steps)
        scores = [score for score in result.scores if score is not None]
        self.scores += scores
        self.winning.append(max(scores))
        self.upgrades += [sum(len(zones.get(f"gang[{n}] of p{p}", ())) for n in range(3, 12)) for p in players]
        for seat in result.winners:
            self.wins[seat] += 1
            self.boss_wins[(seat - boss) % self.players] += 1
        self.ends[end] += 1
        self.fired |= {rule for what, rule in told if what != "nothing"}
        for p in players:
            done = zones.get(f"completed of p{p}", [])
            self.heists.append(len(done))
            for name in done:
                self.completed.update(TRAITS[name])
        self.reshuffled += ("refill", "refill upgrade_deck") in told
        self.lapped += self.winning[-1] > 49

    @staticmethod
    def all_traits() -> set[str]:
        """Of the heists."""
        return {trait for card in GAME.cards if card.kind == "Heist" for trait in card.traits}


def stored(match: Match, key: str) -> int:
    """A counter or variable of the game, as the number that the engine keeps."""
    return match.state[match.program.lay.stores[key].base]


def parts(match: Match) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The zones and the counters of the whole state, by name."""
    dump = match.dump()
    zones, stores = dump["zones"], dump["stores"]
    assert isinstance(zones, dict)
    assert isinstance(stores, dict)
    return zones, stores


def why(match: Match) -> str:
    """What has triggered the final turn, as things stand when it begins."""
    zones, stores = parts(match)
    players = range(match.players)
    reasons = [
        ("heists", any(len(zones.get(f"completed of p{p}", ())) >= 6 for p in players)),
        ("player", any(stores[f"car of p{p}"] in RED for p in players)),
        ("police", stores["police"] in RED),
    ]
    return " and ".join(name for name, holds in reasons if holds)
