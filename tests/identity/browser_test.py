#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Single sign-on from a person's view: a real browser, a real OpenID provider (the npm package oidc-provider), and
rotation of its keys. ASSAY_TEST_PICTURES=FOLDER keeps pictures of the pages."""
import os
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "system"))
from fixture import CLIENT, SECRET, free_port, sign_in  # noqa: E402
from browser import Browser  # noqa: E402
from stack import Stack  # noqa: E402

COOLDOWN = 30  # seconds between fetches of the provider's keys caused by an unknown key
# Links and buttons of the front end, as a person would find them.
ELSEWHERE = "[...document.querySelectorAll('a')].find(a => a.textContent === 'Sign in with single sign-on')"
ACCOUNT = "document.querySelector('button[aria-label^=\"Account of \"]')"
SIGN_OUT = "[...document.querySelectorAll('[role=menuitem]')].find(item => item.textContent === 'Sign out')"
LOG_IN = """(name => { const form = document.forms[0]; form.elements.login.value = name;
  form.elements.password.value = 'correct horse'; form.querySelector('button').click(); })"""


class Provider:
    def __init__(self, port, redirect_url):
        self.port, self.redirect_url, self._process = port, redirect_url, None

    def start(self, algorithm):
        """Restarts it with a key that nobody has seen before."""
        self.stop()
        self._process = subprocess.Popen(
            ["node", os.path.join(HERE, "provider.mjs"), str(self.port), self.redirect_url, algorithm],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self._process.stdout.readline()
        assert line == "ready\n", f"the provider did not start (is {HERE}/node_modules installed?): {line}"

    def stop(self):
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
            self._process = None


class InTheBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        port = free_port()
        cls.base_url = f"http://127.0.0.1:{port}"
        cls.provider = Provider(free_port(), cls.base_url + "/api/auth/oidc/callback")
        cls.addClassCleanup(cls.provider.stop)
        cls.provider.start("ES256")
        cls.stack = Stack({
            "ASSAY_OIDC_ISSUER": f"http://127.0.0.1:{cls.provider.port}", "ASSAY_PUBLIC_URL": cls.base_url,
            "ASSAY_OIDC_CLIENT_ID": CLIENT, "ASSAY_OIDC_CLIENT_SECRET": SECRET,
            "ASSAY_OIDC_TENANT": "Quillmoor Orchards"}, port)
        cls.stack.__enter__()
        cls.addClassCleanup(cls.stack.__exit__)
        cls.keys_fetched = time.monotonic()

    def setUp(self):
        self.browser = Browser()
        self.addCleanup(self.browser.close)

    def wait_for(self, expression, seconds=20):
        """Also works while pages load, when there may be no page to ask."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                return self.browser.wait_for(expression, max(1, deadline - time.monotonic()))
            except AssertionError as error:
                if time.monotonic() > deadline or "not within" in str(error):
                    raise

    def picture(self, name):
        if os.environ.get("ASSAY_TEST_PICTURES"):
            self.browser.picture(os.path.join(os.environ["ASSAY_TEST_PICTURES"], name + ".png"))

    def sign_in(self, page, name):
        """Signs in through the front end's link, the provider's form and its consent, back to our pages."""
        self.browser.open(self.base_url + page)
        self.wait_for(ELSEWHERE)
        self.picture("sign-in")
        self.browser.run(ELSEWHERE + ".click()")
        self.wait_for(f"location.port === '{self.provider.port}' && document.forms[0]?.elements.login")
        self.picture("provider")
        self.browser.run(LOG_IN + f"('{name}')")
        self.wait_for(f"location.port === '{self.provider.port}' && document.forms[0]"
                      " && !document.forms[0].elements.login")
        self.browser.run("document.forms[0].querySelector('button').click()")
        self.wait_for(f"location.origin === '{self.base_url}' && document.readyState === 'complete'")

    def assert_signed_in(self, name):
        self.wait_for(ACCOUNT)
        initials = name[0] + name.rpartition(" ")[2][0]
        self.assertEqual(self.browser.run(ACCOUNT + ".getAttribute('aria-label')"), f"Account of {name} ({initials})")
        self.assertIn("Quillmoor Orchards", self.browser.run("document.querySelector('header').innerText"))

    def test_a_person_signs_in_and_stays_signed_in(self):
        self.sign_in("/cm/", "member@quillmoor.example")
        self.assert_signed_in("Member of Quillmoor Orchards")
        self.picture("signed-in")
        self.assertTrue(self.browser.run("location.href").startswith(self.base_url + "/cm/"))
        self.assertEqual(self.browser.run("document.cookie"), "", "no script sees a cookie of ours")
        self.browser.open(self.base_url + "/cm/evidence?again")
        self.assert_signed_in("Member of Quillmoor Orchards")
        self.browser.run(ACCOUNT + ".click()")
        self.wait_for(SIGN_OUT)
        self.browser.run(SIGN_OUT + ".click()")
        self.wait_for(ELSEWHERE)
        logins = sign_in(self.stack.demo, "ADMIN", 1).value("/api/admin/audit-logs?action=auth.login")["logs"]
        self.assertIn(("member@quillmoor.example", "allow"),
                      [(entry["actor"].get("email"), entry["outcome"]) for entry in logins])

    def test_signing_in_again_leaves_one_sign_in(self):
        """The refresh cookie is SameSite=Strict: on the way back from the provider the browser does not send it."""
        self.sign_in("/cm/", "admin@quillmoor.example")
        self.assert_signed_in("Admin of Quillmoor Orchards")
        self.browser.run("location.href = '/api/auth/oidc/start?returnTo=%2Fcm%2Fevidence%3Fagain'")
        self.wait_for(f"location.search === '?again' && {ACCOUNT}")
        self.assertEqual(self.stack.sql(
            "SELECT count(DISTINCT family), count(DISTINCT family) FILTER (WHERE revoked_at IS NULL) FROM refresh_token"
            " JOIN app_user u ON u.id = user_id WHERE way = 'oidc' AND u.email = 'admin@quillmoor.example'"), [["2", "1"]])

    def test_a_stranger_is_told_why_not(self):
        self.sign_in("/admin/", "stranger@quillmoor.example")
        self.wait_for("document.querySelector('form [role=alert]')?.textContent.includes('There is no account for you')")
        self.picture("stranger")
        self.assertEqual(self.browser.run("location.href"), self.base_url + "/admin/")
        self.assertFalse(self.browser.run(f"!!{ACCOUNT}"))

    def test_z_new_keys_of_the_provider_are_picked_up(self):
        self.provider.start("EdDSA")
        time.sleep(max(0, self.keys_fetched + COOLDOWN - time.monotonic()))
        self.sign_in("/cm/", "admin@quillmoor.example")
        self.assert_signed_in("Admin of Quillmoor Orchards")


if __name__ == "__main__":
    unittest.main(verbosity=2)
