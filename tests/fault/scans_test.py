# SPDX-License-Identifier: Apache-2.0
"""Many scans wait to be recognised. Texts are read meanwhile as if there were none: the other tenant's and those of
the same tenant, long ones too. Progress of a scan is counted in pages."""
import struct
import time
import unittest

import samples
from stack import wait_until
from world import world

SCANS, PAGES = 40, 12
LONG_BYTES = 1_200_000  # more than what counts as short
SECONDS = 120  # within which a text must be READY at the latest: most scans must still wait then


def scanned_pdf(png, pages, name):
    """A PDF whose pages are this picture, an RGB PNG, and hold no text."""
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        data += png[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    kids = b" ".join(b"%d 0 R" % (5 + i) for i in range(pages))
    # The rows of a PNG are what this filter and predictor make (ISO 32000-1, 7.4.4.4).
    picture = (b"<</Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode"
               b"/DecodeParms<</Predictor 15/Colors 3/Columns %d>>/Length %d>>stream\n%s\nendstream"
               % (width, height, width, len(data), data))
    parts = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages), picture,
             b"<</Length 28>>stream\nq 612 0 0 792 0 0 cm /P Do Q\nendstream"]
    parts += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</P 3 0 R>>>>>>"] * pages
    body = b"%PDF-1.4\n%" + name.encode() + b"\n"
    body += b"".join(b"%d 0 obj%s endobj\n" % (n, part) for n, part in enumerate(parts, 1))
    return body + b"trailer<</Root 1 0 R>>\n"


def status_of(client, document):
    return client.value(f"/api/documents/{document['id']}/status")


class Scans(unittest.TestCase):
    def test_hold_up_no_text(self):
        member, other = world().client("MEMBER"), world().client("MEMBER", 1)
        page = member.add_ready("policy.pdf", samples.pdf("scans", 12))
        png = member.get(f"/api/documents/{page['id']}/pages/1/image").body
        scans = [member.add(f"scan-{i}.pdf", scanned_pdf(png, PAGES, f"scan {i}")) for i in range(SCANS)]
        self.addCleanup(self.delete, member, scans)
        wait_until(lambda: any(status_of(member, scan)["progress"] for scan in scans[:4]), 60, "a scan is recognised")
        brackets = b"[](){}<>\n" * (LONG_BYTES // 9)
        texts = [(other, other.add("theirs.txt", samples.unique())), (member, member.add("own.txt", samples.unique())),
                 (other, other.add("their-long.txt", samples.unique() + brackets)),
                 (member, member.add("own-long.txt", samples.unique() + brackets))]
        begun = time.monotonic()
        for client, text in texts:
            wait_until(lambda client=client, text=text: status_of(client, text)["status"] == "READY", SECONDS,
                       text["originalFilename"])
        slowest = time.monotonic() - begun
        left = [scan for scan in scans if status_of(member, scan)["status"] != "READY"]
        self.assertGreater(len(left), SCANS // 2, "the texts waited for scans")
        print(f"[{len(left)} of {SCANS} scans waited when the last text was READY, after {slowest:.1f} s] ", end="", flush=True)
        counted = set()

        def ready_and_counted():
            """A scan that is READY, once pages were counted of any."""
            states = [(scan, status_of(member, scan)) for scan in scans]
            for _, state in states:
                progress = state["progress"]
                if progress and progress["stage"] == "EXTRACTION" and progress["total"] == PAGES:
                    counted.add(progress["done"])
            ready = [scan for scan, state in states if state["status"] == "READY"]
            return ready[0] if ready and (len(counted) > 2 or len(ready) == SCANS) else None

        done = wait_until(ready_and_counted, 600, "a scan is READY")
        self.assertGreater(len(counted), 2, "progress was shown by pages")
        document = member.value(f"/api/documents/{done['id']}")
        self.assertEqual(document["pageCount"], PAGES)

    @staticmethod
    def delete(member, scans):
        for scan in scans:
            member.delete(f"/api/documents/{scan['id']}")
