# SPDX-License-Identifier: Apache-2.0
"""The size limit of uploads (300000 bytes in this stack): the responses of the application and of nginx."""
import http.client
import unittest

from client import Answer, assert_error, assert_fields, check_headers, multipart
from world import world

LIMIT = 300_000
UPLOAD = "/api/documents/upload"


class UploadLimit(unittest.TestCase):
    def setUp(self):
        self.member = world().client("MEMBER")

    def refuse(self, answer):
        details = assert_error(answer, 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(details, {"limitBytes": LIMIT})
        self.assertEqual(set(answer.json()), {"error", "message", "details", "requestId"})

    def test_a_file_of_exactly_the_limit_is_taken(self):
        document = self.member.add_ready("full.txt", b"One line of text.\n" * (LIMIT // 18) + b"x" * (LIMIT % 18))
        self.assertEqual(document["sizeBytes"], LIMIT)

    def test_one_byte_more_is_refused_by_the_application(self):
        world().settle()
        before = world().stack.blobs()
        self.refuse(self.member.upload("over.txt", b"y" * (LIMIT + 1)))
        self.refuse(self.member.upload("over.txt", b"y" * (LIMIT + 100_000)))
        self.assertEqual(world().stack.blobs(), before)
        self.assertEqual(self.member.value("/api/documents?q=over.txt")["total"], 0)

    def test_much_more_is_refused_by_nginx_with_the_same_body(self):
        self.refuse(self.announce(UPLOAD, LIMIT + 5_000_000))
        self.refuse(self.announce(UPLOAD, 10 ** 12))

    def test_without_a_length_too(self):
        content_type, body = multipart(("file", "chunked.txt", b"z" * (LIMIT + 1)))
        pieces = (body[i:i + 50_000] for i in range(0, len(body), 50_000))
        self.refuse(self.member.request("POST", UPLOAD, pieces, {"Content-Type": content_type}))

    def test_other_routes_take_a_quarter_of_a_megabyte(self):
        limit = 256 * 1024
        for length in (limit + 1, 5_000_000):
            answer = self.announce("/api/runs", length)
            self.assertEqual(assert_error(answer, 413, "PAYLOAD_TOO_LARGE"), {"limitBytes": limit})
            self.assertIn(str(limit), answer.json()["message"])
        head, tail = b'{"packId": "', b'"}'
        exact = head + b"x" * (limit - len(head) - len(tail)) + tail
        sent = {"Content-Type": "application/json"}
        assert_fields(self.member.request("POST", "/api/runs", exact, sent), "packId")
        pieces = iter([exact, b" "])  # without a length
        details = assert_error(self.member.request("POST", "/api/runs", pieces, sent), 413, "PAYLOAD_TOO_LARGE")
        self.assertEqual(details, {"limitBytes": limit})

    def announce(self, path, length):
        """The response to the head of a request that announces a body of that length."""
        connection = http.client.HTTPConnection(self.member.host, timeout=20)
        try:
            connection.putrequest("POST", path)
            for name, value in (("Authorization", "Bearer " + self.member.token), ("Content-Length", str(length)),
                                ("Content-Type", "multipart/form-data; boundary=x")):
                connection.putheader(name, value)
            connection.endheaders()
            return check_headers(Answer(f"POST {path} of {length} bytes", connection.getresponse()))
        finally:
            connection.close()
