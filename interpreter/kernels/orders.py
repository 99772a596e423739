"""In which order cards and seats come.

Text in the whole-number subset, see the package.
"""

ORDERS = '''
def sort_cards(s, base):
    """the (card, rule) pairs of the list at base: in turn order of the owners, then by arrival; ORDER: see `Game.order`"""
    n = s[base]
    t = turn(s)
    for i in range(1, n):
        c = s[base + 1 + i * 2]
        r = s[base + 2 + i * 2]
        a = seat_order(s, c, t)
        j = i
        while j > 0:
            d = s[base + j * 2 - 1]
            b = seat_order(s, d, t)
            if b < a or (b == a and arrival(s, d) <= arrival(s, c)):
                break
            s[base + 1 + j * 2] = d
            s[base + 2 + j * 2] = s[base + j * 2]
            j -= 1
        s[base + 1 + j * 2] = c
        s[base + 2 + j * 2] = r
    if ORDER > 0:
        for i in range(n - 1):
            j = n - 1 - i
            if ORDER > 1:
                j = i + (ORDER * (i + 3) * 40503 // 64) % (n - i)
            elif j < i:
                j = i
            c = s[base + 1 + i * 2]
            r = s[base + 2 + i * 2]
            s[base + 1 + i * 2] = s[base + 1 + j * 2]
            s[base + 2 + i * 2] = s[base + 2 + j * 2]
            s[base + 1 + j * 2] = c
            s[base + 2 + j * 2] = r
    return 0

def owner_of(s, c):
    """the player in whose zone a card lies, or the card that it is attached to; -1: nobody"""
    for i in range(N + 1):
        z = s[ZON + c]
        if ZBEARER[z] < 0:
            return ZOWNER[z]
        c = ZBEARER[z]
    return -1

def seat_order(s, c, t):
    """where in turn order the owner of a card comes; what is nobody's comes first, and so do `until` blocks, whose
    entries lie beyond all cards; spaces lie below all of them: the first is -1"""
    if c >= N:
        return -1
    p = SPACE_OWNER[-1 - c] if c < 0 else owner_of(s, c)
    if p < 0:
        return -1
    return (p + PLAYERS - t) % PLAYERS

def arrival(s, c):
    """when a card, or the `until` block with that entry, arrived; spaces have been there before, in the order of boards"""
    if c < 0:
        return -1 - c - SPACES
    if c >= N:
        return s[c + 1]
    return s[STAMP + c]

def reknow(s, w, z):
    """the audience of zone instance z has changed"""
    a = audience(s, w, z)
    if a:
        c = s[NXT + N + z]
        while c < N:
            settle(s, w, c)
            s[KNOW + c] = s[KNOW + c] | a
            c = s[NXT + c]
    return 0
'''
