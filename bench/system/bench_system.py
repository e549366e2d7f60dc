#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures memory and times of the running system, each compared with its limit or with a peer in the same run.

Starts its own system on a free port and ends it again. Prints one line per figure."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import samples  # noqa: E402
from client import multipart, sign_in  # noqa: E402
from stack import Stack, wait_until  # noqa: E402

MIB = 1 << 20
LARGE = 99 * MIB  # still below the limit of 100 MiB with its envelope
GROWTH_LIMIT = 8 * MIB
RUN_LIMIT_S = 3.0
BRACKETS = 4_000_000
PDF_SENTENCES = 130_000  # some 4,800 pages
LONG_S = 1800


def memory(pid, field):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    raise ValueError(f"{field} of {pid}")


def growth_during(stack, action):
    """The maximum growth of any assay-api process while action ran, in bytes, and action's seconds."""
    pids = stack.processes("api", "assay-api")
    before = {}
    for pid in pids:
        with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as reset:
            reset.write("5")  # resets the peak
        before[pid] = memory(pid, "VmRSS")
    begun = time.monotonic()
    action()
    seconds = time.monotonic() - begun
    return max(memory(pid, "VmHWM") - before[pid] for pid in pids), seconds


def peer_seconds(data):
    """Seconds to hash the same bytes with sha256sum and copy them to disk: the unavoidable cost."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large")
        with open(path, "wb") as file:
            file.write(data)
        begun = time.monotonic()
        subprocess.run(["sha256sum", path], check=True, stdout=subprocess.DEVNULL)
        shutil.copyfile(path, path + ".copy")
        descriptor = os.open(path + ".copy", os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        return time.monotonic() - begun


def bench_streaming(stack, client):
    data = os.urandom(MIB) * (LARGE // MIB)
    content_type, body = multipart(("file", "large.bin", data))
    answers = []

    def upload():
        answers.append(client.request("POST", "/api/documents/upload", body,
                                      {"Content-Type": content_type}))

    client.upload("warm-up.txt", b"The first upload also loads what every later one uses.\n")
    growth, seconds = growth_during(stack, upload)
    assert answers[0].status == 201, f"{answers[0]}"
    peer = peer_seconds(data)
    print(f"upload 99 MiB: process grew {growth / MIB:.1f} MiB, limit 8, "
          f"ratio {growth / GROWTH_LIMIT:.2f}")
    print(f"upload 99 MiB: {seconds:.2f} s, sha256sum and copy {peer:.2f} s, "
          f"ratio {seconds / peer:.1f}")
    document = answers[0].json()["document"]["id"]
    growth, seconds = growth_during(
        stack, lambda: client.get(f"/api/documents/{document}/content"))
    print(f"download 99 MiB: process grew {growth / MIB:.1f} MiB, limit 8, "
          f"ratio {growth / GROWTH_LIMIT:.2f}; {seconds:.2f} s")


def bench_sample_run(client):
    documents = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "sample", "evidence", "*"))):
        with open(path, "rb") as file:
            documents.append(client.add(os.path.basename(path), file.read()))
    for document in documents:
        client.wait_ready(document["id"])
    wait_until(lambda: {d["status"] for d in client.all("/api/documents", "documents")}
               <= {"READY", "FAILED"}, 60, "everything read, the archive's files too")
    begun = time.monotonic()
    run = client.completed_run()
    seconds = time.monotonic() - begun
    total = run["progress"]["requirementsTotal"]
    print(f"sample run: {total} requirements in {seconds:.2f} s from request to end, "
          f"limit {RUN_LIMIT_S:.0f}, ratio {seconds / RUN_LIMIT_S:.2f}")


def pages_of(data):
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        begun = time.monotonic()
        subprocess.run(["pdftotext", "-layout", file.name, os.devnull], check=True)
        seconds = time.monotonic() - begun
        answer = subprocess.run(["pdfinfo", file.name], check=True, capture_output=True, text=True)
    pages = next(int(line.split()[1]) for line in answer.stdout.splitlines() if line.startswith("Pages:"))
    return pages, seconds


def time_to_end(client, name, data):
    """Seconds from upload to READY or FAILED, the document, and the number of progress steps observed."""
    begun = time.monotonic()
    document = client.add(name, data)
    seen = set()
    while True:
        state = client.value(f"/api/documents/{document['id']}/status")
        if state["status"] in ("READY", "FAILED"):
            return time.monotonic() - begun, client.value(f"/api/documents/{document['id']}"), len(seen)
        if state["progress"]:
            seen.add((state["progress"]["stage"], state["progress"]["done"]))
        assert time.monotonic() - begun < LONG_S, state
        time.sleep(0.1)


def bench_long_documents(client):
    """Documents that once took minutes: text without words, and a PDF of thousands of pages."""
    seconds, document, _ = time_to_end(client, "brackets.txt", b"[](){}<>" * (BRACKETS // 8))
    print(f"4 MB of brackets: {document['status']} with {document['chunkCount']} chunks after {seconds:.1f} s")
    data = samples.pdf("long", PDF_SENTENCES)
    pages, peer = pages_of(data)
    seconds, document, seen = time_to_end(client, "long.pdf", data)
    print(f"PDF of {pages} pages: {document['status']} with {document['chunkCount']} chunks after {seconds:.1f} s, "
          f"{seen} steps of progress shown; pdftotext alone {peer:.1f} s, ratio {seconds / peer:.1f}")


def main():
    with Stack() as stack:
        client = sign_in(stack.demo, "ADMIN")
        bench_streaming(stack, client)
        bench_sample_run(client)
        bench_long_documents(client)


if __name__ == "__main__":
    main()
