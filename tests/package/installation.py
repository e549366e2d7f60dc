# SPDX-License-Identifier: Apache-2.0
"""The package in a root of its own, and what tests of it share: signing in over TLS, health, doctor's findings."""
import json
import os
import shutil
import ssl
import sys
import tempfile
import time
import unittest

import deb
from fresh_root import FreshRoot

sys.path.insert(0, os.path.join(deb.ROOT, "tests", "support_py"))
from client import Client  # noqa: E402  pylint: disable=wrong-import-position

PASSWORD = "correct horse battery"
ADDRESS = "https://localhost"
SERVICES = ["assay-api@%d.service" % number for number in range(1, 9)] + [
    "assay-health.service", "assay-pipeline.service", "assay-migrate.service"]


class Installation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-deb-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.package = deb.build(cls.folder + "/made")
        cls.root = FreshRoot()
        cls.addClassCleanup(cls.root.end)
        cls.root.enter_network()
        cls.client = cls.document = cls.run_id = None  # set by tests, for later ones

    def put(self, package):
        shutil.copy(package, self.root.path("/tmp/" + os.path.basename(package)))
        return "/tmp/" + os.path.basename(package)

    def exists(self, path):
        return self.root.run("test", "-e", path).returncode == 0

    def sign_in(self):
        tls = ssl.create_default_context(cadata=self.root.must("cat", "/etc/assay/tls/fullchain.pem"))
        client = Client(ADDRESS, tls=tls)
        answer = client.post("/api/auth/login", {"email": "ada@harbour.example", "password": PASSWORD})
        self.assertEqual(answer.status, 200, answer)
        client.token = answer.json()["accessToken"]
        return client

    def wait_until_ready(self, seconds=60):
        deadline, answer = time.monotonic() + seconds, None
        while time.monotonic() < deadline:
            try:
                answer = Client(ADDRESS, tls=ssl._create_unverified_context()).get("/api/health/ready")
                if answer.status == 200 and answer.json()["checks"]["pipeline"] == "ok":
                    return
            except OSError as error:
                answer = error
            time.sleep(0.2)
        self.fail(f"not ready: {answer}\n{self.root.journal()}")

    def doctor(self):
        """Whether doctor finds the installation healthy, and check -> finding of what is not ok."""
        done = self.root.run("assayctl", "doctor", "--json")
        said = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if said["healthy"] else 1)
        return said["healthy"], {row["check"]: row for row in said["checks"] if row["verdict"] != "ok"}
