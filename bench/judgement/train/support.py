#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the encoder further together with a head that reads a requirement beside a passage: does it show it, show a
part, contradict it, or neither? Each token of one side is held against what it attends to on the other (decomposable
attention, Parikh et al. 2016), with the passages of other requirements as strangers and contrast as a second aim.

support.py [--left-out a6,a8,w3,w5] [--companies-out clinic,insurer] [--steps 480] [--start FILE] [--save FILE]

Prints what it can tell on writers and companies left out. Not part of the program: README.md says how far it got.
Needs Debian's python3-torch and python3-yaml, and the frameworks below ASSAY_TEST_DATA."""
import argparse
import collections
import glob
import json
import math
import os
import random
import re
import sys
import time

import torch
import torch.nn.functional as functional
from torch import nn

import train
from encoder import Encoder, Tokenizer, package_weights, row_dropout

sys.path.insert(0, os.path.dirname(train.HERE))
import among  # noqa: E402
import field  # noqa: E402
from metrics import auroc  # noqa: E402

WIDTH = 128
WRITTEN, LABELLED, WHOLE = 8, 12, 6  # requirements of each kind in a step
TAKEN = (2, 1, 1, 3)             # passages of each kind of a written requirement
WHOLE_SHARE = 0.3                # of the loss of whole documents
NEAR, FAR, STRANGER = 10, 4, .6  # strangers of a written requirement, and their weight
LETTERS = "SPCN"
OF_KIND = {"plain": 0, "other_words": 0, "partial": 1, "contradicted": 2, "on_topic": 3}
CUT = 60                         # words of a document's passages, at most
MEASURED = 240                   # requirements that figures come from, at most


class Head(nn.Module):
    def __init__(self, states):
        super().__init__()
        self.norm, self.project = nn.LayerNorm(states), nn.Linear(states, WIDTH)
        self.attend = nn.Linear(WIDTH, WIDTH, bias=False)
        nn.init.eye_(self.attend.weight)
        self.nothing = nn.Parameter(torch.zeros(WIDTH))  # what a token without a counterpart attends to
        self.compare = nn.Linear(4 * WIDTH, WIDTH)
        self.whole = nn.Linear(2 * 512, WIDTH)
        self.hidden, self.out = nn.Linear(5 * WIDTH + 1, WIDTH), nn.Linear(WIDTH, 4)

    def side(self, one, held, other, there):
        asked = self.attend(one) * (2 / math.sqrt(WIDTH))
        scores = (asked @ other.transpose(1, 2)).float().masked_fill(~there[:, None, :], -1e9)
        scores = torch.cat([scores, (asked.float() @ self.nothing)[..., None]], -1)
        aligned = scores.softmax(-1)[..., :-1] @ other
        found = functional.relu(self.compare(torch.cat([one, aligned, one - aligned, one * aligned], -1))).float()
        found = found * held[..., None]
        return torch.cat([found.sum(1) / held.sum(1, keepdim=True), found.max(1).values], -1)

    def forward(self, asked, asked_mask, read, read_mask, asked_vector, vector, drop):
        whole = torch.cat([(asked_vector - vector).abs() * 8, asked_vector * vector * 64], -1)
        cosine = (asked_vector * vector).sum(-1, keepdim=True)
        seen = torch.cat([self.side(asked, asked_mask, read, read_mask), self.side(read, read_mask, asked, asked_mask),
                          functional.relu(self.whole(whole)).float(), cosine * 4], -1)
        seen = row_dropout(seen[:, None], drop, self.training)[:, 0]
        return self.out(functional.relu(self.hidden(seen))).float()


