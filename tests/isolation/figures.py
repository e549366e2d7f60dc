# SPDX-License-Identifier: Apache-2.0
"""Samples what a running stack holds: memory and descriptors of every process, the age of the oldest work that is due,
dead rows, the size of the database, the disk that the state takes. Work that nobody waits for, such as the report that each
run makes, is behind all other and may be as old as the load lasts, so it does not count."""
import json
import os
import subprocess
import threading
import time

from stack import stat_fields

EVERY = 10  # seconds

DATABASE = """SELECT json_build_object(
 'due', coalesce((SELECT json_build_array(extract(epoch FROM clock_timestamp() - run_at), kind) FROM work_item
                  WHERE state = 'ready' AND run_at <= clock_timestamp() AND priority = 0
                  ORDER BY run_at LIMIT 1), '[0, "none"]'),
 'dead', (SELECT json_object_agg(relname, n_dead_tup) FROM pg_stat_user_tables),
 'live', (SELECT json_object_agg(relname, n_live_tup) FROM pg_stat_user_tables),
 'size', pg_database_size(current_database()))"""


def children_of():
    """pid -> pids of its children, of all processes."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        fields = stat_fields(name)
        if fields:
            found.setdefault(int(fields[2][1]), []).append(int(name))
    return found


def processes_of(stack):
    """(part, pid) of every process of the stack's parts."""
    children = children_of()
    for part, report in stack.parts().items():
        left = list(report["pids"])
        while left:
            pid = left.pop()
            left += children.get(pid, [])
            yield part, pid


def memory_of(pid):
    """(PSS, the private part of it that no file is behind) in KiB, and descriptors; None if it has ended."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
            lines = dict(line.split(":", 1) for line in file.read().splitlines()[1:])
        kib = [int(lines[name].split()[0]) for name in ("Pss", "Pss_Anon")]
        return *kib, len(os.listdir(f"/proc/{pid}/fd"))
    except (OSError, KeyError):
        return None


class Sample:
    """of(part): (processes, PSS, private memory, descriptors) of the part, memory in MiB."""

    def __init__(self, stack):
        self.parts = {}
        for part, pid in processes_of(stack):
            found = memory_of(pid)
            if found:
                self.parts.setdefault(part, []).append(found)
        self.database = json.loads(stack.sql(DATABASE)[0][0])
        self.disk = {name: int(subprocess.run(["du", "-skD", stack.path(name)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                              text=True, check=False).stdout.split()[0]) >> 10
                     for name in ("data", "log", "pg")}

    def of(self, part):
        found = self.parts.get(part, [])
        return len(found), *(sum(one[column] for one in found) / scale for column, scale in ((0, 1024), (1, 1024), (2, 1)))


class Figures(threading.Thread):
    """Samples until it is ended. error: what kept it from going on."""

    def __init__(self, stack):
        super().__init__(daemon=True)
        self.stack, self.samples, self.error, self._over = stack, [], None, threading.Event()

    def run(self):
        try:
            while not self._over.is_set():
                self.samples.append(Sample(self.stack))
                self._over.wait(EVERY)
        except Exception as error:  # pylint: disable=broad-except # reported by end()
            self.error = error

    def end(self):
        self._over.set()
        self.join(120)
        assert self.error is None, self.error

    def before_and_after(self, of):
        """The lowest value in the second quarter of the time, after the start has passed, and in the last. What is lost
        raises it; what a request takes for a moment, such as 19 MiB for a password, does not."""
        quarter = len(self.samples) // 4
        return tuple(min(of(one) for one in part) for part in (self.samples[quarter:2 * quarter], self.samples[-quarter:]))

    def worst(self, of):
        return max(of(one) for one in self.samples)
