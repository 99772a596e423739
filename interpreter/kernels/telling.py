"""What happens, put in line for the rules that answer it, and noted in the log.

Text in the whole-number subset, see the package.
"""

TELLING = '''
def event(s, code, you, a, b, c, d):
    """keeps an event for the end of the step"""
    e = s[EVN]
    if e >= EVENT_ROOM:
        s[ERROR] = E_EVENTS
        return 0
    x = @EVENTS@ + e * EVENT_SIZE
    s[x] = code
    s[x + 1] = you
    s[x + 2] = a
    s[x + 3] = b
    s[x + 4] = c
    s[x + 5] = d
    s[EVN] = e + 1
    return 0

def by_turn(s, first, start):
    """events from this number on, which come by seat: those of players before *start* go behind the others"""
    n = s[EVN]
    m = 0
    while first + m < n and s[@EVENTS@ + (first + m) * EVENT_SIZE + 2] < start:
        m += 1
    if first + m == n:
        m = 0
    for i in range(m):
        # the first of them goes past all the others
        for j in range((n - 1 - first) * EVENT_SIZE):
            at = @EVENTS@ + first * EVENT_SIZE + j
            x = s[at]
            s[at] = s[at + EVENT_SIZE]
            s[at + EVENT_SIZE] = x
    return 0

def note(s, w, source, you, seen, a, ka, b, kb, c, kc):
    """one record of the log: source, you, who sees it at all, then three values, each with the players who know it; a
    search tells nothing, and nothing is told after an invariant was broken"""
    if s[MODE] == 2 or s[BROKEN]:
        return 0
    t = w[W_LOG]
    i = t[0]
    if i + 10 > WIDTH:
        s[ERROR] = E_EVENTS
        return 0
    t[i + 1] = source
    t[i + 2] = you
    t[i + 3] = seen
    t[i + 4] = a
    t[i + 5] = ka
    t[i + 6] = b
    t[i + 7] = kb
    t[i + 8] = c
    t[i + 9] = kc
    t[0] = i + 9
    return 0

'''
