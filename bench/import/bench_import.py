#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Times the import of NIST SP 800-53 through nginx, from request to answer, compared with libyaml under Python
(which only reads the same bytes) in the same run. Also measures how much memory the process keeps.

Needs the real frameworks of ASSAY_TEST_DATA; prints a message if there are none. Starts its own system on a free
port and ends it again."""
import glob
import json
import os
import statistics
import sys
import time

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
from client import sign_in  # noqa: E402
from stack import Stack  # noqa: E402

DATA = os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")
LIBRARY = os.path.join(DATA, "frameworks", "ciso-assistant", "nist-sp-800-53-rev5.yaml")
CATALOGS = os.path.join(DATA, "frameworks", "oscal", "**", "*HIGH*catalog*.json")
LIMIT_S = 2.0
KEPT_LIMIT = 8 << 20
ROUNDS = 7


def seconds_of(action):
    begun = time.monotonic()
    action()
    return time.monotonic() - begun


def resident(stack):
    """Resident bytes of the largest API process."""
    def of(pid):
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))
    return max(of(pid) for pid in stack.processes("api", "assay-api"))


def bench(stack, client, name, data, read):
    before = resident(stack)
    rounds = iter(range(1000))

    def imported():
        path = f"/api/admin/packs/import?version=bench-{next(rounds)}"
        answer = client.upload(name, data, path=path)
        assert answer.status == 201, f"{answer}"
        return answer.json()["report"]["requirements"]

    requirements = imported()
    ours = statistics.median(seconds_of(imported) for _ in range(ROUNDS))
    peer = statistics.median(seconds_of(lambda: read(data)) for _ in range(ROUNDS))
    kept = max(0, resident(stack) - before)
    print(f"import {name}: {requirements} requirements in {ours:.2f} s, limit {LIMIT_S:.0f}, "
          f"ratio {ours / LIMIT_S:.2f}; reading alone in Python {peer:.2f} s, ratio {ours / peer:.2f}")
    print(f"import {name}: the process kept {kept / (1 << 20):.1f} MiB, limit 8, ratio {kept / KEPT_LIMIT:.2f}")


def read_yaml(data):
    yaml.load(data, yaml.CSafeLoader)


def main():
    if not os.path.exists(LIBRARY):
        sys.exit(f"no real frameworks at {DATA} (ASSAY_TEST_DATA)")
    with Stack() as stack:
        client = sign_in(stack.demo, "ADMIN")
        files = [(LIBRARY, read_yaml)] + [(path, json.loads) for path in sorted(glob.glob(CATALOGS, recursive=True))]
        for path, read in files:
            with open(path, "rb") as file:
                bench(stack, client, os.path.basename(path), file.read(), read)


if __name__ == "__main__":
    main()
