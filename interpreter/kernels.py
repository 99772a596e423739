"""The machine's own functions, as text: chance, moving, shuffling, knowing, searching.

Written in the whole-number subset that runs alike in CPython and as machine code. Names in capitals are numbers that
`kernel_text` puts in: offsets of the layout, slots, codes. ``s`` is the state, ``w`` the table of work rows.
"""

import re
from collections.abc import Mapping

KERNELS = '''
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
    s[CLOCK] += 1
    s[STAMP + c] = s[CLOCK]
    if BARRED:
        # whose doing it is: the innermost rule or action that runs
        g = s[FP]
        while g > 0 and s[g + 5] & BARRIER == 0:
            g = s[g + 1]
        s[BAR + c] = g
    if o != z:
        reset(s, w, c)
    if s[MODE] != 2:
        t = AUDIENCE[z]
        s[KNOW + c] = s[KNOW + c] | (t if t >= 0 else audience(s, w, z))
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
    k = pick(s, w, s[NMIX + z], 1, z)
    s[NMIX + z] -= 1
    c = s[NXT + N + z]
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

def look(s, w, c):
    """What is printed on c, in a search: if the one who judges does not know it, any face of that back that he does not
    know, copies of a card once, counted in order of face, never of place, so that it is the same in all worlds that he cannot
    tell apart."""
    if s[KNOW + c] >> s[EYE] & 1:
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

def shown_face(s, w, c, p):
    """whether p may choose c by its face where it lies"""
    if s[MODE] == 2:
        p = s[EYE]
    if p < 0:
        return 1
    return sees(s, w, s[ZON + c], p)

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
    n = 0
    m = 0
    c = s[NXT + N + z]
    while c < N:
        if BACK[s[FACE + c]] == b:
            n += 1
            m = m | s[KNOW + c]
        c = s[NXT + c]
    if n < 2 or m | a == a:
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

def event(s, code, you, a, b, c, d):
    """keeps an event for the end of the step"""
    e = s[EVN]
    if e >= EVENT_ROOM:
        s[ERROR] = E_EVENTS
        return 0
    x = EVENTS + e * EVENT_SIZE
    s[x] = code
    s[x + 1] = you
    s[x + 2] = a
    s[x + 3] = b
    s[x + 4] = c
    s[x + 5] = d
    s[EVN] = e + 1
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

def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x

def product(a, b):
    x = a if a >= 0 else -a
    y = b if b >= 0 else -b
    if y != 0 and x > CAP // y:
        return CAP if (a < 0) == (b < 0) else -CAP
    return a * b

def divide_up(a, b):
    if b == 0:
        return 0
    return -(-a // b)

def divide_down(a, b):
    if b == 0:
        return 0
    return a // b

def bits_count(x):
    n = 0
    while x:
        x = x & (x - 1)
        n += 1
    return n

def next_subset(m, n):
    """the next set of numbers below n, as bits: by size, then in the order of the numbers; -1 after the last"""
    r = 0
    p = n - 1
    while p >= 0 and m >> p & 1:
        r += 1
        p -= 1
    while p >= 0 and m >> p & 1 == 0:
        p -= 1
    if p < 0:
        if r + 1 > n:
            return -1
        return (1 << r + 1) - 1
    return m & (1 << p) - 1 | ((1 << r + 1) - 1) << p + 1

def choose_count(n, k):
    """how many subsets of k of n there are"""
    c = 1
    for i in range(k):
        c = c * (n - i) // (i + 1)
    return c

def split(s, base, size, number, row):
    """writes division *number* of the list at base into groups of that size: the groups in the order of their first
    members; 0 if there are not so many divisions"""
    n = s[base]
    if size < 1 or n % size != 0 or n == 0 or n > 60:
        return 0
    s[row] = n // size
    left = (1 << n) - 1
    k = number
    for i in range(n // size):
        first = 0
        while left >> first & 1 == 0:
            first += 1
        left = left & ~(1 << first)
        at = row + 1 + i * (size + 1)
        s[at] = size
        s[at + 1] = s[base + 1 + first]
        rest = bits_count(left)
        c = choose_count(rest, size - 1)
        m = k % c
        k = k // c
        have = size - 1
        j = 2
        while have > 0:
            first += 1
            if left >> first & 1:
                rest -= 1
                with_it = choose_count(rest, have - 1)
                if m < with_it:
                    s[at + j] = s[base + 1 + first]
                    left = left & ~(1 << first)
                    have -= 1
                    j += 1
                else:
                    m -= with_it
    if k > 0:
        return 0
    return 1

def list_span(s, at, depth):
    """slots that the list at *at* takes up; depth 2: its members are lists"""
    if depth < 2:
        return s[at] + 1
    n = 1
    for i in range(s[at]):
        if depth > 2:
            m = at + n
            n += 1
            for j in range(s[m]):
                n += s[at + n] + 1
        else:
            n += s[at + n] + 1
    return n

def nth_list(s, at, n, depth):
    """where the n-th of the lists in the list at *at* begins"""
    at += 1
    for i in range(n - 1):
        at += list_span(s, at, depth - 1)
    return at

def same_list(s, a, b, depth):
    """whether two lists have the same members in the same order"""
    n = list_span(s, a, depth)
    if list_span(s, b, depth) != n:
        return 0
    for i in range(n):
        if s[a + i] != s[b + i]:
            return 0
    return 1

def same_groups(s, a, b):
    """whether two lists of lists of dice look alike: as many of each set of faces"""
    n = s[a]
    if s[b] != n:
        return 0
    used = 0
    x = a + 1
    for i in range(n):
        found = -1
        y = b + 1
        for j in range(n):
            if found < 0 and used >> j & 1 == 0 and s[x] == s[y] and same_faces(s, x + 1, y + 1, s[x]):
                found = j
            y += s[y] + 1
        if found < 0:
            return 0
        used = used | 1 << found
        x += s[x] + 1
    return 1

def same_faces(s, a, b, z):
    used = 0
    for i in range(z):
        x = s[a + i]
        found = -1
        for j in range(z):
            y = s[b + j]
            if found < 0 and used >> j & 1 == 0 and die_class(x, s[DIE + x]) == die_class(y, s[DIE + y]):
                found = j
        if found < 0:
            return 0
        used = used | 1 << found
    return 1

def joined(s, w, n, last, whole):
    """1 if option n, whose value in slot *last* is a number, follows on the one before, which then stands for both"""
    o = w[s[OPTROW]]
    if n == 0 or (whole and n < 200):
        return 0
    a = (n - 1) * WIDE
    b = n * WIDE
    for j in range(WIDE - 1):
        if j != last and o[a + j] != o[b + j]:
            return 0
    m = o[a + WIDE - 1]
    if o[a + last] + (m >> SPAN) + 1 != o[b + last]:
        return 0
    o[a + WIDE - 1] = (m >> SPAN) + 1 << SPAN | last
    return 1

def repeated(s, w, first, n):
    """0 if option n is like one of those from *first* on before it, else 1"""
    o = w[s[OPTROW]]
    for i in range(first, n):
        same = 1
        for j in range(WIDE):
            if o[i * WIDE + j] != o[n * WIDE + j]:
                same = 0
                break
        if same:
            return 0
    return 1

def lists_alike(s, w, a, b, depth, p, sort):
    """whether two lists (depth 2: of lists) of cards (sort 1), of dice (sort 2) or of other things (sort 0) look alike to p"""
    if sort == 0 or depth > 2:
        return same_list(s, a, b, depth)
    if sort == 2 and depth == 2:
        return same_groups(s, a, b)
    if s[a] != s[b]:
        return 0
    if sort == 2:
        return same_faces(s, a + 1, b + 1, s[a])
    if depth < 2:
        return same_cards(s, w, a, b, p)
    x = a + 1
    y = b + 1
    for i in range(s[a]):
        if same_cards(s, w, x, y, p) == 0:
            return 0
        x += s[x] + 1
        y += s[y] + 1
    return 1

def same_cards(s, w, a, b, p):
    """whether two lists of cards look alike to p"""
    n = s[a]
    if s[b] != n:
        return 0
    for i in range(n):
        if s[a + 1 + i] != s[b + 1 + i] and alike(s, w, s[a + 1 + i], s[b + 1 + i], p, 1) == 0:
            return 0
    return 1

def mark_alike(s, w, n, p, sort):
    """notes for each of the n candidates in the row which earlier ones look like it to p, as bits from number 64 on"""
    o = w[W_CAND]
    for j in range(n):
        m = 0
        for i in range(j):
            if alike(s, w, o[i], o[j], p, sort):
                m = m | 1 << i
        o[64 + j] = m
    return 0

def subset_ok(w, m, n):
    """whether, of candidates that look alike, the earlier ones are taken first"""
    o = w[W_CAND]
    for j in range(n):
        if m >> j & 1 and o[64 + j] & ~m:
            return 0
    return 1

def alike(s, w, a, b, p, sort):
    if a == b:
        return 1
    if sort == 0:
        return 0
    if sort == 2:
        return die_class(a, s[DIE + a]) == die_class(b, s[DIE + b])
    if s[ZON + a] != s[ZON + b] or same_own(s, a, b) == 0:
        return 0
    if s[MODE] == 2:
        p = s[EYE]
    z = s[ZON + a]
    k = sees(s, w, z, p)
    if k and s[KNOW + a] >> p & 1 and s[KNOW + b] >> p & 1:
        return DESIGN[s[FACE + a]] == DESIGN[s[FACE + b]]
    if PLACES[z]:
        return 0
    return BACK[s[FACE + a]] == BACK[s[FACE + b]]

def leave_out(s, base, x):
    """takes the first x out of the list at base"""
    j = 0
    n = s[base]
    found = 0
    for i in range(n):
        if found == 0 and s[base + 1 + i] == x:
            found = 1
        else:
            j += 1
            s[base + j] = s[base + 1 + i]
    s[base] = j
    return 0

def keep(s, base, m):
    """keeps of the list at base the members whose bits are set"""
    n = s[base]
    j = 0
    for i in range(n):
        if m >> i & 1:
            j += 1
            s[base + j] = s[base + 1 + i]
    s[base] = j
    return 0

def behind_list(s, w, base, i, n, p):
    """the i-th chosen card of the list at base, chosen among the n candidates in the spare row: if that is choosing a
    back, which of those that look like it, of those not yet chosen"""
    c = s[base + 1 + i]
    if s[MODE] == 2:
        return c
    if back_chosen(s, w, c, p):
        e = w[W_EVENTS]
        o = w[W_CAND]
        m = 0
        for j in range(n):
            x = e[j]
            if x == c or alike(s, w, c, x, p, 1):
                used = 0
                for h in range(i):
                    if s[base + 1 + h] == x:
                        used = 1
                if used == 0:
                    o[m] = x
                    m += 1
        k = 0
        if m > 1:
            k = pick(s, w, m, 0, 0)
        c = o[k]
        fix(s, c)
    forget_among(s, w, n, c, p)
    return c

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
    """the waiting effect in frame g comes to nothing; the window that its rules opened asks no more"""
    s[g + 5] = s[g + 5] | 4
    x = f
    win = -1
    while x != g and x > 0:
        if s[x + 3] < 0:
            win = x
        x = s[x + 1]
    if win >= 0:
        s[win + 5] = s[win + 5] | 8
    return 0

def find_frame(s, f, what):
    """the topmost frame of that number, from f down; -1"""
    g = f
    while g > 0:
        if s[g + 3] == what:
            return g
        g = s[g + 1]
    return -1

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

def seat_order(s, c, t):
    """where in turn order the owner of a card comes; what is nobody's comes first, and so do `until` blocks, whose
    entries lie beyond all cards; spaces lie below all of them: the first is -1"""
    if c >= N:
        return -1
    p = SPACE_OWNER[-1 - c] if c < 0 else ZOWNER[s[ZON + c]]
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

SEARCH_KERNELS = '''
def search(w, first, steps, again):
    """Depth first over options and, for each, over what chance and imagination may answer (the tape); each depth has a
    row for its state, for its options, for its tape. 1 if some sequence of answers carries it out, or the budget is
    spent. Nearly always the first try decides, so the caller puts the state to begin with where it is tried, into row
    W_FIRST + 3; if there is more to try from it, -1 says so, and the caller puts it into row W_FIRST and asks *again*.
    The fuel that is left is then in row W_FIRST."""
    left = steps
    filled = 1 - again
    d = W_FIRST
    ts = w[d + 3 * filled]
    fuel = ts[FUEL]
    us = w[d]
    us[QN] = 1
    us[OPTROW] = d + 1
    us[TAPEN] = 0
    us[TRYING] = 0
    while left > 0:
        us = w[d]
        ts = w[d + 3]
        if filled:
            filled = 0
            ts[TAPEN] = 0
        else:
            copy(ts, us, us[FP] + @MAXFRAME@)
        ts[EXN] = 0
        ts[OPTROW] = d + 4
        b = first
        if d > W_FIRST:
            o = w[d + 1]
            for i in range(WIDE):
                ts[ANS + i] = o[us[TRYING] * WIDE + i]
            b = ts[ts[FP]]
        t = w[d + 2]
        o = w[d + 5]
        for i in range(us[TAPEN] * 2):
            o[i] = t[i]
        ts[ERROR] = 0
        ts[FUEL] = fuel
        while b >= 0 and left > 0:
            b = step(ts, b, w)
            left -= 1
        fuel = ts[FUEL]
        us = w[W_FIRST]
        us[FUEL] = fuel
        us = w[d]
        if ts[ERROR]:
            return 1
        if b == DONE:
            return 1
        if left <= 0:
            return 1
        n = ts[EXN]
        o = w[d + 5]
        t = w[d + 2]
        for i in range(n * 2):
            t[i] = o[i]
        us[EXN] = n
        if b == ASK and ts[QN] > 0:
            if d >= W_FIRST + 3 * (DEPTH - 2):
                return 1
            ts[TRYING] = 0
            ts[TAPEN] = 0
            d += 3
        else:
            while True:
                us = w[d]
                t = w[d + 2]
                j = us[EXN] - 1
                while j >= 0 and t[j + j] + 1 >= t[j + j + 1]:
                    j -= 1
                if j >= 0:
                    if d == W_FIRST and again == 0:
                        return -1
                    t[j + j] += 1
                    us[TAPEN] = j + 1
                    break
                us[TAPEN] = 0
                us[TRYING] += 1
                if d > W_FIRST and us[TRYING] < us[QN]:
                    break
                d -= 3
                if d < W_FIRST:
                    return 0
    return 1
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


