#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ten thousand ID tokens with made-up key ids, at the socket where the pipeline redeems codes: the provider is
hardly asked for keys, and a valid token is accepted throughout."""
import json
import os
import socket
import struct
import threading
import time
import unittest

from fixture import SingleSignOn

TOKENS, THREADS = 10_000, 4
SIGNATURE = b"x" * 256


class KeyIds(SingleSignOn):
    def ask(self, **question):
        """Sends one question to the pipeline: a length in 4 bytes, and JSON."""
        message = json.dumps(question).encode()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(20)
            connection.connect(os.path.realpath(self.stack.path("run")) + "/search.sock")
            connection.sendall(struct.pack(">I", len(message)) + message)
            with connection.makefile("rb") as answer:
                return json.loads(answer.read(struct.unpack(">I", answer.read(4))[0]))

    def test_cause_few_fetches(self):
        header = {"alg": "RS256", "typ": "JWT"}
        claims = self.provider.claims("nonce")
        self.provider.answers["/token"] = lambda form, _: (200, {"id_token": self.provider.token(
            claims, {**header, "kid": form["code"]}, lambda _: SIGNATURE)})
        before, begun, left = self.provider.requests["/jwks"], time.monotonic(), list(range(TOKENS))
        wrong = []

        def attack():
            while left:
                answer = self.ask(op="oidc.exchange", code=f"made-up-{left.pop()}", codeVerifier="v", nonce="nonce",
                                  iss=self.provider.issuer)
                if answer != {"error": "TOKEN_INVALID"}:
                    wrong.append(answer)
        threads = [threading.Thread(target=attack) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - begun
        fetched = self.provider.requests["/jwks"] - before
        print(f"{self.provider.requests['/token']} tokens in {seconds:.1f} s, {fetched} fetches of the keys")
        self.assertEqual(wrong, [])
        self.assertGreaterEqual(self.provider.requests["/token"], TOKENS)
        self.assertLessEqual(fetched, 1 + seconds // 30)
        self.provider.reset()
        self.session(self.sign_in())


if __name__ == "__main__":
    unittest.main(verbosity=2)
