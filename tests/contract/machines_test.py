# SPDX-License-Identifier: Apache-2.0
"""What an API token may not do although its role would allow it: creating, ending or changing an
account requires a sign-in, and other tokens require an administrator."""
import secrets
import unittest

from client import Client, assert_error
from world import world

USERS = "/api/admin/users"


def machine(client, role):
    """(id, client) of a token that this client makes."""
    answer = client.post("/api/tokens", {"name": "nightly", "role": role})
    assert answer.status == 201, f"{answer}"
    token = answer.json()["token"]
    return token["id"], Client(world().demo["baseUrl"], token["value"])


class Accounts(unittest.TestCase):
    def setUp(self):
        self.admin = world().client("ADMIN")
        _, self.machine = machine(self.admin, "ADMIN")
        self.user = world().account("VIEWER")
        self.path = f"{USERS}/{self.user['id']}"

    def refuse(self, answer):
        self.assertEqual(assert_error(answer, 403, "FORBIDDEN"), {"requiredRole": None}, str(answer))
        self.assertIn("sign in", answer.json()["message"])

    def test_are_not_made(self):
        email = f"{secrets.token_hex(6)}@new.example"
        self.refuse(self.machine.post(USERS, {"email": email, "displayName": "New", "role": "VIEWER"}))
        self.assertEqual(self.admin.value(f"{USERS}?q={email}")["users"], [])

    def test_are_not_changed_in_what_opens_or_closes_them(self):
        before = self.admin.value(self.path)
        for body in ({"password": "a brand new password"}, {"role": "MEMBER"}, {"role": "VIEWER"},
                     {"disabled": True}, {"disabled": False}, {"displayName": "Else", "role": "ADMIN"}):
            with self.subTest(body=body):
                self.refuse(self.machine.patch(self.path, body))
        self.refuse(self.machine.delete(self.path))
        self.assertEqual(self.admin.value(self.path), before)

    def test_are_read_and_renamed(self):
        self.assertEqual(self.machine.value(self.path)["id"], self.user["id"])
        self.assertEqual(self.machine.patch(self.path, {"displayName": "Else"}).status, 200)

    def test_refusals_are_in_the_trail(self):
        token, client = machine(self.admin, "ADMIN")
        self.refuse(client.patch(self.path, {"role": "ADMIN"}))
        entry = self.admin.value(f"/api/admin/audit-logs?actor={token}&action=access.denied")["logs"][0]
        self.assertEqual((entry["outcome"], entry["actor"]["type"]), ("deny", "token"))


class OtherTokens(unittest.TestCase):
    def test_of_the_same_maker_are_not_ended(self):
        owner = world().client("MEMBER")
        mine, client = machine(owner, "MEMBER")
        sister, other = machine(owner, "VIEWER")
        details = assert_error(client.delete(f"/api/tokens/{sister}"), 403, "FORBIDDEN")
        self.assertEqual(details, {"requiredRole": "ADMIN"})
        self.assertEqual(other.get("/api/packs").status, 200)
        self.assertEqual(client.delete(f"/api/tokens/{mine}").status, 204)
        self.assertEqual(owner.delete(f"/api/tokens/{sister}").status, 204, "the maker may")

    def test_of_anybody_are_hidden_from_one_below_an_administrator(self):
        theirs, _ = machine(world().client("VIEWER"), "VIEWER")
        _, client = machine(world().client("MEMBER"), "MEMBER")
        assert_error(client.delete(f"/api/tokens/{theirs}"), 404, "NOT_FOUND")

    def test_are_ended_by_an_administrators(self):
        theirs, _ = machine(world().client("MEMBER"), "VIEWER")
        _, client = machine(world().client("ADMIN"), "ADMIN")
        self.assertEqual(client.delete(f"/api/tokens/{theirs}").status, 204)

    def test_are_not_made_whatever_the_role(self):
        for role in ("VIEWER", "ADMIN"):
            _, client = machine(world().client("ADMIN"), role)
            for wanted in ("VIEWER", "ADMIN"):
                answer = client.post("/api/tokens", {"name": "child", "role": wanted})
                self.assertEqual(assert_error(answer, 403, "FORBIDDEN"), {"requiredRole": None})
