"""Chance: numbers from the generator or from the tape, and what is asked where it ends.

Text in the whole-number subset, see the package.
"""

GENERATOR = '''
def below(s, n):
    """xoshiro128** 1.1 (Blackman and Vigna), 32-bit words; then Lemire's product, which rejects, so that it is exact"""
    while True:
        a = s[RNG]
        b = s[RNG + 1]
        r = b * 5 & M32
        r = (r << 7 | r >> 25) * 9 & M32
        c = s[RNG + 2] ^ a
        d = s[RNG + 3] ^ b
        s[RNG + 1] = b ^ c
        s[RNG] = a ^ d
        s[RNG + 2] = c ^ (b << 9 & M32)
        s[RNG + 3] = (d << 11 | d >> 21) & M32
        r = r * n
        t = r & M32
        if t >= n or t >= (M32 + 1) % n:
            return r >> 32
    return 0
'''


CHANCE = GENERATOR + '''
def pick(s, w, n, kind, arg):
    """a number below n: from the generator, or (explicit chance, search) from the tape; past its end, what is asked is
    written down, once, with the state as it is"""
    if n < 2:
        return 0
    m = s[MODE]
    if m == 0:
        return below(s, n)
    if m == 1 and (s[ERROR] or one_alike(s, w, n, kind, arg)):
        return 0
    t = w[s[OPTROW] + 1]
    p = s[EXN]
    if p > 200:
        s[ERROR] = E_FUEL
        s[FUEL] = 0
        return 0
    s[EXN] = p + 1
    if p < s[TAPEN]:
        t[p + p + 1] = n
        return t[p + p]
    t[p + p] = 0
    t[p + p + 1] = n
    if m == 1 and p == s[TAPEN]:
        a = w[W_ASKED]
        a[0] = n
        a[1] = kind
        a[2] = arg
        if kind == 0:
            o = w[W_CAND]
            for i in range(n):
                a[3 + i] = o[i]
        elif kind == 3:
            o = w[s[OPTROW]]
            for i in range(n * WIDE):
                a[3 + i] = o[i]
            for i in range(4 * TAIL):
                a[WIDTH - 4 * TAIL + i] = o[WIDTH - 4 * TAIL + i]
        copy(w[W_SNAP], s)
        # the caller is asked, and this run is thrown away
        s[ERROR] = E_FUEL
        s[FUEL] = 0
    return 0

def one_alike(s, w, n, kind, arg):
    """all outcomes are cards of one name"""
    if kind >= 2 or (kind == 0 and arg != 0):
        return 0
    first = -1
    if kind == 1:
        c = s[NXT + N + arg]
        while c < N:
            if s[MIXED + c]:
                if first < 0:
                    first = DESIGN[s[FACE + c]]
                elif first != DESIGN[s[FACE + c]]:
                    return 0
            c = s[NXT + c]
        return 1
    o = w[W_CAND]
    for i in range(n):
        c = o[i]
        if first < 0:
            first = DESIGN[s[FACE + c]]
        elif first != DESIGN[s[FACE + c]]:
            return 0
    return 1

'''