def kernel_text(text: str, numbers: Mapping[str, int]) -> str:
    """*text* with the names in capitals that are keys of *numbers* replaced."""
    return re.sub(r"\b[A-Z][A-Z0-9_]*\b", lambda m: str(numbers[m[0]]) if m[0] in numbers else m[0], text)


def kernel_names(text: str) -> frozenset[str]:
    """The functions of `KERNELS` and the like."""
    return frozenset(re.findall(r"def (\w+)", text))


PLAYOUT = '''
def take_uniform(s, w):
    """answers the question by one of the options, each as likely"""
    o = w[W_OPTIONS]
    n = s[QN]
    if RANGED:
        for i in range(s[QN]):
            n += o[i * WIDE + WIDE - 1] >> SPAN
    i = below_choice(s, n)
    j = 0
    if RANGED:
        while i > o[j * WIDE + WIDE - 1] >> SPAN:
            i -= (o[j * WIDE + WIDE - 1] >> SPAN) + 1
            j += 1
    else:
        j = i
    j = j * WIDE
    for x in range(WIDE):
        s[ANS + x] = o[j + x]
    if RANGED:
        x = o[j + WIDE - 1] & (1 << SPAN) - 1
        if x:
            s[ANS + x] += i
        s[ANS + WIDE - 1] = 0
    return 0

def below_choice(s, n):
    """as `below`, with the generator of uniform choices"""
    while True:
        a = s[CHOOSER]
        b = s[CHOOSER + 1]
        r = b * 5 & M32
        r = (r << 7 | r >> 25) * 9 & M32
        c = s[CHOOSER + 2] ^ a
        d = s[CHOOSER + 3] ^ b
        s[CHOOSER + 1] = b ^ c
        s[CHOOSER] = a ^ d
        s[CHOOSER + 2] = c ^ (b << 9 & M32)
        s[CHOOSER + 3] = (d << 11 | d >> 21) & M32
        r = r * n
        t = r & M32
        if t >= n or t >= (M32 + 1) % n:
            return r >> 32
    return 0

def playout(s, w, b, most):
    """Uniform choices from block b to the end, or for *most* decisions (then ASK comes back)."""
    while True:
        s[FUEL] = FUEL_BOUND
        b = run(s, b, w, STEPS)
        if b != ASK:
            return b
        s[DECIDED] += 1
        if s[DECIDED] > most or s[ERROR]:
            return b
        take_uniform(s, w)
        b = s[s[FP]]
    return 0
'''


