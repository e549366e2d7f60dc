#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the models that read a requirement beside a chunk, and a sub-check beside a sentence
(pipeline/assess/support/support_model.hpp): does the text show it, show a part, contradict it, or neither? Each is a linear model
of cues, then a small network over its answers and the other signals.

fit_support.py SIGNALS [--out FOLDER] [--groups FOLDER]

SIGNALS: lines of support_data.py. --out gets chunks.weights and sentences.weights. --groups gets a folder a fold with weights
fitted without the fold's groups (a company or a writer each), and folds.json with the fold of each: what later steps are
fitted on must not have been seen. Prints how well they tell on groups left out.
Needs Debian's python3-sklearn and python3-torch."""
import argparse
import json
import os
import struct
import sys

import numpy
import torch
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from metrics import auroc  # noqa: E402

BUCKETS, ANSWERS = 1 << 16, 4
FOLDS = 5
STRENGTH = 0.02          # of the linear model's prior: smaller is stronger
HIDDEN, EPOCHS, BATCH = 24, 12, 256
DROP, DECAY, RATE = 0.1, 3e-3, 3e-3
# Weights beside passages that retrieval found: of those written for a requirement, and of development pairs, which are few.
WRITTEN, DEVELOPMENT = 0.4, 4.0
SENTENCE = 4.0  # of sentences beside passages, in the model of sentences, which is fitted on both


class Data:
    def __init__(self, path):
        values, starts, cues, self.labels, self.groups, sets = [], [0], [], [], [], []
        with open(path, encoding="utf-8") as lines:
            for item in map(json.loads, lines):
                for label, signals in zip(item["labels"], item["signals"]):
                    values.append(signals["values"])
                    cues += signals["cues"]
                    starts.append(len(cues))
                    self.labels.append(label)
                    self.groups.append(item["group"])
                    sets.append(item["set"])
        self.values = numpy.array(values)
        self.cues = csr_matrix((numpy.ones(len(cues), numpy.float32), numpy.array(cues), numpy.array(starts)),
                               shape=(len(values), BUCKETS))
        self.labels, self.groups = numpy.array(self.labels), numpy.array(self.groups)
        sets = numpy.array(sets)
        self.written, self.sentences = sets == "written", sets == "sentences"
        self.development = numpy.char.startswith(self.groups, "pairs-")
        self.weights = numpy.where(self.development, DEVELOPMENT, numpy.where(self.written, WRITTEN, 1.0))
        self.weights[self.sentences] = SENTENCE


def linear(data, rows):
    return LogisticRegression(C=STRENGTH, max_iter=60).fit(data.cues[rows], data.labels[rows],
                                                           sample_weight=data.weights[rows])


def folds_of(groups):
    names = sorted(set(groups))
    order = numpy.random.RandomState(1).permutation(len(names))
    fold = {names[i]: place % FOLDS for place, i in enumerate(order)}
    return numpy.array([fold[group] for group in groups])


