# SPDX-License-Identifier: Apache-2.0
"""Runs nginx with the configuration of `./assay up` in a separate folder, for tests."""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "systemd", "local"))
from free_port import free_port  # noqa: E402

WEB = os.path.join(ROOT, "build", "web")  # as the build leaves it
PACK_LIMIT = 2 * 1024 * 1024


def render(template, values):
    with open(os.path.join(ROOT, "nginx", template), encoding="utf-8") as file:
        text = file.read()
    for name, value in values.items():
        text = text.replace(f"@{name}@", str(value))
    return text


class LocalSite:
    """Listens on .port and expects the application on .socket; close() ends it."""

    def __init__(self, upload_limit, body_limit, unlimited="127.0.0.1/32 0;", proxies=""):
        self.dir = tempfile.mkdtemp(prefix="assay-site-")
        self.socket = self.dir + "/run/api.sock"
        self.port = free_port()
        for name in ("etc", "log", "tmp/nginx", "run", "blobs"):
            os.makedirs(os.path.join(self.dir, name))
        os.symlink(os.path.join(ROOT, "nginx", "snippets"), os.path.join(self.dir, "etc", "assay"))
        config = render("local.conf", {
            "STATE": self.dir, "RUN": self.dir + "/run", "PORT": self.port, "LIMIT": upload_limit, "ORIGINS": "",
            "UNLIMITED": unlimited, "PROXIES": proxies,
            "BODY_LIMIT": body_limit, "PACK_LIMIT": PACK_LIMIT, "PACK_BODY_LIMIT": PACK_LIMIT + 1024,
            "WEB": WEB,
            "BLOBS": self.dir + "/blobs"})
        assert "@" not in config.replace("between @", ""), "a word of the template was not filled in"
        path = os.path.join(self.dir, "etc", "nginx.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(config)
        # The workers of a test's nginx need no separate user: only root could reach this folder.
        user = "user root;" if os.geteuid() == 0 else ""
        command = ["nginx", "-p", self.dir, "-c", path, "-g", "daemon off;" + user]
        test = subprocess.run(command + ["-t"], capture_output=True, text=True, check=False)
        assert test.returncode == 0 and "[warn]" not in test.stderr, test.stderr
        self.nginx = subprocess.Popen(command)
        self._wait()

    def _wait(self):
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.close()
        raise AssertionError("nginx does not listen")

    def close(self):
        self.nginx.terminate()
        self.nginx.wait(10)
        shutil.rmtree(self.dir)