class Reader(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder, self.head = encoder, Head(512)

    def encode(self, texts, drop=0.0, group=48):
        """Projected states of each text's tokens, and unit vectors [texts x 512]."""
        states, vectors = [None] * len(texts), [None] * len(texts)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for at in range(0, len(order), group):
            part = order[at:at + group]
            rows, _, found = self.encoder.group([texts[i] for i in part], drop)
            rows = self.head.project(self.head.norm(rows)).float()
            for row, i in enumerate(part):
                states[i], vectors[i] = rows[row, :len(texts[i])], found[row]
        return states, torch.stack(vectors)

    def pairs(self, asked, read, numbers, drop=0.0, group=512):
        """Logits [pairs x 4] of pairs of numbers: a requirement of `asked`, a passage of `read`, both encoded."""
        order = sorted(range(len(numbers)), key=lambda k: len(read[0][numbers[k][1]]))
        found = [None] * len(numbers)
        for at in range(0, len(order), group):
            part = order[at:at + group]
            sides = []
            for side, (states, _) in enumerate((asked, read)):
                rows = [states[numbers[k][side]] for k in part]
                lengths = torch.tensor([len(row) for row in rows])
                padded = nn.utils.rnn.pad_sequence(rows, batch_first=True)
                sides += [padded, torch.arange(padded.shape[1])[None] < lengths[:, None]]
            vectors = [one[1][[numbers[k][side] for k in part]] for side, one in enumerate((asked, read))]
            for k, row in zip(part, self.head(*sides, *vectors, drop)):
                found[k] = row
        return torch.stack(found)


def labelled_items(writers):
    """Of each corpus (a writer or a company) its items: requirement, passages, one label each."""
    data = os.environ["ASSAY_TEST_DATA"]
    read, nodes = field.frameworks(os.path.join(data, "frameworks/ciso-assistant"))
    known, found = set(), collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(train.HERE, "labels", "*.jsonl"))):
        name, passages = os.path.basename(path)[:-6], {}
        with open(path, encoding="utf-8") as lines:
            for item in map(json.loads, lines):
                if "passage" in item:
                    heading = item["heading"].split(" > ")[-1]
                    passages[item["passage"]] = f"{heading}. {item['text']}" if heading else item["text"]
                    continue
                if "pair" in item:
                    writer, number = item["pair"].split(":")
                    text = writers[writer][int(number)]["requirement"]
                elif "urn" in item:
                    if item["framework"] not in known:
                        known.add(item["framework"])
                        read(item["framework"])
                    text = field.title_of(nodes[item["urn"]])
                else:
                    text = item["text"]
                found[name].append({"requirement": text, "labels": [LETTERS.index(letter) for letter in item["labels"]],
                                    "passages": [passages[one] if isinstance(one, int) else
                                                 passage_of(writers[name], one) for one in item["passages"]]})
    return found


def passage_of(pairs, name):
    pair, kind, number = name.split(":")
    return pairs[int(pair)][kind][int(number)]


def whole_documents(out):
    """Requirements with the one document that speaks of each, cut into passages, and the label of all of it."""
    found = []
    with open(os.path.join(os.path.dirname(train.HERE), "among", "fit.jsonl"), encoding="utf-8") as lines:
        for pair in map(json.loads, lines):
            if pair["id"].split("-")[0] in out:
                continue
            passages = [[]]
            for _, text in among.blocks_of(pair["text"]):
                for sentence in re.split(r"(?<=[.!?;])\s+(?=[A-Z0-9“])", text):
                    words = sentence.split()
                    if passages[-1] and len(passages[-1]) + len(words) > CUT:
                        passages.append([])
                    passages[-1] += words
            found.append({"requirement": pair["requirement"], "passages": [" ".join(words) for words in passages],
                          "label": OF_KIND[pair["kind"]]})
    return found


def bfloat16():
    return torch.autocast("cpu", dtype=torch.bfloat16)


@torch.no_grad()
def figures(reader, tokenizer, items):
    """What can be told among the passages that retrieval finds: areas under the curve."""
    reader.eval()
    rows, labels, cosines = [], [], []
    for item in items:
        with bfloat16():
            asked = reader.encode([tokenizer(item["requirement"])])
            read = reader.encode([tokenizer(text) for text in item["passages"]])
            logits = reader.pairs(asked, read, [(0, i) for i in range(len(item["passages"]))])
        rows += logits.softmax(-1).tolist()
        labels += item["labels"]
        cosines += (read[1].float() @ asked[1][0].float()).tolist()
    any_part = [label < 2 for label in labels]
    found = {"passages": len(labels), "shows or part": auroc([row[0] + row[1] for row in rows], any_part),
             "the same by cosine": auroc(cosines, any_part),
             "shows": auroc([row[0] for row in rows], [label == 0 for label in labels]),
             "contradicts": auroc([row[2] for row in rows], [label == 2 for label in labels])}
    return {name: round(value, 3) for name, value in found.items()}


def of_documents(logits, documents, first):
    """Loss of documents whose passages' logits begin at `first`: where nothing is shown, no passage shows it; else the
    passage that comes nearest to the label has it."""
    told, losses = functional.log_softmax(logits, 1), []
    for document in documents:
        own = told[first:first + len(document["passages"]), document["label"]]
        losses.append(-(own.mean() if document["label"] == 3 else own.max()))
        first += len(document["passages"])
    return torch.stack(losses).mean()


