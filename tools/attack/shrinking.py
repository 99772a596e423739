"""The shortest play that shows a breach: choices are left out, then made the first option, as long as the same promise
breaks. Only plays count, no clock, so that the same breach always comes down to the same play."""

from attrs import define, evolve

from rulelang import Game
from tools.attack.plays import Found, Play, attack_once, made_again

WORK = 20_000
"""Choices that are made, all attempts together."""

TOGETHER = 8
"""Choices in a row that are left out together: of each number up to this, and of some greater ones."""

EXCHANGED = 16
"""Choices of a play so short that it is worth while to try them in pairs."""

FRESH = 40
"""Other plays that are tried where chance hides in the seed, to find the breach where chance is a choice."""


def shrunk(game: Game, found: Found, work: int = WORK) -> Found:
    """A play as short and as plain as can be found that breaks the same promise; the play itself if that fails."""
    told = spelled_out(game, found)
    first = made_again(game, told.play, told.breach.promise)
    if first is None:
        return told  # it hangs on something that the choices do not say
    search = Search(game, first, work)
    search.shrink()
    return search.best


def spelled_out(game: Game, found: Found) -> Found:
    """The breach in a play whose chance is told, choice by choice, if some play shows it."""
    if found.play.chance == "explicit":
        return found
    for number in range(FRESH):
        other = attack_once(game, evolve(found.play, seed=number, chance="explicit", choices=()))
        if other is not None and other.breach.promise == found.breach.promise:
            return other
    return found


def size(play: Play) -> tuple[object, ...]:
    """What is less is the smaller play."""
    return play.order, len(play.choices), play.players, sum(play.choices), play.choices, play.seed


@define
class Search:
    """The best play so far, and how many choices may still be made to better it."""

    game: Game
    best: Found
    work: int

    def shrink(self) -> None:
        """Makes the play smaller until nothing helps any more, or no work is left."""
        before = None
        while before != self.best.play and self.work > 0:
            before = self.best.play
            self.better(evolve(self.best.play, order=0))
            self.fewer_players()
            self.without_choices()
            self.exchanged_choices()
            self.plainer_choices()

    def better(self, play: Play) -> bool:
        """Takes the play if it is smaller and breaks the promise too."""
        if self.work <= 0:
            return False
        self.work -= len(play.choices) + 1
        again = made_again(self.game, play, self.best.breach.promise)
        if again is None or size(again.play) >= size(self.best.play):
            return False
        self.best = again
        return True

    def fewer_players(self) -> None:
        """The least number of players that still shows it, and a plain seed."""
        play = self.best.play
        if play.scene:
            return  # the example says how many
        for players in range(self.game.players[0], play.players):
            if self.better(evolve(play, players=players)):
                break
        self.better(evolve(self.best.play, seed=0))

    def without_choices(self) -> None:
        """Leaves choices out, many in a row at first."""
        step = len(self.best.play.choices)
        while step > 0:
            at = 0
            while at < len(self.best.play.choices):
                play = self.best.play
                if not self.better(evolve(play, choices=play.choices[:at] + play.choices[at + step :])):
                    at += 1 if step <= TOGETHER and len(play.choices) <= 2 * EXCHANGED else step
            # what belongs together may be of any length: a round of three turns, say
            step = step // 2 if step > 2 * TOGETHER else min(step, TOGETHER + 1) - 1

    def exchanged_choices(self) -> None:
        """Leaves choices out and takes the last option of another question, which may do more at once."""
        at = 0
        while at < len(self.best.play.choices) <= EXCHANGED:
            play = self.best.play
            cut = [play.choices[:at] + play.choices[at + step :] for step in (2, 1)]
            if not any(
                self.better(evolve(play, choices=(*rest[:other], -1, *rest[other + 1 :])))
                for rest in cut
                for other in range(len(rest))
            ):
                at += 1

    def plainer_choices(self) -> None:
        """Takes earlier options in the place of later ones."""
        at = 0
        while at < len(self.best.play.choices):
            play = self.best.play
            number = play.choices[at]
            for less in sorted({0, number // 2, number - 1} - {-1, number}):
                if self.better(evolve(play, choices=(*play.choices[:at], less, *play.choices[at + 1 :]))):
                    break
            at += 1