class Network(torch.nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.into, self.out = torch.nn.Linear(inputs, HIDDEN), torch.nn.Linear(HIDDEN, ANSWERS)
        self.across = torch.nn.Linear(inputs, ANSWERS, bias=False)

    def forward(self, x):
        x = torch.nn.functional.dropout(x, DROP, self.training)
        return self.out(torch.relu(self.into(x))) + self.across(x)


class Model:
    """Fitted on some rows; `held` are the cue answers of the same rows from models that had not seen their groups."""

    def __init__(self, data, rows, held, first):
        self.first = first
        inputs = numpy.hstack([data.values[rows], held])
        self.mean, self.scale = inputs.mean(0), inputs.std(0) + 1e-3
        # How often passages of each kind were written or found tells nothing, so the bias of the written ones is their own.
        x = torch.tensor(self.scaled(inputs), dtype=torch.float32)
        y, weights = torch.tensor(data.labels[rows]), torch.tensor(data.weights[rows], dtype=torch.float32)
        written = torch.tensor(data.written[rows], dtype=torch.float32)[:, None]
        torch.manual_seed(1)
        self.network, own = Network(x.shape[1]), torch.nn.Parameter(torch.zeros(1, ANSWERS))
        optimizer = torch.optim.AdamW([*self.network.parameters(), own], lr=RATE, weight_decay=DECAY)
        order, steps, step = numpy.random.RandomState(1), EPOCHS * (len(x) // BATCH + 1), 0
        self.network.train()
        for _ in range(EPOCHS):
            shuffled = order.permutation(len(x))
            for at in range(0, len(x), BATCH):
                part = shuffled[at:at + BATCH]
                for group in optimizer.param_groups:
                    group["lr"] = RATE * max(0.02, 1 - step / steps)
                step += 1
                told = self.network(x[part]) + own * written[part]
                loss = (torch.nn.functional.cross_entropy(told, y[part], reduction="none") * weights[part]).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        self.network.eval()

    def scaled(self, inputs):
        return numpy.clip((inputs - self.mean) / self.scale, -5, 5)

    def probabilities(self, values, cues):
        inputs = numpy.hstack([values, self.first.decision_function(cues)])
        with torch.no_grad():
            return self.network(torch.tensor(self.scaled(inputs), dtype=torch.float32)).softmax(1).numpy()

    def write(self, path):
        """The format that SupportModel reads."""
        def numbers(*arrays):
            return b"".join(numpy.asarray(array, "<f4").tobytes() for array in arrays)
        net = {name: value.detach().numpy() for name, value in self.network.state_dict().items()}
        with open(path, "wb") as file:
            file.write(b"ASSAYS1\n" + struct.pack("<III", len(self.mean) - ANSWERS, BUCKETS, HIDDEN))
            file.write(numbers(self.first.intercept_, self.mean, self.scale, net["into.weight"], net["into.bias"],
                               net["out.weight"], net["across.weight"], net["out.bias"]))
            file.write(self.first.coef_.T.astype("<f2").tobytes())


def report(name, found, labels):
    print(f"  {name}: {len(labels)} texts; shows or part {auroc(list(found[:, 0] + found[:, 1]), list(labels < 2)):.3f}, "
          f"shows {auroc(list(found[:, 0]), list(labels == 0)):.3f}, "
          f"contradicts {auroc(list(found[:, 2]), list(labels == 2)):.3f}", flush=True)


def fit(data, rows, name, folds, options):
    """Fits the model of this name on these rows; returns what it says of them on groups left out."""
    unseen = [linear(data, rows[folds[rows] != fold]) for fold in range(FOLDS)]
    held = numpy.zeros((len(data.labels), ANSWERS))
    found = numpy.zeros((len(data.labels), ANSWERS))
    for fold, model in enumerate(unseen):
        out = rows[folds[rows] == fold]
        held[out] = model.decision_function(data.cues[out])
    for fold in range(FOLDS):
        seen, out = rows[folds[rows] != fold], rows[folds[rows] == fold]
        model = Model(data, seen, held[seen], unseen[fold])
        found[out] = model.probabilities(data.values[out], data.cues[out])
        if options.groups:
            os.makedirs(os.path.join(options.groups, str(fold)), exist_ok=True)
            model.write(os.path.join(options.groups, str(fold), name))
    if options.out:
        Model(data, rows, held[rows], linear(data, rows)).write(os.path.join(options.out, name))
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("signals")
    options.add_argument("--out", help="folder that gets the weights")
    options.add_argument("--groups", help="folder that gets weights fitted without each fold's groups")
    options = options.parse_args()
    torch.set_num_threads(1)
    data = Data(options.signals)
    print(f"{len(data.labels)} texts of {len(set(data.groups))} groups", flush=True)
    folds = folds_of(data.groups)
    if options.groups:
        os.makedirs(options.groups, exist_ok=True)
        with open(os.path.join(options.groups, "folds.json"), "w", encoding="utf-8") as file:
            json.dump({str(group): int(fold) for group, fold in zip(data.groups, folds)}, file)
    print("groups left out, area under the curve:")
    found = fit(data, numpy.where(~data.sentences)[0], "chunks.weights", folds, options)
    companies = ~data.written & ~data.sentences & (numpy.char.str_len(data.groups) > 2)
    for name, rows in (("found in companies' files", companies),
                       ("found among written ones", ~data.written & ~data.sentences & ~companies),
                       ("written for a requirement", data.written & ~data.development),
                       ("development pairs", data.development)):
        report(name, found[rows], data.labels[rows])
    found = fit(data, numpy.arange(len(data.labels)), "sentences.weights", folds, options)
    report("sentences beside sub-checks", found[data.sentences], data.labels[data.sentences])


if __name__ == "__main__":
    main()
