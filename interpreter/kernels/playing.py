"""Playing to the end by uniform choices: one match, many, and options that are tried.

Text in the whole-number subset, see the package.
"""

from interpreter.kernels.chance import GENERATOR

UNIFORM = GENERATOR.replace("def below(", "def below_choice(").replace("RNG", "CHOOSER")
"""The same with the generator of uniform choices."""

PLAYOUT = UNIFORM + '''
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
        for j in range(EVENTS, EVENTS + us[EVN] * EVENT_SIZE):
            s[j] = us[j]
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
        for j in range(EVENTS, EVENTS + us[EVN] * EVENT_SIZE):
            s[j] = us[j]
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
