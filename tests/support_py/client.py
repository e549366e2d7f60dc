# SPDX-License-Identifier: Apache-2.0
"""The API as a client sees it through nginx, and the checks that apply to every response."""
import http.client
import json
import re
import secrets
import time
import urllib.parse

API_VERSION = "1"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
FINAL_RUN = ("COMPLETED", "FAILED", "CANCELLED")


class Answer:
    """One response: status, headers (names in lower case; repeated ones joined) and body."""

    def __init__(self, what, response):
        self.what, self.status = what, response.status
        self.headers, self.cookies = {}, []
        for name, value in response.getheaders():
            name = name.lower()
            if name == "set-cookie":
                self.cookies.append(value)
            self.headers[name] = f"{self.headers[name]}, {value}" if name in self.headers else value
        self.body = response.read()

    def cookie(self, name):
        """A cookie that the response sets: the value that the browser sends back, and its attributes in
        lower case."""
        found = [cookie for cookie in self.cookies if cookie.startswith(name + "=")]
        assert len(found) == 1, f"one cookie {name} expected: {self.cookies}"
        sent, *attributes = [part.strip() for part in found[0].split(";")]
        return sent, {attribute.lower() for attribute in attributes}

    def json(self):
        assert self.headers.get("content-type", "").split(";")[0] == "application/json", (
            f"{self} is not JSON but {self.headers.get('content-type')}")
        return json.loads(self.body.decode("utf-8"))

    def __str__(self):
        return f"{self.what} -> {self.status} {self.body[:600].decode('utf-8', 'replace')}"


def check_headers(answer):
    """Checks the headers of every response of the service."""
    assert answer.headers.get("assay-api-version") == API_VERSION, f"{answer}: {answer.headers}"
    assert REQUEST_ID.fullmatch(answer.headers.get("x-request-id", "")), f"{answer}: {answer.headers}"
    return answer


def assert_error(answer, status, code):
    """Checks the exact error body {error, message, details?, requestId}; returns the details."""
    assert answer.status == status, f"{status} expected: {answer}"
    body = answer.json()
    assert body.get("error") == code, f"{code} expected: {answer}"
    assert set(body) - {"details"} == {"error", "message", "requestId"}, f"{answer}"
    assert isinstance(body["message"], str) and body["message"].strip(), f"{answer}"
    assert body["requestId"] == answer.headers["x-request-id"], f"{answer}"
    assert isinstance(body.get("details", {}), dict), f"{answer}"
    if code == "UNAUTHORIZED":
        assert answer.headers.get("www-authenticate", "").startswith("Bearer"), f"{answer.headers}"
    if status in (429, 503):
        assert re.fullmatch(r"[1-9][0-9]*", answer.headers.get("retry-after", "")), f"{answer.headers}"
    if status == 405:
        assert answer.headers.get("allow"), f"{answer.headers}"
    return body.get("details", {})


def assert_fields(answer, *names):
    """Checks for 400 VALIDATION_ERROR naming exactly these fields."""
    details = assert_error(answer, 400, "VALIDATION_ERROR")
    fields = details.get("fields")
    assert isinstance(fields, list) and fields, f"{answer}"
    for item in fields:
        assert set(item) == {"field", "issue"} and item["issue"], f"{answer}"
    assert sorted(item["field"] for item in fields) == sorted(names), f"{names} expected: {answer}"


def multipart(*parts, boundary=None):
    """(content type, body) of parts (name, file name or None, bytes)."""
    boundary = boundary or "part-" + secrets.token_hex(12)
    body = bytearray()
    for name, filename, data in parts:
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'.encode()
        if filename is not None:
            quoted = filename.replace("\\", "\\\\").replace('"', '\\"')
            body += f'; filename="{quoted}"\r\nContent-Type: application/octet-stream'.encode()
        body += b"\r\n\r\n" + data + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", bytes(body) + f"--{boundary}--\r\n".encode()


