# SPDX-License-Identifier: Apache-2.0
"""Addresses in several tenants: where failures count, which account is meant, and what the work for a response
reveals."""
import os
import secrets
import unittest

from client import assert_error
from passwords_test import forget_failures, login
from world import world


def twin(user, tenant):
    """An account with the same address in another tenant, with a different password."""
    password = secrets.token_urlsafe(12)
    answer = world().client("ADMIN", tenant).post("/api/admin/users", {
        "email": user["email"], "displayName": "Twin", "role": "VIEWER", "password": password})
    assert answer.status == 201, f"{answer}"
    return {**answer.json()["user"], "password": password}


class Guessing(unittest.TestCase):
    def setUp(self):
        self.user = world().account()
        forget_failures()
        self.addCleanup(forget_failures)

    def fail(self, **more):  # pylint: disable=arguments-differ
        answer = world().anonymous().post("/api/auth/login", {
            "email": self.user["email"], "password": "not the password", **more})
        assert_error(answer, 401, "UNAUTHORIZED")

    def test_a_sign_in_to_another_tenant_forgives_nothing(self):
        other = twin(self.user, 1)
        for _ in range(3):
            self.fail()
        named = {"email": other["email"], "password": other["password"], "tenantId": other["tenantId"]}
        self.assertEqual(world().anonymous().post("/api/auth/login", named).status, 200)
        self.fail()
        self.fail()
        assert_error(login(self.user["email"], self.user["password"]), 429, "RATE_LIMITED")

    def test_an_account_elsewhere_is_no_way_to_guess_at_this_one(self):
        other = twin(self.user, 1)
        for _ in range(8):
            answer = login(other["email"], other["password"])
            self.assertEqual((answer.status, answer.json()["user"]["id"]), (200, other["id"]))
        # Even the right password is no longer tried: it opens the other account, and nothing is revealed.
        changed = world().client("ADMIN", 1).patch(f"/api/admin/users/{other['id']}", {"password": self.user["password"]})
        self.assertEqual(changed.status, 200, f"{changed}")
        self.assertEqual(login(other["email"], self.user["password"]).json()["user"]["id"], other["id"])
        named = {"email": self.user["email"], "password": self.user["password"], "tenantId": self.user["tenantId"]}
        assert_error(world().anonymous().post("/api/auth/login", named), 429, "RATE_LIMITED")

    def test_an_account_elsewhere_holds_nobody_up(self):
        other = twin(self.user, 1)
        for _ in range(8):
            answer = login(self.user["email"], self.user["password"])
            self.assertEqual((answer.status, answer.json()["user"]["id"]), (200, self.user["id"]))
        named = {"email": self.user["email"], "password": self.user["password"], "tenantId": self.user["tenantId"]}
        self.assertEqual(world().anonymous().post("/api/auth/login", named).status, 200)
        forget_failures()
        for _ in range(6):
            named = {"email": other["email"], "password": other["password"], "tenantId": other["tenantId"]}
            self.assertEqual(world().anonymous().post("/api/auth/login", named).status, 200, "who names the tenant guesses nowhere")

    def test_naming_a_tenant_or_not_counts_alike(self):
        for tenant in ({}, {"tenantId": world().tenant_id(0)}, {"tenantId": world().tenant_id(1)}, {"tenantId": "none"}, {}):
            self.fail(**tenant)
        assert_error(login(self.user["email"], self.user["password"]), 429, "RATE_LIMITED")

    def test_case_makes_no_difference_and_no_new_account(self):
        self.assertEqual(login(self.user["email"].upper(), self.user["password"]).status, 200)
        for email in (self.user["email"], self.user["email"].upper(), self.user["email"].title()) * 2:
            if world().stack.sql("SELECT count(*) FROM login_failure WHERE subject LIKE 'account:%'") == [["5"]]:
                break
            assert_error(login(email, "not the password"), 401, "UNAUTHORIZED")
        assert_error(login(self.user["email"], self.user["password"]), 429, "RATE_LIMITED")

    def test_a_letter_that_unicode_folds_to_another_is_another(self):
        name = secrets.token_hex(6)
        user = {"email": f"k{name}@new.example", "displayName": "K", "role": "VIEWER", "password": "twelve letters"}
        admin = world().client("ADMIN")
        self.assertEqual(admin.post("/api/admin/users", user).status, 201)
        kelvin = f"\u212a{name}@new.example"
        assert_error(login(kelvin, user["password"]), 401, "UNAUTHORIZED")
        made = admin.post("/api/admin/users", {**user, "email": kelvin})
        self.assertEqual((made.status, made.json()["user"]["email"]), (201, kelvin))
        self.assertEqual(login(user["email"], user["password"]).json()["user"]["email"], user["email"])
        assert_error(admin.post("/api/admin/users", {**user, "email": user["email"].upper()}), 409, "CONFLICT")


class Work(unittest.TestCase):
    """The CPU work of the API processes for a response, nearly all of it hashing."""

    def setUp(self):
        self.addCleanup(forget_failures)
        self.processes = world().stack.processes("api", "assay-api")

    def used(self):
        total = 0
        for pid in self.processes:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total

    def work(self, email, **more):
        forget_failures()
        begun = self.used()
        answer = world().anonymous().post("/api/auth/login", {"email": email, "password": "wrong", **more})
        assert_error(answer, 401, "UNAUTHORIZED")
        return self.used() - begun

    def ratio(self, email, **more):
        """Ratio of the work for the address to that for an unknown one, alternating, so that other load slows both
        alike."""
        pairs = [(self.work(email, **more), self.work("nobody@nowhere.example", **more)) for _ in range(10)]
        known, unknown = map(sum, zip(*pairs))
        self.assertGreater(unknown, 10, "hashing is what is measured")
        return known / unknown

    def test_is_the_same_whoever_knows_the_address(self):
        user = world().account()
        twin(user, 1)
        named = {"tenantId": world().tenant_id(0)}
        # One hash more or less would give 2, 1.5 or 0.5.
        for email, more in ((user["email"], {}), (world().account()["email"], {}), (user["email"], named)):
            with self.subTest(named=bool(more)):
                self.assertAlmostEqual(self.ratio(email, **more), 1, delta=0.35)
