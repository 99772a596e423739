"""Cards and where they lie: moving, mixing, settling an order.

Text in the whole-number subset, see the package.
"""

CARDS = '''
def move(s, w, c, z, under):
    """Puts the body c at the newest end of zone instance z (under: at the oldest). What belongs to the place ends."""
    if s[MIXED + c]:
        settle(s, w, c)
    o = s[ZON + c]
    if s[ACTS] and s[ANX + c] >= 0:
        count_no_more(s, c)
    p = s[PRV + c]
    n = s[NXT + c]
    s[NXT + p] = n
    s[PRV + n] = p
    s[LEN + o] -= 1
    e = N + z
    if under:
        t = s[NXT + e]
        s[PRV + t] = c
        s[NXT + c] = t
        s[PRV + c] = e
        s[NXT + e] = c
    else:
        t = s[PRV + e]
        s[NXT + t] = c
        s[PRV + c] = t
        s[NXT + c] = e
        s[PRV + e] = c
    s[LEN + z] += 1
    s[ZON + c] = z
    if DATED:
        now = s[CLOCK] + 1
        s[CLOCK] = now
        s[STAMP + c] = now
    if o != z:
        reset(s, w, c)
    if s[MODE] != 2:
        if BARRED:
            # whose doing it is: the innermost rule or action that runs
            g = s[FP]
            while g > 0 and s[g + 5] & BARRIER == 0:
                g = s[g + 1]
            s[BAR + c] = g
        a = AUDIENCE[z]
        s[KNOW + c] = s[KNOW + c] | (a if a >= 0 else audience(s, w, z))
    if s[ACTS]:
        if ACTIVE[s[FACE + c]] >> ZDECL[z] & 1:
            t = s[APV + N]
            s[ANX + t] = c
            s[APV + c] = t
            s[ANX + c] = N
            s[APV + N] = c
            s[ACTN] += 1
    return 0

def mix(s, w, z):
    """Shuffles zone instance z: its order is settled only when somebody draws or looks."""
    a = audience(s, w, z)
    if s[NMIX + z] == s[LEN + z] and a == 0 and EAGER[z] == 0 and s[MODE] != 2:
        return 0  # all of them are mixed, and nobody has seen one since
    c = s[NXT + N + z]
    while c < N:
        s[MIXED + c] = 1
        s[KNOW + c] = a if s[MODE] == 2 else 0
        if s[ACTS] and s[ANX + c] >= 0:
            count_no_more(s, c)
        c = s[NXT + c]
    s[NMIX + z] = s[LEN + z]
    if a != 0 or EAGER[z]:
        c = s[PRV + N + z]
        while c < N:
            settle(s, w, c)
            s[KNOW + c] = a
            c = s[PRV + c]
    if EAGER[z]:
        c = s[NXT + N + z]
        while c < N:
            count_here(s, c, z)
            c = s[NXT + c]
    return 0

def count_no_more(s, c):
    """c leaves the others of whom modifiers or rules count where they lie"""
    p = s[APV + c]
    n = s[ANX + c]
    s[ANX + p] = n
    s[APV + n] = p
    s[ANX + c] = -1
    s[ACTN] -= 1
    return 0

def count_here(s, c, z):
    """c lies in z: if its modifiers or rules count there, it joins the others of whom that is so, by arrival"""
    if ACTIVE[s[FACE + c]] >> ZDECL[z] & 1:
        t = s[APV + N]
        while t < N and s[STAMP + t] > s[STAMP + c]:
            t = s[APV + t]
        n = s[ANX + t]
        s[ANX + t] = c
        s[APV + c] = t
        s[ANX + c] = n
        s[APV + n] = c
        s[ACTN] += 1
    return 0

def settle(s, w, t):
    """Gives the place of the mixed card t, by chance, to one of those mixed with it: two faces change places."""
    if s[MIXED + t] == 0 or s[MODE] == 2:
        return 0
    z = s[ZON + t]
    m = s[NMIX + z]
    k = pick(s, w, m, 1, z)
    s[NMIX + z] = m - 1
    c = s[NXT + N + z]
    if m == s[LEN + z]:
        # from the nearer end
        if k + k < m:
            for i in range(k):
                c = s[NXT + c]
        else:
            c = s[PRV + N + z]
            for i in range(m - 1 - k):
                c = s[PRV + c]
    else:
        while c < N:
            if s[MIXED + c]:
                if k == 0:
                    break
                k -= 1
            c = s[NXT + c]
    s[MIXED + t] = 0
    if c < N and c != t:
        a = s[FACE + t]
        b = s[FACE + c]
        s[FACE + t] = b
        s[FACE + c] = a
        s[BODY + b] = t
        s[BODY + a] = c
    return 0

def steady(s, w, c):
    """somebody looks at c"""
    if c >= 0:
        if s[MIXED + c]:
            settle(s, w, c)
    return 0

def fix(s, c):
    """c, if it is mixed with others, is the card that it is: chance has chosen it by its face"""
    if s[MIXED + c]:
        s[MIXED + c] = 0
        s[NMIX + s[ZON + c]] -= 1
    return 0

'''


MOVE_WITH_ATTACHED = '''
def move(s, w, c, z, under):
    """The same where cards lie in zones of cards: what is attached to a card that leaves goes to the box, what is attached
    to that first. (None of these calls itself: machine code has no limit that would stop it.)"""
    o = s[ZON + c]
    shift(s, w, c, z, under)
    if o != z:
        x = attached(s, c)
        while x >= 0:
            for i in range(N):
                y = attached(s, x)
                if y < 0:
                    break
                x = y
            shift(s, w, x, 0, 0)
            x = attached(s, c)
    return 0
'''
