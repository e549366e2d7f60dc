# SPDX-License-Identifier: Apache-2.0
"""A long load of two tenants: nothing grows but the records, work does not queue up, no request fails, and no response
contains anything of the other tenant. It goes on until ASSAY_TEST_SOAK_MINUTES have passed (default 30) and
ASSAY_TEST_SOAK_REQUESTS were made (default 1,000,000), so a slower machine takes longer."""
import multiprocessing
import os
import signal
import time
import unittest

from figures import Figures
from sides import Side
from stack import wait_until
from worker import Worker
from world import world

MINUTES = float(os.environ.get("ASSAY_TEST_SOAK_MINUTES", "30"))
REQUESTS = int(os.environ.get("ASSAY_TEST_SOAK_REQUESTS", "1000000"))
CLIENTS = 8

# From the second quarter of the time to the last. Private memory, since PostgreSQL's shared buffers fill up; and the
# descriptors of all parts but PostgreSQL's, whose processes keep up to max_files_per_process open.
GROWTH_SHARE, GROWTH_MIB = 0.10, 8
GROWTH_DESCRIPTORS = 0.10
MOST_OF_POSTGRES = 1000
OLDEST_DUE = 60  # seconds that work may wait
DEAD_SHARE, DEAD_ROWS = 0.25, 10_000  # of a table's rows


def work(arguments):
    base_url, sides, chief, seed, steps, end = arguments
    return Worker(base_url, sides, chief, seed).run(lambda done: done < steps or time.monotonic() < end)


class Soak(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack, cls.sides = world().stack, [Side(world(), 0), Side(world(), 1)]

    def load(self):
        """(counts by step, findings of the other tenant, unexpected responses)."""
        chief, begun = world().client("SUPER_ADMIN").token, time.monotonic()
        jobs = [(world().demo["baseUrl"], self.sides, chief, seed, REQUESTS // CLIENTS, begun + 60 * MINUTES)
                for seed in range(CLIENTS)]
        with multiprocessing.Pool(CLIENTS, signal.signal, (signal.SIGTERM, signal.SIG_DFL)) as pool:
            results = pool.map(work, jobs, chunksize=1)
        seconds, counts = time.monotonic() - begun, {}
        for one, _, _ in results:
            for name, count in one.items():
                counts[name] = counts.get(name, 0) + count
        print(f"\n{sum(counts.values()):,} requests in {seconds / 60:.1f} min ({sum(counts.values()) / seconds:.0f}/s): {counts}")
        return counts, *([line for result in results for line in result[kind]] for kind in (1, 2))

    def test_nothing_grows_and_nothing_is_foreign(self):
        figures = Figures(self.stack)
        figures.start()
        counts, foreign, unexpected = self.load()
        figures.end()
        self.report(figures)
        self.assertEqual((foreign[:5], unexpected[:5]), ([], []))
        self.assertGreaterEqual(sum(counts.values()), REQUESTS // CLIENTS * CLIENTS)
        self.assertGreaterEqual(len(figures.samples), 8, "too few samples to compare")
        for part in figures.samples[-1].parts:
            self.assert_flat(figures, part)
        self.assertLess(figures.worst(lambda one: one.database["due"]), [OLDEST_DUE])
        self.assert_vacuumed(figures.samples[-1].database)
        wait_until(lambda: not self.left(), 120, "no work left that somebody waits for")
        self.assertEqual(self.stack.sql("SELECT id, failure_reason FROM run WHERE status <> 'COMPLETED'"), [])
        for side in self.sides:
            verdict = world().client("ADMIN", side.number).value("/api/admin/audit-logs/verify")
            self.assertTrue(verdict["verified"], verdict)

    def assert_flat(self, figures, part):
        (memory, after), (descriptors, more) = (figures.before_and_after(lambda one, column=column: one.of(part)[column])
                                                for column in (2, 3))
        self.assertLessEqual(after, memory * (1 + GROWTH_SHARE) + GROWTH_MIB, f"MiB of {part}, before {memory:.1f}")
        most = (figures.samples[-1].of(part)[0] * MOST_OF_POSTGRES if part == "database" else
                descriptors * (1 + GROWTH_DESCRIPTORS) + 4)
        self.assertLessEqual(more, most, f"descriptors of {part}, before {descriptors}")

    def assert_vacuumed(self, database):
        for table, dead in database["dead"].items():
            self.assertLess(dead, DEAD_ROWS + DEAD_SHARE * database["live"][table], f"dead rows of {table}")

    def left(self):
        return self.stack.sql("SELECT 1 FROM work_item WHERE state IN ('ready', 'running') AND priority = 0 AND kind <> 'purge' LIMIT 1")

    @staticmethod
    def report(figures):
        for part in figures.samples[-1].parts:
            before, after = zip(*(figures.before_and_after(lambda one, column=column: one.of(part)[column])
                                  for column in range(4)))
            print(f"    {part}: {after[0]:.0f} processes; PSS {before[1]:.1f} → {after[1]:.1f} MiB, private {before[2]:.1f} → "
                  f"{after[2]:.1f}; descriptors {before[3]:.0f} → {after[3]:.0f}")
        first, last = figures.samples[0], figures.samples[-1]
        dead = sorted(last.database["dead"].items(), key=lambda one: -one[1])[:3]
        most = ", ".join(f"{table} {count} beside {last.database['live'][table]}" for table, count in dead)
        waited, kind = figures.worst(lambda one: one.database["due"])
        print(f"    oldest due work {waited:.1f} s ({kind}), {len(figures.samples)} samples; most dead rows {most}; database "
              f"{first.database['size'] >> 20} → {last.database['size'] >> 20} MiB; disk in MiB {first.disk} → {last.disk}",
              flush=True)
