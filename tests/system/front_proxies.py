# SPDX-License-Identifier: Apache-2.0
"""The examples of nginx/proxies in their real programs from Debian, in front of an nginx: only ports, paths and names are
filled in."""
import os
import shutil
import socket
import subprocess
import tempfile

from local_site import ROOT, free_port
from stack import wait_until

EXAMPLES = os.path.join(ROOT, "nginx", "proxies")
NGINX = "127.0.0.1:8080"  # as the examples have it
NAME = "localhost"
# What Debian's apache2 loads and what the example asks for (a2enmod). mod_deflate is set as Debian has it.
APACHE = """ServerRoot "{folder}"
ServerName localhost
DefaultRuntimeDir "{folder}"
PidFile "{folder}/pid"
ErrorLog "{folder}/log"
{modules}
User www-data
Group www-data
Listen 127.0.0.1:{http}
Listen 127.0.0.1:{https}
<Directory />
    Require all denied
</Directory>
AddOutputFilterByType DEFLATE text/html text/plain text/css application/javascript application/json
Include "{site}"
"""
MODULES = ("mpm_event", "authz_core", "alias", "deflate", "env", "filter", "reqtimeout", "setenvif", "socache_shmcb",
           "ssl", "http2", "proxy", "proxy_http", "headers")


def example(name):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return file.read()


def filled(text, values):
    for there, here in values:
        assert there in text, f"{there} is not in the example"
        text = text.replace(there, here)
    return text


class FrontProxy:
    """.http and .https: where it listens. Ended by close()."""

    def __init__(self, nginx_port):
        self.nginx = f"127.0.0.1:{nginx_port}"
        self.folder = tempfile.mkdtemp(prefix="assay-front-")
        os.chmod(self.folder, 0o755)
        self.http, self.https = free_port(), free_port()
        self.certificate, self.key = self.path("cert.pem"), self.path("key.pem")
        self._process = None
        try:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                            "-nodes", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
                            "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)
            self.start()
        except BaseException:
            self.close()
            raise

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def start(self):
        with open(self.path("output"), "wb") as output:
            self._process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=output,
                                             stderr=subprocess.STDOUT, env={**os.environ, **self.environment()})
        for port in (self.http, self.https):
            wait_until(lambda p=port: self.listens(p), 20, f"{type(self).__name__} listens: {self.output()}")

    def environment(self):
        return {}

    def listens(self, port):
        assert self._process.poll() is None, self.output()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def output(self):
        text = ""
        for name in ("output", "log"):
            if os.path.exists(self.path(name)):
                with open(self.path(name), encoding="utf-8", errors="replace") as file:
                    text += file.read()[-3000:]
        return text

    def close(self):
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Apache(FrontProxy):
    def command(self):
        site = self.write("site.conf", filled(example("apache.conf"), [
            ("*:80>", f"127.0.0.1:{self.http}>"), ("*:443>", f"127.0.0.1:{self.https}>"), ("assay.example", NAME),
            ("/etc/assay/tls/fullchain.pem", self.certificate), ("/etc/assay/tls/key.pem", self.key), (NGINX, self.nginx)]))
        modules = "\n".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in MODULES)
        main = self.write("apache.conf", APACHE.format(
            folder=self.folder, modules=modules, http=self.http, https=self.https, site=site))
        return ["/usr/sbin/apache2", "-f", main, "-DFOREGROUND"]


class HaProxy(FrontProxy):
    def command(self):
        with open(self.certificate, encoding="utf-8") as one, open(self.key, encoding="utf-8") as other:
            both = self.write("both.pem", one.read() + other.read())
        return ["/usr/sbin/haproxy", "-db", "-f", self.write("haproxy.cfg", filled(example("haproxy.cfg"), [
            ("bind :80", f"bind 127.0.0.1:{self.http}"), ("bind :443", f"bind 127.0.0.1:{self.https}"),
            ("ssl crt /etc/haproxy/assay.pem", f"ssl crt {both}"), (NGINX, self.nginx)]))]


class Caddy(FrontProxy):
    def command(self):
        return ["/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", self.write("Caddyfile", filled(
            example("Caddyfile"), [
                ("http_port 80", f"http_port {self.http}\n\tdefault_bind 127.0.0.1"),
                ("https_port 443", f"https_port {self.https}"), ("assay.example {", NAME + " {"),
                ("/etc/assay/tls/fullchain.pem", self.certificate), ("/etc/assay/tls/key.pem", self.key),
                (NGINX, self.nginx)]))]

    def environment(self):
        return {"HOME": self.folder, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder,
                "CADDY_ADMIN": f"unix/{self.folder}/admin.sock"}
