# SPDX-License-Identifier: Apache-2.0
"""Which documents a run searched, which it did not, and why: reported with each assessment and in the pins, and
frozen."""
import unittest

import bad_files
import samples
from own_tenant import OwnTenant
from world import world

ONE = {"requirementIds": ["1.1"]}


class Searched(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tenant = OwnTenant()
        cls.admin = cls.tenant.client("ADMIN")

    def judged(self, **body):
        run = self.admin.completed_run(**ONE, **body)
        return run, self.admin.value(f"/api/runs/{run['id']}/assessments")["assessments"][0]

    def test_every_document_is_accounted_for(self):
        run, assessment = self.judged()
        self.assertTrue(assessment["reasoning"].startswith(
            "There was no evidence: no document was READY when the run was started.\n"), assessment["reasoning"])

        first = self.admin.add_ready("policy.md", samples.markdown("own", 5))
        run, assessment = self.judged()
        self.assertTrue(assessment["reasoning"].endswith("\nSearched 1 document."), assessment["reasoning"])
        self.assertEqual(assessment["details"]["skippedDocuments"], [])

        self.admin.add_ready("inside.zip", samples.archive([("notes.txt", samples.text("inside", 5))]))
        locked = self.admin.wait_ended(self.admin.add("scan.pdf", bad_files.encrypted_pdf())["id"])
        self.assertEqual(locked["status"], "FAILED")
        with world().stack.pipeline_paused():
            late = self.admin.add("late.txt", samples.text("late", 5))
            started = self.admin.start_run(**ONE)
        run = self.admin.wait_run(started["id"])
        assessment = self.admin.value(f"/api/runs/{run['id']}/assessments")["assessments"][0]
        self.assertTrue(assessment["reasoning"].endswith(
            "\nSearched 2 documents; 2 were not: late.txt was still being read, scan.pdf needs a password."),
            assessment["reasoning"])
        wanted = [{"documentId": late["id"], "originalFilename": "late.txt", "status": "UPLOADED",
                   "reason": "not_ready", "message": None},
                  {"documentId": locked["id"], "originalFilename": "scan.pdf", "status": "FAILED",
                   "reason": "encrypted", "message": locked["failureReason"]}]
        self.assertEqual(assessment["details"]["skippedDocuments"], wanted)
        searched = assessment["details"]["searched"]
        self.assertEqual((searched["documentCount"], searched["skippedCount"], searched["notChosenCount"]), (2, 2, 0))
        pins = self.admin.value(f"/api/admin/runs/{run['id']}")["pins"]
        self.assertEqual((pins["documentsNotSearched"], pins["documentsNotChosen"]), (wanted, 0))
        self.assertEqual(len(pins["documents"]), 2, "the archive is searched as the file in it")

        # Frozen: later changes to the documents do not affect it.
        self.admin.wait_ready(late["id"])
        self.assertEqual(self.admin.delete(f"/api/documents/{locked['id']}").status, 204)
        self.assertEqual(self.admin.value(f"/api/admin/runs/{run['id']}/replay")["documentsNotSearched"], wanted)
        self.assertEqual(self.admin.reproduce(run["id"])["differences"], [])

        run, assessment = self.judged(documentIds=[first["id"]])
        self.assertTrue(assessment["reasoning"].endswith(
            "\nSearched 1 document; 2 others were not chosen for this run."), assessment["reasoning"])
        self.assertEqual(self.admin.reproduce(run["id"])["differences"], [])


if __name__ == "__main__":
    unittest.main()
