# SPDX-License-Identifier: Apache-2.0
"""An OpenID provider whose every response a test controls: discovery, keys, tokens, userinfo. It has no sign-in
page: a test issues the codes itself."""
import base64
import collections
import hashlib
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

CLIENT, SECRET = "assay tests", "s3cret: & +"


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class RsaKey:
    """Made and used by OpenSSL's command line; .jwk is its public half."""

    def __init__(self, folder, kid):
        self.kid, self.path = kid, os.path.join(folder, kid + ".pem")
        subprocess.run(["openssl", "genrsa", "-out", self.path, "2048"], check=True, capture_output=True)
        modulus = self._openssl("rsa", "-in", self.path, "-noout", "-modulus").decode().strip().split("=")[1]
        self.public_pem = self._openssl("rsa", "-in", self.path, "-pubout")
        self.jwk = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid,
                    "n": encode(bytes.fromhex(modulus)), "e": "AQAB"}

    @staticmethod
    def _openssl(*arguments, data=None):
        return subprocess.run(["openssl", *arguments], input=data, check=True, capture_output=True).stdout

    def sign(self, message):
        return self._openssl("dgst", "-sha256", "-sign", self.path, data=message)


def at_hash(access_token):
    return encode(hashlib.sha256(access_token.encode()).digest()[:16])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode()
        status, content = self.server.provider.answer(self.path, body, self.headers)
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # the client has left

    do_GET = do_POST = answer


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):  # the client has left
            super().handle_error(request, client_address)


class FakeProvider:
    """.answers: path -> (status, content), or a function of (form, headers) that returns them, replacing the
    usual response. By default userinfo holds only the subject of the newest claims. .requests counts requests by
    path. .codes: code -> the token endpoint's response."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="assay-provider-")
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.provider = self
        self.issuer = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.key = RsaKey(self._folder.name, "key-1")
        self.keys = [self.key.jwk]
        self.requests, self.forms = collections.Counter(), []
        self.reset()
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._folder.cleanup()

    def reset(self):
        self.answers, self.codes, self.subject = {}, {}, None

    def new_key(self, kid):
        return RsaKey(self._folder.name, kid)

    # ---- responses -------------------------------------------------------------------------

    def metadata(self, **more):
        return {"issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
                "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/jwks",
                "userinfo_endpoint": self.issuer + "/userinfo",
                "response_types_supported": ["code"], "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"], **more}

    def answer(self, path, body, headers):
        path = path.split("?")[0]
        self.requests[path] += 1
        form = dict(urllib.parse.parse_qsl(body, keep_blank_values=True))
        given = self.answers.get(path)
        if given is not None:
            return given(form, headers) if callable(given) else given
        if path == "/.well-known/openid-configuration":
            return 200, self.metadata()
        if path == "/jwks":
            return 200, {"keys": self.keys}
        if path == "/userinfo":
            return 200, {"sub": self.subject}
        return self._token(form, headers) if path == "/token" else (404, {})

    def _token(self, form, headers):
        self.forms.append((form, dict(headers)))
        if form.get("code") not in self.codes:
            return 400, {"error": "invalid_grant", "error_description": "<script>alert(1)</script>"}
        return self.codes.pop(form["code"])  # a code is valid once

    # ---- tokens ----------------------------------------------------------------------------

    def claims(self, nonce, subject="subject-1", **more):
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": subject, "nonce": nonce, "iat": now, "exp": now + 300}
        claims = {name: value for name, value in {**claims, **more}.items() if value is not None}
        self.subject = claims.get("sub")
        return claims

    def token(self, claims, header=None, sign=None):
        header = {"alg": "RS256", "kid": self.key.kid, "typ": "JWT"} if header is None else header
        text = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
        return text + "." + encode((sign or self.key.sign)(text.encode()))

    def code_for(self, id_token, access_token="access-1", **more):
        """A code that the token endpoint redeems for this token."""
        code = encode(os.urandom(12))
        self.codes[code] = 200, {"token_type": "Bearer", "expires_in": 300, "id_token": id_token,
                                 "access_token": access_token, **more}
        return code