MANY = '''
def words_of(s, at, low, high):
    """Four words of a generator from a seed of 64 bits, given in halves, by splitmix64; as `machine.seeded`. Products
    may pass 64 bits: only their lower 32 count."""
    for i in range(2):
        low = low + 0x7F4A7C15
        high = high + 0x9E3779B9 + (low >> 32) & M32
        low = low & M32
        a = low ^ (low >> 30 | high << 2 & M32)
        b = high ^ high >> 30
        c = a * 0x1CE4E5B9
        b = (c >> 32) + (a * 0xBF58476D & M32) + (b * 0x1CE4E5B9 & M32) & M32
        a = c & M32
        a = a ^ (a >> 27 | b << 5 & M32)
        b = b ^ b >> 27
        c = a * 0x133111EB
        b = (c >> 32) + (a * 0x94D049BB & M32) + (b * 0x133111EB & M32) & M32
        a = c & M32
        s[at + i + i] = a ^ (a >> 31 | b << 1 & M32)
        s[at + i + i + 1] = b ^ b >> 31
    if s[at] == 0 and s[at + 1] == 0 and s[at + 2] == 0 and s[at + 3] == 0:
        s[at] = 1
    return 0

def many(s, us, ts, w, b, most, count):
    """Plays *count* matches in s, each beginning as us, with block b. Row ts holds their seeds, OUTCOME numbers apart,
    and takes what they came to. Yields how many were played: all, or those before one that is stuck."""
    for i in range(count):
        at = i * OUTCOME
        low = ts[at] & M32
        high = ts[at] >> 32 & M32
        copy(s, us, us[FP] + MAXFRAME)
        words_of(s, RNG, low, high)
        words_of(s, CHOOSER, low ^ CHOOSER_LOW, high ^ CHOOSER_HIGH)
        c = playout(s, w, b, most)
        if s[ERROR] or c == SPENT or c == STUCK:
            return i
        ts[at] = c
        ts[at + 1] = s[WINNERS]
        ts[at + 2] = s[REASON]
        ts[at + 3] = s[GONE]
        outcome(s, w, ts, at + 4)
    return count
'''


