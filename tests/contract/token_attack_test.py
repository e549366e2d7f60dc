# SPDX-License-Identifier: Apache-2.0
"""Attack tokens: all are refused alike, with the same body and header. Tokens that must pass are tested beside them,
so that the refusals mean something."""
import base64
import http.client
import json
import time
import unittest

from attack_keys import Attacker
from client import Answer, Client, assert_error, check_headers
from token_forger import Forger, decode, encode, parts_of
from world import world

CHALLENGE = 'Bearer realm="assay"'
INVALID = CHALLENGE + ', error="invalid_token"'


def compact(value):
    return json.dumps(value, separators=(",", ":"))


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.genuine = world().client("VIEWER").token
        cls.header, cls.claims = parts_of(cls.genuine)
        cls.forger, cls.attacker = Forger(world().stack), Attacker()
        cls.refusals = 0

    @classmethod
    def tearDownClass(cls):
        assert cls.refusals >= 90, f"only {cls.refusals} attack tokens were tried"

    def ask(self, *authorization):
        """GET /api/packs with these Authorization headers."""
        connection = http.client.HTTPConnection(Client(world().demo["baseUrl"]).host, timeout=30)
        connection.putrequest("GET", "/api/packs")
        for value in authorization:
            connection.putheader("Authorization", value.encode("latin-1"))
        connection.endheaders()
        answer = Answer(f"GET /api/packs {authorization[0][:80]}", connection.getresponse())
        connection.close()
        return check_headers(answer)

    def refuse(self, name, token):
        type(self).refusals += 1
        with self.subTest(attack=name):
            answer = self.ask("Bearer " + token)
            assert_error(answer, 401, "UNAUTHORIZED")
            self.assertEqual(answer.headers["www-authenticate"], INVALID)
            self.assertEqual({k: v for k, v in answer.json().items() if k != "requestId"},
                             {"error": "UNAUTHORIZED", "message": "The access token is not valid or has expired"})

    def accept(self, name, token):
        with self.subTest(control=name):
            answer = self.ask("Bearer " + token)
            self.assertEqual(answer.status, 200, str(answer))

    def signed(self, header=None, claims=None, sign=None):
        """A token signed over changed members or whole texts, with a correct signature by default."""
        header = header if isinstance(header, str) else {**self.header, **(header or {})}
        claims = claims if isinstance(claims, str) else {**self.claims, **(claims or {})}
        return self.forger.token(header, claims, sign)

    def test_the_faithful_copy_passes(self):
        self.accept("copy", self.signed())
        self.accept("unknown member of the header", self.signed({"x5t": "abc"}))
        self.accept("unknown claim", self.signed(None, {"extra": [1]}))

    def test_algorithms(self):
        for alg in ("none", "None", "nOnE", "NONE", "", "eddsa", "Ed25519", "HS256", "RS256", "ES256", "PS256", None, 7):
            self.refuse(f"alg {alg!r}, rightly signed", self.signed({"alg": alg}))
        for alg in ("none", "None", "nOnE", "EdDSA"):
            self.refuse(f"alg {alg}, unsigned", self.signed({"alg": alg}, None, lambda _: b""))
        self.refuse("no alg", self.signed(compact({k: v for k, v in self.header.items() if k != "alg"})))

    def test_public_key_as_hmac_secret(self):
        for form, secret in self.attacker.forms_of(self.forger.public, self.forger.kid).items():
            for alg in ("HS256", "EdDSA"):
                self.refuse(f"{alg} with the public key as {form}",
                            self.signed({"alg": alg}, None, self.attacker.hmac(secret)))

    def test_keys_of_the_attacker(self):
        for kind, alg in (("ed25519", "EdDSA"), ("rsa", "RS256"), ("p256", "ES256")):
            sign = self.attacker.signer(kind)
            self.refuse(f"{alg} with an own key", self.signed({"alg": alg}, None, sign))
            self.refuse(f"{alg} header over EdDSA key id, own key", self.signed({"alg": "EdDSA"}, None, sign))
            self.refuse(f"{alg} with an own key in jwk",
                        self.signed({"alg": alg, "jwk": self.attacker.jwk(kind)}, None, sign))

    def test_key_ids(self):
        for kid in ("", "unknown", "../../../../dev/null", "/dev/null", "' OR '1'='1", "x' UNION SELECT 'k", "k" * 65,
                    "k" * 2000, self.forger.kid + " ", self.forger.kid.upper() + "\x00", None, 7, [self.forger.kid],
                    {"kid": self.forger.kid}, "http://attacker.example/key"):
            self.refuse(f"kid {str(kid)[:40]!r}", self.signed({"kid": kid}))
        self.refuse("no kid", self.signed(compact({"alg": "EdDSA", "typ": "JWT"})))

    def test_header_members(self):
        for more in ({"crit": ["exp"]}, {"crit": []}, {"crit": ["b64"], "b64": False}, {"b64": False},
                     {"jku": "http://127.0.0.1:1/keys"}, {"x5u": "http://127.0.0.1:1/cert"}, {"x5c": []},
                     {"jwk": {}}, {"typ": "at+jwt"}, {"typ": "JOSE"}, {"typ": None}, {"typ": ""}):
            self.refuse(f"header with {more}", self.signed(more))
        self.refuse("no typ", self.signed(compact({"alg": "EdDSA", "kid": self.forger.kid})))

    def test_duplicate_members(self):
        head, body = compact(self.header), compact(self.claims)
        for name, text in (("alg", '"alg":"none"'), ("kid", f'"kid":"{self.forger.kid}"'), ("kid escaped", '"\\u006bid":"x"'),
                           ("nested", '"x":{"a":1,"a":1}')):
            self.refuse(f"header with a second {name}", self.signed(head[:-1] + "," + text + "}"))
        for name, text in (("role", '"role":"ADMIN"'), ("sub", f'"sub":"{self.claims["sub"]}"'), ("exp", '"exp":99999999999'),
                           ("role escaped", '"r\\u006fle":"ADMIN"'), ("nested", '"x":[{"a":1,"a":2}]')):
            self.refuse(f"claims with a second {name}", self.signed(None, body[:-1] + "," + text + "}"))

    def test_claims(self):
        for name, value in (("iss", "other"), ("iss", None), ("aud", "other"), ("aud", ["assay-api"]), ("role", "GOD"),
                            ("role", "ADMIN"), ("role", 7), ("sub", "x"), ("sub", 1), ("tid", "x"), ("sid", "x"),
                            ("exp", "tomorrow"), ("exp", True), ("exp", -1), ("exp", 2 ** 62), ("iat", None),
                            ("nbf", None), ("jti", 7), ("tid", world().tenant_id(1)), ("sub", world().client("ADMIN").value("/api/auth/me")["id"])):
            self.refuse(f"{name} {value!r}", self.signed(None, {name: value}))
        for name in self.claims:
            self.refuse(f"no {name}", self.signed(None, compact({k: v for k, v in self.claims.items() if k != name})))
        for text in ("", "[]", "null", "{", compact(self.claims) + "{}", "\xff"):
            self.refuse(f"claims {text[:10]!r}", self.signed(None, text))

    def test_times_around_the_leeway_of_30_s(self):
        now = int(time.time())
        for name, value in (("exp", now - 31), ("exp", now - 3600), ("exp", 0), ("nbf", now + 60), ("iat", now + 60)):
            self.refuse(f"{name} {value - now:+} s", self.signed(None, {name: value}))
        for name, value in (("exp", now - 10), ("nbf", now + 25), ("iat", now + 25), ("nbf", 0)):
            self.accept(f"{name} {value - now:+} s", self.signed(None, {name: value}))

    def test_encodings(self):
        header, claims, signature = self.genuine.split(".")
        raw = decode(signature)
        spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        last = spare[spare.index(signature[-1]) ^ 1]  # 64 bytes leave four spare bits
        padded = base64.urlsafe_b64encode(raw).decode()
        for name, token in (
                ("padded signature", f"{header}.{claims}.{padded}"), ("one =", self.genuine + "="),
                ("trailing bits", f"{header}.{claims}.{signature[:-1]}{last}"), ("plus", self.genuine[:-4] + "+" + self.genuine[-3:]),
                ("slash", self.genuine[:-4] + "/" + self.genuine[-3:]), ("extra dot", self.genuine + "."),
                ("four parts", self.genuine + ".e30"), ("two parts", f"{header}.{claims}"), ("five parts (JWE)", "a.b.c.d.e"),
                ("empty header", f".{claims}.{signature}"), ("empty claims", f"{header}..{signature}"),
                ("empty signature", f"{header}.{claims}."), ("only dots", ".."), ("one word", "nonsense"),
                ("swapped parts", f"{claims}.{header}.{signature}"), ("tab", f"{header}.\t{claims}.{signature}"),
                ("blank inside", f"{header}. {claims}.{signature}"), ("high byte", self.genuine[:-1] + "\xe9"),
                ("quoted", f'"{self.genuine}"'), ("JSON serialization", compact({"payload": claims, "signature": signature})),
                ("9 KB of claims", self.signed(None, {"pad": "x" * 6800})), ("9 KB of a", "a" * 9000)):
            self.refuse(name, token)

    def test_signatures(self):
        header, claims, signature = self.genuine.split(".")
        raw, more = decode(signature), encode(compact({**self.claims, "role": "SUPER_ADMIN"}).encode())
        order = (2 ** 252 + 27742317777372353535851937790883648493).to_bytes(32, "little")
        high = (int.from_bytes(raw[32:], "little") + int.from_bytes(order, "little")).to_bytes(33, "little")[:32]
        for name, value in (("zeros", bytes(64)), ("ones", b"\xff" * 64), ("zero r", bytes(32) + raw[32:]),
                            ("zero s", raw[:32] + bytes(32)), ("short", raw[:-1]), ("long", raw + b"\0"), ("halves swapped", raw[32:] + raw[:32]),
                            ("s not reduced", raw[:32] + high), ("one bit", bytes([raw[0] ^ 1]) + raw[1:]),
                            ("of another message", self.forger.ed25519(b"another message"))):
            self.refuse("signature " + name, f"{header}.{claims}.{encode(value)}")
        self.refuse("claims of another token", f"{header}.{more}.{signature}")
        for length in range(0, len(self.genuine), 97):
            self.refuse(f"cut to {length}", self.genuine[:length] or "x")

    def test_headers_that_bring_no_single_bearer_token(self):
        for value in ("Basic " + self.genuine, self.genuine, "Bearer", "Bearer  ", f"Bearer {self.genuine} x",
                      f"Bearer {self.genuine},Bearer {self.genuine}", "Token " + self.genuine, "Bearer=" + self.genuine):
            with self.subTest(header=value[:20]):
                answer = self.ask(value)
                assert_error(answer, 401, "UNAUTHORIZED")
                self.assertEqual(answer.headers["www-authenticate"], INVALID)
        for second in (self.genuine, "nonsense"):
            self.assertIn(self.ask("Bearer " + self.genuine, "Bearer " + second).status, (400, 401))
        for scheme in ("bearer ", "BEARER ", "Bearer   "):
            self.assertEqual(self.ask(scheme + self.genuine).status, 200, scheme)

    def test_no_token_is_no_invalid_token(self):
        answer = world().anonymous().get("/api/packs")
        assert_error(answer, 401, "UNAUTHORIZED")
        self.assertEqual(answer.headers["www-authenticate"], CHALLENGE)
        answer = world().anonymous().get("/api/packs?access_token=" + self.genuine)
        assert_error(answer, 401, "UNAUTHORIZED")
        self.assertEqual(answer.headers["www-authenticate"], CHALLENGE)
