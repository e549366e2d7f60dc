# SPDX-License-Identifier: Apache-2.0
"""A FastCGI responder for tests of the nginx site: one thread, one request per connection.

Responds with the JSON that a test set for the path; to other requests with the received parameters
and body length, so that a test can see what nginx passes on. Two paths are special: /api/blob
releases a stored file by X-Accel-Redirect, /api/die closes the connection without a response.
"""
import json
import os
import socket
import struct
import threading

BEGIN, PARAMS, STDIN, STDOUT, END = 1, 4, 5, 6, 3


def read_exactly(connection, count):
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def read_record(connection):
    _, kind, request, length, padding, _ = struct.unpack("!BBHHBB", read_exactly(connection, 8))
    content = read_exactly(connection, length)
    read_exactly(connection, padding)
    return kind, request, content


def parse_params(data):
    params, at = {}, 0

    def length():
        nonlocal at
        if data[at] < 128:
            at += 1
            return data[at - 1]
        at += 4
        return struct.unpack("!I", data[at - 4:at])[0] & 0x7FFFFFFF

    while at < len(data):
        name_length, value_length = length(), length()
        name = data[at:at + name_length].decode()
        params[name] = data[at + name_length:at + name_length + value_length].decode("latin-1")
        at += name_length + value_length
    return params


def write_record(connection, kind, request, content):
    for start in range(0, max(len(content), 1), 32768):
        part = content[start:start + 32768]
        connection.sendall(struct.pack("!BBHHBB", 1, kind, request, len(part), 0, 0) + part)


def answer(params, body_length, canned):
    path = params["REQUEST_URI"].split("?")[0]
    common = f"Assay-Api-Version: 1\r\nX-Request-Id: {params['HTTP_X_REQUEST_ID']}\r\n"
    if path == "/api/blob":
        return (common + "X-Accel-Redirect: /_blobs/ab/file\r\nContent-Type: application/pdf\r\n"
                "Content-Disposition: attachment; filename=\"a.pdf\"\r\n"
                "ETag: \"one\"\r\n\r\n").encode()
    if path == "/api/missing":
        return ("Status: 404 Not Found\r\n" + common +
                "Content-Type: application/json\r\n\r\n{\"error\":\"NOT_FOUND\",\"own\":1}").encode()
    if path in canned:
        status, value = canned[path]
        return (f"Status: {status}\r\n" + common + "Content-Type: application/json\r\n\r\n" +
                json.dumps(value)).encode()
    body = json.dumps({"params": params, "bodyLength": body_length, "padding": "x" * 2000})
    return (common + "Content-Type: application/json\r\n"
            "X-Content-Type-Options: nosniff\r\n\r\n" + body).encode()


def serve_one(connection, canned):
    params, body_length = b"", 0
    while True:
        kind, request, content = read_record(connection)
        if kind == PARAMS:
            params += content
        elif kind == STDIN:
            body_length += len(content)
            if not content:
                break
    parsed = parse_params(params)
    if parsed["REQUEST_URI"] == "/api/die":
        return
    write_record(connection, STDOUT, request, answer(parsed, body_length, canned))
    write_record(connection, STDOUT, request, b"")
    write_record(connection, END, request, struct.pack("!IBBBB", 0, 0, 0, 0, 0))


class Stub:
    """Listens on a unix socket until close() is called. canned: path -> (status, JSON value)."""

    def __init__(self, path, canned=None):
        self.path = path
        self.canned = canned or {}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        os.chmod(path, 0o666)
        self.listener.listen(64)
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                try:
                    serve_one(connection, self.canned)
                except (EOFError, ConnectionError):
                    pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        os.unlink(self.path)
