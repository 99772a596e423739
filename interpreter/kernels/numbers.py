"""Arithmetic, and counting subsets.

Text in the whole-number subset, see the package.
"""

NUMBERS = '''
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

'''
