# SPDX-License-Identifier: Apache-2.0
"""What a running system uses over time: memory, descriptors, age of waiting work, and dead rows. Leaks show as growth
from the second quarter to the last one: the first quarter fills caches."""
import os
import statistics
import threading
import time

PROGRAMS = (("api", "assay-api"), ("pipeline", "assay-pipeline"))
EVERY_S = 5
MEMORY_GROWTH, MEMORY_SLACK_MIB = 1.10, 32
DESCRIPTOR_SLACK = 16
OLDEST_WORK_S = 60
# Autovacuum starts at a fifth of the rows; a table that is cleaned stays below half.
DEAD_SHARE, DEAD_ROWS = 0.5, 20_000


def memory_mib(pid):
    """The process's share of the memory that it uses."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024


class Resources(threading.Thread):
    """Samples a stack while a `with` block runs."""

    def __init__(self, stack):
        super().__init__(daemon=True)
        self.stack, self.samples, self.ended, self.problem = stack, [], threading.Event(), None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()

    def run(self):
        try:
            while not self.ended.wait(EVERY_S):
                self.samples.append(self.sample())
        except Exception as problem:  # pylint: disable=broad-except # reported by check()
            self.problem = problem

    def sample(self):
        found = {"at": time.monotonic()}
        for part, program in PROGRAMS:
            pids = self.stack.processes(part, program)
            found[f"{part} MiB"] = sum(memory_mib(pid) for pid in pids)
            found[f"{part} descriptors"] = sum(len(os.listdir(f"/proc/{pid}/fd")) for pid in pids)
        ((age, dead),) = self.stack.sql(
            "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(run_at)) FILTER (WHERE state = 'ready' "
            "AND run_at < clock_timestamp()), 0), (SELECT max(n_dead_tup - "
            f"greatest({DEAD_ROWS}, {DEAD_SHARE} * n_live_tup)) FROM pg_stat_user_tables) FROM work_item")
        found["oldest work s"], found["dead rows too many"] = float(age), float(dead)
        return found

    def quarter(self, name, number):
        """The median of one of four parts of the time, counted from 0."""
        begin, end = (len(self.samples) * n // 4 for n in (number, number + 1))
        return statistics.median(sample[name] for sample in self.samples[begin:end])

    def report(self):
        names = [name for name in self.samples[0] if name != "at"]
        return ", ".join(f"{name} {self.quarter(name, 1):.0f} → {self.quarter(name, 3):.0f} "
                         f"(highest {max(sample[name] for sample in self.samples):.0f})" for name in names)

    def check(self, test):
        test.assertIsNone(self.problem)
        for part, _ in PROGRAMS:
            before, after = (self.quarter(f"{part} MiB", n) for n in (1, 3))
            test.assertLessEqual(after, before * MEMORY_GROWTH + MEMORY_SLACK_MIB, f"memory of {part}")
            before, after = (self.quarter(f"{part} descriptors", n) for n in (1, 3))
            test.assertLessEqual(after, before + DESCRIPTOR_SLACK, f"descriptors of {part}")
        test.assertLessEqual(self.quarter("oldest work s", 3), OLDEST_WORK_S, "work waits")
        test.assertLessEqual(self.quarter("dead rows too many", 3), 0, "dead rows are not removed")
