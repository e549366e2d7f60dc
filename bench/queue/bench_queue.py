#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Times how long one tenant's small file takes to become READY while another tenant's large files are queued, compared
with the same file on an idle system. Then measures the queue's own speed. Starts its own system on a free port and ends
it again."""
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import samples  # noqa: E402
from client import sign_in  # noqa: E402
from stack import Stack  # noqa: E402

LARGE_FILES, LARGE_SENTENCES = 100, 16_000  # about 1.5 MB each: a minute of one core
SMALL_FILES = 30
LIMIT_S = 3.0


def rss_mib(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS:"))


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def seconds_to_ready(client, name):
    document = client.add(name, samples.unique())
    begun = time.monotonic()
    while True:
        status = client.value(f"/api/documents/{document['id']}/status")["status"]
        if status == "READY":
            return time.monotonic() - begun
        assert status != "FAILED" and time.monotonic() - begun < 300, status
        time.sleep(0.02)


def bench_small_among_large(stack):
    large, small = sign_in(stack.demo, "MEMBER", 0), sign_in(stack.demo, "MEMBER", 1)
    idle = [seconds_to_ready(small, f"idle-{i}.txt") for i in range(SMALL_FILES)]
    pid = stack.processes("pipeline", "assay-pipeline")[0]
    before = rss_mib(pid)
    for i in range(LARGE_FILES):
        large.add(f"large-{i}.txt", samples.text(f"bench-{i}", LARGE_SENTENCES))
    busy = []
    for i in range(SMALL_FILES):
        busy.append(seconds_to_ready(small, f"busy-{i}.txt"))
        time.sleep(0.5)
    left = large.value("/api/documents?reading=true&limit=1")["total"]
    assert left > 0, "the large files were done before the small ones"
    p95 = percentile(busy, 0.95)
    print(f"a small file behind another tenant's {LARGE_FILES} large ones: READY after {percentile(busy, 0.5):.2f} s "
          f"(median), {p95:.2f} s (95th percentile), idle {percentile(idle, 0.95):.2f} s; goal {LIMIT_S:.0f} s: "
          f"ratio {p95 / LIMIT_S:.2f}", flush=True)
    own = [seconds_to_ready(large, f"own-{i}.txt") for i in range(SMALL_FILES)]
    print(f"the same tenant's own small file behind them: {percentile(own, 0.95):.2f} s (95th percentile), "
          f"ratio {percentile(own, 0.95) / LIMIT_S:.2f}", flush=True)
    for document in large.all("/api/documents?reading=true", "documents"):
        large.delete(f"/api/documents/{document['id']}")
    highest = rss_mib(pid)
    time.sleep(45)
    after = rss_mib(pid)
    print(f"memory of the pipeline: {before:.0f} MiB before, {highest:.0f} MiB under load, {after:.0f} MiB 45 s after: "
          f"ratio {after / before:.2f}", flush=True)


def main():
    with Stack() as stack:
        bench_small_among_large(stack)
    subprocess.run([os.path.join(os.path.dirname(os.path.abspath(__file__)), "bench_queue_claims")], check=True)


if __name__ == "__main__":
    main()
