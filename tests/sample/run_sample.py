#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the sample assessment as a client would: uploads the evidence, waits until it is READY,
starts a run, shows its progress and then its result as a table; used by `./assay up`.

    run_sample.py STATE_DIR

A sample run that is already COMPLETED is shown again and not repeated.
"""
import hashlib
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request

from sample_table import Progress, print_result

EVIDENCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "evidence")
READING_S, RUNNING_S = 180, 300


class Failure(Exception):
    """What went wrong, and the log that explains it."""

    def __init__(self, what, log, status=None):
        super().__init__(what)
        self.log, self.status = log, status


class Client:
    """Calls the API in the session of one user."""

    def __init__(self, base_url, user):
        self.base_url = base_url
        self.token = None
        answer = self.call("POST", "/api/auth/login", {"email": user["email"],
                                                       "password": user["password"]})
        self.token = answer["accessToken"]

    def send(self, method, path, body, content_type):
        request = urllib.request.Request(self.base_url + path, body, method=method)
        if body is not None:
            request.add_header("Content-Type", content_type)
        if self.token:
            request.add_header("Authorization", "Bearer " + self.token)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            raise Failure(f"{method} {path} answered {error.code}: {text[:300]}", "api.log",
                          error.code) from None
        except (urllib.error.URLError, OSError) as error:
            raise Failure(f"{method} {path} got no answer: {error}", "nginx.log") from None

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        return self.send(method, path, data, "application/json")

    def all(self, path, plural):
        items, cursor = [], ""
        while cursor is not None:
            page = self.call("GET", f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else ""))
            items += page[plural]
            cursor = page["nextCursor"]
        return items

    def upload(self, path):
        boundary = secrets.token_hex(16)
        with open(path, "rb") as file:
            content = file.read()
        head = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; "
                f"filename=\"{os.path.basename(path)}\"\r\n"
                "Content-Type: application/octet-stream\r\n\r\n")
        body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self.send("POST", "/api/documents/upload", body,
                         f"multipart/form-data; boundary={boundary}")["document"]


def evidence_files():
    return sorted(os.path.join(EVIDENCE, name) for name in os.listdir(EVIDENCE))


def evidence_digest():
    """Changes when the sample does, so that a new sample gets a new run."""
    digest = hashlib.sha256()
    for path in evidence_files():
        with open(path, "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def earlier_run(client, note_path):
    try:
        with open(note_path, encoding="utf-8") as file:
            note = json.load(file)
    except FileNotFoundError:
        return None
    if note["evidence"] != evidence_digest():
        return None
    try:
        run = client.call("GET", "/api/runs/" + note["runId"])
    except Failure:
        return None
    return run if run["status"] == "COMPLETED" else None


def upload_all(client):
    """Returns the ids of the documents; existing documents keep theirs."""
    paths, ids = evidence_files(), set()
    with Progress("Upload the sample evidence", len(paths)) as progress:
        for done, path in enumerate(paths):
            progress.show(done)
            ids.add(client.upload(path)["id"])
        progress.show(len(paths))
    return ids


def family(documents, ids):
    """The documents with these ids and those from their ZIP files, nested ones included."""
    ids, before = set(ids), 0
    while len(ids) > before:
        before = len(ids)
        ids |= {item["id"] for item in documents if item["parentDocumentId"] in ids}
    return [item for item in documents if item["id"] in ids]


def wait_until_read(client, ids):
    deadline = time.monotonic() + READING_S
    with Progress("Read the evidence", 0) as progress:
        while True:
            documents = family(client.all("/api/documents", "documents"), ids)
            failed = [item for item in documents if item["status"] == "FAILED"]
            if failed:
                raise Failure(f"{failed[0]['originalFilename']} could not be read: "
                              f"{failed[0]['failureReason']}", "pipeline.log")
            ready = sum(item["status"] == "READY" for item in documents)
            progress.show(ready, len(documents))
            if ready == len(documents):
                return
            if time.monotonic() > deadline:
                raise Failure(f"{len(documents) - ready} documents were not READY within "
                              f"{READING_S} s", "pipeline.log")
            time.sleep(0.2)


def run_to_its_end(client):
    run = client.call("POST", "/api/runs", {})["run"]
    deadline = time.monotonic() + RUNNING_S
    with Progress("Assess the requirements", 0) as progress:
        while run["status"] in ("QUEUED", "IN_PROGRESS"):
            progress.show(run["progress"]["requirementsDone"], run["progress"]["requirementsTotal"])
            if time.monotonic() > deadline:
                raise Failure(f"the run did not end within {RUNNING_S} s", "pipeline.log")
            time.sleep(0.1)
            run = client.call("GET", "/api/runs/" + run["id"])
        progress.show(run["progress"]["requirementsDone"], run["progress"]["requirementsTotal"])
    if run["status"] != "COMPLETED":
        raise Failure(f"the run ended {run['status']}: {run['failureReason']}", "pipeline.log")
    return run


def sign_in(demo, user):
    """Returns None if an administrator has changed the user since the sample was made."""
    try:
        return Client(demo["baseUrl"], user)
    except Failure as failure:
        if failure.status in (400, 401):
            return None
        raise


def main(state):
    with open(os.path.join(state, "demo.json"), encoding="utf-8") as file:
        demo = json.load(file)
    tenant = demo["tenants"][0]["id"]
    user = next(user for user in demo["users"]
                if user["tenantId"] == tenant and user["role"] == "ADMIN")
    note_path = os.path.join(state, "sample.json")
    try:
        client = sign_in(demo, user)
        if client is None:
            print(f"Running at {demo['baseUrl']}. The sample is not shown: {user['email']} no longer "
                  "signs in with the password of demo.json.")
            return
        run = earlier_run(client, note_path)
        if run is None:
            wait_until_read(client, upload_all(client))
            run = run_to_its_end(client)
            with open(note_path, "w", encoding="utf-8") as file:
                json.dump({"runId": run["id"], "evidence": evidence_digest()}, file)
        names = {item["id"]: item["originalFilename"]
                 for item in client.all("/api/documents", "documents")}
        assessments = client.call("GET", f"/api/runs/{run['id']}/assessments")["assessments"]
    except Failure as failure:
        log = os.path.join(state, "log", failure.log)
        sys.exit(f"assay: sample: {failure}; see {log}")
    print_result(run, assessments, names)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader has closed the pipe, as in `./assay up | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
