#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Counts over the texts of the fit tier how many have each stem: writes pipeline/assess/language/stem_counts.tsv.

stem_counts.py STEM_COUNTS

STEM_COUNTS is the program. A text is a passage of pairs/, of labels/, of ../pairs.json or of ../among/fit.jsonl, or a
paragraph of the documents of ../field/fit. Needs the frameworks below ASSAY_TEST_DATA."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
BENCH = os.path.dirname(HERE)
sys.path[:0] = [BENCH, HERE]
import among  # noqa: E402
import field  # noqa: E402
import support_data  # noqa: E402

LEAST = 5  # texts that have a stem of the table
HEAD = """# SPDX-License-Identifier: Apache-2.0
# Of each stem how many texts have it; "*" is the number of texts. Written by bench/judgement/train/stem_counts.py.
"""


def texts():
    for folder in ("pairs", "labels"):
        for _, lines in support_data.files(folder):
            for line in lines:
                if "text" in line and "passage" in line:
                    yield line["text"]
                for kind in support_data.KINDS:
                    yield from line.get(kind, ())
    with open(os.path.join(BENCH, "pairs.json"), encoding="utf-8") as source:
        for pair in json.load(source):
            for part in pair["evidence"]:
                yield part["text"]
    documents = list(among.among(os.path.join(BENCH, "among/fit.jsonl"))[0])
    for name in sorted(os.listdir(os.path.join(BENCH, "field/fit"))):
        documents += field.company(os.path.join(BENCH, "field/fit", name), "fit", os.environ["ASSAY_TEST_DATA"])[0]
    for document in documents:
        yield from (text for _, text in document["blocks"])


def main():
    lines = "".join(json.dumps(text) + "\n" for text in texts())
    done = subprocess.run([sys.argv[1], str(LEAST)], input=lines.encode(), check=True, stdout=subprocess.PIPE)
    with open(os.path.join(BENCH, "../../pipeline/assess/language/stem_counts.tsv"), "w", encoding="utf-8") as file:
        file.write(HEAD + done.stdout.decode())


if __name__ == "__main__":
    main()
