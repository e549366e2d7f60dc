# SPDX-License-Identifier: Apache-2.0
"""The host of a language model loses power while it owes an answer, and comes back without its connections: nothing tells
the pipeline, which finds out and asks again in time."""
import json
import os
import sys
import time
import unittest

import hosts
from model_server import MODEL
from stack import wait_until

ADDRESS, PORT = "10.77.0.30", 9100
SERVE = ("import sys, threading; sys.path.insert(0, sys.argv[1]); from model_server import ModelServer; "
         "server = ModelServer(float(sys.argv[2]), sys.argv[3], None, int(sys.argv[4])); threading.Event().wait()")
FOUND_OUT = 40  # seconds; the requirement would have 90


@unittest.skipIf(os.geteuid() != 0, "needs root, for network namespaces")
class Vanished(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.system = hosts.Installation(1, {"ASSAY_LLM_BASE_URL": f"http://{ADDRESS}:{PORT}/v1", "ASSAY_LLM_MODEL": MODEL})
        cls.addClassCleanup(cls.system.close)
        cls.member = cls.system.members[0]
        cls.member.add_ready("policy.txt", b"Backups are tested each quarter. Accounts are reviewed by their owners.\n" * 20)
        binding = cls.system.admin.value("/api/admin/bindings")["bindings"][0]
        answer = cls.system.admin.send("PUT", f"/api/admin/bindings/{binding['packId']}",
                                       {"criteriaVersionId": binding["criteriaVersionId"], "evaluator": "llm"})
        assert answer.status == 200, f"{answer}"

    def model_host(self, number, pause, card=None):
        """A machine with the model's server; card: the hardware address it had before."""
        machine = hosts.Machine(number, ADDRESS)
        self.addCleanup(machine.close)
        if card:
            hosts.run(*machine.inside, "ip", "link", "set", "eth0", "address", card)
        machine.start("model", sys.executable, "-B", "-c", SERVE, os.path.join(hosts.ROOT, "tests", "support_py"),
                      str(pause), ADDRESS, str(PORT))
        wait_until(lambda: f"{ADDRESS}:{PORT}" in self.seen(machine, "ss", "-Htln"), 20, "the model's server")
        return machine

    @staticmethod
    def seen(machine, *command):
        return hosts.run(*machine.inside, *command, capture_output=True).stdout

    def test_the_answer_is_asked_for_again(self):
        first = self.model_host(9, 600)
        card = json.loads(self.seen(first, "ip", "-j", "link", "show", "eth0"))[0]["address"]
        run = self.member.start_run(requirementIds=["1.1"])["id"]
        wait_until(lambda: self.seen(first, "ss", "-Htn"), 30, "a request at the model")
        time.sleep(1)  # until it has been sent
        hosts.run("ip", "link", "set", first.port, "down")
        first.close()
        self.model_host(10, 0.1, card)
        begun = time.monotonic()
        ended = self.member.wait_run(run, 120)
        print(f"[judged {time.monotonic() - begun:.0f} s after the model came back] ", end="", flush=True)
        self.assertEqual((ended["status"], ended["counts"]["FAILED"]), ("COMPLETED", 0), f"{ended}")
        self.assertLess(time.monotonic() - begun, FOUND_OUT)


if __name__ == "__main__":
    hosts.enter()
    unittest.main(verbosity=2)
