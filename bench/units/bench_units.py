#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What systemd/README.md ("Sizes") is computed from: the processor time that requests, documents and runs cost in the whole
system (nginx, API, pipeline, PostgreSQL), and the bytes of a chunk in the database. Processor time is what it is on a busy
machine, too.

Reads the sample's evidence, and some files of ASSAY_TEST_DATA/extraction if there are any. Starts its own system and ends it."""
import glob
import itertools
import os
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import samples  # noqa: E402
from client import sign_in  # noqa: E402
from stack import Stack, stat_fields, wait_until  # noqa: E402

FILES, REQUESTS, UPLOADS, RUNS, KINDS = 60, 1000, 100, 5, ("pdf", "docx", "txt", "md", "html")
TICKS = os.sysconf("SC_CLK_TCK")
SIZES = """SELECT c.relname, pg_total_relation_size(c.oid) FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 2 DESC"""


def processor_seconds(stack):
    """Of all processes of the system, those included that have ended."""
    ticks = 0
    for pid, _ in stack.everything_of_it():
        fields = stat_fields(pid)
        ticks += sum(map(int, fields[2][11:15])) if fields else 0  # none: it has just ended
    return ticks / TICKS


def cost(stack, what, times, step):
    before, begun = processor_seconds(stack), time.monotonic()
    step()
    spent, took = processor_seconds(stack) - before, time.monotonic() - begun
    print(f"{what}: {1000 * spent / times:,.2f} ms of processor time, {60 * times / spent:,.0f} a minute and core "
          f"({times:,} in {took:.0f} s)", flush=True)


def files():
    yield from samples.evidence()
    folder = os.path.join(os.environ.get("ASSAY_TEST_DATA", "/nonexistent"), "extraction")
    for path in sorted(glob.glob(os.path.join(folder, "**", "*"), recursive=True)):
        if path.endswith(KINDS) and os.path.isfile(path):
            with open(path, "rb") as file:
                yield os.path.basename(path), file.read()


def read(client, wanted):
    for name, data in wanted:
        answer = client.upload(name, data)
        assert answer.status in (200, 201, 409), str(answer)
    wait_until(lambda: not client.value("/api/documents?reading=true&limit=1")["total"], 1800, "everything read", 0.5)


def main():
    with Stack() as stack:
        client = sign_in(stack.demo, "MEMBER")
        before = dict(stack.sql(SIZES))
        wanted = list(itertools.islice(files(), FILES))
        cost(stack, "a document uploaded and read", len(wanted), lambda: read(client, wanted))
        documents, chunks, pages, size = stack.sql("""SELECT count(*), sum(chunk_count), sum(page_count),
            sum(size_bytes) FROM document WHERE status = 'READY'""")[0]
        print(f"{documents} documents, {int(size) / 1e6:.1f} MB, {pages} pages, {chunks} chunks", flush=True)
        stack.sql("VACUUM FULL ANALYZE")
        after = dict(stack.sql(SIZES))
        grown = {name: int(after[name]) - int(before.get(name, 0)) for name in after}
        for name in sorted(grown, key=grown.get, reverse=True)[:6]:
            print(f"  {name}: {grown[name] / int(chunks):,.0f} bytes a chunk")
        print(f"in the database: {sum(grown.values()) / int(chunks):,.0f} bytes a chunk", flush=True)
        first = client.value("/api/documents?limit=1")["documents"][0]["id"]
        cost(stack, "a document's status", REQUESTS,
             lambda: [client.value(f"/api/documents/{first}/status") for _ in range(REQUESTS)])
        cost(stack, "a list of 50 documents", REQUESTS // 10,
             lambda: [client.value("/api/documents?limit=50") for _ in range(REQUESTS // 10)])
        cost(stack, "a small text uploaded and read", UPLOADS,
             lambda: read(client, [("note.txt", samples.unique()) for _ in range(UPLOADS)]))
        run = client.completed_run(600)  # reads the index, which later ones have
        count = len(client.all(f"/api/runs/{run['id']}/assessments", "assessments"))
        cost(stack, f"a run of {count} requirements", RUNS, lambda: [client.completed_run(600) for _ in range(RUNS)])


if __name__ == "__main__":
    main()
