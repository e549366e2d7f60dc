# SPDX-License-Identifier: Apache-2.0
"""Single sign-on in a browser, step by step, shared by its tests."""
import re
import urllib.parse

from client import Client

START, CALLBACK = "/api/auth/oidc/start", "/api/auth/oidc/callback"
REFRESH = re.compile(r"assay_refresh=([^;]+)")


class Attempt:
    """A started sign-in: where the browser was sent, and the cookie it keeps."""

    def __init__(self, base_url, return_to=None, cookie=None):
        self.client = Client(base_url)
        query = "" if return_to is None else "?returnTo=" + urllib.parse.quote(return_to, safe="")
        self.start = self.client.request("GET", START + query, headers={"Cookie": cookie} if cookie else {})
        assert self.start.status == 302, f"{self.start}"
        self.location = self.start.headers["location"]
        self.sent = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.location).query))
        self.cookie = self.start.cookies[0].split(";")[0] if self.start.cookies else None

    def come_back(self, cookie=None, **parameters):
        """The response to the browser's return; cookie: another browser's, or "" for none."""
        query = {"state": self.sent["state"], **parameters}
        query = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        sent = self.cookie if cookie is None else cookie
        return self.client.request("GET", f"{CALLBACK}?{query}", headers={"Cookie": sent} if sent else {})


def error_of(answer):
    """The error code of a refused sign-in; checks that it opens no session."""
    assert answer.status == 302, f"{answer}"
    assert not any(REFRESH.match(cookie) for cookie in answer.cookies), f"{answer.cookies}"
    found = re.fullmatch(r"/(?:cm|admin)/#signin-error=([A-Z_]+)", answer.headers["location"])
    assert found, f"{answer.headers}"
    return found[1]


def session_of(base_url, answer):
    """A client with the session that a granted sign-in opened, obtained as the front end does."""
    assert answer.status == 302 and "#signin-error" not in answer.headers["location"], f"{answer.headers}"
    refresh = next(filter(None, map(REFRESH.match, answer.cookies)))[0]
    session = Client(base_url).request("POST", "/api/auth/refresh", b"", {"Cookie": refresh})
    assert session.status == 200, f"{session}"
    return Client(base_url, session.json()["accessToken"], session.json()["user"])
