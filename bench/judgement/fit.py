#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the built-in evaluator's confidence: fit.py CASES [COEFFICIENTS].

CASES is the output of `bench_judgement --features FILE`: one object per line with set, group, label and the
measured values. Prints the figures of a cross-validation; with COEFFICIENTS writes that file.
"""
import json
import random
import sys
from itertools import combinations
from math import prod

from logistic import along, fit, knots_of, rising_steps
from metrics import auroc, calibration_error, precision_at_recall

# The features of each head: whole support needs every word, some support only many of them close together.
STATED = {"full": ["f_g3", "names"], "any": ["x_w11"]}
ASKED = ["bm25", "x_g1", "x_top3", "f_g3", "words", "weight", "name_share", "names", "x_all",
         "x_w11", "d_g1"]
TOPIC = ["bm25", "x_g1", "x_top3", "f_g1", "words", "weight", "name_share", "names", "x_all",
         "d_g1", "x_g3"]
# Whether a question is answered at all depends on its length, its specificity and its topic.
PARTICULAR = ["asks.words", "asks.weight", "asks.topic.words", "asks.topic.weight"]
NAMES = {head: ([f"states.{n}" for n in STATED[head]] + ["asks"] + [f"asks.{n}" for n in ASKED] +
                [f"asks.topic.{n}" for n in TOPIC] + ["*".join(two) for two in combinations(PARTICULAR, 2)])
         for head in STATED}
LEAST = {"full": 2, "any": 1}  # the lowest label that is a positive of the head
# Claims are few and have many words, so their weights are regularised more strongly.
RIDGE = {"states": 100.0, "asks": 10.0}
# How near a document comes to a practice: whether it is shown at all, before anything weakens it.
PRACTICE = ["practises." + n for n in (
    "focus", "theme", "bm25", "h_g1", "h_g3", "x_g1", "x_top3", "words", "weight", "read")]
PRACTICE_RIDGE = 25.0
# Uncertainty about whether a practice is shown is no sign that it is shown in part; the rules decide that. So the
# head is firmer than a plain probability would be.
PRACTICE_FIRMNESS = 2.0
# Importance of a practice's cases: evidence of another requirement, near misses, other subjects, split parts.
PRACTICE_IMPORTANCE = {"among": 0.06, "beside": 0.1, "within among": 0.036, "near": 2.0, "other": 0.5, "part": 0.7}
STRANGERS = 3  # only the nearest of those documents
PARTED_KINDS = ("plain", "enumeration", "record", "table")
ANY_SHARE = 2.2
TOP_STEP = 0.06  # share of the cases' weight in the last step, approximately
FOLDS = 5
SEEDS = (1, 2, 3)  # the folds are dealt again for each, and the figures are means
# Minimum share of the cases' weight in one step of the line to probabilities.
LEAST_STEP = {"states": 0.35, "asks": 0.03}
# Weight of a case, so that a set of thousands does not drown one of hundreds. A few questions on contracts have
# the form of a statement; they reveal little about how statements are shown.
IMPORTANCE = {("wice", "states"): 4.0, ("cuad", "asks"): 1.0, ("cuad", "states"): 0.1}


def folds_of(cases, seed):
    """The fold number of each case. Groups stay whole, and each set is dealt out evenly."""
    fold = {}
    by_set = {}
    for case in cases:
        by_set.setdefault((case["set"], case["label"] if case["set"] != "cuad" else 0), set()).add(case["group"])
    for key in sorted(by_set):
        groups = sorted(by_set[key])
        random.Random(seed).shuffle(groups)
        for i, group in enumerate(groups):
            fold.setdefault(group, i % FOLDS)
    return [fold[case["group"]] for case in cases]


def kind_of(case):
    return "asks" if case["values"].get("asks") else "states"


def importance_of(case):
    return IMPORTANCE.get((case["set"], kind_of(case)), 1.0)


def value_of(case, name):
    return prod(case["values"].get(factor, 0.0) for factor in name.split("*"))


def heads_of(cases):
    importance = [importance_of(case) for case in cases]
    return {head: fit([[value_of(case, name) for case in cases] for name in names],
                      [1.0 if case["label"] >= LEAST[head] else 0.0 for case in cases],
                      importance, [RIDGE[name.split(".")[0]] for name in names])
            for head, names in NAMES.items()}


def logit(heads, head, case):
    bias, weights = heads[head]
    return bias + sum(w * value_of(case, n) for w, n in zip(weights, NAMES[head]))


def score_of(heads, case):
    return logit(heads, "full", case) + ANY_SHARE * logit(heads, "any", case)


def calibrators(cases, scores):
    """Knots for `states` and for `asks`: the two heads differ only for the former."""
    return {kind: calibrator([(c, s) for c, s in zip(cases, scores)
                              if kind_of(c) == kind],
                             LEAST_STEP[kind])
            for kind in ("states", "asks")}


def confidence(knots, case, score):
    return along(knots[kind_of(case)], score)


def calibrator(scores, least):
    scored = [(s, 1.0 if c["label"] == 2 else 0.0, importance_of(c))
              for c, s in scores]
    whole = sum(weight for _, _, weight in scored)
    return knots_of(rising_steps(scored, least * whole, TOP_STEP * whole))


def near(values):
    """How near a document comes, in the absence of a fitted score."""
    return values["practises.strength"] + 0.3 * values["practises.bm25"]


def checks_of(case, own, score):
    """For each sub-check, the values of its own documents or of the others, best first."""
    found = {}
    for one in case["checks"]:
        if (one["document"] in case["own"]) == own:
            found.setdefault(one["check"], []).append(one["values"])
    return [sorted(documents, key=score, reverse=True) for documents in found.values()]


def practice_rows(cases, score=near):
    """Rows of (values, whether shown, importance, group) for each sub-check with a known answer: one for its
    nearest document, and some for the nearest documents of other requirements."""
    rows = []
    for case in cases:
        kind, expected = case["kind"], case["expected"]

        def add(values, shown, importance):
            rows.append((values, shown, importance, case["group"]))
        for documents in checks_of(case, False, score):
            for values in documents[:STRANGERS]:
                add(values, 0.0, PRACTICE_IMPORTANCE[case["way"]])
        checks = [documents[0] for documents in checks_of(case, True, score)]
        if expected == "COMPLETE":
            for values in checks:
                add(values, 1.0, 1.0)
        elif kind in ("near_topic", "unrelated"):
            for values in checks:
                add(values, 0.0, PRACTICE_IMPORTANCE["near"])
        elif kind == "other_subject" and expected == "MISSING":
            for values in checks:
                add(values, 0.0, PRACTICE_IMPORTANCE["other"])
        elif expected == "PARTIAL" and len(checks) == 1:
            add(checks[0], 1.0, PRACTICE_IMPORTANCE["part"])
        elif expected == "PARTIAL" and kind in PARTED_KINDS and checks:
            add(max(checks, key=score), 1.0, PRACTICE_IMPORTANCE["part"])
            add(min(checks, key=score), 0.0, 1.0)
    return rows


def practice_head(rows):
    return fit([[values[name] for values, *_ in rows] for name in PRACTICE], [shown for _, shown, *_ in rows],
               [importance for *_, importance, _ in rows], [PRACTICE_RIDGE] * len(PRACTICE))


def practice_score(head):
    bias, weights = head
    return lambda values: bias + sum(w * values[n] for w, n in zip(weights, PRACTICE))


def practice_cross_validated(cases, seed=1):
    """Rows, and the score of each from a head that has not seen its pair."""
    rows = practice_rows(cases)
    groups = sorted({group for *_, group in rows})
    random.Random(seed).shuffle(groups)
    fold = {group: i % FOLDS for i, group in enumerate(groups)}
    scores = [0.0] * len(rows)
    for number in range(FOLDS):
        score = practice_score(practice_head([row for row in rows if fold[row[3]] != number]))
        for i, row in enumerate(rows):
            if fold[row[3]] == number:
                scores[i] = score(row[0])
    return rows, scores


def cross_validated(cases, seed=1):
    """Score and confidence of each case from a model that has not seen its group."""
    folds = folds_of(cases, seed)
    scores = [0.0] * len(cases)
    for fold in range(FOLDS):
        heads = heads_of([c for c, f in zip(cases, folds) if f != fold])
        for i, case in enumerate(cases):
            if folds[i] == fold:
                scores[i] = score_of(heads, case)
    confidences = [0.0] * len(cases)
    for fold in range(FOLDS):
        rest = [i for i, f in enumerate(folds) if f != fold]
        knots = calibrators([cases[i] for i in rest], [scores[i] for i in rest])
        for i, f in enumerate(folds):
            if f == fold:
                confidences[i] = confidence(knots, cases[i], scores[i])
    return scores, confidences


def figures(cases, scores, confidences):
    """Ranking by score, calibration by confidence. Each fold is calibrated on the others."""
    out = {}
    for name in sorted({case["set"] for case in cases}):
        chosen = [i for i, case in enumerate(cases) if case["set"] == name]
        full = [1 if cases[i]["label"] == 2 else 0 for i in chosen]
        some = [1 if cases[i]["label"] else 0 for i in chosen]
        values = [scores[i] for i in chosen]
        out[name] = {"cases": len(chosen), "aurocFull": auroc(values, full),
                     "aurocAny": auroc(values, some),
                     "precisionAt80Recall": precision_at_recall(values, full),
                     "calibrationError": calibration_error([confidences[i] for i in chosen], full)}
    return {name: {key: round(value, 4) for key, value in row.items()}
            for name, row in out.items()}


def mean_of(tables):
    return {name: {key: round(sum(table[name][key] for table in tables) / len(tables), 4)
                   for key in tables[0][name]} for name in tables[0]}


def main(source, target=None):
    with open(source, encoding="utf-8") as lines:
        everything = [json.loads(line) for line in lines]
    practices = [case for case in everything if case["set"] == "pairs"]
    cases = [case for case in everything if case["set"] != "pairs"]
    rounds = [cross_validated(cases, seed) for seed in SEEDS]
    found = mean_of([figures(cases, *round_) for round_ in rounds])
    for name, row in found.items():
        print(name, row)
    rows, scores = practice_cross_validated(practices)
    found["practices"] = {"checks": len(rows), "aurocShown": round(auroc(scores, [int(r[1]) for r in rows]), 4)}
    print("practices", found["practices"])
    if target is None:
        return
    heads = heads_of(cases)
    asked = [c["values"] for c in cases if c["values"].get("asks") and c["values"].get("asks.topic.words")]
    prefix = "asks.topic."
    model = {
        "about": "Written by bench/judgement/fit.py. A weight per value measured: pipeline/assess/support/features.hpp names them.",
        "crossValidation": found,
        "anyShare": ANY_SHARE}
    for head, (bias, weights) in heads.items():
        model[head] = {"bias": round(bias, 5),
                       "weights": {n: round(w, 5) for n, w in zip(NAMES[head], weights)}}
    bias, weights = practice_head(rows)
    model["practice"] = {"bias": round(PRACTICE_FIRMNESS * bias, 5),
                         "weights": {n: round(PRACTICE_FIRMNESS * w, 5) for n, w in zip(PRACTICE, weights)}}
    model["usualTopic"] = {name: round(sum(v[prefix + name] for v in asked) / max(len(asked), 1), 5)
                           for name in TOPIC}
    model["knots"] = calibrators(cases, rounds[0][0])
    with open(target, "w", encoding="utf-8") as file:
        file.write(json.dumps(model, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
