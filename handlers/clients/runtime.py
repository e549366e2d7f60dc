# SPDX-License-Identifier: Apache-2.0
"""A client of the Assay API, made from its description (OpenAPI). Needs Python 3.11 and nothing else.

    client = Client("https://assay.example.com", token="assay_...")
    for task in client.tasks_list_all(status="PENDING", sort="dueDate"):
        print(task["requirementId"], task["dueDate"])

Each operation is a method, named as in the description. What it takes and returns is JSON as it is: dictionaries,
whose types are below. An error is an ApiError. Lists have a second method, ..._all, which reads page after page."""
from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NotRequired, TypedDict

MAX_PAGE = 200


class ApiError(Exception):
    """An answer that is an error. error: its code, such as NOT_FOUND; "" if the answer is none of Assay's."""

    def __init__(self, status: int, body: bytes, headers: Mapping[str, str]):
        try:
            told = json.loads(body)
        except ValueError:
            told = {}
        told = told if isinstance(told, dict) else {}
        self.status = status
        self.error: str = told.get("error", "")
        self.message: str = told.get("message", told.get("detail", ""))
        self.details: dict[str, Any] = told.get("details") or {}
        self.request_id: str = headers.get("X-Request-Id", "")
        self.retry_after = int(headers.get("Retry-After") or 0)  # seconds; 0: the answer names no time
        self.headers = headers
        super().__init__(f"{status} {self.error}: {self.message} (request {self.request_id})")


class Answer:
    """An answer as it came. headers: looked up in any case."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes):
        self.status, self.headers, self.body = status, headers, body

    def json(self) -> Any:
        return json.loads(self.body) if self.body else None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _form(fields: Mapping[str, Any], filename: str) -> tuple[str, bytes]:
    """(Content-Type, body) of multipart/form-data; bytes are sent as a file of that name, and a list as many, each a pair
    of name and bytes."""
    boundary, body = uuid.uuid4().hex, b""
    parts: list[tuple[str, Any, str]] = []
    for name, value in fields.items():
        if isinstance(value, list):
            parts += [(name, content, own_name) for own_name, content in value]
        elif value is not None:
            parts.append((name, value, filename))
    for name, value, file in parts:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if isinstance(value, bytes):
            quoted = file.replace("\\", "\\\\").replace('"', '\\"')
            head += f'; filename="{quoted}"\r\nContent-Type: application/octet-stream'
        content = value if isinstance(value, bytes) else _text(value).encode()
        body += head.encode() + b"\r\n\r\n" + content + b"\r\n"
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


class Transport:
    """Sends requests. token: an API token or an access token, or a function that returns one. context: an
    ssl.SSLContext. A request that was over a limit (429), and a GET that found the service busy (503), is sent again
    up to `retries` times, after the pause that the answer asks for, if it is not longer than `patience` seconds."""

    def __init__(self, base_url: str, token: str | Callable[[], str] | None = None, *, timeout: float = 60,
                 retries: int = 2, patience: float = 30, context: Any = None):
        self.base_url, self.token = base_url.rstrip("/"), token
        self.timeout, self.retries, self.patience = timeout, retries, patience
        self._opener = urllib.request.build_opener(
            _NoRedirect, urllib.request.HTTPCookieProcessor(), urllib.request.HTTPSHandler(context=context))

    def send(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None,
             form: Mapping[str, Any] | None = None, filename: str = "file", kind: str = "application/json",
             headers: Mapping[str, Any] | None = None) -> Answer:
        """Sends a request and returns the answer. Raises ApiError for an error, and OSError (urllib.error.URLError)
        when there is no answer."""
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self.base_url + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        sent = {name: _text(value) for name, value in (headers or {}).items() if value is not None}
        data = None
        if form is not None:
            sent["Content-Type"], data = _form(form, filename)
        elif body is not None:
            sent["Content-Type"], data = kind, body if isinstance(body, bytes) else json.dumps(body).encode()
        token = self.token() if callable(self.token) else self.token
        if token:
            sent["Authorization"] = "Bearer " + token
        for left in range(self.retries, -1, -1):
            try:
                return self._once(urllib.request.Request(url, data, sent, method=method))
            except ApiError as error:
                again = error.status == 429 or (error.status == 503 and method == "GET")
                if not again or left == 0 or not 0 < error.retry_after <= self.patience:
                    raise
                time.sleep(error.retry_after)
        raise AssertionError("unreachable")

    def _once(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            with error:
                if error.code < 400:  # a redirection: whoever asked wants to know where to
                    return Answer(error.code, error.headers, error.read())
                raise ApiError(error.code, error.read(), error.headers) from None

    @staticmethod
    def _path(*parts: str) -> str:
        """Fixed parts and values in turn."""
        return "".join(urllib.parse.quote(part, safe="") if at % 2 else part for at, part in enumerate(parts))

    @staticmethod
    def _each(read: Callable[[str | None], Any], member: str) -> Iterator[Any]:
        cursor = None
        while True:
            page = read(cursor)
            yield from page[member]
            cursor = page["nextCursor"]
            if cursor is None:
                return
