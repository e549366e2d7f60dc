# SPDX-License-Identifier: Apache-2.0
"""Checks the service's responses against its own description (GET /api/openapi.json)."""
import json
import os
import subprocess
import tempfile
import threading

import client

CHECK = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "openapi", "check.mjs")


class Described:
    """While open, keeps every response that a Client gets; check() then checks them all."""

    def __init__(self):
        self.one_at_a_time = threading.Lock()

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.answers = open(os.path.join(self.folder.name, "answers"), "w", encoding="utf-8")
        client.Client.on_answer = self.keep
        return self

    def __exit__(self, *_):
        client.Client.on_answer = None
        self.answers.close()
        self.folder.cleanup()

    def keep(self, method, path, answer):
        kind = answer.headers.get("content-type", "")
        body = answer.body.decode("utf-8") if kind.startswith(("application/json", "application/problem+json", "application/scim+json")) else str(len(answer.body) or "")
        kept = json.dumps({"method": method, "path": path, "status": answer.status, "type": kind, "body": body})
        with self.one_at_a_time:  # tests send requests from several threads
            self.answers.write(kept + "\n")

    def check(self, base_url):
        """Whether there are no problems; prints any."""
        description = os.path.join(self.folder.name, "description")
        with open(description, "wb") as file:
            file.write(client.Client(base_url).get("/api/openapi.json").body)
        self.answers.flush()
        return subprocess.run(["node", CHECK, description, self.answers.name], check=False).returncode == 0
