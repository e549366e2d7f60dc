#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Times other routes while something holds processes of the API: 64 clients that search, a pipeline that hangs,
archives that take long to check, sign-ins, a database backend that does not answer.

Starts its own system on a free port and ends it again. Prints one line per attack, with the time without one."""
import concurrent.futures
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import bad_files  # noqa: E402
from client import multipart, sign_in  # noqa: E402
from stack import Stack, stopped  # noqa: E402

SECONDS, GOAL_MS = 8, 250.0
CLIENTS = 4
OTHERS = ("/api/documents", "/api/packs", "/api/auth/me", "/api/runs")


def times_of_others(client):
    """Sorted milliseconds of sequential requests."""
    times, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        for path in OTHERS:
            begun = time.monotonic()
            client.get(path)
            times.append(1000 * (time.monotonic() - begun))
    return sorted(times)


@contextlib.contextmanager
def flood(folder, url, clients, method="GET", headers=None, body=b""):
    """Runs wrk with that many connections for as long as the block runs."""
    with open(os.path.join(folder, "body"), "wb") as file:
        file.write(body)
    lines = [f'wrk.method = "{method}"', f'wrk.body = io.open("{folder}/body", "rb"):read("*a")']
    lines += [f'wrk.headers["{name}"] = "{value}"' for name, value in (headers or {}).items()]
    with open(os.path.join(folder, "flood.lua"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    with subprocess.Popen(["wrk", "-t1", f"-c{clients}", f"-d{SECONDS + 4}s", "--timeout", "60s", "-s",
                           os.path.join(folder, "flood.lua"), url], stdout=subprocess.DEVNULL) as attack:
        time.sleep(1.5)
        yield
        attack.terminate()


def report(what, times, quiet):
    def at(values, share):
        return values[min(len(values) - 1, int(len(values) * share))]
    p99 = at(times, 0.99)
    print(f"{what}: other routes p50 {at(times, 0.5):.0f} ms, p99 {p99:.0f} ms, longest {times[-1]:.0f} ms "
          f"(without {at(quiet, 0.5):.0f}, {at(quiet, 0.99):.0f}); goal {GOAL_MS:.0f} ms, ratio {p99 / GOAL_MS:.2f}",
          flush=True)


def main():
    with Stack() as stack, tempfile.TemporaryDirectory(prefix="assay-bench-held-") as folder:
        viewer, member = sign_in(stack.demo, "VIEWER"), sign_in(stack.demo, "MEMBER")
        member.add_ready("policy.txt", b"Backups are tested every quarter by the head of operations.\n" * 200)
        base, bearer = stack.demo["baseUrl"], {"Authorization": f"Bearer {viewer.token}"}
        quiet = times_of_others(viewer)
        with flood(folder, base + "/api/search?q=backup", 64, headers=bearer):
            report("64 clients search", times_of_others(viewer), quiet)
        with stack.pipeline_paused(), flood(folder, base + "/api/search?q=backup", 64, headers=bearer):
            report("64 clients search, the pipeline hangs", times_of_others(viewer), quiet)
        time.sleep(3)
        content_type, form = multipart(("file", "bomb.zip", bad_files.zeros_zip(5, 90_000_000)))
        with flood(folder, base + "/api/documents/upload", 16, "POST",
                   {"Authorization": f"Bearer {member.token}", "Content-Type": content_type}, form):
            report("16 clients upload archives of 450 MB in half a megabyte", times_of_others(viewer), quiet)
        time.sleep(3)
        wrong = json.dumps({"email": "nobody@nowhere.example", "password": "not the password"}).encode()
        with flood(folder, base + "/api/auth/login", 64, "POST", {"Content-Type": "application/json"}, wrong):
            report("64 clients sign in", times_of_others(viewer), quiet)
        backends = stack.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'assay-api'")
        # The request that meets it waits for ASSAY_DATABASE_TIMEOUT_S; a single client would then measure nothing else.
        # They sign in before: a sign-in may be that request, and a change is not tried again.
        clients = [sign_in(stack.demo, "VIEWER") for _ in range(CLIENTS)]
        with stopped([int(backends[0][0])]), concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            report(f"a database backend is stopped, seen by {CLIENTS} clients",
                   sorted(ms for times in pool.map(times_of_others, clients) for ms in times), quiet)


if __name__ == "__main__":
    main()
