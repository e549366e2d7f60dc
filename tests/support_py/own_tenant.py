# SPDX-License-Identifier: Apache-2.0
"""A tenant for a single test: it contains only what the test puts there."""
import json
import os
import secrets
import subprocess

from client import Client
from stack import ASSAY
from world import world

PASSWORD = "own tenant's password"


def ctl(*arguments, stdin=""):
    """(exit status, standard output, standard error)."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ASSAY_", "PG"))}
    done = subprocess.run([ASSAY, "ctl", "--state", world().stack.state, *arguments], input=stdin, text=True,
                          env=environment, capture_output=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


def said(*arguments, stdin=""):
    """The output of a command that must succeed."""
    status, out, err = ctl(*arguments, stdin=stdin)
    assert status == 0, f"{arguments}: {status} {out} {err}"
    return json.loads(out)


class OwnTenant:
    """A new tenant bound to the installation's first pack."""

    def __init__(self):
        self.id = said("tenant", "create", "--name", "Own " + secrets.token_hex(6))["id"]
        pack = next(p for p in said("pack", "list")["packs"] if p["name"] == "Assay Baseline")
        said("bind", "--tenant", self.id, "--pack", pack["id"])

    def client(self, role="MEMBER"):
        """A session of a new user."""
        email = f"{secrets.token_hex(6)}@own.example"
        said("user", "create", "--tenant", self.id, "--email", email, "--role", role, "--display-name", role.title(),
             "--password-file", "-", stdin=PASSWORD)
        answer = world().anonymous().post("/api/auth/login", {"email": email, "password": PASSWORD})
        assert answer.status == 200, str(answer)
        return Client(world().demo["baseUrl"], answer.json()["accessToken"], answer.json()["user"])
