# SPDX-License-Identifier: Apache-2.0
"""Two tenants, eight clients at once, one pool of FastCGI processes: no response contains anything of the other
tenant. ASSAY_TEST_REQUESTS sets the number of requests (default 4,000)."""
import copy
import multiprocessing
import os
import signal
import time
import unittest

from sides import Side
from worker import Worker
from world import world

CLIENTS = 8


def work(arguments):
    base_url, sides, chief, seed, requests = arguments
    return Worker(base_url, sides, chief, seed).run(lambda done: done < requests)


class Isolation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sides = [Side(world(), 0), Side(world(), 1)]

    def test_no_foreign_row_in_mixed_requests(self):
        total = int(os.environ.get("ASSAY_TEST_REQUESTS", "4000"))
        sides, chief = self.sides, world().client("SUPER_ADMIN").token
        self.assertGreater(min(len(side.ids) for side in sides), 20)
        self.assertEqual(sides[0].ids & sides[1].ids, set())
        jobs = [(world().demo["baseUrl"], sides, chief, seed, total // CLIENTS) for seed in range(CLIENTS)]
        begun = time.monotonic()
        # SIGTERM ends these processes: a handler of ours could raise while one holds the lock that all wait for.
        with multiprocessing.Pool(CLIENTS, signal.signal, (signal.SIGTERM, signal.SIG_DFL)) as pool:
            results = pool.map(work, jobs, chunksize=1)
        seconds = time.monotonic() - begun
        counts = {}
        for one, _, _ in results:
            for name, count in one.items():
                counts[name] = counts.get(name, 0) + count
        foreign = [line for _, lines, _ in results for line in lines]
        unexpected = [line for _, _, lines in results for line in lines]
        print(f"{sum(counts.values())} requests in {seconds:.0f} s ({sum(counts.values()) / seconds:.0f}/s): "
              f"{counts}; foreign: {len(foreign)}, unexpected: {len(unexpected)}", flush=True)
        self.assertEqual(foreign[:5], [])
        self.assertEqual(unexpected[:5], [])
        self.assertEqual(self.records_out_of_place(), [])

    @staticmethod
    def records_out_of_place():
        """Rows that record an action of one tenant's user in the other, except SUPER_ADMIN's."""
        return world().stack.sql(
            "SELECT 'audit', a.action, u.email FROM audit_log a JOIN app_user u ON u.id::text = a.actor_id "
            "WHERE u.tenant_id <> a.tenant_id AND u.role <> 'SUPER_ADMIN' UNION ALL "
            "SELECT 'document', d.original_filename, u.email FROM document d JOIN app_user u ON u.id = d.uploaded_by "
            "WHERE u.tenant_id <> d.tenant_id AND u.role <> 'SUPER_ADMIN' UNION ALL "
            "SELECT 'task', t.assignee, n.name FROM task t JOIN tenant n ON n.id = t.tenant_id WHERE t.assignee LIKE "
            f"CASE n.id::text WHEN '{world().tenant_id(0)}' THEN 'obsidian%' ELSE 'heliotrope%' END")

    def test_the_check_would_find_a_foreign_row(self):
        """The same check with the answers of the two tenants swapped."""
        swapped = copy.deepcopy(self.sides)
        for side, other in zip(swapped, self.sides[::-1]):
            side.member, side.admin, side.readers = other.member, other.admin, other.readers
        worker = Worker(world().demo["baseUrl"], swapped, world().client("SUPER_ADMIN").token, 1)
        for path in ("/api/documents", "/api/tasks", "/api/search?q=backups", "/api/admin/users"):
            found = len(worker.foreign)
            worker.check(worker.client(swapped[0].admin).get(path), swapped[0], 200)
            self.assertGreater(len(worker.foreign), found, path)
