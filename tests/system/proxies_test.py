# SPDX-License-Identifier: Apache-2.0
"""The examples of nginx/proxies: each real program in front of the nginx of a stack that trusts 127.0.0.1. The client's
address is another one."""
import hashlib
import http.client
import json
import os
import re
import secrets
import ssl
import subprocess
import tempfile
import unittest

import yaml

from client import Answer, Client, assert_error, multipart
from front_proxies import NAME, NGINX, Apache, Caddy, HaProxy, example
from local_site import ROOT
from stack import wait_until
from world import world

CLIENT = "127.0.0.5"
LIMIT = 104857600
HSTS = "max-age=31536000"
# Headers of one connection, or of a proxy itself.
OWN = {"date", "server", "connection", "keep-alive", "transfer-encoding", "content-length", "strict-transport-security",
       "x-request-id"}


class Front:
    """The tests of each program."""

    @classmethod
    def setUpClass(cls):
        stack = world().stack
        cls.direct = Client(stack.demo["baseUrl"])
        cls.front = cls.PROGRAM(int(stack.demo["baseUrl"].rpartition(":")[2]))
        cls.addClassCleanup(cls.front.close)
        cls.base = f"https://{NAME}:{cls.front.https}"
        tls = ssl.create_default_context(cafile=cls.front.certificate)
        user = world().user("MEMBER")
        cls.client = Client(cls.base, user=user, source=CLIENT, tls=tls)
        answer = cls.client.post("/api/auth/login", {"email": user["email"], "password": user["password"]},
                                 {"Accept-Encoding": "gzip"})
        assert answer.status == 200, f"{answer}\n{cls.front.output()}"
        assert "content-encoding" not in answer.headers, "responses with tokens are not compressed"
        cls.client.token = answer.json()["accessToken"]

    def logged(self, request_id):
        def found():
            with open(world().stack.path("log", "access.log"), encoding="utf-8") as file:
                return [row for row in map(json.loads, file) if row["requestId"] == request_id]
        return wait_until(found, 10, "a line of nginx's log")

    def curl(self, *arguments, version="2"):
        """Over that version of HTTP: (status, headers, body)."""
        done = subprocess.run(
            ["curl", "-sS", "-i", "--http" + version, "--interface", CLIENT, "--cacert", self.front.certificate, "--max-time", "60",
             "-H", f"Authorization: Bearer {self.client.token}", "-H", "Expect:", *arguments],
            capture_output=True, check=False, timeout=90)
        head, _, body = done.stdout.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        self.assertRegex(lines[0], rf"^HTTP/{version} \d+", done.stderr.decode() + self.front.output())
        return int(lines[0].split()[1]), [tuple(line.split(": ", 1)) for line in lines[1:]], body

    def test_headers_are_those_of_nginx(self):
        script = re.search(r'src="(/assets/[^"]+\.js)"', self.direct_page("/cm/").body.decode())[1]
        for path in ("/cm/", script, "/api/packs", "/api/nothing"):
            for encoding in ("identity", "gzip", "br"):
                with self.subTest(path, encoding=encoding):
                    sent = {"Authorization": "Bearer " + self.client.token, "Accept-Encoding": encoding}
                    direct = self.direct.request("GET", path, headers=sent)
                    answer = self.client.request("GET", path, headers=sent)
                    self.assertEqual(answer.status, direct.status)
                    self.assertEqual({name: value for name, value in answer.headers.items() if name not in OWN},
                                     {name: value for name, value in direct.headers.items() if name not in OWN})
                    self.assertEqual(answer.headers["strict-transport-security"], HSTS)
                    self.assertNotIn("strict-transport-security", direct.headers)

    def direct_page(self, path):
        answer = self.direct.request("GET", path)
        self.assertEqual(answer.status, 200)
        return answer

    def test_the_address_is_the_client_s_whatever_it_says(self):
        for forged in ("203.0.113.9", "203.0.113.9, 127.0.0.1", "127.0.0.1"):
            name = "front-" + secrets.token_hex(8)
            answer = self.client.get("/api/packs", X_Forwarded_For=forged, X_Real_IP=forged, X_Request_Id=name,
                                     Forwarded=f"for={forged}", X_Forwarded_Proto="http")
            self.assertEqual((answer.status, answer.headers["x-request-id"]), (200, name))
            self.assertEqual(answer.headers["strict-transport-security"], HSTS)
            self.assertEqual([row["address"] for row in self.logged(name)], [CLIENT])

    def test_a_large_file_goes_both_ways(self):
        data = b"%PDF-1.7\n" + os.urandom(20 << 20)
        document = self.client.add("large.pdf", data)
        path = f"/api/documents/{document['id']}/content"
        whole = self.client.get(path)
        self.assertEqual((whole.status, hashlib.sha256(whole.body).digest()), (200, hashlib.sha256(data).digest()))
        part = self.client.get(path, Range="bytes=1000000-1000099")
        self.assertEqual((part.status, part.body), (206, data[1000000:1000100]))
        self.assertEqual(part.headers["content-range"], f"bytes 1000000-1000099/{len(data)}")
        self.assertEqual(self.client.get(path, If_None_Match=whole.headers["etag"]).status, 304)

    def test_http_2(self):
        status, headers, body = self.curl(self.base + "/api/packs")
        self.assertEqual(status, 200, body)
        names = [name.lower() for name, _ in headers]
        self.assertEqual(sorted(set(names)), sorted(names), "a header is sent twice")
        with tempfile.NamedTemporaryFile(prefix="assay-front-") as file:
            file.write(b"%PDF-1.7\n" + os.urandom(20 << 20))
            file.flush()
            status, _, body = self.curl("-F", f"file=@{file.name};filename=two.pdf", self.base + "/api/documents/upload")
            self.assertEqual(status, 201, body)

    def test_a_file_that_is_too_large(self):
        with tempfile.NamedTemporaryFile(prefix="assay-front-") as file:
            file.truncate(LIMIT + (2 << 20))
            # Slowly first, as most people send it: a proxy may read the refusal only once it has passed on the whole body.
            for version, rate in (("2", "8M"), ("1.1", "1G")):
                status, headers, body = self.curl("--limit-rate", rate, "-F", f"file=@{file.name};filename=huge.pdf",
                                                  self.base + "/api/documents/upload", version=version)
                self.assertEqual((status, json.loads(body)["details"]), (413, {"limitBytes": LIMIT}))
                self.assertEqual([value for name, value in headers if name.lower() == "strict-transport-security"], [HSTS])

    def test_a_refusal_of_a_body_is_the_api_s_own(self):
        token = {"Authorization": "Bearer " + self.client.token}
        for sent, path, length, status, code in (
                (token, "/api/auth/login", 20000, 413, "PAYLOAD_TOO_LARGE"),
                ({}, "/api/documents/upload", 5 << 20, 401, "UNAUTHORIZED"),
                (token, "/api/runs", 300000, 413, "PAYLOAD_TOO_LARGE")):
            with self.subTest(path, status=status):
                kind, body = multipart(("file", "a.pdf", b"x" * length))
                connection = self.client.connect(20)
                self.addCleanup(connection.close)
                connection.putrequest("POST", path)
                for name, value in {**sent, "Content-Type": kind, "Content-Length": str(len(body))}.items():
                    connection.putheader(name, value)
                connection.endheaders(body)
                answer = Answer(f"POST {path}", connection.getresponse())
                assert_error(answer, status, code)
                self.assertEqual(answer.headers["strict-transport-security"], HSTS)

    def test_paths_pass_as_they_are(self):
        for path in ("/cm/runs/A%2FB", "/cm/?q=a%2F..%2Fb%20c"):
            self.assertEqual(self.client.get(path).status, 200, path)
        answer = self.client.get("/")
        self.assertEqual((answer.status, answer.headers["location"]), (302, "/cm/"))

    def test_http_leads_to_https(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.front.http, timeout=10)
        self.addCleanup(connection.close)
        connection.request("GET", "/cm/runs?a=b", headers={"Host": NAME})
        response = connection.getresponse()
        self.assertEqual(response.status, 308)
        self.assertRegex(response.getheader("location"), rf"^https://{NAME}(:{self.front.https})?/cm/runs\?a=b$")


