#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the same run on three systems that take turns: spans sent nowhere, to a collector, and into a black hole.
Prints medians and their ratios; the limit for the black hole is 1.02.

    bench_trace [TURNS]"""
import datetime
import http.server
import os
import socket
import statistics
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import samples  # noqa: E402
from client import sign_in  # noqa: E402
from stack import Stack  # noqa: E402

TURNS = 40
LIMIT = 1.02
DOCUMENTS, SENTENCES = 12, 200


class Taker(http.server.BaseHTTPRequestHandler):
    """Accepts everything and reads nothing."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def collector():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taker)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/v1/traces"


def black_hole(kept):
    """A port whose connection queue is full: further connections are never answered."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(0)
    kept.append(server)
    for _ in range(3):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(server.getsockname())
        kept.append(client)
    return f"http://127.0.0.1:{server.getsockname()[1]}/v1/traces"


def at(stamp):
    return datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00"))


def prepare(stack):
    member = sign_in(stack.demo, "MEMBER")
    for i in range(DOCUMENTS):
        member.add_ready(f"policy-{i}.md", samples.markdown(f"bench-{i}", SENTENCES))
    for _ in range(3):
        member.completed_run()
    return member


def one_run(member):
    """Seconds of the pipeline's work, by the database's clock."""
    run = member.completed_run()
    return (at(run["completedAt"]) - at(run["startedAt"])).total_seconds()


def measure(members, turns):
    times = {name: [] for name in members}
    names = list(members)
    for turn in range(turns):
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            times[name].append(one_run(members[name]))
    return times


def main(turns):
    kept, members = [], {}
    endpoints = {"off": "off", "collector": collector(), "black hole": black_hole(kept)}
    stacks = {name: Stack({"TRACING_OTLP_ENDPOINT": url}) for name, url in endpoints.items()}
    try:
        for name, stack in stacks.items():
            stack.__enter__()
            members[name] = prepare(stack)
        times = measure(members, turns)
    finally:
        for stack in stacks.values():
            stack.__exit__()
    middle = {name: statistics.median(values) for name, values in times.items()}
    for name, value in middle.items():
        print(f"run with spans sent to {name}: median {value * 1000:.0f} ms, best {min(times[name]) * 1000:.0f} ms, "
              f"{turns} turns, ratio to off {value / middle['off']:.3f}")
    print(f"black hole: ratio {middle['black hole'] / middle['off']:.3f}, limit {LIMIT}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
