# SPDX-License-Identifier: Apache-2.0
"""Tests of an installation in use: restarts under load, upgrade and downgrade, backup and restore, removal."""
import json
import re
import threading
import time

import deb
from installation import SERVICES, Installation

NEWER, OTHER_SCHEMA = "999.1", "999.2"


class LaterDays(Installation):
    def nginx_errors(self):
        return self.root.run("tail", "-n", "5", "/var/log/nginx/error.log").stdout

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

    def picture(self):
        """What must be the same after a restore: documents, original bytes, the run, its results and its record."""
        get = self.client.get
        answers = [get(path) for path in (f"/api/documents/{self.document}", f"/api/documents/{self.document}/content",
                                          f"/api/runs/{self.run_id}", f"/api/runs/{self.run_id}/assessments",
                                          f"/api/admin/runs/{self.run_id}/replay")]
        self.assertEqual([answer.status for answer in answers], [200] * len(answers), [str(one) for one in answers])
        key = self.root.must("sha256sum", "/var/lib/assay/audit.key", "/var/lib/assay/audit.key.pub")
        return [answer.body for answer in answers] + [key]

    def test_12_restarts_lose_no_request(self):
        def restart():
            for service in SERVICES[:8]:
                self.root.must("systemctl", "restart", service)
            self.root.must("systemctl", "restart", *SERVICES[:10])
            self.root.must("systemctl", "restart", "assay-migrate.service")
            self.root.must("systemctl", "reload", "nginx")
        statuses = self.requests_during(restart)
        self.assertGreater(len(statuses), 100)
        self.assertEqual({status for status in statuses if status != 200}, set(), self.nginx_errors())
        self.wait_until_ready()

    def test_13_a_killed_process_is_restarted(self):
        before = self.root.must("systemctl", "show", "-P", "MainPID", "assay-pipeline.service")
        self.root.must("kill", "-KILL", before.strip())
        deadline = time.monotonic() + 30
        while self.root.must("systemctl", "show", "-P", "MainPID", "assay-pipeline.service") in (before, "0\n"):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.wait_until_ready()

    def test_14_an_upgrade_keeps_data_and_loses_no_request(self):
        with open(self.root.path("/etc/assay/assay.env"), "a", encoding="utf-8") as file:
            file.write("ASSAY_LOG_LEVEL=warning\n")
        newer = self.put(deb.variant(self.package, self.folder, NEWER))
        statuses = self.requests_during(lambda: self.root.must("dpkg", "-i", newer))
        self.assertEqual({status for status in statuses if status != 200}, set(), self.nginx_errors())
        self.wait_until_ready()
        self.assertEqual(self.root.must("dpkg-query", "-W", "-f", "${Version}", "assay"), NEWER)
        self.assertIn("ASSAY_LOG_LEVEL=warning", self.root.must("cat", "/etc/assay/assay.env"))
        self.assertEqual(self.root.must("stat", "-c", "%G", "/etc/assay/assay.env"), "assay\n")
        self.assertEqual(self.sign_in().value(f"/api/runs/{self.run_id}")["status"], "COMPLETED")

    def test_15_a_migration_wants_a_backup_and_an_older_schema_is_refused(self):
        schema = int(self.root.must("cat", "/usr/share/assay/schema"))

        def later(folder):
            with open(folder + "/usr/share/assay/schema", "w", encoding="utf-8") as file:
                file.write(f"{schema + 1}\n")
            with open(folder + "/DEBIAN/preinst", encoding="utf-8") as file:
                text = file.read()
            with open(folder + "/DEBIAN/preinst", "w", encoding="utf-8") as file:
                file.write(text.replace(f'"{schema}"', f'"{schema + 1}"'))
        newer = self.put(deb.variant(self.package, self.folder, OTHER_SCHEMA, later))
        # It would migrate the database, so it wants a backup first.
        self.root.must("touch", "-d", "2 days ago", "/var/lib/assay/last-backup")
        done = self.root.run("dpkg", "-i", newer)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no backup of\nthe last 24 hours is known of", done.stderr)
        self.assertEqual(self.root.must("dpkg-query", "-W", "-f", "${Version} ${db:Status-Status}", "assay"),
                         NEWER + " installed")
        self.wait_until_ready()
        self.root.must("touch", "/var/lib/assay/last-backup")
        self.root.must("dpkg", "-i", newer)
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

    def test_16_a_backup_brings_everything_back(self):
        """Backup while requests are answered, wipe, restore."""
        self.root.must("sh", "-c", "printf 'five words nobody guesses\n' > /tmp/passphrase; "
                                   "printf 'five words nobody guessed\n' > /tmp/other")
        done = self.root.run("assayctl", "backup", "--to", "/srv/backup", "--passphrase-file", "/dev/null")
        self.assertIn("at least 12 characters", done.stderr)
        said = []
        statuses = self.requests_during(lambda: said.append(json.loads(self.root.must(
            "assayctl", "backup", "--to", "/srv/backup", "--passphrase-file", "/tmp/passphrase"))))
        self.assertEqual({status for status in statuses if status != 200}, set())
        folder = said[0]["backup"]
        self.assertGreaterEqual(said[0]["originals"], 1)
        self.assertNotIn("backup", self.doctor()[1])
        self.assertEqual(self.root.must("stat", "-c", "%U %a", folder, folder + "/database.dump").split(),
                         ["root", "700", "root", "600"])
        self.assertNotIn("PRIVATE KEY", self.root.must("cat", folder + "/keys.sealed"))
        before = self.picture()

        def restore(*arguments):
            return self.root.run("assayctl", "restore", "--from", folder, *arguments)
        self.assertIn("Assay runs", restore("--passphrase-file", "/tmp/passphrase").stderr)
        self.root.must("systemctl", "stop", "assay.target", "assay-migrate", "assay-api.socket", "assay-health.socket")
        self.assertIn("is not empty", restore("--passphrase-file", "/tmp/passphrase").stderr)
        self.root.must("sh", "-c", "cd / && runuser -u postgres -- dropdb assay && rm -r /var/lib/assay/blobs/* "
                                   "/var/lib/assay/audit.key* /var/lib/assay/checkpoints.jsonl")
        self.assertIn("the passphrase is wrong", restore("--passphrase-file", "/tmp/other").stderr)
        # A changed manifest does not open the keys, and a changed dump is not the manifest's.
        for name, change, message in (("manifest.json", "s/document /document 1/", "the manifest or the sealed keys"),
                                      ("database.dump", "s/assay_owner/assay_0wner/", "is not the one of the manifest")):
            self.root.must("cp", "-p", f"{folder}/{name}", "/tmp/kept")
            self.root.must("sed", "-i", change, f"{folder}/{name}")
            self.assertIn(message, restore("--passphrase-file", "/tmp/passphrase").stderr)
            self.root.must("cp", "-p", "/tmp/kept", f"{folder}/{name}")
        done = restore("--passphrase-file", "/tmp/passphrase")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertTrue(json.loads(done.stdout)["trail"]["verified"])
        self.root.must("systemctl", "start", "assay.target")
        self.wait_until_ready()
        type(self).client = self.sign_in()  # sessions are not in a backup
        self.assertEqual(self.picture(), before)
        self.assertEqual(self.doctor(), (True, {}))

    def test_17_removing_keeps_settings_and_data(self):
        self.root.must("dpkg", "-r", "assay")
        self.assertFalse(self.exists("/usr/bin/assayctl"))
        for path in ("/etc/assay/assay.env", "/etc/assay/tls/key.pem", "/var/lib/assay/audit.key"):
            self.assertTrue(self.exists(path), path)
        self.assertEqual(self.root.run("pgrep", "-f", "/usr/lib/assay/").stdout, "")
        self.root.must("dpkg", "-i", self.put(self.package))
        self.root.must("systemctl", "enable", "--now", "assay.target")
        self.wait_until_ready()
        self.assertEqual(self.sign_in().value(f"/api/runs/{self.run_id}")["status"], "COMPLETED")

    def test_18_purging_removes_settings_and_keeps_data(self):
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
