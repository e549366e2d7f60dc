# SPDX-License-Identifier: Apache-2.0
"""The package, installed into a root of its own where systemd is the first process: setup, services, TLS, a run, restarts
under load, upgrade, downgrade, removal. The order matters."""
import json
import os
import re
import shutil
import ssl
import sys
import tempfile
import threading
import time
import unittest

import deb
from fresh_root import FreshRoot, why_not

sys.path.insert(0, os.path.join(deb.ROOT, "tests", "support_py"))
from client import Client  # noqa: E402  pylint: disable=wrong-import-position

NEWER, OTHER_SCHEMA = "999.1", "999.2"
PASSWORD = "correct horse battery"
ADDRESS = "https://localhost"
SERVICES = ["assay-api@%d.service" % number for number in range(1, 9)] + [
    "assay-health.service", "assay-pipeline.service", "assay-migrate.service"]


@unittest.skipIf(why_not(), f"systemd cannot be started here: {why_not()}; systemd_units checks the units offline")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-deb-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.package = deb.build(cls.folder + "/made")
        cls.root = FreshRoot()
        cls.addClassCleanup(cls.root.end)
        cls.root.enter_network()
        cls.client = cls.document = cls.run_id = None

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

    def test_01_it_installs_and_says_what_comes_next(self):
        said = self.root.must("dpkg", "-i", self.put(self.package))
        self.assertIn("assayctl setup", said)
        rows = self.root.must("stat", "-c", "%n %U:%G %a", "/etc/assay/assay.env", "/etc/assay/pipeline.env",
                              "/var/lib/assay", "/var/lib/assay/blobs", "/run/assay").splitlines()
        self.assertEqual(rows, ["/etc/assay/assay.env root:assay 640", "/etc/assay/pipeline.env root:root 600",
                                "/var/lib/assay assay-pipeline:assay 710",
                                "/var/lib/assay/blobs assay-pipeline:assay-store 2775",
                                "/run/assay root:assay-store 3771"])
        self.assertEqual(self.root.run("systemctl", "is-active", "assay.target").stdout.strip(), "inactive")

    def test_02_systemd_accepts_the_installed_units(self):
        units = self.root.must("sh", "-c", "ls /lib/systemd/system/assay*").split()
        self.assertEqual(len(units), 7)
        done = self.root.run("systemd-analyze", "verify", "--man=no", *units)
        self.assertEqual((done.returncode, [line for line in done.stderr.splitlines() if "assay" in line]), (0, []))

    def setup(self, *arguments, **options):
        return self.root.run("assayctl", "setup", *arguments, **options)

    def test_03_setup_says_how_to_get_a_database(self):
        done = self.setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("pg_createcluster 15 main --start", done.stderr)

    def test_04_setup_needs_its_answers_and_makes_everything(self):
        self.root.must("pg_createcluster", "15", "main", "--start")
        done = self.setup()
        self.assertEqual(done.returncode, 1)
        self.assertIn("--tenant: is needed", done.stderr)
        done = self.setup("--tenant", "Harbour", "--email", "ada@harbour.example", "--display-name", "Ada",
                          "--password-file", "-", stdin="short\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--password-file: the password", done.stderr)
        said = self.root.must("assayctl", "setup", "--tenant", "Harbour", "--email", "Ada@harbour.example",
                              "--display-name", "Ada", "--password-file", "-", "--self-signed", "localhost",
                              stdin=PASSWORD + "\n")
        for line in ("exists  database assay", "exists  schema", "made    tenant Harbour",
                     "made    administrator ada@harbour.example", "made    certificate", "made    site of nginx"):
            self.assertIn("\n" + line, "\n" + said)
        self.assertEqual(self.root.must("stat", "-c", "%U %a", "/var/lib/assay/audit.key").split(),
                         ["assay-pipeline", "600"])

    def test_05_setup_again_changes_nothing(self):
        def state():
            return self.root.must("sha256sum", "/etc/postgresql/15/main/pg_hba.conf",
                                  "/etc/postgresql/15/main/pg_ident.conf", "/etc/assay/tls/fullchain.pem",
                                  "/var/lib/assay/audit.key") + self.root.must("assayctl", "tenant", "list")
        before = state()
        said = self.root.must("assayctl", "setup")
        self.assertNotIn("made ", said)
        said = self.root.must("assayctl", "setup", "--tenant", "Harbour", "--email", "ada@harbour.example",
                              "--display-name", "Other", "--password-file", "-", stdin="another password\n")
        self.assertIn("exists  administrator ada@harbour.example", said)
        self.assertEqual(state(), before)

    def test_06_only_its_own_users_reach_the_database(self):
        def connects(user, role):
            return self.root.run("runuser", "-u", user, "--", "psql", "-X", "-w", "-d", "assay", "-U", role, "-c",
                                 "SELECT 1").returncode == 0
        self.assertTrue(connects("assay-api", "assay_api"))
        self.assertFalse(connects("assay-api", "assay_owner"))
        self.assertFalse(connects("assay-pipeline", "assay_api"))
        self.assertFalse(connects("www-data", "assay_api"))

    def test_07_the_services_start(self):
        self.root.must("systemctl", "enable", "--now", "assay.target")
        self.root.must("systemctl", "start", "nginx")
        self.wait_until_ready()
        states = self.root.must("systemctl", "is-active", *SERVICES).split()
        self.assertEqual(set(states), {"active"})
        type(self).client = self.sign_in()
        answer = self.client.get("/cm/")
        self.assertEqual((answer.status, "max-age" in answer.headers["strict-transport-security"]), (200, True))

    def doctor(self):
        """Whether doctor finds the installation healthy, and check -> finding of what is not ok."""
        done = self.root.run("assayctl", "doctor", "--json")
        said = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if said["healthy"] else 1)
        return said["healthy"], {row["check"]: row for row in said["checks"] if row["verdict"] != "ok"}

    def test_08_doctor_finds_what_is_wrong_and_says_how_to_mend_it(self):
        healthy, findings = self.doctor()
        self.assertEqual((healthy, sorted(findings)), (True, ["backup", "http"]))
        for finding in findings.values():
            self.root.must("sh", "-c", finding["mend"].rpartition(": ")[2])
        self.assertEqual(self.doctor(), (True, {}))
        for line in self.root.must("assayctl", "doctor").splitlines():
            self.assertTrue(line.startswith("ok    "), line)
        # Each of these is broken, found, and mended as doctor says.
        for check, breaks in (("/etc/assay/assay.env", "chmod 644 /etc/assay/assay.env"),
                              ("/var/lib/assay/blobs", "chmod 777 /var/lib/assay/blobs"),
                              ("/var/lib/assay/audit.key", "chown assay-api /var/lib/assay/audit.key"),
                              ("pipeline", "systemctl stop assay-pipeline"),
                              ("API", "systemctl stop assay-api.socket"),
                              ("/var/lib/assay-uploads", "rm -r /var/lib/assay-uploads")):
            with self.subTest(check):
                self.root.must("sh", "-c", breaks)
                healthy, findings = self.doctor()
                self.assertFalse(healthy)
                self.assertEqual(findings[check]["verdict"], "fail")
                self.root.must("sh", "-c", findings[check]["mend"].rpartition(": ")[2])
                self.wait_until_ready()
                self.assertEqual(self.doctor(), (True, {}))

    def test_09_doctor_names_a_database_and_settings_that_will_not_do(self):
        settings = self.root.path("/etc/assay/assay.env")
        with open(settings, encoding="utf-8") as file:
            before = file.read()
        with open(settings, "a", encoding="utf-8") as file:
            file.write("ASSAY_OCR_LANGUAGES=eng+tlh\nASSAY_LLM_API_KEY=secret\nASSAY_WORKERS=90\n"
                       "ASSAY_MODEL_DIR=/nowhere\nASSAY_MIN_FREE_BYTES=1000000000000000\n")
        _, findings = self.doctor()
        self.assertEqual(findings["OCR"]["mend"], "apt install tesseract-ocr-tlh")
        self.assertIn("ASSAY_LLM_API_KEY", findings["/etc/assay/assay.env"]["found"])
        for check in ("max_connections", "encoder", "disk of originals"):
            self.assertEqual(findings[check]["verdict"], "fail", check)
        with open(settings, "w", encoding="utf-8") as file:
            file.write(before)
        # Two things that only a look at the database shows.
        self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-c", "ALTER SYSTEM SET synchronous_commit = off",
                       "-c", "SELECT pg_reload_conf()")
        time.sleep(1)
        self.assertEqual(self.doctor()[1]["durability"]["verdict"], "fail")
        self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-c", "ALTER SYSTEM RESET synchronous_commit",
                       "-c", "SELECT pg_reload_conf()")
        self.root.must("systemctl", "stop", "postgresql@15-main")
        healthy, findings = self.doctor()
        self.assertEqual((healthy, findings["database"]["verdict"]), (False, "fail"))
        self.root.must("systemctl", "start", "postgresql@15-main")
        self.wait_until_ready()

    def test_10_a_run_completes(self):
        pack = os.path.join(deb.ROOT, "db", "sample", "pack.json")
        shutil.copy(pack, self.root.path("/tmp/pack.json"))
        tenant = self.client.value("/api/auth/me")["tenantId"]
        self.root.must("assayctl", "pack", "import", "/tmp/pack.json", "--tenant", tenant, "--bind")
        document = self.client.add_ready("backup.md", b"# Backup policy\n\nBackups are taken every night, encrypted, and "
                                         b"restored as a test every quarter by the operations team.\n")
        run = self.client.completed_run(packId=self.client.value("/api/packs")["packs"][0]["id"])
        type(self).document, type(self).run_id = document["id"], run["id"]
        answer = self.client.get(f"/api/documents/{document['id']}/content")
        self.assertEqual(answer.status, 200, "nginx itself sends the original")

    def requests_during(self, change):
        """Statuses of requests that four clients send one after another while change() runs."""
        statuses, ended = [], threading.Event()

        def ask():
            while not ended.is_set():
                try:
                    statuses.append(self.client.get(f"/api/documents/{self.document}/status").status)
                except OSError as error:
                    statuses.append(repr(error))
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            change()
            time.sleep(0.5)
        finally:
            ended.set()
            for thread in threads:
                thread.join(timeout=150)
        return statuses

    def test_11_restarts_lose_no_request(self):
        def restart():
            for service in SERVICES[:8]:
                self.root.must("systemctl", "restart", service)
            self.root.must("systemctl", "restart", *SERVICES[:10])
            self.root.must("systemctl", "restart", "assay-migrate.service")
            self.root.must("systemctl", "reload", "nginx")
        statuses = self.requests_during(restart)
        self.assertGreater(len(statuses), 100)
        self.assertEqual({status for status in statuses if status != 200}, set(), self.root.journal())
        self.wait_until_ready()

    def test_12_a_killed_process_is_restarted(self):
        before = self.root.must("systemctl", "show", "-P", "MainPID", "assay-pipeline.service")
        self.root.must("kill", "-KILL", before.strip())
        deadline = time.monotonic() + 30
        while self.root.must("systemctl", "show", "-P", "MainPID", "assay-pipeline.service") in (before, "0\n"):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.wait_until_ready()

    def test_13_an_upgrade_keeps_data_and_loses_no_request(self):
        with open(self.root.path("/etc/assay/assay.env"), "a", encoding="utf-8") as file:
            file.write("ASSAY_LOG_LEVEL=warning\n")
        newer = self.put(deb.variant(self.package, self.folder, NEWER))
        statuses = self.requests_during(lambda: self.root.must("dpkg", "-i", newer))
        self.assertEqual({status for status in statuses if status != 200}, set(), self.root.journal())
        self.wait_until_ready()
        self.assertEqual(self.root.must("dpkg-query", "-W", "-f", "${Version}", "assay"), NEWER)
        self.assertIn("ASSAY_LOG_LEVEL=warning", self.root.must("cat", "/etc/assay/assay.env"))
        self.assertEqual(self.root.must("stat", "-c", "%G", "/etc/assay/assay.env"), "assay\n")
        self.assertEqual(self.sign_in().value(f"/api/runs/{self.run_id}")["status"], "COMPLETED")

    def test_14_a_version_that_knows_an_older_schema_is_refused(self):
        schema = int(self.root.must("cat", "/usr/share/assay/schema"))

        def later(folder):
            with open(folder + "/usr/share/assay/schema", "w", encoding="utf-8") as file:
                file.write(f"{schema + 1}\n")
        self.root.must("dpkg", "-i", self.put(deb.variant(self.package, self.folder, OTHER_SCHEMA, later)))
        done = self.root.run("dpkg", "-i", self.put(self.package))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"knows the database's schema up to {schema}", done.stderr)
        self.assertIn(f"has brought it to {schema + 1}", done.stderr)
        self.assertEqual(self.root.must("dpkg-query", "-W", "-f", "${Version} ${db:Status-Status}", "assay"),
                         OTHER_SCHEMA + " installed")
        self.wait_until_ready()
        # Where the package was removed in between, migrating refuses.
        self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-d", "assay", "-c",
                       f"INSERT INTO schema_migration (number, name, checksum) VALUES ({schema + 1}, 'later', '')")
        done = self.root.run("assayctl", "migrate")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"newer than this program: it has migration {schema + 1}", done.stderr)
        self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-d", "assay", "-c",
                       f"DELETE FROM schema_migration WHERE number = {schema + 1}")

    def test_15_removing_keeps_settings_and_data(self):
        self.root.must("dpkg", "-r", "assay")
        self.assertFalse(self.exists("/usr/bin/assayctl"))
        for path in ("/etc/assay/assay.env", "/etc/assay/tls/key.pem", "/var/lib/assay/audit.key"):
            self.assertTrue(self.exists(path), path)
        self.assertEqual(self.root.run("pgrep", "-f", "/usr/lib/assay/").stdout, "")
        self.root.must("dpkg", "-i", self.put(self.package))
        self.root.must("systemctl", "enable", "--now", "assay.target")
        self.wait_until_ready()
        self.assertEqual(self.sign_in().value(f"/api/runs/{self.run_id}")["status"], "COMPLETED")

    def test_16_purging_removes_settings_and_keeps_data(self):
        said = self.root.must("dpkg", "-P", "assay")
        self.assertIn("rm -r /var/lib/assay", said)
        for path in ("/etc/assay", "/etc/nginx/assay", "/usr/lib/assay", "/usr/share/assay"):
            self.assertFalse(self.exists(path), path)
        self.assertEqual(re.findall(r"assay\S*", self.root.must("ls", "/etc/nginx/sites-enabled",
                                                                "/etc/nginx/sites-available", "/lib/systemd/system")), [])
        self.assertTrue(self.exists("/var/lib/assay/audit.key"))
        databases = self.root.must("runuser", "-u", "postgres", "--", "psql", "-X", "-l", "-A", "-t")
        self.assertIn("\nassay|", "\n" + databases)
        self.root.must("nginx", "-t")


if __name__ == "__main__":
    unittest.main(failfast=True)
