# SPDX-License-Identifier: Apache-2.0
"""Fifty rolling restarts under load: every process of the API and the pipeline is ended in turn, as an update does, while
clients read, upload and start runs. No request fails, and no run or document is lost. ASSAY_TEST_RESTARTS sets the
number."""
import os
import signal
import threading
import time
import unittest

import samples
from stack import alive, wait_until
from world import world

RESTARTS = int(os.environ.get("ASSAY_TEST_RESTARTS", "50"))
CLIENTS = 6
UPLOAD_EVERY, RUN_EVERY = 20, 100


class Load(threading.Thread):
    """One client without retries: what does not succeed at once has failed."""

    def __init__(self, number, client, ended):
        super().__init__(daemon=True)
        self.number, self.client, self.ended = number, client, ended
        self.requests, self.failed, self.documents, self.runs = 0, [], [], []

    def run(self):
        paths = ("/api/documents", "/api/tasks", "/api/packs", "/api/auth/me", "/api/runs")
        while not self.ended.is_set():
            self.requests += 1
            try:
                answer = self.request(paths[self.requests % len(paths)])
                if answer.status not in (200, 201, 202):
                    self.failed.append(str(answer)[:300])
            except OSError as cut:
                self.failed.append(repr(cut))

    def request(self, path):
        if self.requests % RUN_EVERY == self.number:
            answer = self.client.post("/api/runs", {"requirementIds": ["1.1"]})
            self.keep(answer, 202, self.runs, "run")
        elif self.requests % UPLOAD_EVERY == self.number:
            answer = self.client.upload(*samples.make("md", f"rolling-{self.number}-{self.requests}", 10))
            self.keep(answer, 201, self.documents, "document")
        else:
            answer = self.client.get(path)
        return answer

    @staticmethod
    def keep(answer, status, found, name):
        if answer.status == status:
            found.append(answer.json()[name]["id"])


class Rolling(unittest.TestCase):
    def replace(self, part, program):
        """Ends each process of a part, and waits for its successor before the next."""
        stack = world().stack
        for pid in stack.processes(part, program):
            number = len(stack.processes(part, program))
            os.kill(pid, signal.SIGTERM)
            wait_until(lambda pid=pid: not alive(pid), 60, f"the end of {program}")
            wait_until(lambda number=number: len(stack.processes(part, program)) >= number, 60, f"another {program}")

    def test_lose_no_request(self):
        member, ended = world().client("MEMBER"), threading.Event()
        world().document()
        load = [Load(number, member, ended) for number in range(CLIENTS)]
        for client in load:
            client.start()
        begun = time.monotonic()
        try:
            for number in range(RESTARTS):
                self.replace(*(("pipeline", "assay-pipeline") if number % 5 == 4 else ("api", "assay-api")))
        finally:
            ended.set()
            for client in load:
                client.join(60)
        print(f"[{RESTARTS} restarts in {time.monotonic() - begun:.0f} s, {sum(client.requests for client in load)} "
              "requests] ", end="", flush=True)
        self.assertEqual([failure for client in load for failure in client.failed][:5], [])
        documents, runs = ({one for client in load for one in found(client)}
                           for found in (lambda client: client.documents, lambda client: client.runs))
        self.assertGreater(min(len(documents), len(runs)), 0)
        for document in documents:
            member.wait_ready(document, 300)
        for run in runs:
            self.assertEqual(member.wait_run(run, 300)["status"], "COMPLETED")
