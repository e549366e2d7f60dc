# SPDX-License-Identifier: Apache-2.0
"""Uploads in pieces, as a client of the tus protocol makes them."""
import base64

UPLOADS = "/api/documents/uploads"
TUS = {"Tus-Resumable": "1.0.0"}
PIECE = {**TUS, "Content-Type": "application/offset+octet-stream"}


def encoded(text):
    return base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()


def begin(client, size, name="policy.txt", body=None, **headers):
    sent = {**(TUS if body is None else PIECE), "Upload-Length": str(size),
            "Upload-Metadata": f"filename {encoded(name)},filetype {encoded('text/plain')}"}
    sent.update({key.replace("_", "-"): value for key, value in headers.items()})
    return client.request("POST", UPLOADS, body, {key: value for key, value in sent.items() if value is not None})


def begun(client, size, name="policy.txt"):
    """The path of a new upload."""
    answer = begin(client, size, name)
    assert answer.status == 201, f"{answer}"
    return answer.headers["location"]


def append(client, path, offset, data, **headers):
    return client.request("PATCH", path, data, {**PIECE, "Upload-Offset": str(offset),
                                                **{key.replace("_", "-"): value for key, value in headers.items()}})


def head(client, path):
    return client.request("HEAD", path, headers=TUS)
