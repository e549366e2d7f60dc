#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""API and pipeline with clocks that are five minutes wrong, one fast and one slow, then the other way round. The database's
clock, which the test shares, is the one that counts: for tokens, sessions and throttles, runs and leases, signatures of
webhooks, single sign-on, and checkpoints. Starts its own stack."""
import base64
import json
import os
import sys
import time
import unittest
from datetime import datetime, timedelta, timezone

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "support_py"), os.path.join(HERE, "..", "..", "systemd", "local"), HERE]
import samples  # noqa: E402
from client import Client, assert_error, sign_in  # noqa: E402
from fake_provider import CLIENT, SECRET, FakeProvider  # noqa: E402
from free_port import free_port  # noqa: E402
from other_clock import forget_clocks, library, set_clock  # noqa: E402
from single_sign_on import Attempt, session_of  # noqa: E402
from stack import Stack, wait_until  # noqa: E402
from webhook_receiver import Receiver  # noqa: E402
from world import open_world, world  # noqa: E402

AHEAD = 300  # seconds
NEAR = 20  # a time this near is one of the right clock
LIFETIME = 900  # of an access token


def seconds_since(text):
    return time.time() - datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def after(seconds):
    return (datetime.now(timezone.utc) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def claims_of(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


class Checks(unittest.TestCase):
    """What must hold whatever the clocks show; a subclass sets them."""
    API, PIPELINE = 0, 0
    stack = None

    @classmethod
    def setUpClass(cls):
        if cls is Checks:
            raise unittest.SkipTest("only its subclasses set clocks")
        if Checks.stack is None:
            cls.start()
        set_clock(cls.stack, "api", cls.API)
        set_clock(cls.stack, "pipeline", cls.PIPELINE)
        wait_until(lambda: '"pipeline":"ok"' in Client(cls.base_url).get("/api/health/ready").body.decode(), 60, "a pipeline")
        cls.member, cls.admin = (sign_in(cls.stack.demo, role) for role in ("MEMBER", "ADMIN"))

    @staticmethod
    def start():
        """One stack with an identity provider and a receiver of events, for all tests of the file."""
        Checks.provider, Checks.receiver = FakeProvider(), Receiver()
        unittest.addModuleCleanup(Checks.provider.close)
        unittest.addModuleCleanup(Checks.receiver.close)
        unittest.addModuleCleanup(forget_clocks)
        port = free_port()
        Checks.base_url = f"http://127.0.0.1:{port}"
        Checks.stack = Stack({
            "ASSAY_OIDC_ISSUER": Checks.provider.issuer, "ASSAY_OIDC_CLIENT_ID": CLIENT, "ASSAY_OIDC_CLIENT_SECRET": SECRET,
            "ASSAY_OIDC_TENANT": "Tarnholt Metrics", "ASSAY_OIDC_ROLE_CLAIM": "realm_access.roles", "ASSAY_OIDC_PROVISION": "on",
            "ASSAY_OIDC_ROLES": "auditors=VIEWER", "ASSAY_PUBLIC_URL": Checks.base_url, "ASSAY_ACCESS_TOKEN_S": str(LIFETIME),
            "ASSAY_EVENTS_HTTP_LOOPBACK": "on"}, port)
        Checks.stack.__enter__()
        unittest.addModuleCleanup(Checks.stack.__exit__)
        open_world(Checks.stack)
        Checks.before = sign_in(Checks.stack.demo, "MEMBER")

    def assert_now(self, text):
        self.assertLess(abs(seconds_since(text)), NEAR, text)

    def test_the_clocks_are_wrong(self):
        """Each part writes its own time into its log."""
        self.admin.get("/api/nowhere")
        for part, ahead in (("api", self.API), ("pipeline", self.PIPELINE)):
            with open(self.stack.path("log", part + ".log"), encoding="utf-8") as file:
                lines = [line for line in file.readlines() if f'"service":"assay-{part}"' in line]
            self.assertAlmostEqual(-seconds_since(json.loads(lines[-1])["time"]), ahead, delta=120)

    def test_access_tokens(self):
        claims = claims_of(self.member.token)
        self.assertAlmostEqual(claims["iat"], time.time(), delta=120)
        self.assertEqual(claims["exp"] - claims["iat"], LIFETIME)
        for client in (self.member, self.before):  # before: from an API whose clock was another
            self.assertEqual(client.get("/api/documents").status, 200)

    def test_refresh_cookies(self):
        user = self.member.user
        answer = Client(self.base_url).post("/api/auth/login", {name: user[name] for name in ("email", "password")})
        cookie, attributes = answer.cookie("assay_refresh")
        self.assertTrue(any(one.startswith("max-age=") for one in attributes), attributes)
        renewed = Client(self.base_url).request("POST", "/api/auth/refresh", b"", {"Cookie": cookie})
        self.assertEqual(renewed.status, 200, str(renewed))

    def test_api_tokens(self):
        answer = self.member.post("/api/tokens", {"name": "soon", "expiresAt": after(8)})
        self.assertEqual(answer.status, 201, str(answer))
        machine = Client(self.base_url, answer.json()["token"]["value"])
        self.assertEqual(machine.get("/api/documents").status, 200)
        wait_until(lambda: machine.get("/api/documents").status == 401, 20, "the token's end")
        past = self.member.post("/api/tokens", {"name": "past", "expiresAt": after(-5)})
        assert_error(past, 400, "VALIDATION_ERROR")
        days = self.member.post("/api/tokens", {"name": "a day", "expiresInDays": 1}).json()["token"]
        self.assertAlmostEqual(seconds_since(days["expiresAt"]), -86400, delta=NEAR)

    def test_throttles(self):
        account, anonymous = world().account(), Client(self.base_url)
        wrong = {"email": account["email"], "password": "wrong"}
        answers = [anonymous.post("/api/auth/login", wrong) for _ in range(7)]
        self.assertEqual([one.status for one in answers], [401] * 5 + [429] * 2)
        self.assertLessEqual(int(answers[-1].headers["retry-after"]), 15 * 60)

    def test_single_sign_on(self):
        attempt = Attempt(self.base_url)
        now = int(time.time())
        claims = self.provider.claims(attempt.sent["nonce"], email="pat@tarnholt.example", email_verified=True, name="Pat",
                                      realm_access={"roles": ["auditors"]}, iat=now, exp=now + 60)
        answer = attempt.come_back(code=self.provider.code_for(self.provider.token(claims)))
        session = session_of(self.base_url, answer)
        self.assertEqual(session.get("/api/documents").status, 200)

    def test_webhooks(self):
        answer = self.admin.post("/api/admin/webhooks", {"url": self.receiver.url()})
        self.assertEqual(answer.status, 201, str(answer))
        hook, first = answer.json(), len(self.receiver.told)
        self.addCleanup(self.admin.delete, f"/api/admin/webhooks/{hook['webhook']['id']}")
        document = self.member.add_ready("told.txt", samples.unique())
        self.assertEqual(self.admin.delete(f"/api/documents/{document['id']}").status, 204)
        test = self.admin.post(f"/api/admin/webhooks/{hook['webhook']['id']}/test")
        self.assertEqual(test.status, 202, str(test))
        for told in self.receiver.wait(first + 2)[first:]:
            self.assertTrue(told.signed_by(hook["secret"]))
            self.assertLess(abs(int(told.headers["webhook-timestamp"]) - time.time()), NEAR, told.type)
            self.assert_now(told.event["timestamp"])

    def test_a_rotated_secret_signs_as_long_as_it_says(self):
        answer = self.admin.post("/api/admin/webhooks", {"url": self.receiver.url("/rotated")})
        hook, path = answer.json(), f"/api/admin/webhooks/{answer.json()['webhook']['id']}"
        self.addCleanup(self.admin.delete, path)
        self.assertEqual(self.admin.post(path + "/rotate-secret").status, 200)
        for left, signs in ((60, True), (-60, False)):
            self.stack.sql(f"UPDATE webhook SET previous_until = clock_timestamp() + interval '{left} s' "
                           f"WHERE id = '{hook['webhook']['id']}'")
            first = len(self.receiver.told)
            self.assertEqual(self.admin.post(path + "/test").status, 202)
            self.assertEqual(self.receiver.wait(first + 1)[first].signed_by(hook["secret"]), signs, f"{left} s before its end")

    def test_runs_leases_and_checkpoints(self):
        document = self.member.add_ready(*samples.make("pdf", f"clock{self.API}", 20))
        self.assert_now(document["uploadedAt"])
        run = self.member.start_run()
        self.stack.kill("pipeline", "assay-pipeline")  # the next one takes over what it held
        ended = self.member.wait_run(run["id"], 90)
        self.assertEqual(ended["status"], "COMPLETED", f"{ended}")
        self.assert_now(ended["completedAt"])
        self.assertLess(datetime.fromisoformat(ended["startedAt"][:-1]), datetime.fromisoformat(ended["completedAt"][:-1]))
        self.assertEqual(self.admin.value(f"/api/admin/runs/{run['id']}/replay")["integrity"], "VERIFIED")
        newest = self.stack.sql(f"SELECT max(sequence) FROM audit_log WHERE run_id = '{run['id']}'")[0][0]
        wait_until(lambda: self.stack.sql(
            f"SELECT 1 FROM audit_checkpoint WHERE created_at > (SELECT completed_at FROM run WHERE id = '{run['id']}')"),
                   70, f"a checkpoint after entry {newest}")
        self.assertTrue(self.admin.value("/api/admin/audit-logs/verify")["verified"])
        self.assertEqual(self.admin.reproduce(run["id"])["status"], "COMPLETED")


@unittest.skipUnless(library(), "Debian's package faketime is not installed")
class FastApiSlowPipeline(Checks):
    API, PIPELINE = AHEAD, -AHEAD


@unittest.skipUnless(library(), "Debian's package faketime is not installed")
class SlowApiFastPipeline(Checks):
    API, PIPELINE = -AHEAD, AHEAD


if __name__ == "__main__":
    unittest.main(verbosity=2)
