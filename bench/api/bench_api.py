#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reads through nginx with 32 connections, compared with PHP-FPM. The peer runs the same statements in one
transaction and checks the access token in the same way, with one persistent connection per worker and as many
workers. The two take turns.

Starts its own system on a free port and ends it again. Prints one line per route."""
import glob
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from client import sign_in  # noqa: E402
from php_peer import PhpPeer, statements_of  # noqa: E402
from stack import Stack, wait_until  # noqa: E402

ROUNDS, SECONDS, CONNECTIONS = 5, 3, 32
GOAL = 2.0


def requests_per_second(base, path, token):
    done = subprocess.run(["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-H",
                           f"Authorization: Bearer {token}", base + path], check=True, capture_output=True, text=True)
    assert "Non-2xx" not in done.stdout and "Socket errors" not in done.stdout, done.stdout
    return float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)[1])


def fill(client):
    """Uploads the sample evidence and runs over it: (document, run)."""
    documents = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "sample", "evidence", "*"))):
        with open(path, "rb") as file:
            documents.append(client.add(os.path.basename(path), file.read()))
    wait_until(lambda: {d["status"] for d in client.all("/api/documents", "documents")} <= {"READY", "FAILED"},
               60, "everything read, the archive's files too")
    return documents[0]["id"], client.completed_run()["id"]


def main():
    with Stack() as stack, tempfile.TemporaryDirectory(prefix="assay-bench-api-") as folder:
        client = sign_in(stack.demo, "MEMBER")
        document, run = fill(client)
        routes = {"document status": f"/api/documents/{document}/status",
                  "list of documents": "/api/documents?limit=50",
                  "assessments of a run": f"/api/runs/{run}/assessments"}
        paths = {path: statements_of(stack, client, path) for path in routes.values()}
        workers = len(stack.processes("api", "assay-api"))
        base = stack.demo["baseUrl"]
        with PhpPeer(stack, folder, paths, workers) as peer:
            peer_base = f"http://127.0.0.1:{peer.port}"
            for name, path in routes.items():
                pairs = [(requests_per_second(base, path, client.token),
                          requests_per_second(peer_base, path, client.token)) for _ in range(ROUNDS)]
                ours, theirs = (statistics.median(side) for side in zip(*pairs))
                ratio = statistics.median(one / other for one, other in pairs)
                print(f"{name}: {ours:,.0f} requests/s, PHP-FPM {theirs:,.0f}, {workers} processes each, "
                      f"ratio {ratio:.2f}, goal {GOAL:.1f}", flush=True)


if __name__ == "__main__":
    main()