class ByApache(Front, unittest.TestCase):
    PROGRAM = Apache


class ByHaProxy(Front, unittest.TestCase):
    PROGRAM = HaProxy


class ByCaddy(Front, unittest.TestCase):
    PROGRAM = Caddy


class Examples(unittest.TestCase):
    def test_name_the_same_addresses(self):
        with open(os.path.join(ROOT, "nginx", "assay.conf"), encoding="utf-8") as file:
            self.assertIn(f"#listen {NGINX} ", file.read())
        for name in sorted(os.listdir(os.path.join(ROOT, "nginx", "proxies"))):
            text = example(name)
            self.assertEqual(set(re.findall(r"127\.0\.0\.1:\d+", text)), {NGINX}, name)
            self.assertTrue("assay.example" in text or name == "haproxy.cfg", name)  # HAProxy's serves any name

    def test_traefik_s_is_whole(self):
        """Debian has no Traefik: every name that its file uses is defined there."""
        text = example("traefik.yaml")
        value = yaml.safe_load(text)
        main = yaml.safe_load("".join(line[4:] + "\n" for line in text.splitlines() if line.startswith("#   ")))
        web = value["http"]
        for router in web["routers"].values():
            self.assertIn(router["service"], web["services"])
            self.assertLessEqual(set(router["entryPoints"]), set(main["entryPoints"]))
            self.assertLessEqual(set(router.get("middlewares", ())), set(web["middlewares"]))
            self.assertLessEqual({router.get("tls", {}).get("options", "assay")}, set(value["tls"]["options"]))
        balancer = web["services"]["assay"]["loadBalancer"]
        self.assertIn(balancer["serversTransport"], web["serversTransports"])
        self.assertEqual(balancer["servers"], [{"url": "http://" + NGINX}])
        self.assertEqual(main["entryPoints"]["websecure"]["transport"]["respondingTimeouts"]["readTimeout"], "0s")


if __name__ == "__main__":
    unittest.main()
