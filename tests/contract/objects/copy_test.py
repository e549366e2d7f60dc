# SPDX-License-Identifier: Apache-2.0
"""assayctl blobs copy: everything that rows name reaches another store, once, and comes back as it was."""
import hashlib
import json
import os
import secrets
import subprocess
import tempfile
import unittest

from object_server import object_server
from object_store_test import forget_copies
from stack import ASSAY
from world import world


def copy(target, *options):
    """Exit status, and what the command prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ASSAY_", "PG"))}
    done = subprocess.run([ASSAY, "ctl", "--state", world().stack.state, "blobs", "copy", "--to", target, *options],
                          text=True, env=environment, capture_output=True, check=False, timeout=120)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


class Copy(unittest.TestCase):
    def setUp(self):
        object_server().break_with()
        self.member = world().client("MEMBER")
        self.document = self.member.add_ready("copied.txt", f"To be copied {secrets.token_hex(8)}\n".encode() * 30)
        self.hash = self.document["sha256Hash"]

    def tearDown(self):
        object_server().break_with()

    def test_into_a_folder_once_and_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            status, first = copy("file://" + folder, "--verify")
            self.assertEqual((status, first["missing"], first["altered"], first["present"]), (0, [], [], 0))
            self.assertGreater(first["copied"], 0)
            self.assertEqual(first["from"], "s3://originals/company/assay/")
            with open(os.path.join(folder, self.document["tenantId"], self.hash[:2], self.hash), "rb") as file:
                self.assertEqual(hashlib.sha256(file.read()).hexdigest(), self.hash)
            os.remove(os.path.join(folder, self.document["tenantId"], self.hash[:2], self.hash))
            status, second = copy("file://" + folder)
            self.assertEqual((status, second["copied"], second["present"]), (0, 1, first["copied"] - 1))

    def test_into_another_bucket_path_of_the_same_key(self):
        url = object_server().settings["ASSAY_BLOB_URL"].replace("/company/assay", "/elsewhere")
        status, first = copy(url)
        self.assertEqual((status, first["missing"]), (0, []))
        object_server().asked()
        status, second = copy(url)
        self.assertEqual((status, second["copied"], second["present"]), (0, 0, first["copied"]))
        self.assertEqual({one["method"] for one in object_server().asked()}, {"HEAD"})
        object_server().break_with({"method": "GET", "path": "/elsewhere/", "alter": True})
        status, third = copy(url, "--verify")
        self.assertEqual((status, len(third["altered"])), (1, 1))

    def test_says_what_the_source_does_not_have(self):
        forget_copies()
        with tempfile.TemporaryDirectory() as folder:
            object_server().break_with({"method": "GET", "path": self.hash, "status": 404, "code": "NoSuchKey"})
            status, done = copy("file://" + folder)
            self.assertEqual((status, done["missing"]), (1, [f"{self.document['tenantId']} {self.hash}"]))

    def test_refuses_the_store_in_use(self):
        done = subprocess.run([ASSAY, "ctl", "--state", world().stack.state, "blobs", "copy", "--to",
                               object_server().settings["ASSAY_BLOB_URL"]], text=True, capture_output=True, check=False,
                              timeout=60)
        self.assertEqual((done.returncode, done.stderr), (1, "assayctl: --to: is the store in use\n"))
