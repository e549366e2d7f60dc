# SPDX-License-Identifier: Apache-2.0
"""What assayctl doctor says of the site of nginx: with a certificate of its own, and behind a proxy where TLS ends."""
import json
import os
import re
import subprocess
import tempfile
import unittest

from stack import ASSAY
from world import world

SITES = "/etc/nginx/sites-enabled"
SITE = os.path.join(os.path.dirname(ASSAY), "nginx", "assay.conf")


def behind_a_proxy(site):
    """The site, changed as its comment says."""
    site, redirects = re.subn(r"\nserver \{\n    listen 80;.*?\n\}\n", "\n", site, flags=re.DOTALL)
    site, own = re.subn(r"\n    (listen|ssl_)[^\n]*", "", site)
    site, third = re.subn(r"\n    #(listen 127[^\n]*)", r"\n    \1", site)
    assert (redirects, third) == (1, 1) and own >= 4, (redirects, own, third)
    return site


@unittest.skipUnless(os.path.isdir(SITES) and os.geteuid() == 0, "needs nginx and a mount of its own")
class Site(unittest.TestCase):
    def findings(self, site):
        """What doctor finds where this site, and no other, is enabled; in a view of the file system of its own."""
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            with open(os.path.join(folder, "assay.conf"), "w", encoding="utf-8") as file:
                file.write(site)
            done = subprocess.run(["unshare", "--mount", "sh", "-ec", f'mount --bind "$0" {SITES}; exec "$@"', folder,
                                   ASSAY, "ctl", "--state", world().stack.state, "doctor", "--json"],
                                  capture_output=True, text=True, check=False, timeout=60)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return {row["check"]: row for row in json.loads(done.stdout)["checks"]}

    def test_needs_a_certificate_where_it_ends_tls(self):
        with open(SITE, encoding="utf-8") as file:
            site = file.read()
        if os.path.exists("/etc/assay/tls/fullchain.pem"):
            self.skipTest("this machine has a certificate")
        self.assertEqual(self.findings(site)["certificate"]["verdict"], "fail")

    def test_needs_none_behind_a_proxy(self):
        with open(SITE, encoding="utf-8") as file:
            site = file.read()
        found = self.findings(behind_a_proxy(site))["certificate"]
        self.assertEqual((found["verdict"], found["found"]), ("ok", "TLS ends at a proxy in front"))


if __name__ == "__main__":
    unittest.main()
