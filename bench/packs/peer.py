#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Times Python's own reader on a file: peer.py FILE prints the name of the reader and seconds, the
best of three. The reader only parses; an importer also checks and builds a pack."""
import json
import sys
import time


def reader(path):
    if path.endswith(".json"):
        return "json.loads", json.loads
    try:
        import yaml  # python3-yaml, with libyaml underneath
        return "yaml.CSafeLoader", lambda text: yaml.load(text, Loader=yaml.CSafeLoader)
    except (ImportError, AttributeError):
        return "", None


name, read = reader(sys.argv[1])
if read is None:
    print("none 0")
    sys.exit()
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
best = float("inf")
for _ in range(3):
    begin = time.perf_counter()
    read(text)
    best = min(best, time.perf_counter() - begin)
print(name, best)
