#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who owns a sign-in, where it ends, and which account it opens: state, cookies, redirects, users."""
import json
import unittest
from urllib.parse import quote

from fixture import Client, SingleSignOn, assert_error, assert_fields, error_of, sign_in
from held import Held

HOSTILE = '"><script>alert(1)</script>'


class Browsers(SingleSignOn):
    def granted(self, attempt, **more):
        return self.end(attempt, self.provider.token(self.claims(attempt)), **more)

    def test_the_configuration_tells_of_it(self):
        self.assertEqual(Client(self.base_url).value("/api/auth/config"), {
            "password": True, "oidc": True, "oidcStartUrl": "/api/auth/oidc/start"})

    def test_the_provider_is_asked_for_what_is_needed(self):
        attempt = self.begin()
        self.assertTrue(attempt.location.startswith(self.provider.issuer + "/authorize?"), attempt.location)
        self.assertEqual({name: attempt.sent[name] for name in ("response_type", "client_id", "redirect_uri", "scope")}, {
            "response_type": "code", "client_id": "assay tests", "scope": "openid email profile",
            "redirect_uri": self.base_url + "/api/auth/oidc/callback"})
        other = self.begin()
        for name in ("state", "nonce", "code_challenge"):
            self.assertRegex(attempt.sent[name], r"^[A-Za-z0-9_-]{43}$")
            self.assertNotEqual(attempt.sent[name], other.sent[name])
        self.assertEqual(len({attempt.sent[name] for name in ("state", "nonce", "code_challenge")}), 3)

    def test_the_cookies(self):
        attempt = self.begin()
        name, _, rest = attempt.start.cookies[0].partition("=")
        self.assertTrue(name.startswith("assay_oidc_"), name)
        self.assertEqual(rest.split("; ")[1:], ["Path=/api/auth/oidc", "HttpOnly", "SameSite=Lax", "Max-Age=600"])
        answer = self.granted(attempt)
        given = {cookie.partition("=")[0]: cookie for cookie in answer.cookies}
        self.assertEqual(set(given), {"assay_refresh", "assay_browser", name})
        cleared = given[name]
        for lasting in ("assay_refresh", "assay_browser"):
            self.assertIn("; Path=/api/auth; HttpOnly; SameSite=Strict; ", given[lasting])
        self.assertIn(name + "=; ", cleared)
        self.assertIn("Max-Age=0", cleared)
        self.assertEqual(answer.headers["cache-control"], "no-store")
        self.assertEqual(answer.headers["referrer-policy"], "no-referrer")

    def test_another_browser_cannot_end_it(self):
        mine, theirs = self.begin(), self.begin()
        token = self.provider.token(self.claims(mine))
        for name, cookie in (("none", ""), ("another's", theirs.cookie), ("made up", mine.cookie[:-4] + "AAAA"),
                             ("another's under my name", mine.cookie.split("=")[0] + "=" + theirs.cookie.split("=")[1])):
            with self.subTest(cookie=name):
                answer = mine.come_back(cookie=cookie, code=self.provider.code_for(token))
                self.assertEqual(error_of(answer), "STATE_INVALID")
        self.assertEqual(self.granted(mine).headers["location"], "/cm/", "its own browser still can")

    def test_state(self):
        attempt = self.begin()
        for state in (None, "", "x", "x" * 43, attempt.sent["state"][:-1] + "_", attempt.sent["state"] + "A"):
            with self.subTest(state=state):
                self.assertEqual(error_of(attempt.come_back(state=state, code="c")), "STATE_INVALID")
        self.granted(attempt)
        self.assertEqual(error_of(self.granted(attempt)), "STATE_INVALID", "used before")

    def test_an_attempt_counts_for_ten_minutes(self):
        attempt = self.begin()
        self.stack.sql("UPDATE oidc_attempt SET created_at = created_at - interval '601 seconds'")
        self.assertEqual(error_of(self.granted(attempt)), "STATE_INVALID")

    def test_the_database_does_not_hold_what_ends_a_sign_in(self):
        attempt = self.begin()
        dump = str(self.stack.sql("SELECT *, encode(state_hash, 'escape') FROM oidc_attempt"))
        for secret in (*(attempt.sent[name] for name in ("state", "nonce", "code_challenge")),
                       attempt.cookie.split("=")[1]):
            self.assertNotIn(secret, dump)

    def test_several_sign_ins_of_one_browser(self):
        first = self.begin()
        second = self.begin()
        both = f"{first.cookie}; {second.cookie}"
        for attempt in (second, first):
            token = self.provider.token(self.claims(attempt))
            self.session(attempt.come_back(cookie=both, code=self.provider.code_for(token)))

    def test_a_code_counts_once(self):
        first, second = self.begin(), self.begin()
        code = self.provider.code_for(self.provider.token(self.claims(first)))
        self.session(first.come_back(code=code))
        self.assertEqual(error_of(second.come_back(code=code)), "PROVIDER_REFUSED")

    def test_a_token_of_another_sign_in_is_refused(self):
        first, second = self.begin(), self.begin()
        token = self.provider.token(self.claims(first))
        self.assertEqual(error_of(second.come_back(code=self.provider.code_for(token))), "TOKEN_INVALID")

    def test_errors_of_the_provider_are_not_repeated(self):
        for error, code in (("access_denied", "ACCESS_DENIED"), ("server_error", "PROVIDER_REFUSED"),
                            (HOSTILE, "PROVIDER_REFUSED"), ("", "PROVIDER_REFUSED")):
            with self.subTest(error=error):
                answer = self.begin().come_back(error=error, error_description=HOSTILE, error_uri="//evil.example")
                self.assertEqual(error_of(answer), code)
                self.assertNotIn("script", str(answer.headers) + answer.body.decode())
        for code in (None, "", "c" * 4097):
            self.assertEqual(error_of(self.begin().come_back(code=code)), "PROVIDER_REFUSED")

    def test_parameters_of_the_provider_are_passed_over(self):
        attempt = self.begin()
        code = self.provider.code_for(self.provider.token(self.claims(attempt)))
        self.session(attempt.come_back(code=code, session_state="x", authuser="0", iss=self.provider.issuer))

    def test_the_answer_of_another_provider(self):
        attempt = self.begin()
        code = self.provider.code_for(self.provider.token(self.claims(attempt)))
        self.assertEqual(error_of(attempt.come_back(code=code, iss="https://evil.example")), "TOKEN_INVALID")

    def test_where_it_returns_to(self):
        for path in ("/cm", "/cm/", "/admin/", "/cm/runs/7?tab=1&x=%20#top", "/admin"):
            with self.subTest(path=path):
                self.assertEqual(self.granted(self.begin(path)).headers["location"], path)
        self.assertEqual(self.begin("/admin/").come_back(error="x").headers["location"],
                         "/admin/#signin-error=PROVIDER_REFUSED")

    def test_it_returns_to_nowhere_else(self):
        client = Client(self.base_url)
        for path in ("", "cm/", "/", "/api/auth/me", "//evil.example/cm/", "/\\evil.example", "https://evil.example/cm/",
                     "/cm.evil.example", "/cm/../api", "/cm/..", "/cm/%2e%2e/x", "/cm/.%2E/x", "/cm/a\\b", "/cm/%5c..",
                     "/cm/%2f%2fevil", "/cmx", "javascript:alert(1)", "/cm/\x7f", "/cm/ x", "/cm/<b>", "/cm/\"",
                     "/cm/" + "x" * 512, "/cm@evil.example", "/cm/%00", "/cm/%zz", "/cm/\u00e4"):
            with self.subTest(path=path):
                answer = client.get("/api/auth/oidc/start?returnTo=" + quote(path, safe=""))
                if path in ("/cm/\x7f", "/cm/%00"):
                    assert_error(answer, 400, "VALIDATION_ERROR")
                else:
                    assert_fields(answer, "returnTo")

    def test_an_address_may_begin_only_so_many(self):
        self.stack.sql("INSERT INTO oidc_attempt (state_hash, return_to, address)"
                       " SELECT sha256(n::text::bytea), '/cm/', '127.0.0.1' FROM generate_series(1, 1000) n")
        answer = Client(self.base_url).get("/api/auth/oidc/start")
        assert_error(answer, 429, "RATE_LIMITED")
        self.stack.sql("UPDATE oidc_attempt SET created_at = created_at - interval '10 minutes'")
        self.session(self.granted(self.begin()))
        self.assertEqual(self.stack.sql("SELECT count(*) FROM oidc_attempt"), [["0"]], "old ones are forgotten")