ATTEMPTS = '''
def attempts(s, us, ts, w, count, acts):
    """Tries *count* options of the question of us, each in a copy s, and whatever its player is asked then in order to
    bring that to its end, at most *acts* questions, by uniform choices. Row ts holds the options, ATTEMPT numbers apart,
    and takes what they came to. Yields how many were tried: all, or those before one that is stuck."""
    for i in range(count):
        at = i * ATTEMPT
        copy(s, us, us[FP] + MAXFRAME)
        for j in range(WIDE):
            s[ANS + j] = ts[at + j]
        c = ASK
        left = acts
        while left >= 0:
            s[FUEL] = FUEL_BOUND
            c = run(s, s[s[FP]], w, STEPS)
            left -= 1
            if c != ASK or s[ERROR] or s[QP] != us[QP] or BETWEEN[s[QSITE]]:
                left = -1
            if left >= 0:
                take_uniform(s, w)
        if s[ERROR] or c == SPENT or c == STUCK:
            return i
        ts[at] = c
        ts[at + 1] = s[WINNERS]
        ts[at + 2] = s[REASON]
        ts[at + 3] = s[GONE]
        s[FUEL] = FUEL_BOUND
        if c == ASK:
            standing(s, w, ts, at + 4)
        else:
            outcome(s, w, ts, at + 4)
    return count
'''
