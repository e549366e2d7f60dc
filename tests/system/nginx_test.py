# SPDX-License-Identifier: Apache-2.0
"""The nginx site: nginx accepts both configurations, and the local one responds with the right headers, limits and
JSON errors in front of a stand-in for the application."""
import gzip
import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import unittest

from fastcgi_stub import Stub
from local_site import PACK_LIMIT, ROOT, LocalSite, free_port, render

LIMIT = 3 * 1024 * 1024
TOKEN = "x" * 91  # as long as an API token
EVERYWHERE = ("x-request-id", "assay-api-version", "content-security-policy", "referrer-policy",
              "x-content-type-options", "cross-origin-opener-policy", "cross-origin-resource-policy")


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = LocalSite(LIMIT - 1024, LIMIT)
        cls.addClassCleanup(cls.site.close)
        os.mkdir(cls.site.dir + "/blobs/ab")
        with open(cls.site.dir + "/blobs/ab/file", "wb") as file:
            file.write(b"%PDF original")

    def setUp(self):
        self.stub = Stub(self.site.socket)

    def tearDown(self):
        if self.stub:
            self.stub.close()

    def ask(self, method, path, body=None, headers=None):
        """API requests carry a token unless the headers say otherwise."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=10)
        sent = {"Authorization": "Bearer " + TOKEN, **(headers or {})}
        connection.request(method, path, body, {name: value for name, value in sent.items() if value is not None})
        response = connection.getresponse()
        content = response.read()
        found = {}
        for name, value in response.getheaders():
            self.assertNotIn(name.lower(), found, f"{name} is sent twice for {path}")
            found[name.lower()] = value
        connection.close()
        return response.status, found, content

    def assert_error(self, answer, status, code):
        got, headers, content = answer
        self.assertEqual(got, status, content)
        self.assertTrue(headers["content-type"].startswith("application/json"), headers)
        body = json.loads(content)
        self.assertEqual(body["error"], code)
        self.assertEqual(body["requestId"], headers["x-request-id"])
        self.assertTrue(body["message"])
        for name in EVERYWHERE:
            self.assertIn(name, headers)
        return body

    def test_the_api_gets_the_request_as_it_came(self):
        status, headers, content = self.ask("POST", "/api/runs?a=b%20c", b"{}", {
            "Content-Type": "application/json", "X-Request-Id": "mine-1", "Proxy": "evil",
            "Authorization": "Bearer " + "t" * 9000})
        self.assertEqual(status, 200)
        params = json.loads(content)["params"]
        self.assertEqual(params["REQUEST_METHOD"], "POST")
        self.assertEqual(params["REQUEST_URI"], "/api/runs?a=b%20c")
        self.assertEqual(params["CONTENT_TYPE"], "application/json")
        self.assertEqual(params["CONTENT_LENGTH"], "2")
        self.assertEqual(params["REMOTE_ADDR"], "127.0.0.1")
        self.assertEqual(params["HTTP_AUTHORIZATION"], "Bearer " + "t" * 9000)
        self.assertEqual(params.get("HTTP_PROXY", ""), "")
        self.assertEqual(headers["x-request-id"], "mine-1")
        for name in EVERYWHERE:
            self.assertIn(name, headers)

    def test_a_strange_request_id_is_replaced(self):
        _, headers, content = self.ask("GET", "/api/x", headers={"X-Request-Id": "a b\"c"})
        self.assertRegex(headers["x-request-id"], "^[0-9a-f]{32}$")
        self.assertEqual(json.loads(content)["params"]["HTTP_X_REQUEST_ID"],
                         headers["x-request-id"])

    def test_errors_of_the_application_pass_untouched(self):
        status, _, content = self.ask("GET", "/api/missing")
        self.assertEqual((status, json.loads(content)), (404, {"error": "NOT_FOUND", "own": 1}))

    def test_json_is_compressed_except_for_tokens(self):
        for path, encoding in (("/api/runs", "gzip"), ("/api/auth/login", None)):
            _, headers, content = self.ask("GET", path, headers={"Accept-Encoding": "gzip"})
            self.assertEqual(headers.get("content-encoding"), encoding)
            json.loads(gzip.decompress(content) if encoding else content)

    def test_bodies_are_limited(self):
        body = self.assert_error(self.ask("POST", "/api/runs", b"x" * (256 * 1024 + 1)),
                                 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(body["details"], {"limitBytes": 256 * 1024})
        self.assertEqual(self.ask("POST", "/api/runs", b"x" * 256 * 1024)[0], 200)

    def test_uploads_have_a_limit_of_their_own(self):
        status, _, content = self.ask("POST", "/api/documents/upload", b"x" * LIMIT)
        self.assertEqual((status, json.loads(content)["bodyLength"]), (200, LIMIT))
        for path in ("/api/documents/upload", "/api/documents/upload?tenantId=1", "/api/documents/bulk-upload",
                     "/api/documents/uploads", "/api/documents/uploads/x?tenantId=1", "/api/admin/corpora",
                     "/api/admin/corpora?tenantId=1", "/api/admin/corpora/x/ingestions"):
            body = self.assert_error(self.ask("POST", path, b"x" * (LIMIT + 1)),
                                     413, "PAYLOAD_TOO_LARGE")
            self.assertEqual(body["details"], {"limitBytes": LIMIT - 1024})

    def test_packs_have_a_limit_of_their_own(self):
        path, most = "/api/admin/packs/import", PACK_LIMIT + 1024
        self.assertEqual(self.ask("POST", path, b"x" * most)[0], 200)
        for query in ("", "?dryRun=true"):
            body = self.assert_error(self.ask("POST", path + query, b"x" * (most + 1)), 413, "PAYLOAD_TOO_LARGE")
            self.assertEqual(body["details"], {"limitBytes": PACK_LIMIT})

    def test_an_absent_application_is_unavailable(self):
        answer = self.ask("GET", "/api/die")
        self.assert_error(answer, 503, "UNAVAILABLE")
        self.assertIn("retry-after", answer[1])
        self.stub.close()
        self.stub = None
        self.assert_error(self.ask("GET", "/api/health/ready"), 503, "UNAVAILABLE")

    def test_originals_are_sent_only_when_released(self):
        status, headers, content = self.ask("GET", "/api/blob", headers={"X-Request-Id": "r1"})
        self.assertEqual((status, content), (200, b"%PDF original"))
        self.assertEqual(headers["content-type"], "application/pdf")
        self.assertEqual(headers["content-disposition"], 'attachment; filename="a.pdf"')
        self.assertEqual(headers["etag"], '"one"')
        self.assertEqual(headers["x-request-id"], "r1")
        self.assertIn("sandbox", headers["content-security-policy"])
        for name in EVERYWHERE:
            self.assertIn(name, headers)
        self.assert_error(self.ask("GET", "/_blobs/ab/file"), 404, "NOT_FOUND")
        self.assert_error(self.ask("GET", "/_errors/503"), 404, "NOT_FOUND")

    def test_other_errors_of_nginx_are_json_too(self):
        for path in ("/nothing", "/assets/", "/assets/nothing.js", "/web/cm/", "/cm/../assay"):
            self.assert_error(self.ask("GET", path), 404, "NOT_FOUND")
        answer = self.ask("POST", "/cm/", b"")
        self.assert_error(answer, 405, "METHOD_NOT_ALLOWED")
        self.assertEqual(answer[1]["allow"], "GET, HEAD")
        self.assert_error(self.ask("GET", "/cm/../../assay"), 400, "VALIDATION_ERROR")

    def raw(self, text):
        with socket.create_connection(("127.0.0.1", self.site.port), timeout=10) as connection:
            connection.sendall(text.encode("latin-1"))
            response = http.client.HTTPResponse(connection)
            response.begin()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return response.status, headers, response.read()

    def test_what_is_no_http_is_named(self):
        for line, header, field in (("GET /api/x HTTP/1.1", "Transfer-Encoding: gzip", "Transfer-Encoding"),
                                    ("POST /api/x HTTP/1.1", "Transfer-Encoding: xchunked", "Transfer-Encoding"),
                                    ("POST /api/x HTTP/1.1", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding"),
                                    ("GET /api/x HTTP/9.9", "", "request"), ("GET /api/x HTTP/2.0", "", "request")):
            answer = self.raw(f"{line}\r\nHost: x\r\n{header}\r\nConnection: close\r\n\r\n".replace("\r\n\r\nConn", "\r\nConn"))
            body = self.assert_error(answer, 400, "VALIDATION_ERROR")
            self.assertEqual([item["field"] for item in body["details"]["fields"]], [field])

    def test_headers_of_any_shape_are_taken_or_refused(self):
        for name, headers in (("one", "X-Big: " + "b" * 12_000), ("all", "\r\n".join(f"X-{i}: {'b' * 900}" for i in range(30))),
                              ("many", "\r\n".join(f"X-{i}: b" for i in range(3000)))):
            with self.subTest(name):
                answer = self.raw(f"GET /api/x HTTP/1.1\r\nHost: x\r\n{headers}\r\nConnection: close\r\n\r\n")
                body = self.assert_error(answer, 400, "VALIDATION_ERROR")
                self.assertEqual(body["details"]["fields"][0]["field"], "headers")
        # As many headers as fit, each as short as possible and so the longest for FastCGI.
        for count in range(5000, 7200, 50):
            head = f"GET /api/x?{'q' * 9000} HTTP/1.1\nHost: x\nConnection: close\n"
            for text in (head + "a:\n" * (count // 2) + "\n", head.replace("?" + "q" * 9000, "") + "a:\n" * count + "\n"):
                self.assertIn(self.raw(text)[0], (200, 400), f"{count}")
        self.assertEqual(self.raw(f"GET /api/x HTTP/1.1\nHost: x\n{'a:' + chr(10)}Connection: close\n\n" )[0], 200)

    def test_hidden_dot_segments_lead_nowhere(self):
        for path in ("/api/documents/..%2F..", "/api/..%2f", "/api/documents/..%2F..%2Fcm/",
                     "/api/%2e%2e%2fcm/", "/cm/x%2F..%2Fy", "/x%2f../cm/", "/assets/..%2F_blobs/ab/file"):
            with self.subTest(path):
                answer = self.ask("GET", path)
                self.assertNotIn("location", answer[1])
                self.assert_error(answer, 404, "NOT_FOUND")
        self.assertEqual(self.ask("GET", "/cm/runs/A%2FB")[0], 200, "an encoded slash in a name")
        self.assertEqual(self.ask("GET", "/api/packs?q=a%2F..%2Fb")[0], 200, "a query is no path")
        self.assert_error(self.ask("GET", "/api/.."), 404, "NOT_FOUND")
        for path in ("/api/..%2F..", "/cm/..%2F..%2Fetc/passwd"):  # above the root: not a valid address
            self.assert_error(self.ask("GET", path), 400, "VALIDATION_ERROR")

    def test_methods_that_nginx_refuses_are_answered_by_whom_they_concern(self):
        for method in ("TRACE", "PUT", "OPTIONS", "DELETE"):
            answer = self.raw(f"{method} /cm/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.assert_error(answer, 405, "METHOD_NOT_ALLOWED")
            self.assertEqual(answer[1]["allow"], "GET, HEAD")
        for path in ("/", "/cm", "/admin"):
            answer = self.ask("POST", path, b"")
            self.assert_error(answer, 405, "METHOD_NOT_ALLOWED")
            self.assertEqual(answer[1]["allow"], "GET, HEAD")
        status, _, content = self.raw("TRACE /api/runs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertEqual((status, json.loads(content)["params"]["REQUEST_METHOD"]), (200, "TRACE"))

    def test_the_pages_are_there_and_hold_no_inline_code(self):
        self.assertEqual(self.ask("GET", "/")[1]["location"], "/cm/")
        for folder in ("cm", "admin"):
            self.assertEqual(self.ask("GET", "/" + folder)[1]["location"], f"/{folder}/")
            status, headers, content = self.ask("GET", f"/{folder}/")
            self.assertEqual(status, 200)
            self.assertEqual(headers["content-type"], "text/html; charset=utf-8")
            self.assertEqual(headers["cache-control"], "no-cache")
            self.assertNotIn("unsafe", headers["content-security-policy"])
            self.assertIn("frame-ancestors 'none'", headers["content-security-policy"])
            for name in EVERYWHERE:
                self.assertIn(name, headers)
            page = content.decode()
            self.assertNotRegex(page, r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=")
            deep = self.ask("GET", f"/{folder}/runs/PR.AA-05/results?status=MISSING")
            self.assertEqual((deep[0], deep[1]["cache-control"], deep[2]), (200, "no-cache", content))
            links = re.findall(r'(?:src|href)="(/[^"#]+)"', page)
            self.assertTrue(links)
            for link in links:
                self.assert_kept(link)

    def assert_kept(self, path):
        """A file whose name changes with its content: cached forever, and compressed for clients that accept it."""
        status, headers, content = self.ask("GET", path)
        self.assertEqual((status, headers["cache-control"]), (200, "public, max-age=31536000, immutable"), path)
        for name in EVERYWHERE:
            self.assertIn(name, headers)
        _, headers, packed = self.ask("GET", path, headers={"Accept-Encoding": "gzip"})
        if path.endswith(".woff2"):  # already compressed
            self.assertEqual((headers.get("content-encoding"), packed), (None, content))
            return
        self.assertEqual(headers.get("content-encoding"), "gzip")
        self.assertEqual(gzip.decompress(packed), content)
        self.assert_brotli(path, content, len(packed))

    def assert_brotli(self, path, content, gzipped):
        plain = self.ask("GET", path)[1]
        for accepted in ("gzip, deflate, br, zstd", "br", "gzip;q=0.5,br;q=0.8", "br;q=1.0"):
            status, headers, packed = self.ask("GET", path, headers={"Accept-Encoding": accepted})
            self.assertEqual((status, headers["content-encoding"], headers["vary"]), (200, "br", "Accept-Encoding"))
            self.assertEqual(headers["content-type"], plain["content-type"])
            self.assertEqual(headers["cache-control"], plain["cache-control"])
            for name in EVERYWHERE:
                self.assertIn(name, headers)
        unpack = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
        self.assertEqual(subprocess.run(["node", "-e", unpack], input=packed, capture_output=True, check=True).stdout, content)
        self.assertLess(len(packed), gzipped)
        again = self.ask("GET", path, headers={"Accept-Encoding": "br", "If-None-Match": headers["etag"]})
        self.assertEqual((again[0], again[2]), (304, b""))
        for accepted in ("gzip, br;q=0", "br; q=0.000, gzip", "gzip, brx"):
            self.assertEqual(self.ask("GET", path, headers={"Accept-Encoding": accepted})[1]["content-encoding"], "gzip")
        self.assert_error(self.ask("GET", path + ".br"), 404, "NOT_FOUND")


class Production(unittest.TestCase):
    def test_the_site_is_accepted_by_nginx(self):
        self.accepted(lambda site: site)

    def test_the_site_is_accepted_behind_a_proxy(self):
        def change(site):
            """As its comments say."""
            site = site.replace("#listen 127.0.0.1:8080 ", f"listen 127.0.0.1:{free_port()} ")
            site = site.replace("#set_real_ip_from 127.0.0.1;", "set_real_ip_from 127.0.0.1;")
            redirecting = re.search(r"^server \{\n    listen 80;.*?^\}\n", site, re.M | re.S)[0]
            site = re.sub(r"^    (listen (\[::\]:)?443|ssl_).*\n", "", site.replace(redirecting, ""), flags=re.M)
            self.assertEqual(len(re.findall(r"^\s*(?:listen|set_real_ip_from) ", site, re.M)), 2)
            return site
        self.accepted(change)

    def accepted(self, change):
        with tempfile.TemporaryDirectory(prefix="assay-nginx-") as folder:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                            "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=test",
                            "-keyout", folder + "/key.pem", "-out", folder + "/fullchain.pem"],
                           check=True, capture_output=True)
            os.symlink(os.path.join(ROOT, "nginx", "snippets"), folder + "/assay")
            site = change(render("assay.conf", {}).replace("/etc/assay/tls", folder))
            for system_path in ("/var/log/nginx", "/var/lib/assay-uploads"):
                self.assertIn(system_path, site)
                site = site.replace(system_path, folder)
            site = re.sub(r"listen (\[::\]:)?(80|443)",
                          lambda m: f"listen {m[1] or ''}{free_port()}", site)
            with open(folder + "/site.conf", "w", encoding="utf-8") as file:
                file.write(site)
            main = render("nginx.conf", {})
            for there, here in (("user www-data;", ""), ("/run/nginx.pid", folder + "/pid"),
                                ("/var/log/nginx/error.log", folder + "/log"), ("include /etc/nginx/modules-enabled/*.conf;", ""),
                                ("include /etc/nginx/conf.d/*.conf;", ""), ("/etc/nginx/sites-enabled/*", folder + "/site.conf")):
                self.assertIn(there, main)
                main = main.replace(there, here)
            with open(folder + "/nginx.conf", "w", encoding="utf-8") as file:
                file.write(main)
            done = subprocess.run(["nginx", "-p", folder, "-c", folder + "/nginx.conf", "-t"],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("[warn]", done.stderr)


if __name__ == "__main__":
    unittest.main()
