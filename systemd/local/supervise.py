#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the parts of a local installation running, as systemd does in production.

    supervise.py run PLACE RUN         until `quit` or SIGTERM
    supervise.py start RUN PART...     starts parts; one that runs already is left alone
    supervise.py stop RUN PART...      answers when they have ended
    supervise.py state RUN PART        up, waiting (for its next start), stopping or stopped; down without a supervisor
    supervise.py status RUN            JSON: each part, its processes, how often it was restarted
    supervise.py show RUN              the same as a table; exit 0 when all parts are up, else 3. Parts whose supervisor
                                       was killed are "alone"
    supervise.py version               digest of this program, as `status` shows that of the running one
    supervise.py quit RUN              stops everything, also what a killed supervisor left behind

PLACE/etc/parts.conf has one line per part: its name, number of processes, level, stop signal, seconds until SIGKILL,
and the group that may connect to its listening socket RUN/NAME.sock, which the processes share as descriptor 0 (`-`: no
socket). Parts of a higher level are stopped first. PLACE/etc/parts/NAME is a script that execs the program and
PLACE/log/NAME.log takes its output. A process that ends is started again: at once the first time, then after growing
pauses until it has run for 5 seconds.
"""
import json
import os
import select
import socket
import sys

sys.dont_write_bytecode = True  # keeps the source tree clean
from processes import end_all, own, running_leaders  # noqa: E402


def ask(run, *words):
    """Returns the supervisor's answer; None if none is running, or when it quits."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(own(run, "socket"))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        connection.sendall(" ".join(words).encode() + b"\n")
        answer = connection.makefile().readline()
    return json.loads(answer) if answer else None


def quit_supervisor(run):
    """Returns when the supervisor's process has ended, or at once if none is running."""
    status = ask(run, "status")
    try:
        process = os.pidfd_open(status["supervisor"]) if status else None
    except ProcessLookupError:
        return
    if process is not None:
        ask(run, "quit")
        select.select([process], [], [])
        os.close(process)


def show(run):
    answer = ask(run, "status")
    parts = answer["parts"] if answer else []
    for part in parts:
        pids = part["pids"]
        which = f"pid {pids[0]}" if part["processes"] == 1 and pids else f"{len(pids)} of {part['processes']} processes"
        text = f"{part['name']:<10} {part['state']:<8} {which if pids or part['state'] == 'waiting' else ''}"
        if part["restarts"]:
            text += f"  restarts: {part['restarts']} (last: {part['lastEnd']})"
        if part["retrySeconds"] is not None:
            text += f", next try in {part['retrySeconds']} s"
        print(text.rstrip())
    if not answer:
        for name, pid in running_leaders(run):
            print(f"{name:<10} alone    pid {pid}  not started again if it ends")
        print("supervisor down")
    return 0 if parts and all(part["state"] == "up" for part in parts) else 3


def main(verb, *words):
    # The supervisor is loaded by the verbs that need it alone: `up` asks many times.
    if verb == "run":
        from supervisor import run_supervisor
        run_supervisor(*words)
    elif verb == "show":
        return show(*words)
    elif verb == "version":
        from supervisor import code_digest
        print(code_digest())
    elif verb == "state":
        parts = (ask(words[0], "status") or {"parts": []})["parts"]
        print(next((part["state"] for part in parts if part["name"] == words[1]), "down"))
    elif verb == "quit":
        quit_supervisor(words[0])
        end_all(words[0])
    else:
        answer = ask(words[0], verb, *words[1:])
        if answer is None or "error" in answer:
            print(answer["error"] if answer else "the supervisor is not running", file=sys.stderr)
            return 1
        if verb == "status":
            print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
