# SPDX-License-Identifier: Apache-2.0
"""A web server on loopback as a source of regulatory texts, well-behaved or not."""
import contextlib
import http.server
import socket
import threading
import time

ACT = """# Act on Operational Resilience

## Article 1 Backup

Every undertaking shall keep backup copies of its data and test their restoration every year.

## Article 2 Access control

Access rights of employees shall be reviewed at least every quarter by the owner of the system.

## Article 3 Incidents

Incidents shall be reported to the management within one day and recorded in a register.
"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="text/plain", **headers):
        self.close_connection = True
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close",
                            **{k.replace("_", "-"): v for k, v in headers.items()}}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def open_ended(self):
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n")

    def do_GET(self):
        site = self.server.site
        site.asked.append(self.path)
        with contextlib.suppress(ConnectionError, TimeoutError):
            if self.path.startswith("/status/"):
                return self.answer(int(self.path.split("/")[2]), b"a secret of the server")
            if self.path.startswith("/redirect?"):
                return self.answer(302, b"", Location=self.path.split("?", 1)[1])
            getattr(self, "get_" + self.path.split("?")[0].strip("/").replace("-", "_").replace(".", "_"))(site)
        return None

    def get_act_md(self, site):
        self.answer(200, site.text, "text/markdown")

    def get_page(self, _):
        self.answer(200, b"<html><body><h1>Act</h1><p>Backups shall be tested every year.</p></body></html>",
                    "text/html; charset=utf-8")

    def get_act_pdf(self, _):
        self.answer(200, b"<html><body>Please accept our cookies.</body></html>", "application/pdf")

    def get_loop(self, _):
        self.answer(302, b"", Location="/loop")

    def get_empty(self, _):
        self.answer(200)

    def get_endless(self, _):
        self.open_ended()
        while True:
            self.wfile.write(b"All work and no play. " * 1000)

    def get_drip(self, site):
        self.open_ended()
        while not site.closing:
            self.wfile.write(b"x")
            time.sleep(0.1)

    def get_flaky(self, site):
        """Fails twice, then responds."""
        site.flaky += 1
        if site.flaky < 3:
            self.answer(503)
        else:
            self.answer(200, site.text, "text/markdown")

    def get_held(self, site):
        """Responds once it is released."""
        site.holding.set()
        site.go_on.wait(60)
        self.answer(200, site.text, "text/markdown")


class SourceSite:
    def __init__(self):
        self.text = ACT.encode()
        self.asked, self.flaky, self.closing = [], 0, False
        self.holding, self.go_on = threading.Event(), threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.site, self.server.daemon_threads = self, True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def url(self, path, host="127.0.0.1"):
        return f"http://{host}:{self.port}{path}"

    def close(self):
        self.closing = True
        self.go_on.set()
        self.server.shutdown()
        self.server.server_close()


def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
