# SPDX-License-Identifier: Apache-2.0
"""The field set: invented companies with their whole folders of evidence, judged against parts of real frameworks.

A folder of a company has `documents/` (as people hand them in), `requirements.json` (which requirements of which
framework; their words are read from the framework's own file, which is not ours), `questions.json` (a supplier's
questionnaire) and `labels.json` (status and quotes, settled from two independent readings).
"""
import collections
import csv
import io
import json
import math
import os
import re

from labels import LABELS, paragraphs, squeezed

SEEN = ("fit", "dev")
TIERS = (*SEEN, "blind")


def table_rows(rows):
    """Rows under their header, as the reader of files writes them: "header: value; header: value"."""
    head = [squeezed(cell) for cell in rows[0]]
    for row in rows[1:]:
        cells = [f"{name}: {squeezed(cell)}" for name, cell in zip(head, row) if squeezed(cell)]
        if cells:
            yield [-1, "; ".join(cells)]


def is_row(line):
    return line.startswith("|") and line.rstrip().endswith("|")


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def markdown_blocks(text):
    lines, paragraph, found, at = text.splitlines(), [], [], 0

    def end_paragraph():
        if paragraph:
            found.append([0, squeezed(" ".join(paragraph))])
            paragraph.clear()

    while at < len(lines):
        line = lines[at].strip()
        heading = re.match(r"(#{1,6})\s+(.*)", line)
        if is_row(line) and at + 1 < len(lines) and re.match(r"^\|[\s:|-]+\|$", lines[at + 1].strip()):
            end_paragraph()
            rows = [cells_of(line)]
            at += 2
            while at < len(lines) and is_row(lines[at].strip()):
                rows.append(cells_of(lines[at]))
                at += 1
            found.extend(table_rows(rows))
            continue
        if heading:
            end_paragraph()
            found.append([len(heading[1]), squeezed(heading[2].strip("# "))])
        elif not line:
            end_paragraph()
        else:
            if re.match(r"([-*+]|\d+[.)])\s", line):
                end_paragraph()
            paragraph.append(line.replace("**", "").replace("`", ""))
        at += 1
    end_paragraph()
    return found


def blocks_of(name, text):
    if name.endswith(".md"):
        return markdown_blocks(text)
    if name.endswith(".csv"):
        rows = [row for row in csv.reader(io.StringIO(text)) if any(cell.strip() for cell in row)]
        return list(table_rows(rows))
    return paragraphs(text)


def frameworks(folder):
    """Text of each requirement by its urn, of all libraries in the folder."""
    import yaml  # Debian's python3-yaml
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = {}

    def read(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            objects = yaml.load(file, loader)["objects"]
        for framework in objects.get("frameworks") or [objects["framework"]]:
            for node in framework["requirement_nodes"]:
                found[node["urn"]] = node
    return read, found


def title_of(node):
    """As an import joins them."""
    name, text = squeezed(node.get("name") or ""), squeezed(node.get("description") or "")
    return f"{name}: {text}" if name and text else name or text


def company(folder, tier, data):
    """(documents, cases) of one company; None without the frameworks it is judged by."""
    library = os.path.join(data, "frameworks/ciso-assistant")
    if not os.path.isdir(library):
        return None
    read, nodes = frameworks(library)
    name = os.path.basename(folder)

    def loaded(file):
        with open(os.path.join(folder, file), encoding="utf-8") as source:
            return json.load(source)

    documents = []
    for file in sorted(os.listdir(os.path.join(folder, "documents"))):
        with open(os.path.join(folder, "documents", file), encoding="utf-8") as source:
            documents.append({"document": f"{name}/{file}", "file": file, "blocks": blocks_of(file, source.read())})
    asked = loaded("requirements.json")
    for framework in {one["framework"] for one in asked}:
        read(framework)
    titles = {i: title_of(nodes[one["urn"]]) for i, one in enumerate(asked)}
    titles.update({one["id"]: one["text"] for one in loaded("questions.json")})
    ids = [document["document"] for document in documents]
    cases = []
    for label in loaded("labels.json"):
        if label.get("notApplicable"):
            continue
        cases.append({"case": f"{name}/{label['id']}", "set": "field", "tier": tier, "group": name,
                      "documents": ids, "criterion": "", "title": titles[label["id"]],
                      "question": isinstance(label["id"], str), "label": LABELS[label["status"]], "readings": len(label["readings"]),
                      "gold": [[quote["quote"]] for quote in label["citations"]],
                      "gold_documents": [f"{name}/{quote['document']}" for quote in label["citations"]]})
    return documents, cases


def field(root, data, tiers):
    """The companies of these tiers: (documents, cases)."""
    documents, cases = [], []
    for tier in tiers:
        place = os.path.join(root, tier)
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
            found = company(os.path.join(place, name), tier, data)
            if found:
                documents += found[0]
                cases += found[1]
    return documents, cases


def stems(text):
    """Rough: enough for a baseline."""
    return [re.sub(r"(ing|ed|es|s)$", "", word) for word in re.findall(r"[a-z0-9]+", text.lower())]


def document_bm25(documents, cases):
    """Of each case the best document's BM25, divided by what the requirement's own words would have: the
    baseline of one number."""
    bags = {document["document"]: collections.Counter(stems(" ".join(text for _, text in document["blocks"])))
            for document in documents}
    mean = sum(sum(bag.values()) for bag in bags.values()) / len(bags)
    held = collections.Counter(word for bag in bags.values() for word in bag)

    def weight(word):
        return math.log(1 + (len(bags) - held[word] + .5) / (held[word] + .5))

    def score(words, bag):
        size = sum(bag.values())
        return sum(weight(word) * bag[word] * 2.2 / (bag[word] + 1.2 * (.25 + .75 * size / mean)) for word in words)

    found = []
    for case in cases:
        words = set(stems(case["title"]))
        own = sum(weight(word) for word in words) or 1
        found.append(max(score(words, bags[name]) for name in case["documents"]) / own)
    return found


def balanced(found, labels):
    """Mean over the three statuses of the share found."""
    shares = []
    for status in (0, 1, 2):
        chosen = [one == status for one, label in zip(found, labels) if label == status]
        if chosen:
            shares.append(sum(chosen) / len(chosen))
    return sum(shares) / len(shares)
