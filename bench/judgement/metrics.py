# SPDX-License-Identifier: Apache-2.0
"""Measures of scores against labels, with bootstrap intervals."""
import random


def auroc(scores, labels):
    """How often a positive scores above a negative; ties count half."""
    order = sorted(zip(scores, labels))
    ranks = positives = 0.0
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and order[end][0] == order[at][0]:
            end += 1
        here = sum(label for _, label in order[at:end])
        ranks += here * (at + 1 + end) / 2
        positives += here
        at = end
    negatives = len(order) - positives
    if not positives or not negatives:
        return 0.5
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)


def precision_at_recall(scores, labels, recall=0.8):
    order = sorted(zip(scores, labels), reverse=True)
    wanted, found, best = recall * sum(labels), 0, 0.0
    for i, (score, label) in enumerate(order):
        found += label
        tied = i + 1 < len(order) and order[i + 1][0] == score
        if found >= wanted and not tied:
            best = max(best, found / (i + 1))
    return best


def bins(chances, labels, count=15):
    """For each bin that has cases: number, mean chance, share of positives."""
    table = [[0, 0.0, 0] for _ in range(count)]
    for chance, label in zip(chances, labels):
        row = table[min(int(chance * count), count - 1)]
        row[0] += 1
        row[1] += chance
        row[2] += label
    return [(i, n, s / n, k / n) for i, (n, s, k) in enumerate(table) if n]


def calibration_error(chances, labels):
    table = bins(chances, labels)
    whole = sum(n for _, n, _, _ in table)
    return sum(n * abs(mean - share) for _, n, mean, share in table) / whole


def share(values):
    return sum(values) / len(values) if values else 0.0


def interval(measure, groups, *series, rounds=300):
    """95 % interval of the measure over samples of whole groups, drawn with a fixed seed."""
    draw = random.Random(20260101)
    by_group = {}
    for i, group in enumerate(groups):
        by_group.setdefault(group, []).append(i)
    members = list(by_group.values())
    found = []
    for _ in range(rounds):
        chosen = [i for _ in members for i in members[draw.randrange(len(members))]]
        found.append(measure(*([one[i] for i in chosen] for one in series)))
    found.sort()
    return found[int(0.025 * rounds)], found[int(0.975 * rounds)]
