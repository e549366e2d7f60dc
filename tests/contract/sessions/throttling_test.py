# SPDX-License-Identifier: Apache-2.0
"""Who waits after failed sign-ins, and for how long: an account and an address together, each alone, and browsers
that signed in before. The loopback network provides as many client addresses as a test needs."""
import concurrent.futures
import secrets
import unittest

from client import Client, assert_error
from guessing_test import twin
from passwords_test import forget_failures
from world import world

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


def login(user, password=None, source=HERE, cookie=None, **more):
    body = {"email": user["email"], "password": password or user["password"], **more}
    return Client(world().demo["baseUrl"], source=source).post(
        "/api/auth/login", body, {"Cookie": cookie} if cookie else {})


def browser_of(answer):
    """The cookie that identifies the browser, from the response to a sign-in."""
    assert answer.status == 200, f"{answer}"
    return answer.cookie("assay_browser")[0]


def add_failures(subject, count, age=0):
    world().stack.sql(f"INSERT INTO login_failure (subject, failed_at) SELECT '{subject}', "
                      f"clock_timestamp() - interval '{age} seconds' FROM generate_series(1, {count})")


def let_pass(seconds):
    world().stack.sql(f"UPDATE login_failure SET failed_at = failed_at - interval '{seconds} seconds'")


class Throttled(unittest.TestCase):
    def setUp(self):
        self.user = world().account()
        forget_failures()
        self.addCleanup(forget_failures)

    def guess(self, times=1, user=None, **more):
        for _ in range(times):
            assert_error(login(user or self.user, "not the password", **more), 401, "UNAUTHORIZED")

    def wait_of(self, answer):
        details = assert_error(answer, 429, "RATE_LIMITED")
        wait = int(answer.headers["retry-after"])
        self.assertEqual(set(details), {"retryAfterSeconds", "limit", "allowed", "windowSeconds"})
        name, allowed, window = (details[field] for field in ("limit", "allowed", "windowSeconds"))
        self.assertEqual(answer.headers["ratelimit-policy"], f'"{name}";q={allowed};w={window}')
        self.assertEqual(answer.headers["ratelimit"], f'"{name}";r=0;t={wait}')
        self.limit = name
        return wait

    def assert_works(self, **more):
        answer = login(self.user, **more)
        self.assertEqual(answer.status, 200, str(answer))


class Pair(Throttled):
    """Five failures of one address for one account."""

    def test_waits_even_with_the_right_password_and_nobody_else_does(self):
        self.guess(5)
        self.assertLessEqual(self.wait_of(login(self.user)), 30)
        self.assert_works(source=ELSEWHERE)
        self.assertEqual(login(world().account()).status, 200, "another account from the same address")

    def test_four_failures_do_not_wait(self):
        self.guess(4)
        self.assert_works()

    def test_the_client_is_told_how_many_failures_are_left(self):
        policy = '"failed-sign-ins";q=5;w=900'
        nobody = {"email": f"{secrets.token_hex(4)}@nowhere.example"}
        add_failures(f"account:{self.user['email']}", 20)
        for user in (self.user, nobody):
            for left in (4, 3, 2, 1, 0):
                answer = login(user, "not the password")
                self.assertEqual(assert_error(answer, 401, "UNAUTHORIZED"),
                                 {"remaining": left, "limit": "failed-sign-ins", "allowed": 5, "windowSeconds": 900})
                self.assertEqual((answer.headers["ratelimit-policy"], answer.headers["ratelimit"]),
                                 (policy, f'"failed-sign-ins";r={left}'))
            self.wait_of(login(user, "not the password"))
            self.assertEqual(self.limit, "failed-sign-ins")
        answer = login(self.user, source=ELSEWHERE)
        self.assertEqual((answer.headers["ratelimit-policy"], answer.headers.get("ratelimit")), (policy, None))

    def test_each_further_failure_doubles_the_wait_up_to_a_quarter_of_an_hour(self):
        self.guess(5)
        for seconds in (30, 60, 120, 240):
            wait = self.wait_of(login(self.user))
            self.assertLessEqual(wait, seconds)
            self.assertGreater(wait, seconds - 10)
            let_pass(wait + 1)
            self.guess()
        add_failures(f"pair:{HERE} {self.user['email']}", 200)
        self.assertGreater(self.wait_of(login(self.user)), 890)
        let_pass(15 * 60)
        self.assert_works()  # the block is never permanent

    def test_attempts_that_have_to_wait_count_no_further(self):
        self.guess(5)
        first = self.wait_of(login(self.user, "not the password"))
        for _ in range(5):
            self.assertLessEqual(self.wait_of(login(self.user, "not the password")), first)

    def test_guesses_sent_all_at_once_do_not_slip_past(self):
        def guess(number):
            while (answer := login(self.user, f"guess {number}")).status == 503:
                pass  # too many sign in at once
            return answer
        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            answers = list(pool.map(guess, range(32)))
        heard = sum(answer.status == 401 for answer in answers)
        self.assertLessEqual(5, heard)
        self.assertLessEqual(heard, 6, "two hash at the same time, so one may be on its way when the fifth fails")
        self.assertEqual({answer.status for answer in answers}, {401, 429})

    def test_an_address_that_nobody_has_waits_alike(self):
        nobody = {"email": f"{secrets.token_hex(4)}@nowhere.example", "password": "guess"}
        self.guess(5, user=nobody)
        self.assertGreater(self.wait_of(login(nobody)), 20)
        self.guess(1, user=nobody, source=ELSEWHERE)


