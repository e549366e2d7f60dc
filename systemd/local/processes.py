# SPDX-License-Identifier: Apache-2.0
"""Finds and ends processes by what the kernel knows about them, never by name.

Each part runs in its own session. RUN/supervisor/sessions lists the sessions, so that they can be ended even after
the supervisor itself was killed. The first line is the boot they belong to. Each further line is one session: part,
pid of its leader, start time of that process (pids are reused), and the signal that stops it."""
import os
import signal
import time

BOOT_ID = "/proc/sys/kernel/random/boot_id"
GRACE_SECONDS = 30


def stat_of(pid):
    """(state, parent, session, start time in clock ticks) of a process; None when there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return fields[0], int(fields[1]), int(fields[3]), fields[19]


def all_processes():
    """(pid, stat) of every process that is not a zombie."""
    for name in os.listdir("/proc"):
        stat = stat_of(name) if name.isdigit() else None
        if stat and stat[0] not in "ZX":
            yield int(name), stat


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def end_orphans(known):
    """Kills this process's children other than the known ones, and the processes that become its children as a
    result."""
    me, deadline = os.getpid(), time.monotonic() + 2
    while time.monotonic() < deadline:
        orphans = [pid for pid, stat in all_processes() if stat[1] == me and pid not in known]
        for pid in orphans:
            send(pid, signal.SIGKILL)
        if not orphans:
            return
        for pid in orphans:
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass
        time.sleep(0.01)


def read_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def own(run, name):
    """Path of a file that only the supervisor's user can reach."""
    return os.path.join(run, "supervisor", name)


def sessions_file(run):
    return own(run, "sessions")


def write_sessions(run, leaders):
    """leaders: (part, pid, name of the stop signal). Writes the file atomically."""
    lines = [read_text(BOOT_ID).strip()]
    for part, pid, stop in leaders:
        stat = stat_of(pid)
        if stat:
            lines.append(f"{part} {pid} {stat[3]} {stop}")
    with open(sessions_file(run) + ".new", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    os.replace(sessions_file(run) + ".new", sessions_file(run))


def read_sessions(run):
    """(part, pid, start time, stop signal) of the sessions of this boot."""
    try:
        boot, *lines = read_text(sessions_file(run)).splitlines()
    except (FileNotFoundError, ValueError):
        return []
    if boot != read_text(BOOT_ID).strip():
        return []
    return [(part, int(pid), start, signal.Signals[stop]) for part, pid, start, stop in map(str.split, lines)]


def leads(pid, start):
    """Whether the recorded process itself still runs."""
    stat = stat_of(pid)
    return stat is not None and stat[0] not in "ZX" and stat[3] == start


def running_leaders(run):
    """(part, pid) of the recorded sessions whose leader still runs."""
    return [(part, pid) for part, pid, start, _ in read_sessions(run) if leads(pid, start)]


def end_all(run):
    """Ends the recorded sessions: first the leaders by their stop signals, the database last, then all remaining
    processes."""
    sessions = read_sessions(run)
    for last in (False, True):
        leaders = [(pid, start, stop) for part, pid, start, stop in sessions if (part == "database") == last]
        for pid, start, stop in leaders:
            if leads(pid, start):
                send(pid, stop)
        deadline = time.monotonic() + GRACE_SECONDS
        while any(leads(pid, start) for pid, start, _ in leaders) and time.monotonic() < deadline:
            time.sleep(0.02)
    while True:
        # While a process of a session lives, no other process gets the session's number as its pid.
        left = [pid for pid, stat in all_processes() for _, leader, start, _ in sessions
                if stat[2] == leader and (leads(leader, start) or stat_of(leader) is None)]
        if not left:
            break
        for pid in left:
            send(pid, signal.SIGKILL)
        time.sleep(0.02)
    if os.path.exists(sessions_file(run)):
        os.unlink(sessions_file(run))
