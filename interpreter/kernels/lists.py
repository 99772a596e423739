"""Lists: kept, compared, chosen from.

Text in the whole-number subset, see the package.
"""

LISTS = '''
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

'''