class Account(Throttled):
    """Guesses at one account from many addresses."""

    def setUp(self):
        super().setUp()
        self.subject = f"account:{self.user['email']}"

    def test_waits_after_fifty_failures_for_a_minute_at_most(self):
        known = browser_of(login(self.user))
        for address in range(10, 20):
            self.guess(5, source=f"127.0.0.{address}")
        self.assertLessEqual(self.wait_of(login(self.user, source=ELSEWHERE)), 5)
        self.assertEqual(self.limit, "failed-sign-ins-of-account")
        self.assert_works(source=ELSEWHERE, cookie=known)
        add_failures(self.subject, 500)
        wait = self.wait_of(login(self.user, source=ELSEWHERE))
        self.assertLessEqual(wait, 60)
        self.assertGreater(wait, 50)
        let_pass(61)
        self.assert_works(source=ELSEWHERE)

    def test_of_an_hour_count(self):
        add_failures(self.subject, 49)
        self.assert_works()
        add_failures(self.subject, 500, age=3601)
        self.assert_works()

    def test_one_address_cannot_fill_it(self):
        """However patient: it sits out each wait for two hours, then somebody else signs in at once."""
        failures = 0
        for _ in range(100):
            answer = login(self.user, "not the password")
            if answer.status == 429:
                let_pass(int(answer.headers["retry-after"]))
                continue
            failures += 1
            self.assertEqual(login(self.user, source=ELSEWHERE).status, 200, f"after {failures} failures")
        self.assertGreater(failures, 40)


class Address(Throttled):
    """Guesses from one address at many accounts."""

    def test_waits_after_a_hundred_failures_for_a_minute_at_most(self):
        known = browser_of(login(self.user))
        add_failures(f"ip:{HERE}", 99)
        self.assert_works()
        self.guess(1, user={"email": "nobody@nowhere.example"})
        self.assertLessEqual(self.wait_of(login(self.user)), 5)
        self.assert_works(cookie=known)
        self.assert_works(source=ELSEWHERE)
        add_failures(f"ip:{HERE}", 500)
        self.assertLessEqual(self.wait_of(login(self.user)), 60)
        let_pass(61)
        self.assert_works()

    def test_a_mail_address_that_works_forgives_nothing(self):
        add_failures(f"ip:{HERE}", 99)
        self.assert_works()
        self.guess(1, user={"email": "nobody@nowhere.example"})
        self.wait_of(login(self.user))


