#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the models that make a verdict of a requirement's evidence, on the fit tier: which document is about the requirement
(pipeline/assess/judge/document_ranker.hpp), and which status it deserves (verdict_model.hpp).

fit_verdict.py JUDGE_CASES GROUPS MODELS [--out FOLDER]

JUDGE_CASES is the program; GROUPS the folder that fit_support.py wrote with --groups, which gets the rankers; MODELS the one
that it wrote with --out. Each group (a company or a writer) is measured by models and by a ranker that have not seen it. --out gets
ranker.json and verdict.json. Prints agreement on groups left out, and on the dev tier, which nothing is fitted on.
Needs Debian's python3-sklearn, and the frameworks below ASSAY_TEST_DATA."""
import argparse
import json
import os
import re
import sys

import numpy

HERE = os.path.dirname(os.path.realpath(__file__))
BENCH = os.path.dirname(HERE)
sys.path[:0] = [BENCH, HERE]
import field  # noqa: E402
import trees  # noqa: E402
from metrics import auroc  # noqa: E402
from verdict_cases import FOLDS, ROOT, STATUSES, WEIGHTS, Cases, groups  # noqa: E402

JUDGE = os.path.join(ROOT, "pipeline/assess/judge")
SIGNALS = os.path.join(ROOT, "pipeline/assess/support/document_signals.hpp")
RANKER = {"trees": 150, "leaves": 8}
VERDICT = {"trees": 150, "leaves": 6}
SHARE_OF_PARTIAL = 0.5  # as in verdict_model.cpp
# As what a ranker is fitted on.
IN_RANKER = {"company": 1.0, "read once": 1.0, "among": 3.0, "noted": 0.5, "stated": 0.3, "half stated": 0.3}
# The shares from which a requirement is PARTIAL and COMPLETE. On groups left out, agreement is flat around them; below, more
# unrelated evidence becomes PARTIAL, above, more of what is in other words MISSING.
CUTS = (.34, .62)


def ranker_of(cases, documents, rows):
    """documents: of each case the documents found, with their signals. A company's requirement without any citation tells
    nothing of them."""
    signals, truth, weights = [], [], []
    for row in rows:
        case = cases.all[row]
        if case["use"] not in IN_RANKER or not case["about"]:
            continue
        for document in documents[row]:
            signals.append(document["signals"])
            truth.append(document["document"] in case["about"])
            weights.append(IN_RANKER[case["use"]])
    return trees.fitted(numpy.array(signals), numpy.array(truth), numpy.array(weights), **RANKER)


def write_ranker(path, model):
    with open(SIGNALS, encoding="utf-8") as file:
        names = re.findall(r'"([a-z_0-9]+)"', file.read().split("kDocumentSignalNames")[1].split("});")[0])
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"signals": names, **trees.coefficients(model)[0]}, file)
        file.write("\n")


def statuses(odds):
    share = odds[:, 2] + SHARE_OF_PARTIAL * odds[:, 1]
    return (share >= CUTS[0]).astype(int) + (share >= CUTS[1])


def swaps(found, truth):
    return int((abs(found - truth) == 2).sum())


def report(name, odds, truth, kinds):
    found, share = statuses(odds), odds[:, 2] + SHARE_OF_PARTIAL * odds[:, 1]
    complete = found == 2
    print(f"  {name}: {(found == truth).mean():.3f} of {len(truth)} right, balanced "
          f"{field.balanced(list(found), list(truth)):.3f}, swaps {swaps(found, truth)}, area under the curve of COMPLETE "
          f"{auroc(list(share), list(truth == 2)):.3f}, of not MISSING {auroc(list(share), list(truth > 0)):.3f}, "
          f"{complete.sum()} COMPLETE, right {(truth[complete] == 2).mean() if complete.any() else 0:.2f}")
    if len(set(kinds)) > 1:
        print("    " + ", ".join(f"{kind} {(found == truth)[kinds == kind].sum()} of {(kinds == kind).sum()}"
                                 for kind in sorted(set(kinds))))


def verdict_of(signals, cases, rows):
    rows = rows[cases.weights[rows] > 0]
    return trees.fitted(signals[rows], cases.truth[rows], cases.weights[rows], **VERDICT)


def write_verdict(path, model):
    with open(os.path.join(JUDGE, "verdict_model.hpp"), encoding="utf-8") as file:
        header = file.read()
    names = []
    for table, prefix in (("kOfAll", ""), ("kOfFirst", "first."), ("kOfChecks", "check.")):
        names += [prefix + name for name in re.findall(r'"([a-z_0-9]+)"', header.split(table + " =")[1].split("});")[0])]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"partialFrom": CUTS[0], "completeFrom": CUTS[1], "signals": names,
                   "statuses": dict(zip(STATUSES, trees.coefficients(model)))}, file)
        file.write("\n")


def measured(options, folds):
    """(cases, documents of each, signals of each), by models and rankers that have not seen its group."""
    def models_for(group):
        seen = group.tier == "fit" and group.name in folds
        return os.path.join(options.groups, str(folds[group.name])) if seen else options.models

    found = list(groups())
    cases, documents = Cases(found), []
    for group in found:
        documents += [line["documents"] for line in group.measured(options.program, group.cases, "--models", models_for(group))]
        print(f"  {group.name}: {len(group.cases)}", flush=True)
    # A fold's ranker has not seen its groups; that of -1 is for the rest.
    for fold in range(-1, FOLDS):
        rows = numpy.where(cases.fit & (cases.fold != fold))[0]
        write_ranker(os.path.join(options.groups, f"ranker{fold}.json"), ranker_of(cases, documents, rows))
    signals, at = [None] * len(cases.all), 0
    for group in found:
        own = range(at, at + len(group.cases))
        at = own.stop
        for fold in sorted(set(cases.fold[own])):
            rows = [row for row in own if cases.fold[row] == fold]
            lines = group.measured(options.program, [cases.all[row] for row in rows], "--models", models_for(group),
                                   "--ranker", os.path.join(options.groups, f"ranker{fold}.json"))
            for row, line in zip(rows, lines):
                signals[row] = line["signals"]
    return cases, documents, numpy.array(signals)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("groups")
    options.add_argument("models")
    options.add_argument("--out", help="folder that gets the coefficients")
    options = options.parse_args()
    with open(os.path.join(options.groups, "folds.json"), encoding="utf-8") as file:
        folds = json.load(file)

    cases, documents, signals = measured(options, folds)
    if os.environ.get("DUMP"):
        import pickle
        with open(os.environ["DUMP"], "wb") as dump:
            pickle.dump((cases, documents, signals), dump)
    odds = numpy.zeros((len(cases.all), 3))
    for fold in range(FOLDS):
        out = cases.fit & (cases.fold == fold)
        odds[out] = verdict_of(signals, cases, numpy.where(cases.fit & ~out)[0]).predict_proba(signals[out])
    model = verdict_of(signals, cases, numpy.where(cases.fit)[0])
    odds[~cases.fit] = model.predict_proba(signals[~cases.fit])
    for tier, rows in (("fit, groups left out", cases.fit), ("dev", ~cases.fit)):
        for use in WEIGHTS:
            own = rows & (cases.use == use)
            if own.any():
                report(f"{tier}, {use}", odds[own], cases.truth[own], cases.kind[own])
    if options.out:
        write_ranker(os.path.join(options.out, "ranker.json"), ranker_of(cases, documents, numpy.where(cases.fit)[0]))
        write_verdict(os.path.join(options.out, "verdict.json"), model)


if __name__ == "__main__":
    main()
