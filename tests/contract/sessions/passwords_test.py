# SPDX-License-Identifier: Apache-2.0
"""Changing passwords, and hashing at most two of them at a time."""
import concurrent.futures
import contextlib
import fcntl
import time
import unittest

from client import assert_error, assert_fields
from sessions_test import logout, renew, sign_in, works
from world import world


def login(email, password):
    return world().anonymous().post("/api/auth/login", {"email": email, "password": password})


def forget_failures():
    world().stack.sql("DELETE FROM login_failure")


class Slots(unittest.TestCase):
    """Two files beside the API's socket; a process that hashes a password locks one of them."""

    @contextlib.contextmanager
    def taken(self, number):
        with open(world().stack.path("run", f"api.sock.password-{number}"), "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield

    def test_with_both_taken_a_sign_in_waits_and_is_put_off(self):
        user = world().account()
        with self.taken(0), self.taken(1):
            begun = time.monotonic()
            refused = login(user["email"], user["password"])
            details = assert_error(refused, 503, "UNAVAILABLE")
            self.assertEqual((details["limit"], details["retryAfterSeconds"]), ("password", 1))
            self.assertEqual(refused.headers["ratelimit-policy"],
                             f'"password";q={details["allowed"]};qu="concurrent-requests"')
            self.assertEqual(refused.headers["ratelimit"], '"password";r=0;t=1')
            self.assertGreater(time.monotonic() - begun, 1.5)
            self.assertEqual(world().client("ADMIN").get("/api/packs").status, 200, "other requests are served")
        self.assertEqual(login(user["email"], user["password"]).status, 200)

    def test_one_is_enough(self):
        user = world().account()
        for number in (0, 1):
            with self.taken(number):
                self.assertEqual(login(user["email"], user["password"]).status, 200)

    def test_many_at_once_all_sign_in_after_the_pause_they_are_asked_for(self):
        user = world().account()

        def sign_in_at_last(_):
            for _ in range(60):
                answer = login(user["email"], user["password"])
                if answer.status != 503:
                    return answer.status
                time.sleep(int(answer.headers["retry-after"]))
            return 503
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            self.assertEqual(list(pool.map(sign_in_at_last, range(32))), [200] * 32)


class Changing(unittest.TestCase):
    def setUp(self):
        forget_failures()
        self.addCleanup(forget_failures)
        self.user = world().account()
        self.client, self.cookie = sign_in(self.user)

    def change(self, current, fresh):
        return self.client.post("/api/auth/password", {"currentPassword": current, "newPassword": fresh})

    def test_ends_other_sign_ins_and_leaves_this_one(self):
        other, other_cookie = sign_in(self.user)
        self.assertTrue(works(other))
        answer = self.change(self.user["password"], "a brand new password")
        self.assertEqual((answer.status, answer.body), (204, b""))
        assert_error(login(self.user["email"], self.user["password"]), 401, "UNAUTHORIZED")
        self.assertEqual(login(self.user["email"], "a brand new password").status, 200)
        self.assertFalse(any(works(other) for _ in range(16)), "the other sign-in is over")
        assert_error(renew(other_cookie), 401, "UNAUTHORIZED")
        self.assertTrue(works(self.client))
        self.assertEqual(renew(self.cookie).status, 200)

    def test_needs_the_current_password_and_counts_wrong_ones(self):
        for _ in range(5):
            assert_fields(self.change("not the password", "a brand new password"), "currentPassword")
        answer = self.change(self.user["password"], "a brand new password")
        assert_error(answer, 429, "RATE_LIMITED")
        self.assertLessEqual(int(answer.headers["retry-after"]), 30)
        # Whoever did that holds only this sign-in: the owner signs in again and changes the password.
        self.client, _ = sign_in(self.user)
        self.assertEqual(self.change(self.user["password"], "a brand new password").status, 204)

    def test_does_not_wait_for_failed_sign_ins_of_others(self):
        for _ in range(5):
            assert_error(login(self.user["email"], "not the password"), 401, "UNAUTHORIZED")
        assert_error(login(self.user["email"], self.user["password"]), 429, "RATE_LIMITED")
        self.assertEqual(self.change(self.user["password"], "a brand new password").status, 204)

    def test_refuses_what_is_too_short_too_long_or_the_same(self):
        for fresh in ("short", "x" * 11, "", "x" * 1025, self.user["password"]):
            with self.subTest(length=len(fresh)):
                assert_fields(self.change(self.user["password"], fresh), "newPassword")

    def test_is_in_the_trail_without_the_passwords(self):
        self.change("not the password", "a brand new password")
        self.change(self.user["password"], "a brand new password")
        logs = world().client("ADMIN").value(f"/api/admin/audit-logs?objectId={self.user['id']}&action=auth.password")["logs"]
        self.assertEqual([entry["outcome"] for entry in logs], ["allow", "deny"])
        self.assertNotIn("brand new", str(logs))

    def test_not_for_accounts_without_one(self):
        world().stack.sql(f"UPDATE app_user SET password_hash = NULL WHERE id = '{self.user['id']}'")
        assert_error(self.change(self.user["password"], "a brand new password"), 409, "CONFLICT")
        self.assertEqual(logout(self.cookie).status, 204)
