# SPDX-License-Identifier: Apache-2.0
"""Ridge logistic regression by Newton's method, and a rising line from scores to probabilities."""
import math
from operator import mul


def solve(matrix, right):
    """Gaussian elimination with pivoting; overwrites both arguments."""
    size = len(right)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(matrix[row][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        right[i], right[pivot] = right[pivot], right[i]
        for row in range(i + 1, size):
            factor = matrix[row][i] / matrix[i][i]
            if factor:
                for column in range(i, size):
                    matrix[row][column] -= factor * matrix[i][column]
                right[row] -= factor * right[i]
    for i in reversed(range(size)):
        right[i] = (right[i] - sum(map(mul, matrix[i][i + 1:], right[i + 1:]))) / matrix[i][i]
    return right


def sigmoid(value):
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0


def spread(column, importance):
    """Mean and standard deviation; for a column that is 0 in some rows, over the other rows."""
    known = [(v, w) for v, w in zip(column, importance) if v]
    whole = sum(w for _, w in known)
    if not whole:
        return 0.0, 1.0
    mean = sum(v * w for v, w in known) / whole
    deviation = math.sqrt(sum(w * (v - mean) ** 2 for v, w in known) / whole)
    return mean, deviation or 1.0


def fit(columns, labels, importance, ridge):
    """Returns the bias and a weight per column. `ridge` regularises each scaled column, but not the
    bias."""
    scales = [spread(column, importance)[1] for column in columns]
    scaled = [[1.0] * len(labels)] + [[v / s for v in c] for c, s in zip(columns, scales)]
    size = len(scaled)
    ridge = [0.0, *ridge]
    weights = [0.0] * size
    for _ in range(25):
        logits = [sum(map(mul, weights, row)) for row in zip(*scaled)]
        chances = [sigmoid(z) for z in logits]
        errors = [w * (t - p) for w, t, p in zip(importance, labels, chances)]
        bends = [w * p * (1 - p) for w, p in zip(importance, chances)]
        gradient = [sum(map(mul, column, errors)) - ridge[i] * weights[i]
                    for i, column in enumerate(scaled)]
        matrix = [[0.0] * size for _ in range(size)]
        for i in range(size):
            bent = list(map(mul, scaled[i], bends))
            for j in range(i, size):
                matrix[i][j] = matrix[j][i] = sum(map(mul, bent, scaled[j]))
            matrix[i][i] += ridge[i] or 1e-9
        step = solve(matrix, gradient)
        weights = [w + s for w, s in zip(weights, step)]
        if max(map(abs, step)) < 1e-7:
            break
    return weights[0], [w / s for w, s in zip(weights[1:], scales)]


def join_last(blocks):
    _, last, label, weight = blocks.pop()
    before = blocks[-1]
    before[2] = (before[2] * before[3] + label * weight) / (before[3] + weight)
    before[1], before[3] = last, before[3] + weight


def rising_steps(scored, least, top):
    """Isotonic regression of (score, label, importance). Returns blocks [first score, last score,
    mean label, importance], none lighter than `least` except a last one of about `top`, since the
    surest cases are worth distinguishing."""
    order = sorted(scored)
    cut = len(order)
    above = 0.0
    while cut and above < top:
        cut -= 1
        above += order[cut][2]
    blocks = []
    for score, label, weight in order[:cut]:
        blocks.append([score, score, label, weight])
        while len(blocks) > 1 and (blocks[-2][2] >= blocks[-1][2] or blocks[-2][3] < least):
            join_last(blocks)
    if len(blocks) > 1 and blocks[-1][3] < least:
        join_last(blocks)
    if above:
        mean = sum(label * weight for _, label, weight in order[cut:]) / above
        blocks.append([order[cut][0], order[-1][0], mean, above])
    while len(blocks) > 1 and blocks[-2][2] >= blocks[-1][2]:
        join_last(blocks)
    return blocks


def knots_of(blocks, slope=0.06):
    """The line rises slightly within a block, so that the order of scores is kept."""
    knots = []
    for first, last, mean, _ in blocks:
        low, high = max(mean - slope / 2, 0.0), min(mean + slope / 2, 1.0)
        if knots:
            low = max(low, knots[-1][1])
            high = max(low, high)
        for score, chance in ((first, low), (last, high)):
            if not knots or round(score, 5) > knots[-1][0]:
                knots.append([round(score, 5), round(chance, 5)])
    return knots


def along(knots, score):
    if score <= knots[0][0]:
        return knots[0][1]
    for left, right in zip(knots, knots[1:]):
        if score <= right[0]:
            return left[1] + (score - left[0]) / (right[0] - left[0]) * (right[1] - left[1])
    return knots[-1][1]
