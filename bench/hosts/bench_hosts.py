#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Times runs that a slow language model judges on one host and on two: one large run, and several at once. Then one
large run of the built-in evaluator. Each host is a network namespace, so this needs root. Prints how many times faster
two hosts are."""
import os
import signal
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path[1:1] = [os.path.join(ROOT, "tests", "hosts"), os.path.join(ROOT, "tests", "support_py")]
import hosts  # noqa: E402
import pack_files  # noqa: E402
from model_server import MODEL, ModelServer  # noqa: E402

PAUSE, GOAL = 2.0, 1.8
SUBJECTS = ("Backups", "Accounts", "Visitors", "Suppliers", "Laptops", "Incidents", "Keys", "Logs", "Changes", "Offices")
DEMANDS = ("are reviewed each quarter by the head of operations", "are listed in a register that names an owner",
           "are tested every year and the result is recorded", "are approved before they are used",
           "are described in a policy that everybody has read", "are removed when they are no longer needed",
           "are checked by somebody who did not make them", "are kept apart from those of other customers",
           "are reported to the management within a day", "are encrypted with keys that the company holds",
           "are part of the training of new employees", "are counted every month")


def evidence(number):
    return "\n\n".join(f"{subject} {demand}." for subject in SUBJECTS for demand in DEMANDS[number::3]).encode()


class Bench:
    def __init__(self, system):
        self.system = system
        self.admin, self.member = system.admin, system.members[0]
        for number in range(3):
            self.member.add_ready(f"policy{number}.txt", evidence(number))
        self.labels = [f"{one + 1}.{two + 1}" for one in range(len(SUBJECTS)) for two in range(len(DEMANDS))]
        rows = [[str(one + 1), subject, "", f"{one + 1}.{two + 1}", "", f"{subject} {demand}."]
                for one, subject in enumerate(SUBJECTS) for two, demand in enumerate(DEMANDS)]
        path = os.path.join(system.folder, "pack.json")
        with open(path, "wb") as file:
            file.write(pack_files.as_native("Bench of hosts", rows=rows))
        self.pack = system.ctl("pack", "import", path)["pack"]["id"]
        system.ctl("bind", "--tenant", system.demo["tenants"][0]["id"], "--pack", self.pack)

    def judge_with(self, evaluator):
        binding = next(b for b in self.admin.value("/api/admin/bindings")["bindings"] if b["packId"] == self.pack)
        answer = self.admin.send("PUT", f"/api/admin/bindings/{self.pack}",
                                 {"criteriaVersionId": binding["criteriaVersionId"], "evaluator": evaluator})
        assert answer.status == 200, f"{answer}"

    def timed(self, runs, requirements):
        """Seconds from the first request to the end of the last of so many runs."""
        begun = time.monotonic()
        ids = [self.member.start_run(packId=self.pack, requirementIds=self.labels[:requirements])["id"] for _ in range(runs)]
        for run in ids:
            ended = self.member.wait_run(run, 600)
            assert (ended["status"], ended["counts"]["FAILED"]) == ("COMPLETED", 0), f"{ended}"
        return time.monotonic() - begun


def main():
    model = []

    def settings():
        model.append(ModelServer(PAUSE, hosts.SWITCH, key=None))
        return {"ASSAY_LLM_BASE_URL": model[0].base_url, "ASSAY_LLM_MODEL": MODEL}
    system = hosts.Installation(2, settings)
    try:
        bench = Bench(system)
        cases = [("llm", "one run of 120 requirements", 1, 120), ("llm", "one run of 6 requirements", 1, 6),
                 ("llm", "4 runs of 30 requirements at once", 4, 30),
                 ("builtin", "one run of 120 requirements, built-in evaluator", 1, 120)]
        times = {}
        for count in (2, 1):
            if count == 1:
                system.hosts[1].kill("pipeline", number=signal.SIGTERM)
            for evaluator, what, runs, requirements in cases:
                bench.judge_with(evaluator)
                bench.timed(1, 1)  # whatever is made once
                times[what, count] = bench.timed(runs, requirements)
                print(f"{what} on {count} host{'s'[:count - 1]}: {times[what, count]:.1f} s", flush=True)
        for _, what, _, _ in cases:
            ratio = times[what, 1] / times[what, 2]
            print(f"{what}: two hosts {ratio:.2f} times as fast as one; goal {GOAL} where a model of {PAUSE:.0f} s "
                  f"is waited for, ratio {ratio / GOAL:.2f}", flush=True)
        print(f"most requests at the model at once: {model[0].most}")
    finally:
        system.close()
        for server in model:
            server.close()


if __name__ == "__main__":
    hosts.enter()
    main()
