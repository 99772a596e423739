"""Searching: what options and imagined answers may come to.

Text in the whole-number subset, see the package.
"""

SEARCH_KERNELS = '''
def search(w, first, steps, again):
    """Depth first over options and, for each, over what chance and imagination may answer (the tape); each depth has a
    row for its state, for its options, for its tape. 1 if some sequence of answers carries it out, or the budget is
    spent. Nearly always the first answers do, so these are given where it begins, in row W_FIRST + 3, and nothing is kept
    to go back to; if they do not, and there are others, -1 says so, and the caller puts the state to begin with into row
    W_FIRST and asks *again*: then all are tried from there. The fuel that is left is then in row W_FIRST."""
    d = W_FIRST
    ts = w[d + 3]
    if again:
        us = w[d]
        copy(ts, us, @TOP:us@ + @ABOVE@)
    ts[TAPEN] = 0
    ts[EXN] = 0
    ts[OPTROW] = d + 4
    ts[ERROR] = 0
    b = first
    left = steps
    if again == 0:
        fuel = ts[FUEL]
        us = w[d]
        o = w[d + 4]
        t = w[d + 5]
        others = 0
        while True:
            while b >= 0 and left > 0:
                b = step(ts, b, w)
                left -= 1
            us[FUEL] = ts[FUEL]
            if b == DONE:
                return 1
            left -= ts[JOINED]
            ts[JOINED] = 0
            if ts[ERROR] or left <= 0:
                return 1
            for i in range(ts[EXN]):
                if t[i + i + 1] > 1:
                    others = 1
            if b != ASK or ts[QN] <= 0:
                if others:
                    us[FUEL] = fuel
                return 0 - others
            d += 3
            if d > W_FIRST + 3 * (DEPTH - 2):
                return 1
            if ts[QN] > 1:
                others = 1
            for i in range(WIDE):
                ts[ANS + i] = o[i]
            ts[EXN] = 0
            b = ts[ts[FP]]
    begun = 0
    while True:
        while b >= 0 and left > 0:
            b = step(ts, b, w)
            left -= 1
        us = w[W_FIRST]
        fuel = ts[FUEL]
        us[FUEL] = fuel
        if b == DONE:
            return 1
        left -= ts[JOINED]
        ts[JOINED] = 0
        if ts[ERROR] or left <= 0:
            return 1
        n = ts[EXN]
        if begun == 0:
            us[QN] = 1
            us[OPTROW] = d + 1
            us[TAPEN] = 0
            us[TRYING] = 0
            begun = 1
        us = w[d]
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
        us = w[d]
        ts = w[d + 3]
        copy(ts, us, @TOP:us@ + @ABOVE@)
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
    return 1
'''