class Client:
    """Requests with one user's session, or without one. source: the loopback address they come from. tls: the
    ssl.SSLContext of an https address."""
    on_answer = None  # called with method, path and answer of every request

    def __init__(self, base_url, token=None, user=None, source="127.0.0.1", tls=None):
        self.base_url, self.token, self.user, self.source, self.tls = base_url, token, user, source, tls
        self.host = urllib.parse.urlsplit(base_url).netloc

    def connect(self, timeout):
        source = (self.source, 0)
        if self.tls:
            return http.client.HTTPSConnection(self.host, timeout=timeout, source_address=source, context=self.tls)
        return http.client.HTTPConnection(self.host, timeout=timeout, source_address=source)

    def request(self, method, path, body=None, headers=None, timeout=130):
        sent = {} if headers is None else dict(headers)
        if self.token and "Authorization" not in sent:
            sent["Authorization"] = "Bearer " + self.token
        connection = self.connect(timeout)
        try:
            connection.request(method, path, body, sent)
            answer = Answer(f"{method} {path}", connection.getresponse())
        finally:
            connection.close()
        if Client.on_answer:
            Client.on_answer(method, path, answer)
        return check_headers(answer)

    def get(self, path, **headers):
        return self.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def send(self, method, path, value, headers=None):
        """A request with a JSON body."""
        return self.request(method, path, json.dumps(value).encode(),
                            {"Content-Type": "application/json", **(headers or {})})

    def post(self, path, value=None, headers=None):
        return self.send("POST", path, {} if value is None else value, headers)

    def patch(self, path, value):
        return self.send("PATCH", path, value)

    def delete(self, path):
        return self.request("DELETE", path)

    def upload(self, filename, data, path="/api/documents/upload", fields=None, timeout=130):
        """Uploads the file as a form; fields: text fields that precede it."""
        texts = [(name, None, value.encode()) for name, value in (fields or {}).items()]
        content_type, body = multipart(*texts, ("file", filename, data))
        return self.request("POST", path, body, {"Content-Type": content_type}, timeout)

    # ---- common steps, with the expected response checked -----------------------------------

    def value(self, path):
        answer = self.get(path)
        assert answer.status == 200, f"{answer}"
        return answer.json()

    def all(self, path, plural, limit=200):
        """Every item of a list, read in pages of `limit`."""
        items, cursor, joint = [], "", "&" if "?" in path else "?"
        while cursor is not None:
            page = self.value(f"{path}{joint}limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
            items += page[plural]
            cursor = page["nextCursor"]
        return items

    def add(self, filename, data):
        """Uploads a new file; returns its document."""
        answer = self.upload(filename, data)
        assert answer.status == 201, f"{answer}"
        return answer.json()["document"]

    def wait_ended(self, document_id, seconds=60):
        """The document once it is READY or FAILED."""
        deadline = time.monotonic() + seconds
        while True:
            status = self.value(f"/api/documents/{document_id}/status")
            if status["status"] in ("READY", "FAILED"):
                return self.value(f"/api/documents/{document_id}")
            assert time.monotonic() < deadline, f"not read within {seconds} s: {status}"
            time.sleep(0.05)

    def wait_ready(self, document_id, seconds=60):
        document = self.wait_ended(document_id, seconds)
        assert document["status"] == "READY", f"{document}"
        return document

    def add_ready(self, filename, data, seconds=60):
        return self.wait_ready(self.add(filename, data)["id"], seconds)

    def start_run(self, **body):
        answer = self.post("/api/runs", body)
        assert answer.status == 202, f"{answer}"
        return answer.json()["run"]

    def wait_run(self, run_id, seconds=60):
        """The run once it has ended, with any status."""
        deadline = time.monotonic() + seconds
        while True:
            run = self.value(f"/api/runs/{run_id}")
            if run["status"] in FINAL_RUN:
                return run
            assert time.monotonic() < deadline, f"not ended within {seconds} s: {run}"
            time.sleep(0.02)

    def completed_run(self, seconds=60, **body):
        run = self.wait_run(self.start_run(**body)["id"], seconds)
        assert run["status"] == "COMPLETED", f"{run}"
        return run

    def wait_export(self, export_id, seconds=60):
        """The export once it is COMPLETED or FAILED."""
        return self._made(f"/api/exports/{export_id}", seconds)

    def _made(self, path, seconds):
        deadline = time.monotonic() + seconds
        while True:
            made = self.value(path)
            if made["status"] in ("COMPLETED", "FAILED"):
                return made
            assert time.monotonic() < deadline, f"not made within {seconds} s: {made}"
            time.sleep(0.05)

    def reproduce(self, run_id, seconds=60):
        """A reproduction of a run, once it is COMPLETED or FAILED."""
        answer = self.post(f"/api/admin/runs/{run_id}/reproduce")
        assert answer.status == 202, f"{answer}"
        return self._made(f"/api/admin/reproductions/{answer.json()['reproduction']['id']}", seconds)

    def export(self, run_id, file_format, seconds=60):
        """A COMPLETED export of a run."""
        answer = self.post(f"/api/runs/{run_id}/exports", {"format": file_format})
        assert answer.status == 202, f"{answer}"
        made = self.wait_export(answer.json()["export"]["id"], seconds)
        assert made["status"] == "COMPLETED", f"{made}"
        return made


def sign_in(demo, role, tenant=0):
    """A client with a session of the demo user of that role in the first or second tenant."""
    wanted = demo["tenants"][tenant]["id"]
    user = next(u for u in demo["users"] if u["role"] == role and u["tenantId"] == wanted)
    client = Client(demo["baseUrl"], user=user)
    answer = client.post("/api/auth/login", {"email": user["email"], "password": user["password"]})
    assert answer.status == 200, f"{answer}"
    client.token = answer.json()["accessToken"]
    return client
