# SPDX-License-Identifier: Apache-2.0
"""Quotas of a tenant. In this stack: ten documents, 20000 bytes in total, and three runs that have not ended."""
import concurrent.futures
import unittest

import samples
from client import assert_error
from own_tenant import OwnTenant
from world import world

DOCUMENTS, BYTES, RUNS = 10, 20_000, 3


class Quotas(unittest.TestCase):
    def refuse(self, answer, limit, allowed, found):
        details = assert_error(answer, 422, "LIMIT_EXCEEDED")
        self.assertEqual(details, {"limit": limit, "allowed": allowed, "found": found})
        self.assertIn(f"at most {allowed} are allowed", answer.json()["message"])

    def test_one_document_more_than_allowed_is_refused_and_leaves_nothing(self):
        member = OwnTenant().client()
        files = [(f"{i}.txt", samples.unique()) for i in range(DOCUMENTS)]
        first = [member.add(name, data)["id"] for name, data in files][0]
        before = [path for path in world().stack.blobs() if not path.startswith("tmp/")]
        self.refuse(member.upload("more.txt", samples.unique()), "documents", DOCUMENTS, DOCUMENTS + 1)
        self.assertEqual([path for path in world().stack.blobs() if not path.startswith("tmp/")], before)
        self.assertEqual(member.upload(*files[0]).status, 200, "what is there already needs no room")
        self.assertEqual(member.delete(f"/api/documents/{first}").status, 204)
        self.assertEqual(member.upload("more.txt", samples.unique()).status, 201)

    def test_bytes_are_counted_over_all_documents(self):
        member = OwnTenant().client()
        half = samples.text("half", 200)[:BYTES // 2]
        member.add("half.txt", half)
        size = len(half) + 10
        self.refuse(member.upload("more.txt", b"x" * size), "bytes", BYTES, len(half) + size)
        self.assertEqual(member.upload("less.txt", b"y" * (BYTES - len(half))).status, 201)

    def test_uploads_at_the_same_time_stay_within_them_together(self):
        member = OwnTenant().client()
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda i: member.upload(f"{i}.txt", samples.unique()), range(40)))
        self.assertEqual(sum(answer.status == 201 for answer in answers), DOCUMENTS)
        for answer in answers:
            if answer.status not in (201, 429):
                self.refuse(answer, "documents", DOCUMENTS, DOCUMENTS + 1)

    def test_too_many_runs_that_have_not_ended_are_refused_until_some_have(self):
        member = OwnTenant().client()
        member.add_ready("policy.md", b"# Backups\n\nBackups are tested every month.\n")
        with world().stack.pipeline_paused():
            started = [member.post("/api/runs", {}) for _ in range(RUNS + 1)]
            self.assertEqual([answer.status for answer in started[:RUNS]], [202] * RUNS)
            self.refuse(started[RUNS], "openRuns", RUNS, RUNS + 1)
            run = started[0].json()["run"]["id"]
            self.assertEqual(member.post(f"/api/runs/{run}/cancel", {}).status, 200)
            self.assertEqual(member.post("/api/runs", {}).status, 202)

    def test_an_archive_that_needs_more_fails_whole_and_says_so(self):
        member = OwnTenant().client()
        archive = samples.archive([(f"{i}.txt", samples.unique()) for i in range(DOCUMENTS)])
        document = member.wait_ended(member.add("all.zip", archive)["id"])
        self.assertEqual(document["status"], "FAILED")
        self.assertIn(f"{DOCUMENTS + 1} documents, and at most {DOCUMENTS} are allowed", document["failureReason"])
        self.assertEqual(member.value("/api/documents")["total"], 1)
