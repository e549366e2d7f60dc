# SPDX-License-Identifier: Apache-2.0
"""Health, signing in and out, rotation of the refresh cookie, throttling of sign-ins."""
import unittest

from client import Client, assert_error, assert_fields
from shapes import SESSION, USER, assert_shape
from world import world


def login(email, password, **more):
    return world().anonymous().post("/api/auth/login", {"email": email, "password": password, **more})


def cookie_of(answer):
    """The refresh cookie that an answer sets: (Cookie header, attributes in lower case)."""
    return answer.cookie("assay_refresh")


def refresh(cookie, **headers):
    return world().anonymous().request("POST", "/api/auth/refresh", headers={"Cookie": cookie, **headers})


class Health(unittest.TestCase):
    def test_live(self):
        answer = world().anonymous().get("/api/health/live")
        self.assertEqual((answer.status, answer.json()), (200, {"status": "live"}))

    def test_ready_names_its_checks(self):
        answer = world().anonymous().get("/api/health/ready")
        self.assertEqual(answer.status, 200)
        ready = answer.json()
        # Without Landlock if the kernel has none; never without a sandbox.
        self.assertIn(ready["checks"].pop("readerSandbox"), ("landlock, seccomp", "seccomp"))
        self.assertEqual(ready, {"status": "ready", "checks": {
            "database": "ok", "storage": "ok", "pipeline": "ok"}})


class SigningIn(unittest.TestCase):
    def test_gives_a_session_to_each_demo_user(self):
        for user in world().demo["users"]:
            with self.subTest(email=user["email"]):
                answer = login(user["email"], user["password"])
                self.assertEqual(answer.status, 200)
                body = answer.json()
                assert_shape(body, SESSION)
                self.assertEqual(body["expiresIn"], 900)
                for name in ("email", "role", "tenantId", "tenantName"):
                    self.assertEqual(body["user"][name], user[name])
                me = Client(world().demo["baseUrl"], body["accessToken"]).value("/api/auth/me")
                assert_shape(me, USER)
                self.assertEqual(me, body["user"])

    def test_takes_the_address_in_any_case_and_the_tenant_by_name(self):
        user = world().user("VIEWER")
        self.assertEqual(login(user["email"].upper(), user["password"]).status, 200)
        self.assertEqual(login(user["email"], user["password"], tenantId=user["tenantId"]).status, 200)

    def test_says_which_ways_exist(self):
        self.assertEqual(world().anonymous().value("/api/auth/config"), {"password": True, "oidc": False, "oidcStartUrl": None})

    def test_names_what_is_missing_or_of_the_wrong_type(self):
        post = world().anonymous().post
        assert_fields(post("/api/auth/login", {"password": "x"}), "email")
        assert_fields(post("/api/auth/login", {"email": "a@b.example"}), "password")
        assert_fields(post("/api/auth/login", {"email": 7, "password": "x"}), "email")
        assert_fields(post("/api/auth/login", {"email": "a@b.example", "password": ["x"]}), "password")
        assert_fields(post("/api/auth/login", {"email": "", "password": "x"}), "email")
        assert_fields(post("/api/auth/login", {"email": "a@b.example", "password": "x", "user": "y"}), "user")

    def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(self):
        user = world().user("VIEWER")
        answer = login(user["email"], user["password"])
        for name in ("assay_refresh", "assay_browser"):
            sent, attributes = answer.cookie(name)
            self.assertLessEqual({"httponly", "samesite=strict", "path=/api/auth"}, attributes)
            self.assertTrue(any(a.startswith("max-age=") for a in attributes), attributes)
            self.assertNotIn(sent.split("=", 1)[1], answer.body.decode())


class RefreshCookie(unittest.TestCase):
    def setUp(self):
        user = world().user("MEMBER", 1)
        self.first, _ = cookie_of(login(user["email"], user["password"]))

    def test_rotates(self):
        answer = refresh(self.first)
        self.assertEqual(answer.status, 200)
        assert_shape(answer.json(), SESSION)
        second, _ = cookie_of(answer)
        self.assertNotEqual(second, self.first)
        renewed = Client(world().demo["baseUrl"], answer.json()["accessToken"])
        self.assertEqual(renewed.value("/api/auth/me")["email"], world().user("MEMBER", 1)["email"])
        self.assertEqual(refresh(second).status, 200)

    def test_a_spent_one_revokes_all_that_came_of_it(self):
        second, _ = cookie_of(refresh(self.first))
        assert_error(refresh(self.first), 401, "UNAUTHORIZED")
        assert_error(refresh(second), 401, "UNAUTHORIZED")

    def test_a_made_up_or_missing_one_is_refused(self):
        name = self.first.split("=")[0]
        for cookie in ("", name + "=", name + "=nonsense", self.first + "x", self.first[:-2]):
            with self.subTest(cookie=cookie):
                assert_error(refresh(cookie), 401, "UNAUTHORIZED")

    def test_is_not_taken_from_another_site(self):
        answer = refresh(self.first, Origin="https://attacker.example")
        assert_error(answer, 403, "FORBIDDEN")
        self.assertEqual(refresh(self.first).status, 200, "it was not spent")

    def test_logout_ends_it(self):
        answer = world().anonymous().request("POST", "/api/auth/logout", headers={"Cookie": self.first})
        self.assertEqual((answer.status, answer.body), (204, b""))
        cleared, attributes = cookie_of(answer)
        self.assertEqual(cleared.split("=", 1)[1], "")
        self.assertIn("max-age=0", attributes)
        assert_error(refresh(self.first), 401, "UNAUTHORIZED")

    def test_logout_without_one_is_no_error(self):
        self.assertEqual(world().anonymous().request("POST", "/api/auth/logout").status, 204)


class WrongPassword(unittest.TestCase):
    def test_and_an_unknown_address_answer_alike(self):
        self.addCleanup(world().stack.sql, "DELETE FROM login_failure")
        messages = set()
        for email in (world().user("VIEWER")["email"], "nobody@nowhere.example"):
            answer = login(email, "not the password")
            assert_error(answer, 401, "UNAUTHORIZED")
            messages.add(answer.json()["message"])
        self.assertEqual(len(messages), 1)
