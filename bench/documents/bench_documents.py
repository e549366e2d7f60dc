#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how many small files of mixed kinds a second become READY on a running system, what the reader alone costs
for the same files, and what it costs for PDF files beside pdftotext. Starts its own system on a free port and ends it
again.

Other programs on the machine change what the clock shows, so seconds of processor time are printed with it."""
import concurrent.futures
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import samples  # noqa: E402
import truths  # noqa: E402
from client import sign_in  # noqa: E402
from stack import Stack, stat_fields, wait_until  # noqa: E402

BIN = os.path.dirname(os.path.abspath(__file__))
BIN = BIN if os.path.exists(os.path.join(BIN, "read_files")) else os.path.join(ROOT, "build", "bin")
DATA = os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")
FILES, UPLOADS_AT_ONCE, THREADS = 500, 4, 2
GOAL_PER_S, GOAL_START_MS, GOAL_PDF = 60, 2.0, 1.2
LONGEST_S = 600
TICK = os.sysconf("SC_CLK_TCK")


def files():
    """(name, bytes) of small files of mixed kinds, always the same."""
    kinds = sorted(samples.MAKERS)
    return [samples.make(kinds[i % len(kinds)], f"bench-{i}", 10) for i in range(FILES)]


def read_alone(paths, way):
    """What reading the files took: a JSON object of read_files."""
    done = subprocess.run([os.path.join(BIN, "read_files"), os.path.join(BIN, "assay-extract"), way, str(THREADS)],
                          input="\n".join(paths) + "\n", text=True, capture_output=True, check=True)
    return json.loads(done.stdout)


def bench_reader(made):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, data in made:
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "wb") as file:
                file.write(data)
        empty = os.path.join(folder, "least.txt")
        with open(empty, "wb") as file:
            file.write(b"a\n")
        for way in ("start", "fork"):
            least, all_of_them = read_alone([empty] * 200, way), read_alone(paths, way)
            assert all_of_them["read"] == FILES, all_of_them
            print(f"reader alone, {way}ed, {THREADS} threads: {FILES / all_of_them['seconds']:.0f} files/s, "
                  f"{1000 * all_of_them['cpuSeconds'] / FILES:.2f} ms of processor time a file; "
                  f"a file of one letter {1000 * least['cpuSeconds'] / 200:.2f} ms, goal {GOAL_START_MS:.0f}: "
                  f"ratio {1000 * least['cpuSeconds'] / 200 / GOAL_START_MS:.2f}", flush=True)


def cpu_of(pids):
    """Seconds of processor time of these processes and of their children that have ended."""
    total = 0
    for pid in pids:
        total += sum(int(field) for field in stat_fields(pid)[2][11:15])
    return total / TICK


def machine_cpu():
    """Seconds of processor time that the whole machine has used."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system = file.readline().split()[1:4]
    return (int(user) + int(nice) + int(system)) / TICK


def bench_all_stages(stack, made):
    client = sign_in(stack.demo, "MEMBER")
    client.wait_ready(client.add("first.txt", samples.unique())["id"])
    pipeline, api = stack.processes("pipeline", "assay-pipeline"), stack.processes("api", "assay-api")
    before, whole = (cpu_of(pipeline), cpu_of(api)), machine_cpu()
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(UPLOADS_AT_ONCE) as pool:
        list(pool.map(lambda one: client.add(*one), made))
    uploaded = time.monotonic() - begun
    wait_until(lambda: client.value("/api/documents?reading=true&limit=1")["total"] == 0, LONGEST_S, "all files read",
               pause=0.1)
    seconds, whole = time.monotonic() - begun, machine_cpu() - whole
    after = (cpu_of(pipeline), cpu_of(api))
    ready = client.value("/api/documents?status=READY&limit=1")["total"]
    assert ready == FILES + 1, f"{ready} documents are READY"
    pipeline_ms, api_ms = (1000 * (new - old) / FILES for new, old in zip(after, before))
    print(f"{FILES} small files of {len(samples.MAKERS)} kinds through all stages: {FILES / seconds:.0f} files/s, "
          f"{seconds:.1f} s from the first upload to the last READY, uploads alone {uploaded:.1f} s; goal {GOAL_PER_S}: "
          f"ratio {FILES / seconds / GOAL_PER_S:.2f}", flush=True)
    print(f"processor time a file: pipeline with its readers {pipeline_ms:.1f} ms, API with its readers {api_ms:.1f} ms, "
          f"the whole machine {1000 * whole / FILES:.1f} ms", flush=True)


def bench_pdf():
    paths = [path for path in truths.files_under(os.path.join(DATA, "labels", "cuad", "pdf"))
             if path.endswith(".pdf")]
    if not paths:
        print("PDF files beside pdftotext: skipped, there are none in ASSAY_TEST_DATA")
        return
    ours = read_alone(paths, "fork")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for path in paths:
        subprocess.run(["pdftotext", path, os.devnull], check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    peer = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"processor time for {len(paths)} contracts as PDF: {ours['cpuSeconds']:.2f} s, pdftotext {peer:.2f} s, goal "
          f"{GOAL_PDF}: ratio {ours['cpuSeconds'] / peer:.2f}", flush=True)


def main():
    made = files()
    bench_reader(made)
    bench_pdf()
    with Stack() as stack:
        bench_all_stages(stack, made)


if __name__ == "__main__":
    main()
