#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ID tokens and provider answers that prove nothing: each ends the sign-in with a fixed message."""
import base64
import hashlib
import hmac
import threading
import time
import unittest

from fixture import CLIENT, SECRET, SingleSignOn, at_hash, error_of, sign_in


class TokenAttacks(SingleSignOn):
    def refused(self, name, token_of, code="TOKEN_INVALID", **more):
        """token_of(claims of this sign-in) is refused with that code."""
        with self.subTest(attack=name):
            attempt = self.begin()
            answer = self.end(attempt, token_of(self.claims(attempt)), **more)
            self.assertEqual(error_of(answer), code)

    def test_a_sound_token_signs_in(self):
        session = self.session(self.sign_in())
        self.assertEqual(session.user["email"], "pat@tarnholt.example")
        form, headers = self.provider.forms[-1]
        self.assertEqual(form["redirect_uri"], self.base_url + "/api/auth/oidc/callback")
        self.assertEqual(form["grant_type"], "authorization_code")
        self.assertNotIn("client_secret", form)
        basic = base64.b64decode(headers["Authorization"].split()[1]).decode()
        self.assertEqual(basic, "assay%20tests:s3cret%3A%20%26%20%2B")

    def test_the_verifier_fits_the_challenge(self):
        attempt = self.begin()
        self.end(attempt, self.provider.token(self.claims(attempt)))
        verifier = self.provider.forms[-1][0]["code_verifier"]
        digest = hashlib.sha256(verifier.encode()).digest()
        self.assertEqual(attempt.sent["code_challenge"], base64.urlsafe_b64encode(digest).rstrip(b"=").decode())
        self.assertEqual(attempt.sent["code_challenge_method"], "S256")
        self.assertRegex(verifier, r"^[A-Za-z0-9_-]{43,128}$")

    def test_signatures(self):
        provider = self.provider

        def mac(secret):
            return lambda text: hmac.new(secret, text, hashlib.sha256).digest()
        kid = provider.key.kid
        self.refused("no algorithm", lambda c: provider.token(c, {"alg": "none", "kid": kid}, lambda _: b""))
        self.refused("None", lambda c: provider.token(c, {"alg": "None", "kid": kid}, lambda _: b""))
        self.refused("HS256 with the public key", lambda c: provider.token(
            c, {"alg": "HS256", "kid": kid}, mac(provider.key.public_pem)))
        self.refused("HS256 with the client's secret", lambda c: provider.token(
            c, {"alg": "HS256", "kid": kid}, mac(SECRET.encode())))
        other = provider.new_key("other")
        self.refused("another key", lambda c: provider.token(c, sign=other.sign))
        self.refused("its own key", lambda c: provider.token(
            c, {"alg": "RS256", "kid": kid, "jwk": other.jwk}, other.sign))
        self.refused("ES256 by name", lambda c: provider.token(c, {"alg": "ES256", "kid": kid}))
        self.refused("an unknown key id", lambda c: provider.token(c, {"alg": "RS256", "kid": "nobody"}))
        self.refused("a key id that is a path", lambda c: provider.token(c, {"alg": "RS256", "kid": "../../key"}))
        self.refused("a critical extension", lambda c: provider.token(
            c, {"alg": "RS256", "kid": kid, "crit": ["exp"]}))
        self.refused("changed claims", lambda c: self.changed(provider.token(c)))
        self.refused("no token", lambda c: "")
        self.refused("no text", lambda c: 7)

    @staticmethod
    def changed(token):
        header, claims, signature = token.split(".")
        text = base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)).replace(b"subject-1", b"subject-2")
        return ".".join((header, base64.urlsafe_b64encode(text).rstrip(b"=").decode(), signature))

    def test_claims(self):
        now = int(time.time())
        for name, change in {
                "another issuer": {"iss": self.provider.issuer + "/"}, "no issuer": {"iss": None},
                "another client": {"aud": "other"}, "no audience": {"aud": None}, "empty audience": {"aud": []},
                "two clients and no azp": {"aud": [CLIENT, "other"]},
                "made for another": {"aud": [CLIENT, "other"], "azp": "other"},
                "azp of another": {"azp": "other"}, "audience that is no list": {"aud": {CLIENT: CLIENT}},
                "no nonce": {"nonce": None}, "another nonce": {"nonce": "x" * 43},
                "expired": {"exp": now - 60}, "no expiry": {"exp": None}, "expiry as text": {"exp": str(now + 60)},
                "made in the future": {"iat": now + 120}, "made long ago": {"iat": now - 3600},
                "no time": {"iat": None}, "not yet": {"nbf": now + 120},
                "no subject": {"sub": None}, "empty subject": {"sub": ""}, "long subject": {"sub": "s" * 256},
                "subject that is a number": {"sub": 7}, "subject with a line": {"sub": "a\nb"},
                "another access token": {"at_hash": at_hash("access-2")}, "at_hash as number": {"at_hash": 1},
        }.items():
            self.refused(name, lambda c, change=change: self.provider.token(
                {key: value for key, value in {**c, **change}.items() if value is not None}))

    def test_what_is_sound_though_unusual(self):
        now = int(time.time())
        for change in ({"aud": [CLIENT]}, {"aud": [CLIENT, "other"], "azp": CLIENT}, {"exp": now - 20},
                       {"iat": now + 20, "nbf": now + 20}, {"exp": now + 60.5}, {"at_hash": at_hash("access-1")}):
            with self.subTest(change=change):
                self.session(self.sign_in(**change))

    def test_a_token_without_key_id_is_of_the_only_key(self):
        attempt = self.begin()
        token = self.provider.token(self.claims(attempt), {"alg": "RS256"})
        self.session(self.end(attempt, token))

    def test_answers_of_the_token_endpoint(self):
        for name, answer, code in (  # the provider's answer, and the resulting code
                ("an error", (500, {"error": "server_error"}), "PROVIDER_UNAVAILABLE"),
                ("garbage", (200, b"<html>"), "PROVIDER_UNAVAILABLE"),
                ("a list", (200, []), "PROVIDER_UNAVAILABLE"),
                ("two megabytes", (200, b'{"id_token": "' + b"x" * 2_000_000 + b'"}'), "PROVIDER_UNAVAILABLE"),
                ("no id_token", (200, {"access_token": "a"}), "TOKEN_INVALID"),
                ("a refusal", (401, {"error": "invalid_client"}), "PROVIDER_REFUSED"),
                ("a redirect", (302, {}), "PROVIDER_UNAVAILABLE")):
            with self.subTest(answer=name):
                self.provider.answers["/token"] = answer
                self.assertEqual(error_of(self.sign_in()), code)

    def test_userinfo_must_be_of_the_same_subject(self):
        person = {"email": "ray@tarnholt.example", "email_verified": True, "name": "Ray"}
        for subject, told in (("ray", None), ("somebody else", "TOKEN_INVALID"), (None, "TOKEN_INVALID")):
            with self.subTest(subject=subject):
                def userinfo(_, headers, subject=subject):
                    self.assertEqual(headers["Authorization"], "Bearer access-1")
                    return 200, {**person, **({"sub": subject} if subject else {})}
                self.provider.answers["/userinfo"] = userinfo
                answer = self.sign_in(sub="ray", email=None, email_verified=None, name=None)
                if told:
                    self.assertEqual(error_of(answer), told)
                else:
                    self.assertEqual(self.session(answer).user["displayName"], "Ray")

    def test_z_a_provider_that_keeps_us_waiting_holds_up_nobody_else(self):
        """Runs last, since sign-ins pause after it."""
        released = threading.Event()
        self.addCleanup(released.set)

        def hang(*_):
            released.wait(30)
            return 500, {}
        self.provider.answers["/token"] = hang
        answers = []
        slow = threading.Thread(target=lambda: answers.append(self.sign_in()))
        slow.start()
        time.sleep(0.5)
        begun = time.monotonic()
        results = sign_in(self.stack.demo, "VIEWER").value("/api/search?q=backup")
        self.assertIn("results", results)
        self.assertLess(time.monotonic() - begun, 5)
        slow.join(20)
        self.assertEqual([error_of(answer) for answer in answers], ["PROVIDER_UNAVAILABLE"])
        begun = time.monotonic()
        self.assertEqual(error_of(self.sign_in()), "PROVIDER_UNAVAILABLE")
        self.assertLess(time.monotonic() - begun, 3, "others are refused at once for a while")


if __name__ == "__main__":
    unittest.main(verbosity=2)
