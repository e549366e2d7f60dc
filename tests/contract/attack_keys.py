# SPDX-License-Identifier: Apache-2.0
"""Keys that are not the service's, and what an attacker can do with its public key."""
import base64
import hashlib
import hmac
import json
import subprocess
import tempfile

from token_forger import encode

_SPKI_ED25519 = bytes.fromhex("302a300506032b6570032100")
_KINDS = {"ed25519": ["-algorithm", "ED25519"], "rsa": ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
          "p256": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]}


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, check=True, capture_output=True).stdout


def _joined(der):
    """An ECDSA signature's r and s side by side (RFC 7518, section 3.4)."""
    numbers, at = [], 2
    for _ in range(2):
        length = der[at + 1]
        numbers.append(int.from_bytes(der[at + 2:at + 2 + length], "big"))
        at += 2 + length
    return b"".join(number.to_bytes(32, "big") for number in numbers)


class Attacker:
    def __init__(self):
        self.keys = {kind: openssl("genpkey", *options) for kind, options in _KINDS.items()}

    def signer(self, kind):
        """A function that signs with the algorithm of this kind of key."""
        def sign(text):
            with tempfile.NamedTemporaryFile() as key, tempfile.NamedTemporaryFile() as message:
                for file, data in ((key, self.keys[kind]), (message, text)):
                    file.write(data)
                    file.flush()
                if kind == "ed25519":
                    return openssl("pkeyutl", "-sign", "-rawin", "-inkey", key.name, "-in", message.name)
                signature = openssl("dgst", "-sha256", "-sign", key.name, message.name)
                return _joined(signature) if kind == "p256" else signature
        return sign

    def jwk(self, kind):
        """The public key as a JWK; its parts are cut out of the DER form."""
        der = openssl("pkey", "-pubout", "-outform", "DER", data=self.keys[kind])
        if kind == "ed25519":
            return {"kty": "OKP", "crv": "Ed25519", "x": encode(der[-32:])}
        if kind == "p256":
            return {"kty": "EC", "crv": "P-256", "x": encode(der[-64:-32]), "y": encode(der[-32:])}
        return {"kty": "RSA", "e": "AQAB", "n": encode(der[-256 - 5:-5])}

    def hmac(self, secret):
        return lambda text: hmac.new(secret, text, hashlib.sha256).digest()

    def forms_of(self, public, kid):
        """The forms in which a library might mistake a public key for a secret."""
        der = _SPKI_ED25519 + public
        pem = openssl("pkey", "-pubin", "-inform", "DER", "-pubout", data=der)
        jwk = {"kty": "OKP", "crv": "Ed25519", "x": encode(public)}
        return {"raw bytes": public, "DER": der, "PEM": pem, "PEM without its last line break": pem.strip(),
                "hex": public.hex().encode(), "base64": base64.b64encode(public), "base64url": encode(public).encode(),
                "JWK": json.dumps(jwk).encode(), "compact JWK": json.dumps(jwk, separators=(",", ":")).encode(),
                "kid": kid.encode(), "nothing": b""}
