# SPDX-License-Identifier: Apache-2.0
"""The S3 server of tests/objects as a process of a test."""
import json
import os
import shutil
import subprocess
import tempfile
import urllib.request

from stack import ROOT

_running = []


class ObjectServer:
    """settings: what makes a stack use it. address and port: where it listens."""

    def __init__(self, address="127.0.0.1", port=0, prefix=()):
        self.folder = tempfile.mkdtemp(prefix="assay-objects-")
        self._process = subprocess.Popen(
            [*prefix, "node", os.path.join(ROOT, "tests", "objects", "server.mjs"), self.folder, address, str(port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline()
        assert line, "the S3 server did not start: npm ci in tests/objects"
        self.described = json.loads(line)
        self.url = f"http://{address}:{self.described['port']}"
        self.settings = {
            "ASSAY_BLOB_URL": f"s3+{self.url}/{self.described['bucket']}/company/assay?region=eu-test-1&encryption=AES256",
            "ASSAY_BLOB_ACCESS_KEY": self.described["accessKey"],
            "ASSAY_BLOB_SECRET_KEY": self.described["secretKey"]}

    def __enter__(self):
        _running.append(self)
        return self

    def __exit__(self, *_):
        _running.remove(self)
        self._process.stdin.close()
        self._process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _post(self, path, value=None):
        request = urllib.request.Request(self.url + path, data=json.dumps(value).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.read()

    def break_with(self, *faults):
        """What goes wrong next (server.mjs); nothing: the end of what is left."""
        self._post("/_faults", list(faults))

    def asked(self):
        """What was asked since the last call."""
        return json.loads(self._post("/_requests"))


def object_server():
    """The one that the stack of this program uses."""
    return _running[0]