def step_loss(reader, tokenizer, written, labelled, documents):
    asked, passages, owners, kinds, numbers, wanted, weights = [], [], [], [], [], [], []
    for n, pair in enumerate(written):
        asked.append(tokenizer(pair["requirement"]))
        for kind, (name, count) in enumerate(zip(train.KINDS, TAKEN)):
            for text in random.sample(pair[name], min(count, len(pair[name]))):
                numbers.append((n, len(passages)))
                wanted.append(kind)
                owners.append(n)
                kinds.append(kind)
                passages.append(tokenizer(text))
    for item in labelled:
        asked.append(tokenizer(item["requirement"]))
        for text, label in zip(item["passages"], item["labels"]):
            numbers.append((len(asked) - 1, len(passages)))
            wanted.append(label)
            passages.append(tokenizer(text))
    first_of_documents = len(numbers)
    for document in documents:
        asked.append(tokenizer(document["requirement"]))
        for text in document["passages"]:
            numbers.append((len(asked) - 1, len(passages)))
            wanted.append(3)
            passages.append(tokenizer(text))
    weights = [1.0] * first_of_documents + [0.0] * (len(numbers) - first_of_documents)
    owners, kinds = torch.tensor(owners), torch.tensor(kinds)
    with bfloat16():
        states, vectors = reader.encode(asked + passages, train.DROP)
        sides = [(states[:len(asked)], vectors[:len(asked)]), (states[len(asked):], vectors[len(asked):])]
        near = sides[0][1][:len(written)].float() @ sides[1][1][:len(owners)].float().T
        own = owners[None] == torch.arange(len(written))[:, None]
        for n in range(len(written)):
            strangers = near[n].detach().masked_fill(own[n], -9)
            chosen = strangers.topk(NEAR).indices.tolist() + random.sample(torch.where(~own[n])[0].tolist(), FAR)
            numbers += [(n, i) for i in chosen]
            wanted += [3] * len(chosen)
            weights += [STRANGER] * len(chosen)
        logits = reader.pairs(*sides, numbers, train.DROP)
    weights = torch.tensor(weights)
    told = (functional.cross_entropy(logits, torch.tensor(wanted), reduction="none") * weights).sum() / weights.sum()
    told = told + WHOLE_SHARE * of_documents(logits, documents, first_of_documents)
    near = near * train.SCALE
    some = torch.where(kinds < 2)[0]
    to_requirement = -functional.log_softmax(near.T[some], 1)[torch.arange(len(some)), owners[some]].mean()
    shows = near.masked_fill(~(own & (kinds[None] == 0)), -1e9).logsumexp(1)
    to_passage = (torch.logaddexp(shows, near.masked_fill(own, -1e9).logsumexp(1)) - shows).mean()
    return 2 * told + 0.5 * (to_requirement + to_passage), told.item()


def endless(make):
    while True:
        yield from make()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--left-out", default="a6,a8,w3,w5", help="writers that measure")
    options.add_argument("--companies-out", default="clinic,insurer", help="companies that measure")
    options.add_argument("--steps", type=int, default=480)
    options.add_argument("--start", help="file of --save to go on from")
    options.add_argument("--save", help="file that gets the model")
    options = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    out = set(options.left_out.split(",")) | set(options.companies_out.split(","))
    writers, tokenizer = train.read_pairs(), Tokenizer(train.PACKAGE)
    items = labelled_items(writers)
    pairs = [pair for name, own in writers.items() if name not in out for pair in own]
    known = [item for name, own in items.items() if name not in out for item in own]
    unseen = [item for name, own in items.items() if name in out for item in own]
    unseen = random.sample(unseen, min(len(unseen), MEASURED))
    reader = Reader(Encoder(package_weights(train.PACKAGE)))
    if options.start:
        reader.load_state_dict(torch.load(options.start))
    nearness = train.vectors(reader.encoder, tokenizer, [pair["requirement"] for pair in pairs])
    nearness = (nearness @ nearness.T).tolist()
    encoder = [values for values in reader.encoder.parameters() if values.requires_grad]
    groups = [{"params": encoder, "lr": 6e-5}, {"params": list(reader.head.parameters()), "lr": 1e-3}]
    optimizer = torch.optim.AdamW(groups, weight_decay=train.DECAY)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (options.steps * 0.08)) * max(0.03, 1 - step / options.steps))
    written = endless(lambda: train.batches(pairs, nearness, WRITTEN))
    labelled = endless(lambda: random.sample(known, len(known)))
    whole = whole_documents(out)
    documents = endless(lambda: random.sample(whole, len(whole)))
    print(f"{len(pairs)} requirements with passages, {len(known)} labelled; {len(unseen)} labelled measure", flush=True)
    begun, losses = time.monotonic(), []
    for step in range(1, options.steps + 1):
        reader.train()
        loss, told = step_loss(reader, tokenizer, next(written), [next(labelled) for _ in range(LABELLED)],
                               [next(documents) for _ in range(WHOLE)])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(told)
        if step % 20 == 0:
            print(f"step {step}: loss {sum(losses[-20:]) / 20:.3f}, {time.monotonic() - begun:.0f} s", flush=True)
        if step % 150 == 0 or step == options.steps:
            print(figures(reader, tokenizer, unseen), flush=True)
            if options.save:
                torch.save(reader.state_dict(), options.save)


if __name__ == "__main__":
    main()
