# SPDX-License-Identifier: Apache-2.0
"""Facts that change between lookup and use: sessions that a process remembers for up to 30 seconds, and passwords
that change while they are checked."""
import secrets
import unittest

from client import Client, assert_error, assert_fields
from held import Held
from stack import wait_until
from world import world

PROCESSES = 32  # enough requests to reach every process, more or less


def sign_in(user):
    """(client, Cookie header) of a new sign-in."""
    client = Client(world().demo["baseUrl"], user=user)
    answer = client.post("/api/auth/login", {"email": user["email"], "password": user["password"]})
    assert answer.status == 200, f"{answer}"
    client.token = answer.json()["accessToken"]
    return client, answer.cookies[0].split(";")[0]


def upload(client):
    return client.upload("late.txt", secrets.token_hex(12).encode())


def remembered(client):
    """Makes the processes remember the session, and checks that it may write."""
    for _ in range(PROCESSES):
        assert client.get("/api/packs").status == 200
    assert upload(client).status == 201
    return client


class Writes(unittest.TestCase):
    def setUp(self):
        self.user = world().account("MEMBER")
        self.client, self.cookie = sign_in(self.user)

    def machine(self):
        answer = self.client.post("/api/tokens", {"name": "nightly", "role": "MEMBER"})
        self.assertEqual(answer.status, 201, str(answer))
        record = answer.json()["token"]
        return record["id"], remembered(Client(world().demo["baseUrl"], record["value"]))

    def assert_writes_nothing(self, client):
        for _ in range(8):
            answer = upload(client)
            assert_error(answer, 401, "UNAUTHORIZED")
            self.assertIn('error="invalid_token"', answer.headers["www-authenticate"])

    def alter(self, change):
        world().stack.sql(f"UPDATE app_user SET {change} WHERE id = '{self.user['id']}'")

    def test_end_with_the_sign_in(self):
        remembered(self.client)
        other, _ = sign_in(self.user)
        done = world().anonymous().request("POST", "/api/auth/logout", headers={"Cookie": self.cookie})
        self.assertEqual(done.status, 204)
        self.assert_writes_nothing(self.client)
        self.assertEqual(upload(other).status, 201, "another sign-in of the same user")

    def test_end_with_the_role(self):
        remembered(self.client)
        self.alter("role = 'VIEWER'")
        self.assert_writes_nothing(self.client)

    def test_end_with_the_user(self):
        remembered(self.client)
        self.alter("disabled_at = now()")
        self.assert_writes_nothing(self.client)

    def test_of_an_api_token_end_with_it(self):
        for ending in ("DELETE FROM api_token", "UPDATE api_token SET expires_at = now()"):
            with self.subTest(ending=ending):
                token, client = self.machine()
                world().stack.sql(f"{ending} WHERE id = '{token}'")
                self.assert_writes_nothing(client)

    def test_of_an_api_token_are_capped_by_what_its_maker_has_become(self):
        _, client = self.machine()
        self.alter("role = 'VIEWER'")
        # A process whose memory is out of date refuses once, then looks again.
        for _ in range(8):
            self.assertIn(upload(client).status, (401, 403))
        wait_until(lambda: {upload(client).status for _ in range(8)} == {403}, 20, "judged as a viewer's")
        self.assertEqual(client.get("/api/packs").status, 200)

    def test_refused_once_are_reads_refused_too(self):
        remembered(self.client)
        self.alter("disabled_at = now()")
        self.assert_writes_nothing(self.client)
        for _ in range(PROCESSES):  # processes that refused a write remember nothing
            upload(self.client)
        wait_until(lambda: self.client.get("/api/packs").status == 401, 20, "a read refused")

    def test_by_a_refused_request_are_no_exception(self):
        """A refusal for lack of the role is recorded in the caller's name."""
        remembered(self.client)
        self.alter("disabled_at = now()")
        assert_error(self.client.get("/api/admin/runs"), 401, "UNAUTHORIZED")


class Passwords(unittest.TestCase):
    def setUp(self):
        self.user, self.other = world().account("MEMBER"), world().account("MEMBER")
        self.client, _ = sign_in(self.user)

    def while_changed(self, call):
        """The response to a call whose password is right when it is checked and wrong before it is used."""
        other = world().stack.sql(f"SELECT password_hash FROM app_user WHERE id = '{self.other['id']}'")[0][0]
        held = Held(world().stack, f"UPDATE app_user SET password_hash = '{other}' WHERE id = '{self.user['id']}'")
        self.addCleanup(held.close)
        return held.answer_of(call)

    def login(self, password):
        return world().anonymous().post("/api/auth/login", {"email": self.user["email"], "password": password})

    def test_that_change_during_a_sign_in_open_nothing(self):
        assert_error(self.while_changed(lambda: self.login(self.user["password"])), 401, "UNAUTHORIZED")
        self.assertEqual(self.login(self.other["password"]).status, 200)

    def test_that_change_during_a_change_are_not_overwritten(self):
        body = {"currentPassword": self.user["password"], "newPassword": "a brand new password"}
        assert_fields(self.while_changed(lambda: self.client.post("/api/auth/password", body)), "currentPassword")
        self.assertEqual(self.login(self.other["password"]).status, 200)
