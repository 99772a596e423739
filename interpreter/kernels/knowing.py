"""Who knows which card, and what a player may imagine.

Text in the whole-number subset, see the package.
"""

KNOWING = '''
def look(s, w, c):
    """What is printed on c, in a search: if the one who judges does not know it, any face of that back that he does not
    know, copies of a card once, counted in order of face, never of place, so that it is the same in all worlds that he cannot
    tell apart. With less than no tape it is only noted that there is something to imagine."""
    if s[KNOW + c] >> s[EYE] & 1:
        return s[FACE + c]
    if s[TAPEN] < 0:
        if s[EYE] < PLAYERS or s[KNOW + c] != ALL:
            s[EXN] = 1
        return s[FACE + c]
    k = BACK[s[FACE + c]]
    n = 0
    d = -1
    for x in range(N):
        if BACK[x] == k and DESIGN[x] != d and s[KNOW + s[BODY + x]] >> s[EYE] & 1 == 0:
            n += 1
            d = DESIGN[x]
    n = pick(s, w, n, 0, 0)
    b = 0
    d = -1
    y = c
    while b < N:
        if BACK[b] == k and DESIGN[b] != d:
            y = s[BODY + b]
            if s[KNOW + y] >> s[EYE] & 1 == 0:
                if n == 0:
                    break
                n -= 1
                d = DESIGN[b]
        b += 1
    if b >= N:
        return s[FACE + c]
    a = s[FACE + c]
    s[FACE + c] = b
    s[FACE + y] = a
    s[BODY + b] = c
    s[BODY + a] = y
    s[KNOW + c] = s[KNOW + c] | 1 << s[EYE]
    return b

def peek(s, a, bits):
    """What is kept at a, in a search: if the one who judges is not among those who see it, whatever is asked counts as
    possible"""
    if bits != ALL and bits >> s[EYE] & 1 == 0:
        s[ERROR] = E_UNSEEN
    return s[a]

def held(s, x, p):
    """x, what a name stands for that somebody has chosen secretly: the player before p, while p is above 0. In a search it is
    unknown to others."""
    if p > 0 and p - 1 != s[EYE]:
        s[ERROR] = E_UNSEEN
    return x

def fresh(s, w, c, p, at):
    """whether c is the first of its like, for player p, since the marks were last begun anew"""
    if s[MODE] == 2:
        p = s[EYE]
    z = s[ZON + c]
    k = 0
    if p >= 0 and s[KNOW + c] >> p & 1:
        k = AUDIENCE[z]
        if k < 0:
            k = audience(s, w, z)
        if p < PLAYERS:
            k = k >> p & 1
        elif k != ALL:
            k = 0
    if k:
        k = DESIGN[s[FACE + c]] + 1
    else:
        k = DESIGNS + BACK[s[FACE + c]] + 1
    # those of its like seen so far hang together; only in the same zone they are alike
    m = w[W_SEEN]
    k += at
    links = at + DESIGNS + BACKS + 1
    first = -1
    if m[k] // (N + 1) == m[at]:
        first = m[k] % (N + 1)
    x = first
    while x >= 0:
        if x == c or (k <= at + DESIGNS or PLACES[z] == 0) and s[ZON + x] == z and same_own(s, c, x):
            return 0
        x = m[links + x]
    m[k] = m[at] * (N + 1) + c
    m[links + c] = first
    return 1

def sees(s, w, z, p):
    """1 if the faces in zone instance z are shown to p (the number past the last seat: to everybody)"""
    a = audience(s, w, z)
    if p == PLAYERS:
        return 1 if a == ALL else 0
    return a >> p & 1

def common_knowledge(s):
    """what everybody knows is what all together, as a reader of their own, know"""
    for c in range(N):
        if s[KNOW + c] == ALL:
            s[KNOW + c] = ALL | 1 << PLAYERS
    return 0

def forget_among(s, w, n, c, p):
    """c, one of the n candidates in the spare row, has been chosen by p (below 0: by chance); those who do not see the
    faces where it lies, and so have not seen which of its like it is, lose track of them"""
    z = s[ZON + c]
    if s[MODE] == 2 or z == 0 or PLACES[z]:
        return 0
    b = BACK[s[FACE + c]]
    a = audience(s, w, z)
    if ISTOKEN[b] or (p >= 0 and a >> p & 1):
        return 0
    e = w[W_EVENTS]
    m = 0
    for i in range(n):
        x = e[i]
        if s[ZON + x] == z and BACK[s[FACE + x]] == b:
            m += 1
    if m < 2:
        return 0
    for i in range(n):
        x = e[i]
        if s[ZON + x] == z and BACK[s[FACE + x]] == b:
            s[KNOW + x] = s[KNOW + x] & a
    return 0

def lose_track(s, z, b, a):
    if a == ALL or s[LEN + z] < 2:
        return 0
    m = 0
    c = s[NXT + N + z]
    while c < N:
        if BACK[s[FACE + c]] == b:
            m = m | s[KNOW + c]
        c = s[NXT + c]
    if m | a == a:
        return 0
    n = 0
    c = s[NXT + N + z]
    while c < N:
        if BACK[s[FACE + c]] == b:
            n += 1
        c = s[NXT + c]
    if n < 2:
        return 0
    c = s[NXT + N + z]
    while c < N:
        if BACK[s[FACE + c]] == b:
            s[KNOW + c] = s[KNOW + c] & a
        c = s[NXT + c]
    return 0

def unseen(s, w, c, z):
    """a card that somebody chose leaves its zone for z: who sees neither place does not see which of its like it is"""
    o = s[ZON + c]
    if s[MODE] == 2 or PLACES[o]:
        return 0
    return lose_track(s, o, BACK[s[FACE + c]], audience(s, w, o) | audience(s, w, z))

def seen_choice(s, w, c):
    """the players who see the face of a card that is chosen where it lies"""
    if c < 0:
        return ALL
    z = s[ZON + c]
    if PLACES[z]:
        return s[KNOW + c]
    return s[KNOW + c] & audience(s, w, z)

def back_chosen(s, w, c, p):
    """whether p, choosing c, chooses a back: its face is not shown to p where it lies, and its place does not matter"""
    z = s[ZON + c]
    if s[MODE] == 2 or p < 0 or PLACES[z] or ISTOKEN[BACK[s[FACE + c]]]:
        return 0
    return 1 - (audience(s, w, z) >> p & 1)

def behind(s, w, c, n, p):
    """p has chosen c, one of the n candidates in the spare row; if that is choosing a back, chance says which of those that
    look like it"""
    if s[MODE] == 2:
        return c
    if back_chosen(s, w, c, p):
        e = w[W_EVENTS]
        o = w[W_CAND]
        m = 0
        for i in range(n):
            x = e[i]
            if x == c or alike(s, w, c, x, p, 1):
                o[m] = x
                m += 1
        if m > 1:
            k = pick(s, w, m, 0, 0)
            c = o[k]
        fix(s, c)
    forget_among(s, w, n, c, p)
    return c

'''
