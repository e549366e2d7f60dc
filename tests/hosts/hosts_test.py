# SPDX-License-Identifier: Apache-2.0
"""Two hosts on one database behind pgbouncer and one S3 server: whatever is killed or cut off, nothing that was accepted is
lost, and work moves on within 40 seconds."""
import os
import secrets
import signal
import threading
import time
import unittest

import hosts
from client import FINAL_RUN

MOVES_ON = 40  # seconds: the lease of a silent worker, and what it takes to notice


def text(mark):
    return f"Backups are restored as a test each quarter. {mark}\n".encode() * 40


class Uploads(threading.Thread):
    """Uploads small files to both hosts in turn and remembers what was accepted. A host that does not answer is passed over."""

    def __init__(self, members):
        super().__init__(daemon=True)
        self.members, self.accepted, self.sent, self.ending = members, {}, 0, threading.Event()

    def run(self):
        while not self.ending.wait(0.2):
            self.sent += 1
            member, mark = self.members[self.sent % len(self.members)], secrets.token_hex(12)
            try:
                content = text(mark)
                answer = member.upload(f"{mark}.txt", content, timeout=5)  # not held up by an unplugged host
            except (OSError, AssertionError):
                continue
            if answer.status == 201:
                self.accepted[answer.json()["document"]["id"]] = content

    def finish(self):
        self.ending.set()
        self.join(150)


@unittest.skipIf(os.geteuid() != 0, "needs root, for network namespaces")
class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.system = hosts.Installation()
        cls.addClassCleanup(cls.system.close)
        cls.uploads = Uploads(cls.system.members)
        cls.uploads.start()
        cls.addClassCleanup(cls.uploads.finish)

    def run(self, result=None):
        before = len(result.failures) + len(result.errors)
        super().run(result)
        if len(result.failures) + len(result.errors) > before:
            print(self.system.logs(), flush=True)

    def moves_on(self, what, host=None):
        """A new document is taken in and read, by whichever host is left."""
        began = time.monotonic()
        while True:
            for member in self.system.members if host is None else [self.system.members[host]]:
                try:
                    answer = member.request("GET", "/api/health/live", timeout=2)
                    if answer.status != 200:
                        continue
                    document = member.add(f"{what}.txt", text(secrets.token_hex(12)))
                    left = MOVES_ON - (time.monotonic() - began)
                    member.wait_ready(document["id"], max(left, 1))
                    took = time.monotonic() - began
                    self.assertLess(took, MOVES_ON, what)
                    print(f"[{what}: {took:.1f} s] ", end="", flush=True)
                    return took
                except OSError:
                    pass
                except AssertionError as error:
                    if time.monotonic() - began > MOVES_ON:
                        raise AssertionError(f"{what}: {error}") from error
            self.assertLess(time.monotonic() - began, MOVES_ON, what)
            time.sleep(0.5)

    def wait_ready(self, host):
        hosts.wait_until(lambda: self.system.ready(self.system.hosts[host]), MOVES_ON, f"host {host} ready again")

    def test_1_a_pipeline_is_killed_with_work_in_its_hands(self):
        host, member = self.system.hosts[0], self.system.members[1]
        run = member.start_run()
        host.kill("pipeline")
        self.addCleanup(host.start_pipeline)
        self.moves_on("pipeline killed")
        ended = member.wait_run(run["id"], MOVES_ON + 60)
        self.assertEqual(ended["status"], "COMPLETED", f"{ended}")

    def test_2_an_api_pool_is_killed(self):
        host = self.system.hosts[1]
        host.kill("api0", "api1", "health0")
        try:
            self.moves_on("API pool killed", host=0)
        finally:
            host.start_api()
        self.wait_ready(1)
        self.moves_on("API pool started", host=1)

    def test_3_a_host_is_unplugged(self):
        run = self.system.members[1].start_run()
        with self.system.hosts[0].unplugged():
            self.moves_on("host unplugged", host=1)
            ended = self.system.members[1].wait_run(run["id"], MOVES_ON + 60)
            self.assertEqual(ended["status"], "COMPLETED", f"{ended}")
        self.wait_ready(0)
        self.moves_on("host plugged in", host=0)

    def test_4_the_store_is_unplugged(self):
        with self.system.store_machine.unplugged():
            time.sleep(10)
        self.moves_on("store plugged in")

    def test_5_the_pooler_is_killed(self):
        self.system.database.kill("pgbouncer")
        time.sleep(3)
        self.system.database.start_pooler()
        self.moves_on("pgbouncer started")

    def test_6_the_database_is_killed(self):
        self.system.database.kill("postgres", number=signal.SIGQUIT)
        self.system.database.start_database()
        self.moves_on("PostgreSQL started")

    def test_7_the_database_is_unplugged(self):
        with self.system.database.unplugged():
            time.sleep(35)  # longer than connections are waited for
        self.moves_on("database plugged in")

    def test_8_nothing_was_lost(self):
        self.uploads.finish()
        member = self.system.members[0]
        self.assertGreater(len(self.uploads.accepted), 10)
        for document in self.uploads.accepted:
            member.wait_ready(document, 120)
        for number, (document, content) in enumerate(self.uploads.accepted.items()):
            answer = self.system.members[number % 2].get(f"/api/documents/{document}/content")
            self.assertEqual((answer.status, answer.body), (200, content))
        stored = {row[0] for row in self.system.database.sql("SELECT id FROM document")}
        self.assertLessEqual(set(self.uploads.accepted), stored)
        self.assertEqual(self.system.database.sql("SELECT count(*) - count(DISTINCT (tenant_id, sha256)) FROM document"), [["0"]])
        print(f"[{len(self.uploads.accepted)} of {self.uploads.sent} uploads accepted] ", end="", flush=True)
        runs = [member.completed_run(120), self.system.members[1].completed_run(120)]
        for run in runs:
            self.assertIn(run["status"], FINAL_RUN)
            replay = self.system.admin.value(f"/api/admin/runs/{run['id']}/replay")
            self.assertEqual(replay["integrity"], "VERIFIED")

    def test_9_the_trail_is_whole_and_signed_by_one_key(self):
        for host in range(2):
            verdict = self.system.ctl("audit", "verify", host=host)
            self.assertTrue(verdict["verified"], f"{verdict}")
        self.assertEqual(self.system.database.sql("SELECT count(*) FROM host_key"), [["2"]])


if __name__ == "__main__":
    hosts.enter()
    unittest.main(verbosity=2)
