# SPDX-License-Identifier: Apache-2.0
"""What ends a sign-in by itself: its age, however often it is renewed, and the next sign-in of the same browser."""
import json
import time
import unittest

from client import Client, assert_error
from sessions_test import renew, sign_in, works
from world import world

DAYS_30 = 30 * 24 * 3600


def age(user, seconds):
    """Makes all sign-ins of the user older by that many seconds."""
    world().stack.sql(f"UPDATE refresh_token SET signed_in_at = signed_in_at - interval '{seconds} seconds'"
                      f" WHERE user_id = '{user['id']}'")


def max_age(answer):
    return int(next(part for part in answer.cookies[0].split("; ") if part.startswith("Max-Age="))[8:])


class Age(unittest.TestCase):
    def setUp(self):
        self.user = world().account("VIEWER")
        self.client, self.cookie = sign_in(self.user)

    def test_renewing_does_not_prolong_it_beyond_thirty_days(self):
        answer = renew(self.cookie)
        self.assertEqual((answer.status, max_age(answer)), (200, 1_209_600))
        age(self.user, DAYS_30 - 100)
        answer = renew(answer.cookies[0].split(";")[0])
        self.assertEqual(answer.status, 200, str(answer))
        for left in (answer.json()["expiresIn"], max_age(answer)):
            self.assertLessEqual(left, 100, "no token and no cookie outlives the sign-in")
            self.assertGreater(left, 60)
        age(self.user, 100)
        assert_error(renew(answer.cookies[0].split(";")[0]), 401, "UNAUTHORIZED")

    def test_it_counts_from_the_sign_in_not_from_the_last_renewal(self):
        age(self.user, DAYS_30 - 2)
        cookie = renew(self.cookie).cookies[0].split(";")[0]
        time.sleep(2.1)
        assert_error(renew(cookie), 401, "UNAUTHORIZED")
        self.assertEqual(renew(sign_in(self.user)[1]).status, 200, "a new sign-in begins anew")


class SigningInAgain(unittest.TestCase):
    def setUp(self):
        self.user = world().account("VIEWER")
        self.client, self.cookie = sign_in(self.user)

    def again(self, user, cookie, **headers):
        answer = world().anonymous().post("/api/auth/login", {"email": user["email"], "password": user["password"]},
                                          {"Cookie": cookie, **headers})
        self.assertEqual(answer.status, 200, str(answer))
        return answer

    def assert_ended(self):
        assert_error(renew(self.cookie), 401, "UNAUTHORIZED")
        self.assertFalse(any(works(self.client) for _ in range(16)))

    def test_ends_the_sign_in_that_the_browser_had(self):
        fresh = self.again(self.user, self.cookie)
        self.assert_ended()
        self.assertTrue(works(Client(world().demo["baseUrl"], fresh.json()["accessToken"])))
        logs = world().client("ADMIN").value(f"/api/admin/audit-logs?objectId={self.user['id']}")["logs"]
        self.assertEqual([entry["action"] for entry in logs[:3]], ["auth.login", "auth.logout", "auth.login"])
        self.assertEqual(logs[1]["actor"]["email"], self.user["email"])
        self.assertEqual(json.loads(logs[1]["detail"]), {"reason": "signed in again"})

    def test_also_that_of_another_user_of_another_tenant(self):
        self.again(world().account("VIEWER", 1), self.cookie)
        self.assert_ended()

    def test_by_a_cookie_that_has_been_renewed_since(self):
        renewed = renew(self.cookie).cookies[0].split(";")[0]
        self.again(self.user, self.cookie)
        assert_error(renew(renewed), 401, "UNAUTHORIZED")

    def test_not_when_it_fails_or_another_site_asks_or_the_cookie_is_made_up(self):
        answer = world().anonymous().post("/api/auth/login", {"email": self.user["email"], "password": "wrong"},
                                          {"Cookie": self.cookie})
        world().stack.sql("DELETE FROM login_failure")
        assert_error(answer, 401, "UNAUTHORIZED")
        self.again(self.user, self.cookie, Origin="https://attacker.example")
        self.again(self.user, self.cookie[:-2])
        self.assertTrue(works(self.client))
        self.assertEqual(renew(self.cookie).status, 200)