class Accounts(SingleSignOn):
    def test_a_newcomer_gets_a_user_with_the_role_of_the_claim(self):
        person = {"sub": "new-1", "email": "New.Person@Tarnholt.Example", "name": "New Person"}
        session = self.session(self.sign_in(**person))
        self.assertEqual({name: session.user[name] for name in ("email", "displayName", "role", "tenantName")}, {
            "email": "new.person@tarnholt.example", "displayName": "New Person", "role": "VIEWER",
            "tenantName": "Tarnholt Metrics"})
        again = self.session(self.sign_in(**person, realm_access={"roles": ["auditors", "compliance-admins"]}))
        self.assertEqual((again.user["id"], again.user["role"]), (session.user["id"], "ADMIN"), "the highest")
        actions = [entry["action"] for entry in self.audit(objectId=session.user["id"])]
        self.assertEqual(actions, ["auth.login", "user.role", "auth.login", "user.link_identity", "user.create"])
        login = Client(self.base_url).post("/api/auth/login", {"email": session.user["email"], "password": ""})
        self.assertIn(login.status, (400, 401), "there is no password")

    def test_roles(self):
        for roles, expected in ((["cn=root"], "SUPER_ADMIN"), ("compliance-admins", "ADMIN"), (["ADMIN"], None),
                                (["SUPER_ADMIN"], None), ([], None), ("", None), ({"auditors": True}, None), (None, None)):
            with self.subTest(roles=roles):
                answer = self.sign_in(sub="role-1", email="role@tarnholt.example", realm_access={"roles": roles})
                if expected:
                    self.assertEqual(self.session(answer).user["role"], expected)
                else:
                    self.assertEqual(error_of(answer), "NO_ROLE")

    def test_an_existing_user_is_linked_once(self):
        member = next(user for user in self.stack.demo["users"] if user["role"] == "MEMBER")
        first = self.session(self.sign_in(sub="member-1", email=member["email"]))
        self.assertEqual(first.user["email"], member["email"])
        # The address changed at the provider: still the same person and account.
        moved = self.session(self.sign_in(sub="member-1", email="moved@tarnholt.example"))
        self.assertEqual(moved.user["id"], first.user["id"])
        # Somebody else received the address there: not that account.
        self.assertEqual(error_of(self.sign_in(sub="member-2", email=member["email"])), "IDENTITY_CONFLICT")
        newest = self.audit(objectId=first.user["id"])[0]
        self.assertEqual((newest["action"], newest["outcome"]), ("auth.login", "deny"))

    def test_an_address_that_nobody_vouches_for(self):
        admin = next(user for user in self.stack.demo["users"] if user["role"] == "ADMIN")
        for verified in (None, False, "true", 1, "false"):
            with self.subTest(verified=verified):
                answer = self.sign_in(sub="stranger", email=admin["email"], email_verified=verified)
                self.assertEqual(error_of(answer), "EMAIL_UNVERIFIED")
        for email in (None, "", "no-address", "@", "a@", "a b@tarnholt.example", 7):
            with self.subTest(email=email):
                self.assertEqual(error_of(self.sign_in(sub="stranger", email=email)), "EMAIL_UNVERIFIED")
        denied = self.audit(objectId="stranger")[0]
        self.assertEqual((denied["action"], denied["outcome"]), ("auth.login", "deny"))

    def test_tenants(self):
        second = self.tenants[1]
        for claim, expected in ((second["name"], 1), (second["id"], 1), ([second["name"]], 1), (None, 0)):
            with self.subTest(claim=claim):
                org = {} if claim is None else {"org": {"tenant": claim}}
                user = self.session(self.sign_in(sub="tenant-1", email="t@quillmoor.example", **org)).user
                self.assertEqual(user["tenantId"], self.tenants[expected]["id"])
        for claim in ("nobody's", [], [second["name"], self.tenants[0]["name"]], 7, "", {"name": second["name"]}):
            with self.subTest(claim=claim):
                self.assertEqual(error_of(self.sign_in(sub="tenant-1", org={"tenant": claim})), "NO_TENANT")

    def test_a_disabled_user_stays_out(self):
        person = {"sub": "gone-1", "email": "gone@tarnholt.example"}
        user = self.session(self.sign_in(**person)).user
        self.stack.sql(f"UPDATE app_user SET disabled_at = now() WHERE id = '{user['id']}'")
        self.assertEqual(error_of(self.sign_in(**person)), "ACCOUNT_DISABLED")
        self.assertEqual(error_of(self.sign_in(sub="gone-2", email=person["email"])), "ACCOUNT_DISABLED")
        self.assertEqual(self.stack.sql(f"SELECT disabled_at IS NULL FROM app_user WHERE id = '{user['id']}'"), [["f"]])

    def test_one_disabled_during_the_sign_in_stays_out(self):
        person = {"sub": "going-1", "email": "going@tarnholt.example"}
        user = self.session(self.sign_in(**person)).user
        held = Held(self.stack, f"UPDATE app_user SET disabled_at = now() WHERE id = '{user['id']}'")
        self.addCleanup(held.close)
        self.assertEqual(error_of(held.answer_of(lambda: self.sign_in(**person))), "ACCOUNT_DISABLED")

    def test_a_deleted_user_is_nobody(self):
        person = {"sub": "deleted-1", "email": "deleted@tarnholt.example"}
        user = self.session(self.sign_in(**person)).user
        answer = sign_in(self.stack.demo, "ADMIN").delete(f"/api/admin/users/{user['id']}")
        self.assertEqual(answer.status, 204, str(answer))
        again = self.session(self.sign_in(**person)).user
        self.assertNotEqual(again["id"], user["id"])

    def test_the_token_wins_wherever_the_userinfo_puts_a_claim(self):
        first, second = self.tenants
        for told, asked, expected in (({"org": {"tenant": first["id"]}}, {"org.tenant": second["id"]}, 0),
                                      ({"org": {"tenant": second["id"]}}, {"org": {"tenant": first["id"]}}, 1),
                                      ({"org.tenant": second["id"]}, {"org": {"tenant": first["id"]}}, 1),
                                      ({"org": {"name": "x"}}, {"org": {"tenant": second["id"]}}, 1)):
            with self.subTest(told=told, asked=asked):
                self.provider.answers["/userinfo"] = lambda *_, asked=asked: (200, {
                    "sub": "both-1", "email": "both@tarnholt.example", "email_verified": True, **asked})
                answer = self.sign_in(sub="both-1", email=None, email_verified=None, **told)
                self.assertEqual(self.session(answer).user["tenantId"], self.tenants[expected]["id"])

    def entries(self, **filters):
        """(action, outcome, how, actor, detail) of the newest entries first."""
        return [(entry["action"], entry["outcome"], entry["authMethod"], entry["actor"]["type"],
                 json.loads(entry["detail"] or "null")) for entry in self.audit(**filters)]

    def test_it_is_recorded(self):
        person = {"sub": "audited", "email": "audited@tarnholt.example"}
        user = self.session(self.sign_in(**person)).user
        entry = self.audit(objectId=user["id"])[0]
        self.assertEqual((entry["action"], entry["outcome"], entry["actor"]["email"], entry["ip"]),
                         ("auth.login", "allow", user["email"], "127.0.0.1"))
        self.session(self.sign_in(**person, realm_access={"roles": ["compliance-admins"]}))
        who = {"issuer": self.provider.issuer, "subject": "audited"}
        self.assertEqual(self.entries(objectId=user["id"]), [
            ("auth.login", "allow", "oidc", "user", None),
            ("user.role", "allow", "oidc", "system", {"role": {"from": "VIEWER", "to": "ADMIN"}}),
            ("auth.login", "allow", "oidc", "user", None),
            ("user.link_identity", "allow", "oidc", "system", who),
            ("user.create", "allow", "oidc", "system", {"email": user["email"], "role": "VIEWER"})])

    def test_a_denial_is_recorded_with_its_code(self):
        person = {"sub": "denied-1", "email": "denied@tarnholt.example"}
        user = self.session(self.sign_in(**person)).user
        self.stack.sql(f"UPDATE app_user SET disabled_at = now() WHERE id = '{user['id']}'")
        for subject, more, named, code in (("denied-1", {}, user["id"], "ACCOUNT_DISABLED"),
                                           ("denied-2", {}, user["id"], "ACCOUNT_DISABLED"),
                                           ("denied-3", {"email_verified": False}, "denied-3", "EMAIL_UNVERIFIED"),
                                           ("denied-4", {"realm_access": None}, "denied-4", "NO_ROLE")):
            with self.subTest(code=code, subject=subject):
                self.assertEqual(error_of(self.sign_in(**{**person, "sub": subject, **more})), code)
                self.assertEqual(self.entries(objectId=named)[0], (
                    "auth.login", "deny", "oidc", "anonymous",
                    {"code": code, "issuer": self.provider.issuer, "subject": subject}))


if __name__ == "__main__":
    unittest.main(verbosity=2)
