# SPDX-License-Identifier: Apache-2.0
"""What ends a session before its access token expires: signing out, a stolen cookie, and an administrator's
changes to the user. Each takes effect at once, in every process, and for reads too."""
import concurrent.futures
import unittest

from client import Client, assert_error
from world import world

# One statement, several statements, and none of its own.
PATHS = ("/api/packs", "/api/documents?limit=1", "/api/search?q=backup")


def sign_in(user):
    """(client, Cookie header) of a new sign-in."""
    client = Client(world().demo["baseUrl"], user=user)
    answer = client.post("/api/auth/login", {"email": user["email"], "password": user["password"]})
    assert answer.status == 200, f"{answer}"
    client.token = answer.json()["accessToken"]
    return client, answer.cookies[0].split(";")[0]


def renew(cookie, **headers):
    return world().anonymous().request("POST", "/api/auth/refresh", headers={"Cookie": cookie, **headers})


def logout(cookie):
    return world().anonymous().request("POST", "/api/auth/logout", headers={"Cookie": cookie})


def works(client):
    return client.get("/api/packs").status == 200


class Ending(unittest.TestCase):
    def setUp(self):
        self.user = world().account("MEMBER")
        self.client, self.cookie = sign_in(self.user)
        self.other, self.other_cookie = sign_in(self.user)
        for client in (self.client, self.other):
            self.assertTrue(works(client))

    def assert_ends(self, client):
        for path in PATHS * 16:
            answer = client.get(path)
            assert_error(answer, 401, "UNAUTHORIZED")
            self.assertIn('error="invalid_token"', answer.headers["www-authenticate"])

    def change(self, **change):
        answer = world().client("ADMIN").patch(f"/api/admin/users/{self.user['id']}", change)
        self.assertEqual(answer.status, 200, str(answer))

    def test_by_logout_and_only_this_sign_in(self):
        self.assertEqual(logout(self.cookie).status, 204)
        self.assert_ends(self.client)
        self.assertTrue(works(self.other))

    def test_by_logout_with_the_access_token_alone(self):
        self.assertEqual(self.client.post("/api/auth/logout").status, 204)
        self.assert_ends(self.client)
        assert_error(renew(self.cookie), 401, "UNAUTHORIZED")
        self.assertTrue(works(self.other), "only this sign-in ends")

    def test_the_cookie_decides_which_sign_in_a_logout_ends(self):
        answer = self.client.request("POST", "/api/auth/logout", headers={"Cookie": self.other_cookie})
        self.assertEqual(answer.status, 204)
        self.assert_ends(self.other)
        self.assertTrue(works(self.client))

    def test_an_ended_or_forged_access_token_signs_nobody_out(self):
        for token in (self.client.token + "x", "nonsense"):
            answer = world().anonymous().request("POST", "/api/auth/logout", headers={"Authorization": "Bearer " + token})
            self.assertEqual(answer.status, 204)
        self.assertTrue(works(self.client))

    def test_logout_reaches_tokens_of_earlier_renewals(self):
        answer = renew(self.cookie)
        self.assertEqual(answer.status, 200)
        self.assertEqual(logout(answer.cookies[0].split(";")[0]).status, 204)
        self.assert_ends(self.client)

    def test_by_a_spent_cookie_that_comes_back(self):
        answer = renew(self.cookie)
        renewed = Client(world().demo["baseUrl"], answer.json()["accessToken"])
        self.assertTrue(works(renewed))
        assert_error(renew(self.cookie), 401, "UNAUTHORIZED")
        self.assert_ends(self.client)
        self.assert_ends(renewed)
        self.assertTrue(works(self.other))

    def test_by_disabling_the_user(self):
        self.change(disabled=True)
        self.assert_ends(self.client)
        self.assert_ends(self.other)
        assert_error(renew(self.cookie), 401, "UNAUTHORIZED")

    def test_by_another_role_until_the_token_is_renewed(self):
        self.change(role="VIEWER")
        self.assert_ends(self.client)
        answer = renew(self.cookie)
        self.assertEqual(answer.json()["user"]["role"], "VIEWER")
        renewed = Client(world().demo["baseUrl"], answer.json()["accessToken"])
        self.assertTrue(works(renewed))
        assert_error(renewed.upload("a.txt", b"Not by a viewer.\n"), 403, "FORBIDDEN")

    def test_by_deleting_the_user(self):
        answer = world().client("ADMIN").delete(f"/api/admin/users/{self.user['id']}")
        self.assertEqual(answer.status, 204, str(answer))
        self.assert_ends(self.client)

    def test_an_ended_session_is_not_even_told_what_is_wrong_with_its_request(self):
        self.assertEqual(logout(self.cookie).status, 204)
        for path in ("/api/documents?limit=no", "/api/documents?unknown=1", "/api/admin/users", "/api/runs/none"):
            assert_error(self.client.get(path), 401, "UNAUTHORIZED")


class Tabs(unittest.TestCase):
    """Tabs of one browser share the cookie, and may send it simultaneously."""

    def setUp(self):
        self.user = world().account("VIEWER")
        self.client, self.cookie = sign_in(self.user)
        self.origin = {"Origin": world().demo["baseUrl"]}

    def test_the_second_gets_nothing_and_ends_nothing(self):
        first = renew(self.cookie, **self.origin)
        self.assertEqual(first.status, 200, str(first))
        second = renew(self.cookie, **self.origin)
        assert_error(second, 409, "CONFLICT")
        self.assertEqual(second.cookies, [])
        self.assertEqual(renew(first.cookies[0].split(";")[0], **self.origin).status, 200)

    def test_of_many_at_once_one_is_served(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: renew(self.cookie, **self.origin), range(8)))
        self.assertEqual(sorted(answer.status for answer in answers), [200] + [409] * 7)
        served = next(answer for answer in answers if answer.status == 200)
        self.assertEqual(renew(served.cookies[0].split(";")[0], **self.origin).status, 200)

    def test_later_it_is_theft(self):
        first = renew(self.cookie, **self.origin)
        world().stack.sql("UPDATE refresh_token SET spent_at = spent_at - interval '11 seconds'"
                          f" WHERE user_id = '{self.user['id']}'")
        assert_error(renew(self.cookie, **self.origin), 401, "UNAUTHORIZED")
        assert_error(renew(first.cookies[0].split(";")[0], **self.origin), 401, "UNAUTHORIZED")

    def test_after_a_logout_it_is_no_conflict(self):
        first = renew(self.cookie, **self.origin)
        self.assertEqual(logout(first.cookies[0].split(";")[0]).status, 204)
        assert_error(renew(self.cookie, **self.origin), 401, "UNAUTHORIZED")
