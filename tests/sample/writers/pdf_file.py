# SPDX-License-Identifier: Apache-2.0
# Writes the PDF file structure: objects, cross-reference table, fonts, outline, page streams.

import zlib

PAGE_WIDTH, PAGE_HEIGHT = 595.28, 841.89


def literal(text):
    """A PDF string literal in WinAnsi; characters outside cp1252 are an error."""
    data = text.encode("cp1252")
    for char in (b"\\", b"(", b")"):
        data = data.replace(char, b"\\" + char)
    return b"(" + data + b")"


class PdfFile:
    """Collects pages (content streams) and bookmarks, then serialises them deterministically."""

    def __init__(self, info):
        self.info = info  # Title, Author, Subject, CreationDate
        self.pages = []
        self.bookmarks = []  # (text, page index, y)

    def serialise(self):
        objects = _Objects()
        catalog, tree = objects.reserve(), objects.reserve()
        fonts = [objects.add(_font(name)) for name in (b"Helvetica", b"Helvetica-Bold", b"Helvetica-Oblique")]
        resources = b"<< /Font << /F1 %d 0 R /F2 %d 0 R /F3 %d 0 R >> >>" % tuple(fonts)
        kids = [self._add_page(objects, tree, resources, content) for content in self.pages]
        outline = self._add_outline(objects, kids)
        objects.fill(tree, b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
            len(kids), b" ".join(b"%d 0 R" % kid for kid in kids)))
        objects.fill(catalog, b"<< /Type /Catalog /Pages %d 0 R /Outlines %d 0 R /Lang (en-GB) >>" % (tree, outline))
        info = objects.add(b"<< " + b" ".join(
            b"/" + key.encode() + b" " + literal(value) for key, value in self.info.items()) + b" >>")
        return objects.serialise(catalog, info)

    @staticmethod
    def _add_page(objects, tree, resources, content):
        packed = zlib.compress(content, 9)
        stream = objects.add(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed))
        return objects.add(b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %.2f %.2f] /Resources %s /Contents %d 0 R >>"
                           % (tree, PAGE_WIDTH, PAGE_HEIGHT, resources, stream))

    def _add_outline(self, objects, kids):
        root = objects.reserve()
        ids = [objects.reserve() for _ in self.bookmarks]
        for i, (text, page, y) in enumerate(self.bookmarks):
            links = b""
            if i > 0:
                links += b" /Prev %d 0 R" % ids[i - 1]
            if i + 1 < len(ids):
                links += b" /Next %d 0 R" % ids[i + 1]
            objects.fill(ids[i], b"<< /Title %s /Parent %d 0 R /Dest [%d 0 R /XYZ 0 %.2f 0]%s >>"
                         % (literal(text), root, kids[page], y, links))
        ends = b" /First %d 0 R /Last %d 0 R" % (ids[0], ids[-1]) if ids else b""
        objects.fill(root, b"<< /Type /Outlines /Count %d%s >>" % (len(ids), ends))
        return root


def _font(name):
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name


class _Objects:
    """Numbered objects, some filled after their number is already referenced."""

    def __init__(self):
        self.bodies = []

    def reserve(self):
        self.bodies.append(None)
        return len(self.bodies)

    def add(self, body):
        self.bodies.append(body)
        return len(self.bodies)

    def fill(self, number, body):
        self.bodies[number - 1] = body

    def serialise(self, catalog, info):
        out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, body in enumerate(self.bodies, 1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        for offset in offsets:
            out += b"%010d 00000 n \n" % offset
        out += b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
            len(offsets) + 1, catalog, info, start)
        return bytes(out)
