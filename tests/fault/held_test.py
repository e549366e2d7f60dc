# SPDX-License-Identifier: Apache-2.0
"""While some processes of the API are held, the others answer: a flood of searches, a pipeline that hangs,
archives that take long to check, sign-ins, a database backend that does not answer."""
import secrets
import threading
import time
import unittest

import bad_files
from client import Client, assert_error
from stack import stopped, wait_until
from world import world

PATIENCE = 2  # ASSAY_DATABASE_TIMEOUT_S of this stack
SLOW = 1.5  # seconds; separates requests that wait for a held process from those that only share the processor


class Flood:
    """That many clients, which send again as soon as they have an answer."""

    def __init__(self, clients, send):
        self.answers, self._send, self._over = [], send, threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(i,), daemon=True) for i in range(clients)]

    def _run(self, number):
        while not self._over.is_set():
            begun = time.monotonic()
            answer = self._send(number)
            self.answers.append((time.monotonic() - begun, answer))

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        time.sleep(0.5)
        return self

    def __exit__(self, *_):
        self._over.set()
        for thread in self._threads:
            thread.join(60)


class Held(unittest.TestCase):
    def setUp(self):
        self.stack, self.viewer = world().stack, world().client("VIEWER")
        wait_until(lambda: self.viewer.get("/api/packs").status == 200, 30, "the API")

    def times_of_others(self, seconds=SLOW, per_cent=97):
        """The given percentile of the times of other requests, all of which must be answered."""
        times, end = [], time.monotonic() + seconds
        while time.monotonic() < end or len(times) < 30:
            for path in ("/api/documents", "/api/packs", "/api/auth/me"):
                begun = time.monotonic()
                answer = self.viewer.get(path)
                times.append(time.monotonic() - begun)
                self.assertEqual(answer.status, 200, f"{answer}")
        return sorted(times)[len(times) * per_cent // 100 - 1]

    def check_refusals(self, flood, statuses, longest):
        self.assertGreater(len(flood.answers), 3)
        for seconds, answer in flood.answers:
            self.assertLess(seconds, longest, f"{answer}")
            if answer.status == 503:
                assert_error(answer, 503, "UNAVAILABLE")
            else:
                self.assertIn(answer.status, statuses, f"{answer}")

    def test_a_flood_of_searches_holds_up_nobody_else(self):
        world().document()
        with Flood(32, lambda _: self.viewer.get("/api/search?q=backup")) as flood:
            self.assertLess(self.times_of_others(), SLOW)
        self.check_refusals(flood, {200}, 10)
        self.assertEqual(self.viewer.get("/api/search?q=backup").status, 200)

    def test_searches_of_one_tenant_leave_room_for_those_of_another(self):
        world().document(1)
        other = world().client("MEMBER", 1)
        with Flood(8, lambda _: self.viewer.get("/api/search?q=backup")):
            self.assertEqual({other.get("/api/search?q=backup").status for _ in range(20)}, {200})

    def test_a_pipeline_that_hangs_costs_a_search_two_seconds_and_nobody_else_anything(self):
        with self.stack.pipeline_paused():
            begun = time.monotonic()
            assert_error(self.viewer.get("/api/search?q=backup"), 503, "UNAVAILABLE")
            self.assertLess(time.monotonic() - begun, 4)
            with Flood(32, lambda _: self.viewer.get("/api/search?q=backup")) as flood:
                self.assertLess(self.times_of_others(), SLOW)
            self.check_refusals(flood, set(), 10)
        wait_until(lambda: self.viewer.get("/api/search?q=backup").status == 200, 30, "search again")

    def test_archives_that_take_long_to_check_hold_up_nobody_else(self):
        member = world().client("MEMBER")
        bombs = [bad_files.zeros_zip(4 + i, 90_000_000) for i in range(3)]
        with Flood(12, lambda i: member.upload(f"bomb-{i}.zip", bombs[i % 3])) as flood:
            self.assertLess(self.times_of_others(2 * SLOW), 2 * SLOW)
        self.check_refusals(flood, {201, 200, 422}, 40)
        self.assertIn(503, {answer.status for _, answer in flood.answers})

    def test_a_flood_of_sign_ins_holds_up_nobody_else(self):
        anonymous = Client(world().demo["baseUrl"])
        wrong = {"email": "nobody@nowhere.example", "password": "not the password"}
        with Flood(24, lambda _: anonymous.post("/api/auth/login", wrong)) as flood:
            self.assertLess(self.times_of_others(), SLOW)
        self.check_refusals(flood, {401, 429}, 10)
        self.stack.sql("DELETE FROM login_failure")

    def test_sign_ins_from_many_addresses_hold_up_nobody_else(self):
        # Each with an unknown account from an address of its own, so no count of failures stops them.
        def sign_in(number):
            anonymous = Client(world().demo["baseUrl"], source=f"127.0.{number}.{secrets.randbelow(250) + 1}")
            wanted = {"email": f"{secrets.token_hex(6)}@nowhere.example", "password": secrets.token_hex(8)}
            return anonymous.post("/api/auth/login", wanted)
        with Flood(48, sign_in) as flood:
            self.assertLess(self.times_of_others(), SLOW)
        self.check_refusals(flood, {401, 429}, 12)
        self.assertIn(503, {answer.status for _, answer in flood.answers})
        self.stack.sql("DELETE FROM login_failure")

    def test_two_kinds_of_slow_requests_together_hold_up_nobody_else(self):
        member = world().client("MEMBER", 1)
        bombs = [bad_files.zeros_zip(4 + i, 90_000_000) for i in range(3)]
        pages = world().paged_document(1)["id"]

        def slow(number):
            if number % 3 == 0:
                return member.upload(f"bomb-{number}.zip", bombs[number // 3 % 3])
            if number % 3 == 1:
                return member.get(f"/api/documents/{pages}/pages/{number % 9 + 1}/image?width={1000 + number}")
            return member.get("/api/search?q=backup")
        with Flood(36, slow) as flood:
            self.assertLess(self.times_of_others(2 * SLOW), 2 * SLOW)
            # Another tenant still has places of its own.
            wait_until(lambda: self.viewer.get("/api/search?q=backup").status == 200, 10, "a search")
        self.check_refusals(flood, {200, 201, 400, 422}, 40)
        self.assertIn(503, {answer.status for _, answer in flood.answers})

    def test_an_administrator_who_reads_records_again_and_again_holds_up_nobody_else(self):
        admin, run = world().client("ADMIN", 1), world().run(1)["id"]
        for path in ("/api/admin/audit-logs/export", "/api/admin/audit-logs/verify", f"/api/admin/runs/{run}/replay"):
            with self.subTest(path=path), Flood(32, lambda _, path=path: admin.get(path)) as flood:
                self.assertLess(self.times_of_others(), SLOW)
                self.check_refusals(flood, {200}, 12)
        self.assertEqual(admin.get("/api/admin/audit-logs/export").status, 200)

    def backends(self):
        rows = self.stack.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'assay-api'")
        return [int(row[0]) for row in rows]

    def test_a_backend_that_does_not_answer_costs_one_request_and_no_more(self):
        for _ in range(64):
            self.viewer.get("/api/packs")
        with stopped(self.backends()[:1]):
            answers = []
            for _ in range(200):
                begun = time.monotonic()
                answers.append((self.viewer.get("/api/packs"), time.monotonic() - begun))
            slow = [(answer, seconds) for answer, seconds in answers if answer.status != 200 or seconds > SLOW]
            self.assertLessEqual(len(slow), 1)
            for answer, seconds in slow:
                assert_error(answer, 503, "UNAVAILABLE")
                self.assertLess(seconds, PATIENCE + 3)

    def test_health_answers_when_every_process_is_held(self):
        anonymous = world().anonymous()
        with stopped(self.stack.processes("api", "assay-api")):
            for path in ("/api/health/live", "/api/health/ready"):
                begun = time.monotonic()
                self.assertEqual(anonymous.get(path).status, 200)
                self.assertLess(time.monotonic() - begun, SLOW)
        with stopped([self.stack.postmaster(), *self.backends()]):
            begun = time.monotonic()
            assert_error(anonymous.get("/api/health/ready"), 503, "UNAVAILABLE")
            self.assertEqual(anonymous.get("/api/health/live").status, 200)
            self.assertLess(time.monotonic() - begun, 5)
        wait_until(lambda: anonymous.get("/api/health/ready").status == 200, 30, "ready again")
