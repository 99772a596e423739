"""Numbers that the emitted text, the machine and the layout share: fixed slots, frame slots, codes."""

# What a block may return instead of the number of the next block.
ASK = -1  # somebody must decide: the question is in QP, QN, QSITE and the options in the option row
FAIL = -2  # in a search: a step cannot be done
DONE = -3  # what was started alone (a search, an effect of an example) is over
OVER = -4  # the match is over
STUCK = -5  # a bound was reached; ERROR says which
SPENT = -99  # the budget of steps of one run is spent

# Fixed slots of the state. Slot 0 is a guard that nothing owns.
FP = 1  # the frame on top
QP = 2  # who is asked
QN = 3  # number of options
QSITE = 4  # which question of the rules
RNG = 5  # 5..8: the generator
CLOCK = 9  # counts arrivals
MODE = 10  # PLAY, EXPLICIT or SEARCH
EXN = 11  # explicit chance and search: answers of the tape used so far
TAPEN = 12  # how many there are
OPTROW = 13  # the row of `w` that takes options
LIVE = 14  # setup is over: refills and invariants hold
EVB = 15  # where the events of the step that runs begin
EVN = 16  # and where they end
TOGETHER = 17  # depth of `together` blocks
GONE = 18  # bits of eliminated players
WINNERS = 19  # bits of those who won by `wins`; -1 nobody said so
REASON = 20  # why it ended: number of a reason, -1 the last phase was over
ERROR = 21  # why it is stuck
CHAIN = 22  # rules fired since the step that set them off
EYE = 23  # in a search: who judges
BROKEN = 24  # the first invariant found broken (its number + 1)
DECIDED = 25  # decisions so far
FUEL = 26  # steps left before a run counts as endless
ANS = 27  # 27..27+WIDTH: the option chosen
ACTN = 36  # cards that lie where their modifiers or rules count
TRYING = 37  # in a search: which option is tried
ACTS = 38  # whether any card has modifiers or rules that count where it lies
JOINED = 39  # in a search: blocks that have run as parts of others, and count as well
CHOOSER = 40  # 40..43: the generator of uniform choices in `playouts`
FIXED = 44  # the first free slot

PLAY, EXPLICIT, SEARCH = 0, 1, 2

# Slots of a frame.
RES = 0  # the block to go on with when what it called is over
CALLER = 1  # the frame below
YOU = 2
WHAT = 3  # number of the effect, action, rule
THIS = 4
MARK = 5  # bits
HEAD = 6  # parameters and locals follow

WHOLE = 1  # MARK: this frame belongs to an `all or nothing` effect
WAITING = 2  # its `before` rules are being asked
CANCELLED = 4
CLOSED = 8  # a window that asks no more
TAKEN = 16  # taken over
BARRIER = 1 << 50  # a rule or an action: what it moves is its own doing, not that of whoever waits below
REPLACED = (1 << 50) - 256  # bits 8 to 49: rules that have answered instead of an event already
HELD = 1 << 51  # a rule that comes between what one statement does: what that has raised so far waits for its end
ENDING = 1 << 52  # a phase whose end is being answered: who jumps out of it does not end it once more
HOLDS = HEAD + 8  # of such a rule: where the events of the step began, behind what happened
TESTED = 32  # it was on offer with these targets, so that it can be done
GIVEN = 64  # times 0 to 3: so many targets came from the caller; who takes over chooses the others anew

# Rows of `w`.
W_OPTIONS = 0  # the options of the question
W_TAPE = 1  # answers of chance given beforehand
W_ASKED = 2  # what past the tape was asked: number of outcomes, kind, then the candidates
W_SNAP = 3  # the state when it was asked
W_CAND = 4  # candidates of a choice of chance
W_SEEN = 5  # marks for `alike`
W_LOG = 6  # the log since the last stop: slot 0 is its length
W_EVENTS = 7  # candidates of a choice in which a back may be chosen
W_BROKEN = 8  # the state when an invariant was broken
W_FIRST = 9  # first row for searches: state, options and tape of each depth, in turn
EACH_DEPTH = 3  # so many rows
DEPTH = 24  # greatest number of choices deep that a search looks
ROWS = W_FIRST + EACH_DEPTH * (DEPTH + 1)

# Kinds of chance.
CHANCE_THING = 0  # candidates in W_CAND
CHANCE_SETTLE = 1  # cards still mixed
CHANCE_DIE = 2  # faces of a die
CHANCE_OPTION = 3  # options of the rules, in the row of options

NOBODY = -2  # who takes an option that chance takes

# Errors in ERROR. E_RANGE has the number of the counter in it, above KINDS_OF_ERRORS.
KINDS_OF_ERRORS = 16
E_CHAIN, E_FUEL, E_EVENTS, E_FRAMES, E_OPTIONS, E_NUMBER, E_RANGE, E_LIST = 1, 2, 3, 4, 5, 6, 7, 8
E_UNSEEN = 9  # in a search only: it hangs on what whoever judges may not see
WORDS = {
    E_CHAIN: "a chain of rules does not end",
    E_FUEL: "a loop does not end",
    E_EVENTS: "more happens in one step than there is room for",
    E_FRAMES: "effects are nested too deeply",
    E_OPTIONS: "a question has more options than there is room for",
    E_NUMBER: "a number grows beyond all bounds",
    E_LIST: "a list grows longer than there is room for",
    E_RANGE: "a counter is set beyond its bounds",
}
LOGGED_DIE, LOGGED_FACE = 16, 1 << 30  # how the log keeps a die: bits for its number; what it shows, above them, counts from here
ENDLESS = (E_CHAIN, E_FUEL, E_EVENTS, E_FRAMES)
LARGEST = 1 << 58  # a number beyond this, or below its negative, cannot be kept: the match stops
CAP = 1 << 59  # products go no further, so that sums of them have room in 64 bits
CHAIN_BOUND = 500
FUEL_BOUND = 5_000_000
EVENT_ROOM = 64
EVENT_HEAD = 6  # of an event: its number, whose act it was, four values; then further ones of an effect

LASTING_ROOM = 24  # `until` blocks that may run at a time
LASTING_HEAD = 4  # number + 1, arrival, you, this; then what it remembers
