# SPDX-License-Identifier: Apache-2.0
"""Reads the labelled sets: claims with articles, questions on contracts, requirements with evidence.

Each is a list of documents {"document", "file", "blocks": [[heading level or 0, text], ..]} and of cases {"case",
"set", "group", "documents", "criterion", "title", "label", "gold"}. label is 2 for wholly shown, 1 for partly, 0
for not. gold are the texts that show it. Cases of one group must not be split between fitting and testing.
"""
import csv
import glob
import json
import os
import re

LABELS = {"supported": 2, "partially_supported": 1, "not_supported": 0,
          "COMPLETE": 2, "PARTIAL": 1, "MISSING": 0}


def squeezed(text):
    return " ".join(text.split())


def wice(folder):
    documents, cases = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                item = json.loads(line)
                name = f"wice/{os.path.basename(path)}/{number}"
                documents.append({"document": name, "file": "article.txt",
                                  "blocks": [[0, sentence] for sentence in item["evidence"]]})
                cases.append({
                    "case": name, "set": "wice", "group": name, "documents": [name],
                    "criterion": "", "title": item["claim"], "label": LABELS[item["label"]],
                    "gold": [[squeezed(item["evidence"][i]) for i in found]
                             for found in item["supporting_sentences"]]})
    return documents, cases


def paragraphs(text):
    found = [squeezed(part) for part in re.split(r"\n\s*\n", text)]
    return [[0, part] for part in found if part]


def plain_name(name):
    return re.sub(r"[\W_]", "", name[:-4]).lower()  # without ".pdf" or ".txt"


def descriptions(path):
    """By category in lower case: its name and its question."""
    found = {}
    with open(path, encoding="utf-8-sig", newline="") as file:
        for row in csv.reader(file):
            if row and row[0].startswith("Category:"):
                name = row[0].split(":", 1)[1].strip()
                found[name.lower()] = name, squeezed(row[1].split(":", 1)[1])
    return found


def cuad(folder):
    documents, cases = [], []
    questions = descriptions(os.path.join(folder, "category_descriptions.csv"))
    texts = {plain_name(os.path.basename(path)): path
             for path in glob.glob(os.path.join(folder, "txt", "*.txt"))}
    with open(os.path.join(folder, "master_clauses.csv"), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    columns = [i for i, name in enumerate(rows[0]) if i and name.strip().lower() in questions]
    for row in rows[1:]:
        path = texts.get(plain_name(row[0]))
        if path is None:
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            documents.append({"document": path, "file": os.path.basename(path),
                              "blocks": paragraphs(file.read())})
        for column in columns:
            name, question = questions[rows[0][column].strip().lower()]
            clauses = clauses_of(row[column])
            cases.append({"case": f"{path}/{name}", "set": "cuad", "group": path,
                          "documents": [path], "criterion": name, "title": question,
                          "label": 2 if clauses else 0, "gold": [[c] for c in clauses]})
    return documents, cases


def clauses_of(cell):
    """Parses a cell with a list of quotes in Python's notation; some contain characters that break it."""
    cell = cell.strip()
    if cell in ("", "[]"):
        return []
    quotes = re.findall(r"'((?:[^'\\]|\\.|'(?![,\]]))*)'|\"((?:[^\"\\]|\\.)*)\"", cell)
    return [squeezed(a or b) for a, b in quotes if a or b] or [squeezed(cell.strip("[]'\""))]


def is_row(line):
    cells = line.split("; ")
    return len(cells) >= 2 and all(":" in cell for cell in cells)


PLAIN_KINDS = ("plain", "enumeration", "table", "record", "period", "number", "negation", "plan")


def content(text):
    return {word for word in re.findall(r"[a-z]{4,}", text.lower())}


class Others:
    """For each requirement, requirements on other things, whose evidence shows nothing of it."""

    def __init__(self, requirements, cosines):
        self.words = [content(requirement) for requirement in requirements]
        self.cosines = cosines

    def differ(self, one, other, most):
        shared = len(self.words[one] & self.words[other])
        return (one != other and self.cosines[one][other] < most
                and shared <= min(len(self.words[one]), len(self.words[other])) / 3)

    def anywhere(self, one):
        """Those of other fields, dealt out."""
        dealt = ((one + step * 97) % len(self.words) for step in range(1, len(self.words)))
        return [other for other in dealt if self.differ(one, other, 0.5)]

    def nearest(self, one, count):
        """Those of the same field but not of the same thing."""
        near_first = sorted(range(len(self.words)), key=lambda other: -self.cosines[one][other])
        return [other for other in near_first if self.differ(one, other, 0.65)][:count]


def sections_of(pair):
    """The pair's passages as sections by file: each a list of blocks."""
    by_file = {}
    for passage in pair["evidence"]:
        heading = [[1, passage["heading"]]] if passage.get("heading") else []
        lines = [[-1 if is_row(line) else 0, line] for line in passage["text"].split("\n") if line]
        by_file.setdefault(passage["file"], []).append(heading + lines)
    return by_file


def lengthened(sections, name, others):
    """Places a document's sections between those of others, each under its own heading."""
    title = [[1, re.sub(r"[_-]", " ", name.rsplit(".", 1)[0])]]
    half = len(others) // 2
    own = [section if section[0][0] > 0 else title + section for section in sections]
    return others[:half] + own + others[half:]


def plain_sections(found):
    """A section of each pair whose evidence shows what is asked and does not describe a document as a whole, so
    that it may stand in any longer document."""
    out = {}
    for number, pair in enumerate(found):
        if pair["expected"] == "COMPLETE" and pair["kind"] in PLAIN_KINDS:
            name, sections = next(iter(sections_of(pair).items()))
            out[number] = lengthened(sections[:1], name, [])[0]
    return out


def pairs(path, nearness, anywhere=24, nearest=16, long_anywhere=12, longer_by=6):
    """Hand-written pairs, each in five ways: its evidence alone; among that of requirements of other fields; beside
    that of the nearest other requirements; within longer documents; and within longer documents among other such
    documents. nearness: maps texts to the cosines of each with each."""
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    requirements = [pair["requirement"] for pair in found]
    others = Others(requirements, nearness(requirements))
    plain = plain_sections(found)
    documents, short, long = [], [], []
    far = [others.anywhere(number) for number in range(len(found))]
    for number, pair in enumerate(found):
        fill = [plain[i] for i in far[number] if i in plain][:longer_by]
        short.append([])
        long.append([])
        for name, sections in sections_of(pair).items():
            for ways, parts in ((short, sections), (long, lengthened(sections, name, fill))):
                ways[-1].append(f"pairs/{pair['id']}/{name}" + ("/longer" if ways is long else ""))
                documents.append({"document": ways[-1][-1], "file": name, "blocks": sum(parts, [])})
    cases = []
    for number, pair in enumerate(found):
        for way, ways, strangers in (("alone", short, []), ("among", short, far[number][:anywhere]),
                                     ("beside", short, others.nearest(number, nearest)), ("within", long, []),
                                     ("within among", long, far[number][:long_anywhere])):
            cases.append({"case": f"{pair['id']} {way}", "set": "pairs", "group": pair["id"], "way": way,
                          "documents": ways[number] + [name for i in strangers for name in ways[i]],
                          "criterion": "", "title": pair["requirement"], "label": LABELS[pair["expected"]],
                          "own": ways[number], "kind": pair["kind"], "expected": pair["expected"], "gold": []})
    return documents, cases
