#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ends a single sign-on: its age, a role that the provider removes, and the next sign-in of the browser."""
import json
import unittest

from fixture import ROLE, Client, SingleSignOn, assert_error, error_of, sign_in
from single_sign_on import REFRESH, START, Attempt

HALF_A_DAY = 12 * 3600


def cookie_of(answer):
    return next(filter(None, map(REFRESH.match, answer.cookies)))[0]


class Ending(SingleSignOn):
    def renew(self, cookie):
        return Client(self.base_url).request("POST", "/api/auth/refresh", b"", {"Cookie": cookie})

    def assert_over(self, cookie):
        assert_error(self.renew(cookie), 401, "UNAUTHORIZED")

    def sign_in_after(self, cookie, **claims):
        """A whole sign-in of the browser with this cookie; since it is SameSite=Strict, only our own page sends it."""
        attempt = Attempt(self.base_url, cookie=cookie)
        return self.end(attempt, self.provider.token(self.claims(attempt, **claims)))

    def test_after_half_a_day_the_provider_is_asked_again(self):
        person = {"sub": "aged", "email": "aged@tarnholt.example"}
        answer = self.renew(cookie_of(self.sign_in(**person)))
        self.assertEqual(answer.status, 200)
        self.assertIn(f"; Max-Age={HALF_A_DAY}", answer.cookies[0])
        self.stack.sql(f"UPDATE refresh_token SET signed_in_at = signed_in_at - interval '{HALF_A_DAY} seconds'"
                       f" WHERE user_id = '{answer.json()['user']['id']}'")
        self.assert_over(cookie_of(answer))
        self.assertEqual(self.renew(cookie_of(self.sign_in(**person))).status, 200)

    def test_who_has_no_role_any_more_is_signed_out_everywhere(self):
        person = {"sub": "demoted", "email": "demoted@tarnholt.example"}
        first, second = self.sign_in(**person), self.sign_in(**person)
        user = self.renew(cookie_of(first)).json()["user"]
        other = self.sign_in(sub="colleague", email="colleague@tarnholt.example")
        self.assertEqual(error_of(self.sign_in(**person, realm_access={"roles": []})), "NO_ROLE")
        self.assert_over(cookie_of(second))
        self.assertEqual(self.renew(cookie_of(other)).status, 200)
        entries = self.audit(objectId=user["id"])
        self.assertEqual([(entry["action"], entry["outcome"]) for entry in entries[:2]],
                         [("auth.login", "deny"), ("user.end_sign_ins", "allow")])
        self.assertEqual(error_of(self.sign_in(**person, realm_access={"roles": []})), "NO_ROLE")
        self.assertEqual(self.audit(objectId=user["id"])[1]["action"], "auth.login", "nothing was left to end")
        self.session(self.sign_in(**person, **ROLE))

    def test_a_stranger_without_a_role_ends_nothing(self):
        member = next(user for user in self.stack.demo["users"] if user["role"] == "MEMBER")
        session = sign_in(self.stack.demo, "MEMBER")
        self.assertEqual(error_of(self.sign_in(sub="stranger", email=member["email"], realm_access={"roles": []})), "NO_ROLE")
        self.assertEqual(session.get("/api/auth/me").status, 200)

    def test_the_next_of_the_same_browser(self):
        before = cookie_of(self.sign_in(sub="again", email="again@tarnholt.example"))
        # Denied, or abandoned: nothing has ended.
        self.assertEqual(error_of(self.sign_in_after(before, sub="x", email="x@x.example", email_verified=False)),
                         "EMAIL_UNVERIFIED")
        Client(self.base_url).request("GET", START, headers={"Cookie": before})
        renewed = cookie_of(self.renew(before))
        fresh = self.sign_in_after(renewed, sub="again-2", email="again-2@quillmoor.example",
                                   org={"tenant": self.tenants[1]["name"]})
        self.assert_over(renewed)
        self.assertEqual(self.renew(cookie_of(fresh)).json()["user"]["tenantId"], self.tenants[1]["id"])
        self.assertEqual(json.loads(self.audit(action="auth.logout")[0]["detail"]), {"reason": "signed in again"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
