# SPDX-License-Identifier: Apache-2.0
"""Two pipelines on one run that a slow model judges. Whichever is killed in the middle: nothing is lost, nothing is there
twice, and the verdicts are those of one pipeline alone."""
import os
import time
import unittest

import hosts
from model_server import MODEL, ModelServer
from stack import wait_until

PAUSE = 1.0
ENDS_WITHIN = 120  # seconds: the whole run, and the lease of the pipeline that was killed


@unittest.skipIf(os.geteuid() != 0, "needs root, for network namespaces")
class KilledInTheMiddle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        def settings():
            cls.model = ModelServer(PAUSE, hosts.SWITCH, key=None)
            cls.addClassCleanup(cls.model.close)
            return {"ASSAY_LLM_BASE_URL": cls.model.base_url, "ASSAY_LLM_MODEL": MODEL, "ASSAY_LLM_MAX_CONCURRENCY": "2"}
        cls.system = hosts.Installation(2, settings)
        cls.addClassCleanup(cls.system.close)
        cls.member, admin = cls.system.members[0], cls.system.admin
        cls.member.add_ready("policy.txt", b"Backups are tested each quarter. Accounts are reviewed by their owners.\n" * 20)
        binding = admin.value("/api/admin/bindings")["bindings"][0]
        answer = admin.send("PUT", f"/api/admin/bindings/{binding['packId']}",
                            {"criteriaVersionId": binding["criteriaVersionId"], "evaluator": "llm"})
        assert answer.status == 200, f"{answer}"
        cls.system.hosts[1].kill("pipeline")
        run = cls.member.completed_run(ENDS_WITHIN)["id"]
        cls.alone = cls.verdicts(run)
        cls.asked = cls.count(f"llm_exchange WHERE run_id = '{run}'")
        cls.system.hosts[1].start_pipeline()

    @classmethod
    def verdicts(cls, run):
        found = cls.member.value(f"/api/runs/{run}/assessments")["assessments"]
        return [(a["requirementId"], a["status"], a["confidence"], a["citations"], a["reasoning"]) for a in found]

    @classmethod
    def count(cls, what):
        return int(cls.system.database.sql(f"SELECT count(*) FROM {what}")[0][0])

    def machine_of(self, kind, run):
        """The number of the host whose pipeline works on the run, or on a batch of it; None if none does."""
        rows = self.system.database.sql(
            "SELECT d.host FROM work_item w JOIN worker d ON d.id = w.worker WHERE w.state = 'running' "
            f"AND w.kind = '{kind}' AND '{run}' IN (w.subject_id::text, w.part_of::text)")
        return int(rows[0][0].removeprefix("machine")) - 3 if rows else None

    def killed(self, kind):
        run = self.member.start_run()["id"]
        batch = wait_until(lambda: self.machine_of("batch", run) is not None and (self.machine_of(kind, run),), 30,
                           "a batch in the other pipeline's hands")
        host = self.system.hosts[batch[0]]
        host.kill("pipeline")
        self.addCleanup(host.start_pipeline)
        began = time.monotonic()
        ended = self.member.wait_run(run, ENDS_WITHIN)
        self.assertEqual((ended["status"], ended["failureReason"]), ("COMPLETED", None))
        print(f"[ended {time.monotonic() - began:.1f} s later] ", end="", flush=True)
        self.assertEqual(self.verdicts(run), self.alone)
        self.assertEqual(self.system.admin.value(f"/api/admin/runs/{run}/replay")["integrity"], "VERIFIED")
        for what, expected in (("run_snapshot WHERE", 1), ("audit_log WHERE action = 'run.completed' AND", 1),
                               ("llm_exchange WHERE", self.asked)):
            self.assertEqual(self.count(f"{what} run_id = '{run}'"), expected, what)
        self.assertEqual(self.count(f"work_item WHERE part_of = '{run}' AND state IN ('ready', 'running')"), 0)

    def test_1_the_one_that_helps(self):
        self.killed("batch")

    def test_2_the_one_that_has_the_run(self):
        self.killed("run")


if __name__ == "__main__":
    hosts.enter()
    unittest.main(verbosity=2)
