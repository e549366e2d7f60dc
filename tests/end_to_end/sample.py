# SPDX-License-Identifier: Apache-2.0
"""The sample's evidence in the first tenant, assessed once for all tests of the program."""
import functools
import json
import os

import samples
from stack import wait_until
from world import world


def evidence(client):
    """All documents of the tenant."""
    return client.all("/api/documents", "documents")


def _quiet(client):
    documents = evidence(client)
    waiting = [d for d in documents if d["status"] not in ("READY", "FAILED")]
    return None if waiting else documents


@functools.cache
def ready_evidence():
    """The sample's documents, children included, all READY."""
    client = world().client("MEMBER")
    for name, data in samples.evidence():
        client.add(name, data)
    documents = wait_until(lambda: _quiet(client), 120, "the sample's evidence READY")
    failed = [(d["originalFilename"], d["failureReason"]) for d in documents if d["status"] == "FAILED"]
    assert not failed, failed
    return documents


@functools.cache
def run():
    """The COMPLETED run over everything, as GET returns it."""
    ready_evidence()
    return world().client("MEMBER").completed_run()


@functools.cache
def assessments():
    return world().client("MEMBER").value(f"/api/runs/{run()['id']}/assessments")["assessments"]


def expected():
    """requirementId -> expected status."""
    with open(os.path.join(samples.SAMPLE, "expected.json"), encoding="utf-8") as file:
        return {item["requirementId"]: item["status"] for item in json.load(file)["requirements"]}
