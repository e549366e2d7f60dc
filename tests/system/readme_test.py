# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of README.md as written."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import samples  # noqa: E402
from client import sign_in  # noqa: E402
from stack import Stack  # noqa: E402


class Readme(unittest.TestCase):
    def test_the_five_minutes_with_curl(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            script = re.search(r"```sh\n(.*?)```", file.read(), re.S).group(1)
        with Stack() as stack, tempfile.TemporaryDirectory() as folder:
            user = next(user for user in stack.demo["users"] if user["role"] == "ADMIN")
            script = re.sub(r"^A=\S+", f"A={stack.demo['baseUrl']}/api", script)
            script = script.replace("EMAIL", user["email"]).replace("PASSWORD", user["password"])
            client = sign_in(stack.demo, "ADMIN")
            client.add_ready("policy.txt", samples.text("readme"))
            with open(os.path.join(folder, "access-policy.pdf"), "wb") as file:
                file.write(samples.pdf("readme"))
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True,
                                  timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            uploaded, end = json.JSONDecoder().raw_decode(done.stdout)
            self.assertEqual(uploaded["document"]["status"], "UPLOADED")
            ready, status = done.stdout[end:].split()[:2]
            self.assertGreaterEqual(int(ready), 1)
            self.assertIn(json.loads(status), ("QUEUED", "IN_PROGRESS", "COMPLETED"))
            run = client.value("/api/runs")["runs"][0]
            self.assertEqual(client.wait_run(run["id"])["status"], "COMPLETED")


if __name__ == "__main__":
    unittest.main()
