# SPDX-License-Identifier: Apache-2.0
"""kill -9 of the pipeline and of an API process while fifty documents are processed."""
import os
import time
import unittest

from client import assert_error
from crowd import Uploader, assert_nothing_lost_or_doubled, files, ready_count
from stack import alive, wait_until
from world import world

DOCUMENTS, SENTENCES, PIPELINE_KILLS = 50, 150, 4


class IngestUnderKills(unittest.TestCase):
    def test_every_document_arrives_once(self):
        stack, member = world().stack, world().client("MEMBER")
        wanted = files("crowd", DOCUMENTS, SENTENCES)
        uploader = Uploader(member, wanted)
        uploader.start()
        wait_until(lambda: len(uploader.ids) >= 10, 60, "the first uploads")
        pool = len(stack.processes("api", "assay-api"))
        killed = stack.kill("api", "assay-api")
        self.assertFalse(uploader.ids.keys() == {name for name, _ in wanted}, "uploads were still under way")
        for kill in range(1, PIPELINE_KILLS + 1):
            # Some progress between two kills, so that no document is in progress at three of them.
            wait_until(lambda goal=kill * 9: ready_count(member) >= goal, 300, "progress")
            self.assertLess(ready_count(member), DOCUMENTS, "documents were still in work")
            stack.kill("pipeline", "assay-pipeline")
        ids = uploader.finish()
        for refusal in uploader.refused:
            if not isinstance(refusal, ConnectionError):
                assert_error(refusal, 503, "UNAVAILABLE")
        begun = time.monotonic()
        assert_nothing_lost_or_doubled(self, member, ids, wanted)
        print(f"[{PIPELINE_KILLS} kills; whole {time.monotonic() - begun:.1f} s after the last] ", end="", flush=True)
        self.assertEqual(member.value("/api/documents")["total"], DOCUMENTS)
        self.assertFalse(alive(killed))
        wait_until(lambda: len(stack.processes("api", "assay-api")) == pool, 20, "a whole pool again")
        self.assertLessEqual(len(stack.incoming()), 1, "at most what the killed API process had in hand")

    def test_what_a_killed_upload_left_is_swept_in_time(self):
        stack = world().stack
        old, young = (stack.path("data", "blobs", "tmp", name) for name in ("left-long-ago", "just-now"))
        for path in (old, young):
            with open(path, "wb") as file:
                file.write(b"half an upload")
        self.addCleanup(os.remove, young)
        past = time.time() - 25 * 3600
        os.utime(old, (past, past))
        stack.kill("pipeline", "assay-pipeline")  # the next one checks at its start
        wait_until(lambda: not os.path.exists(old), 30, "the old file swept")
        self.assertTrue(os.path.exists(young), "an upload may be writing it")
