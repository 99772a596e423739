"""What holds for a while, and frames that wait or are cancelled.

Text in the whole-number subset, see the package.
"""

FRAMES = '''
def new_lasting(s, number, you, this):
    """an entry for an `until` block that begins now"""
    for i in range(LASTING_ROOM):
        e = LASTINGS + i * LASTING_SIZE
        if s[e] == 0:
            s[CLOCK] += 1
            s[e] = number
            s[e + 1] = s[CLOCK]
            s[e + 2] = you
            s[e + 3] = this
            return e
    s[ERROR] = E_EVENTS
    return LASTINGS

def next_lasting(s, stamp):
    """the running `until` block that arrived next after *stamp*; -1"""
    best = -1
    for i in range(LASTING_ROOM):
        e = LASTINGS + i * LASTING_SIZE
        if s[e] > 0 and s[e + 1] > stamp and (best < 0 or s[e + 1] < s[best + 1]):
            best = e
    return best

def next_active(s, stamp):
    """the card, of those that lie where they count, that arrived next after *stamp*; -1"""
    c = s[ANX + N]
    while c < N:
        if s[STAMP + c] > stamp:
            return c
        c = s[ANX + c]
    return -1

def waiting(s, f, what, this):
    """the topmost frame of the effect *what* of card *this* that waits in its `before` rules; -1 if none does"""
    g = s[f + 1]
    while g > 0:
        if s[g + 3] == what and s[g + 4] == this and s[g + 5] & 6 == 2:
            return g
        g = s[g + 1]
    return -1

def cancel_frame(s, f, g):
    """the waiting effect in frame g comes to nothing; windows ask no more that its rules opened, or what was done in these,
    but for those in which another effect is answered"""
    s[g + 5] = s[g + 5] | 4
    x = f
    first = f
    while x != g and x > 0:
        if s[x + 5] & 2:
            first = s[x + 1]
        x = s[x + 1]
    x = first
    while x != g and x > 0:
        if s[x + 3] < 0:
            s[x + 5] = s[x + 5] | 8
        x = s[x + 1]
    return 0

def find_frame(s, f, what):
    """the topmost frame of that number, from f down; -1"""
    g = f
    while g > 0:
        if s[g + 3] == what:
            return g
        g = s[g + 1]
    return -1

def surely_done(s, f):
    """in a search: whether, when frame f is over, nothing can fail in what called it"""
    g = s[f + 1]
    while g != SENTINEL:
        if s[g] < 0 or SURE[s[g]] == 0:
            return 0
        g = s[g + 1]
    return 1

def unwind(s, f, g):
    """leaves the frames above g: what rules were to answer in them is dropped"""
    x = f
    while x != g and x > 0:
        if s[x + 3] == 0:
            s[EVN] = s[x + 6]
            s[EVB] = s[x + 7]
        elif s[x + 5] >> 51 & 1:
            s[EVB] = s[x + 14]
        x = s[x + 1]
    s[TOGETHER] = 0
    s[FP] = g
    return 0

'''
