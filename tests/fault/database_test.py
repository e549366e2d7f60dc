# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL stopped immediately while documents are processed, and started again."""
import os
import signal
import time
import unittest

from client import assert_error
from crowd import Uploader, assert_nothing_lost_or_doubled, files
from stack import alive, wait_until
from world import world


class DatabaseOutage(unittest.TestCase):
    def test_is_answered_in_json_and_mended_without_loss(self):
        stack, member = world().stack, world().client("MEMBER")
        processes = set(stack.processes("api", "assay-api"))
        wanted = files("outage", 24, 80)
        uploader = Uploader(member, wanted)
        uploader.start()
        wait_until(lambda: len(uploader.ids) >= 8, 60, "the first uploads")
        postmaster = stack.postmaster()
        os.kill(postmaster, signal.SIGQUIT)
        wait_until(lambda: not alive(postmaster), 20, "the database's end")
        stack.assay("stop", "database")  # otherwise it is restarted at once
        for path in ("/api/documents", "/api/health/ready", "/api/packs"):
            begun = time.monotonic()
            assert_error(member.get(path), 503, "UNAVAILABLE")
            self.assertLess(time.monotonic() - begun, 3, path)
        self.assertEqual(member.get("/api/health/live").status, 200)
        assert_error(member.upload("meanwhile.txt", b"Nobody can take this now.\n"), 503, "UNAVAILABLE")
        signing_in = {name: member.user[name] for name in ("email", "password")}
        assert_error(world().anonymous().post("/api/auth/login", signing_in), 503, "UNAVAILABLE")
        begun = time.monotonic()
        stack.up()
        self.assertNotEqual(stack.postmaster(), postmaster)
        wait_until(lambda: member.get("/api/documents").status == 200, 15, "the API's return")
        print(f"[down to serving: {time.monotonic() - begun:.1f} s] ", end="", flush=True)
        assert_nothing_lost_or_doubled(self, member, uploader.finish(), wanted)
        self.assertEqual(set(stack.processes("api", "assay-api")), processes, "no API process was lost to the outage")
        self.assertEqual(member.completed_run(requirementIds=["1.1"])["counts"]["FAILED"], 0)
