# SPDX-License-Identifier: Apache-2.0
"""Forges access tokens with the service's own key, taken from its database."""
import base64
import hashlib
import hmac
import json
import os
import subprocess
import tempfile

# An Ed25519 private key in PKCS #8, without its 32 bytes.
_PKCS8_HEAD = bytes.fromhex("302e020100300506032b657004220420")


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def parts_of(token):
    """(header, claims) of a token."""
    header, claims, _ = token.split(".")
    return json.loads(decode(header)), json.loads(decode(claims))


class Forger:
    def __init__(self, stack):
        rows = stack.sql("SELECT kid, encode(private_key, 'hex'), encode(public_key, 'hex')"
                         " FROM signing_key ORDER BY created_at DESC LIMIT 1")
        self.kid, private, public = rows[0]
        self.private, self.public = bytes.fromhex(private), bytes.fromhex(public)

    def ed25519(self, message):
        with tempfile.TemporaryDirectory() as folder:
            key, text = os.path.join(folder, "key"), os.path.join(folder, "text")
            with open(key, "wb") as file:
                file.write(_PKCS8_HEAD + self.private)
            with open(text, "wb") as file:
                file.write(message)
            return subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-keyform", "DER",
                                   "-inkey", key, "-in", text], check=True, capture_output=True).stdout

    def hmac256(self, message):
        return hmac.new(self.public, message, hashlib.sha256).digest()

    def token(self, header, claims, sign=None):
        """header and claims: values, or texts to use verbatim."""
        text = ".".join(encode((part if isinstance(part, str) else json.dumps(part)).encode())
                        for part in (header, claims))
        return text + "." + encode((sign or self.ed25519)(text.encode()))
