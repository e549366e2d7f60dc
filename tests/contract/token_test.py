# SPDX-License-Identifier: Apache-2.0
"""Access tokens that must not pass: expired, altered, signed differently, or in the wrong place."""
import json
import time
import unittest

from client import Client, assert_error
from token_forger import Forger, encode, parts_of
from world import world


class Tokens(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.genuine = world().client("VIEWER").token
        cls.header, cls.claims = parts_of(cls.genuine)
        cls.forger = Forger(world().stack)

    def status_with(self, token):
        return Client(world().demo["baseUrl"], token).get("/api/packs").status

    def refuse(self, token):
        answer = Client(world().demo["baseUrl"], token).get("/api/packs")
        assert_error(answer, 401, "UNAUTHORIZED")
        self.assertIn('error="invalid_token"', answer.headers["www-authenticate"])
        return answer.json()["message"]

    def changed(self, **claims):
        return {**self.claims, **claims}

    def test_carry_the_decided_claims(self):
        self.assertEqual(self.header["alg"], "EdDSA")
        self.assertEqual(self.header["kid"], self.forger.kid)
        self.assertEqual(set(self.claims), {"iss", "aud", "sub", "tid", "role", "sid", "iat", "nbf", "exp", "jti"})
        self.assertEqual((self.claims["tid"], self.claims["role"]), (world().tenant_id(), "VIEWER"))
        self.assertEqual(self.claims["exp"] - self.claims["iat"], 900)

    def test_a_faithful_copy_passes_so_that_the_refusals_mean_something(self):
        self.assertEqual(self.status_with(self.forger.token(self.header, self.claims)), 200)

    def test_time_is_checked_with_the_leeway(self):
        now = int(time.time())
        for name, value in (("exp", now - 40), ("nbf", now + 40)):
            with self.subTest(claim=name):
                self.refuse(self.forger.token(self.header, self.changed(**{name: value})))
        self.assertEqual(self.status_with(self.forger.token(self.header, self.changed(exp=now - 15))), 200)

    def test_claims_are_checked(self):
        for name, value in (("iss", "other"), ("aud", "other"), ("role", "GOD"), ("sub", "x"),
                            ("tid", "x"), ("exp", "tomorrow"), ("exp", None), ("role", 7)):
            with self.subTest(claim=name, value=value):
                self.refuse(self.forger.token(self.header, self.changed(**{name: value})))
        for name in ("iss", "aud", "sub", "tid", "role", "exp"):
            with self.subTest(without=name):
                self.refuse(self.forger.token(self.header, {k: v for k, v in self.claims.items() if k != name}))

    def test_the_header_has_no_say(self):
        by_hmac, unsigned = self.forger.hmac256, lambda _: b""
        for change, sign in (({"alg": "none"}, unsigned), ({"alg": "NoNe"}, unsigned), ({"alg": "HS256"}, by_hmac),
                             ({"alg": "none"}, None), ({"alg": "HS256"}, None), ({"kid": "../../dev/null"}, None),
                             ({"kid": "unknown"}, None), ({"kid": ""}, None), ({"crit": ["exp"]}, None)):
            with self.subTest(change=change, signed=sign is None):
                self.refuse(self.forger.token({**self.header, **change}, self.claims, sign))

    def test_what_was_signed_is_what_counts(self):
        header, claims, signature = self.genuine.split(".")
        more = encode(json.dumps(self.changed(role="ADMIN")).encode())
        flipped = signature[:-4] + ("AAAA" if signature[-4:] != "AAAA" else "BBBB")
        for token in (f"{header}.{more}.{signature}", f"{header}.{claims}.", f"{header}.{claims}",
                      f"{header}.{claims}.{flipped}", f"{header}.{claims}.{signature}.x", f".{claims}.{signature}",
                      self.genuine + "=", "a" * 8_000):
            with self.subTest(token=token[-60:]):
                self.refuse(token)

    def test_all_refusals_read_alike(self):
        expired = self.forger.token(self.header, self.changed(exp=int(time.time()) - 100))
        self.assertEqual(self.refuse(expired), self.refuse("nonsense"))

    def test_other_places_and_schemes_are_not_looked_at(self):
        anonymous = world().anonymous()
        for header in ("Basic " + self.genuine, self.genuine, "Bearer", "Bearer  ", f"Bearer {self.genuine} x"):
            with self.subTest(header=header[:20]):
                assert_error(anonymous.get("/api/packs", Authorization=header), 401, "UNAUTHORIZED")
        assert_error(anonymous.request("GET", "/api/packs", headers={"Cookie": "token=" + self.genuine}),
                     401, "UNAUTHORIZED")

    def test_of_a_user_who_is_no_more_are_refused(self):
        stack, member = world().stack, world().client("MEMBER", 1)
        stack.sql(f"UPDATE app_user SET disabled_at = now() WHERE email = '{member.user['email']}'")
        try:
            assert_error(member.get("/api/auth/me"), 401, "UNAUTHORIZED")
            assert_error(member.upload("late.txt", b"Uploaded by nobody.\n"), 401, "UNAUTHORIZED")
        finally:
            stack.sql(f"UPDATE app_user SET disabled_at = NULL WHERE email = '{member.user['email']}'")