class KnownBrowser(Throttled):
    """A browser that signed in to the account before."""

    def setUp(self):
        super().setUp()
        self.cookie = browser_of(login(self.user))

    def test_is_not_held_up_by_others(self):
        self.guess(5)
        self.wait_of(login(self.user))
        self.assert_works(cookie=self.cookie)
        self.assert_works(cookie=self.cookie, tenantId=self.user["tenantId"])

    def test_waits_for_its_own_failures_and_nobody_else_does(self):
        self.guess(5, cookie=self.cookie)
        self.assertLessEqual(self.wait_of(login(self.user, cookie=self.cookie)), 30)
        self.wait_of(login(self.user, cookie=self.cookie, source=ELSEWHERE))
        self.assert_works()

    def test_keeps_its_cookie_for_every_account_it_signed_in_to(self):
        other = world().account()
        self.assertEqual(browser_of(login(other, cookie=self.cookie)), self.cookie)
        for user in (self.user, other):
            self.guess(5, user=user)
            self.wait_of(login(user))
            self.assertEqual(login(user, cookie=self.cookie).status, 200)

    def test_helps_with_no_other_account(self):
        other = world().account()
        self.guess(5, user=other, cookie=self.cookie)
        self.wait_of(login(other, cookie=self.cookie))

    def test_made_up_and_malformed_cookies_help_nobody_and_are_replaced(self):
        name, value = self.cookie.split("=", 1)
        wrong = [f"{name}={text}" for text in ("", "x", value[:-2], value + "A", "A" * 43, "A" * 4000, "\u00e4")]
        self.guess(5)
        for cookie in wrong:
            with self.subTest(cookie=cookie):
                self.wait_of(login(self.user, cookie=cookie.encode().decode("latin-1")))
        self.assertNotEqual(browser_of(login(self.user, source=ELSEWHERE, cookie=f"{name}={'A' * 43}")), f"{name}={'A' * 43}")

    def test_is_forgotten_half_a_year_after_the_last_sign_in(self):
        self.assertIn("max-age=15552000", login(self.user).cookie("assay_browser")[1])
        world().stack.sql("UPDATE known_browser SET signed_in_at = signed_in_at - interval '181 days'")
        self.guess(5)
        self.wait_of(login(self.user, cookie=self.cookie))

    def test_only_the_hash_of_its_secret_is_stored(self):
        rows = world().stack.sql(f"SELECT encode(secret_hash, 'hex') FROM known_browser WHERE user_id = '{self.user['id']}'")
        self.assertEqual(len(rows), 1)
        self.assertNotIn(self.cookie.split("=")[1], str(world().stack.sql("SELECT * FROM known_browser")))

    def test_of_an_account_only_the_last_hundred_are_kept(self):
        world().stack.sql(f"INSERT INTO known_browser (tenant_id, user_id, secret_hash, signed_in_at) SELECT "
                          f"'{self.user['tenantId']}', '{self.user['id']}', sha256(n::text::bytea), clock_timestamp() - "
                          f"interval '1 day' FROM generate_series(1, 150) n")
        self.assert_works(cookie=self.cookie)
        count = f"SELECT count(*) FROM known_browser WHERE user_id = '{self.user['id']}'"
        self.assertEqual(world().stack.sql(count), [["100"]])
        self.guess(5)
        self.assert_works(cookie=self.cookie)


class SeveralTenants(Throttled):
    """An administrator of another tenant creates an account with somebody's e-mail address."""

    def setUp(self):
        super().setUp()
        self.own = browser_of(login(self.user))
        self.other = twin(self.user, 1)

    def test_the_browser_of_one_account_gives_no_guesses_at_the_other(self):
        cookie = browser_of(login(self.other, tenantId=self.other["tenantId"]))
        self.guess(5, cookie=cookie)
        self.assertGreater(self.wait_of(login(self.user, tenantId=self.user["tenantId"], cookie=cookie)), 0)
        # Without a tenant, the account that the browser knows is used, and the failure counts there.
        assert_error(login(self.user, cookie=cookie), 401, "UNAUTHORIZED")
        self.guess(4, cookie=cookie)
        self.wait_of(login(self.other, cookie=cookie))

    def test_the_owner_is_not_held_up_by_it(self):
        self.guess(5)
        self.wait_of(login(self.user))
        self.assert_works(cookie=self.own)
        self.guess(5, cookie=self.own)
        self.wait_of(login(self.user, cookie=self.own))
        self.assert_works(source=ELSEWHERE)
