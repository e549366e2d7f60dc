# SPDX-License-Identifier: Apache-2.0
"""Pictures of pages: they are drawn as they are shown, each look is recorded, and what has no look says so."""
import json
import struct
import unittest
import zlib

import samples
from client import assert_error
from world import world


def image_path(document, page):
    return f"/api/documents/{document['id']}/pages/{page}/image"


def pdf(text, font="Helvetica"):
    """A page with one line in a font that the file does not hold."""
    drawn = f"BT /F 24 Tf 72 700 Td ({text}) Tj ET".encode()
    parts = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
             b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
             b"<</Length %d>>stream\n%s\nendstream" % (len(drawn), drawn),
             b"<</Type/Font/Subtype/Type1/BaseFont/%s>>" % font.encode()]
    body = b"%PDF-1.4\n" + b"".join(b"%d 0 obj%s endobj\n" % (n, part) for n, part in enumerate(parts, 1))
    return body + b"trailer<</Root 1 0 R>>\n"


def pixels(png):
    """Width, height and rows of bytes of an RGB picture, and the bytes of each pixel."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 2), (depth, kind)
    data, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at:at + 8])
        data += png[at + 8:at + 8 + length] if name == b"IDAT" else b""
        at += 12 + length
    raw, rows, above = zlib.decompress(data), [], bytes(width * 3)
    for y in range(height):
        start = y * (width * 3 + 1)
        above = unfilter(raw[start], raw[start + 1:start + 1 + width * 3], above)
        rows.append(above)
    return width, height, rows


def unfilter(kind, line, above):
    out = bytearray(line)
    for i, value in enumerate(line):
        left, up, corner = (out[i - 3] if i >= 3 else 0), above[i], (above[i - 3] if i >= 3 else 0)
        if kind == 4:
            guess = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        else:
            guess = (0, left, up, (left + up) // 2)[kind]
        out[i] = (value + guess) & 255
    return bytes(out)


class PageImage(unittest.TestCase):
    def test_a_page_is_drawn_with_its_words_where_they_are_said_to_be(self):
        member = world().client("MEMBER")
        document = member.add_ready("drawn.pdf", pdf("Drawn for people"))
        answer = member.get(image_path(document, 1))
        self.assertEqual((answer.status, answer.headers["content-type"]), (200, "image/png"))
        width, height, rows = pixels(answer.body)
        self.assertEqual((width, height), (1224, 1584))
        words = member.value(f"/api/documents/{document['id']}/pages/1/words")["words"]
        self.assertEqual([word["text"] for word in words], ["Drawn", "for", "people"])
        for word in words:
            top, bottom = int(word["y"] * height), int((word["y"] + word["height"]) * height)
            left, right = int(word["x"] * width) * 3, int((word["x"] + word["width"]) * width) * 3
            dark = sum(value < 100 for row in rows[top:bottom] for value in row[left:right])
            self.assertGreater(dark, 300, word["text"])
        self.assertTrue(all(set(row) == {255} for row in rows[height // 2:]), "the rest is white")

    def test_each_look_is_recorded_once(self):
        member = world().client("MEMBER")
        document = member.add_ready("looked-at.pdf", pdf("Looked at"))
        trail = f"/api/admin/audit-logs?action=document.download&objectId={document['id']}"
        first = member.get(image_path(document, 1))
        again = member.get(image_path(document, 1), If_None_Match=first.headers["etag"])
        self.assertEqual((first.status, again.status), (200, 304))
        entries = world().client("ADMIN").value(trail)["logs"]
        self.assertEqual([json.loads(entry["detail"]).get("pageNumber") for entry in entries], [1])

    def test_a_picture_is_shown_as_it_is(self):
        member = world().client("MEMBER")
        document = member.add_ready("drawn.pdf", pdf("For the scan"))
        png = member.get(image_path(document, 1)).body
        scan = member.add_ready("scan.png", png)
        answer = member.get(image_path(scan, 1))
        self.assertEqual(answer.status, 200)
        self.assertEqual(pixels(answer.body)[:2], (1224, 1584))

    def test_what_has_no_look_says_so(self):
        member = world().client("MEMBER")
        document = member.add_ready("no-look.md", samples.markdown("no-look", 5))
        answer = member.get(image_path(document, 1))
        assert_error(answer, 404, "NOT_FOUND")
        self.assertEqual(answer.json()["details"], {"pageNumber": 1, "fileType": "md"})
        document = member.add_ready("one-page.pdf", pdf("One page"))
        for page in (0, 2, -1, "x", "01", 10**12):
            with self.subTest(page=page):
                assert_error(member.get(image_path(document, page)), 404, "NOT_FOUND")

    def test_a_page_that_is_huge_is_drawn_smaller(self):
        member = world().client("MEMBER")
        huge = pdf("A large plan of the site").replace(b"[0 0 612 792]", b"[0 0 9999 9999]")
        document = member.add_ready("plan.pdf", huge)
        width, height = struct.unpack(">II", member.get(image_path(document, 1)).body[16:24])
        self.assertEqual(width, height)
        self.assertLessEqual(width * height, 6_100_000)

    def test_altered_files_and_those_of_other_tenants_are_refused(self):
        member = world().client("MEMBER")
        document = member.add_ready("altered.pdf", pdf("Altered"))
        self.addCleanup(member.delete, f"/api/documents/{document['id']}")
        path, = (p for p in world().stack.blobs() if document["sha256Hash"] in p)
        with open(world().stack.path("data", "blobs", path), "wb") as file:
            file.write(pdf("Forged"))
        assert_error(member.get(image_path(document, 1)), 500, "SNAPSHOT_INTEGRITY_FAILURE")
        assert_error(world().client("ADMIN").get(image_path(world().document(1), 1)), 403,
                     "CROSS_TENANT_ACCESS_DENIED")
