# SPDX-License-Identifier: Apache-2.0
"""A strict reader of Prometheus' text exposition format, version 0.0.4."""
import math
import re

NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
HEAD = re.compile(rf"# (HELP|TYPE) ({NAME}) (\S.*)")
SAMPLE = re.compile(rf"({NAME})(?:\{{(.*)\}})? (\S+)")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"')


def _number(text):
    if text in ("+Inf", "-Inf", "NaN"):
        return {"+Inf": math.inf, "-Inf": -math.inf, "NaN": math.nan}[text]
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", text), f"no number: {text!r}"
    return float(text)


def _labels(text, line):
    labels, at = {}, 0
    while at < len(text):
        match = LABEL.match(text, at)
        assert match and match[1] not in labels, f"labels of {line!r}"
        labels[match[1]] = match[2]
        at = match.end()
        assert at == len(text) or text[at] == ",", f"labels of {line!r}"
        at += 1
    return labels


def _check_histogram(name, samples):
    series = {}
    for (sample, labels), value in samples.items():
        plain = tuple(pair for pair in labels if pair[0] != "le")
        one = series.setdefault(plain, {"buckets": []})
        if sample == name + "_bucket":
            one["buckets"].append((_number(dict(labels)["le"]), value))
        else:
            one[sample[len(name) + 1:]] = value
    for plain, one in series.items():
        where = f"{name}{dict(plain)}"
        bounds, counts = zip(*one["buckets"])
        assert list(bounds) == sorted(set(bounds)) and bounds[-1] == math.inf, f"{where}: bounds {bounds}"
        assert list(counts) == sorted(counts), f"{where}: buckets fall: {counts}"
        assert counts[-1] == one["count"] and one["sum"] >= 0, f"{where}: {one}"
        assert set(one) == {"buckets", "sum", "count"}, where


def parse(text):
    """{(name, ((label, value), …)): number}, with every rule checked."""
    assert text.endswith("\n") and "\r" not in text, "lines end with a line feed, the last one too"
    types, helped, samples, current = {}, set(), {}, None
    for line in text[:-1].split("\n"):
        head = HEAD.fullmatch(line)
        if head and head[1] == "HELP":
            assert head[2] not in helped, f"helped twice: {line!r}"
            helped.add(head[2])
        elif head:
            current = head[2]
            assert current not in types and current in helped, f"typed twice or without help: {line!r}"
            assert head[3] in ("counter", "gauge", "histogram"), line
            types[current] = head[3]
        else:
            match = SAMPLE.fullmatch(line)
            assert match, f"no sample: {line!r}"
            suffix = match[1][len(current):] if match[1].startswith(current) else None
            wanted = ("_bucket", "_sum", "_count") if types[current] == "histogram" else ("",)
            assert suffix in wanted, f"{line!r} is not of the family {current}"
            key = match[1], tuple(sorted(_labels(match[2] or "", line).items()))
            assert key not in samples, f"twice: {line!r}"
            samples[key] = _number(match[3])
            assert types[current] != "counter" or current.endswith("_total") and samples[key] >= 0, line
    for name, kind in types.items():
        if kind == "histogram":
            _check_histogram(name, {k: v for k, v in samples.items() if k[0].startswith(name + "_")})
    return samples


def value(samples, name, **labels):
    """The sum of the samples of that name that have these labels."""
    return sum(v for (n, found), v in samples.items() if n == name and labels.items() <= dict(found).items())
