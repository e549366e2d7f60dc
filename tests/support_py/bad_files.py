# SPDX-License-Identifier: Apache-2.0
"""Files that must be refused or cannot be read: ZIPs that break a rule, broken documents."""
import dataclasses
import struct
import zlib

import samples


@dataclasses.dataclass
class Entry:
    """A ZIP entry, stored as given even if it is false. size: as declared."""
    name: str
    packed: bytes
    size: int
    crc: int
    method: int = 8
    flags: int = 0
    mode: int = 0o100644


def packed_entry(name, data, **more):
    deflate = zlib.compressobj(1, zlib.DEFLATED, -15)
    return Entry(name, deflate.compress(data) + deflate.flush(), len(data), zlib.crc32(data), **more)


def raw_zip(entries):
    """A ZIP with a valid structure, whatever its entries declare."""
    body, directory = bytearray(), bytearray()
    for entry in entries:
        name = entry.name.encode()
        common = struct.pack("<HHHHHLLLHH", 20, entry.flags | 0x800, entry.method, 0x6000, 0x5AE3,
                             entry.crc, len(entry.packed), entry.size, len(name), 0)
        directory += struct.pack("<LBB", 0x02014B50, 20, 3) + common + struct.pack(
            "<HHHLL", 0, 0, 0, entry.mode << 16, len(body)) + name
        body += struct.pack("<L", 0x04034B50) + common + name + entry.packed
    end = struct.pack("<LHHHHLLH", 0x06054B50, 0, 0, len(entries), len(entries), len(directory),
                      len(body), 0)
    return bytes(body + directory + end)


def nested_zip(depth):
    """A file inside that many nested ZIPs."""
    name, data = "note.txt", samples.text("nested")
    for level in range(depth):
        name, data = f"level-{level}.zip", samples.archive([(name, data)])
    return data


def many_files_zip(count):
    return samples.archive([(f"notes/{i:04}.txt", f"Note number {i}.".encode()) for i in range(count)])


def zeros_zip(entries, each):
    """entries x each bytes of zeros, compressed once."""
    one = packed_entry("zero", bytes(each))
    return raw_zip([dataclasses.replace(one, name=f"zeros-{i}.txt") for i in range(entries)])


def lying_zip():
    """Declares 10 bytes and inflates to a megabyte."""
    return raw_zip([dataclasses.replace(packed_entry("lie.txt", b"a" * 1_000_000), size=10)])


def named_zip(name):
    return raw_zip([packed_entry("good.txt", samples.text("good")), packed_entry(name, b"escaped")])


def link_zip():
    return raw_zip([packed_entry("good.txt", samples.text("good")),
                    packed_entry("link", b"/etc/passwd", mode=0o120777)])


def encrypted_zip():
    return raw_zip([packed_entry("secret.txt", samples.text("secret"), flags=1)])


def cut_zip():
    whole = samples.archive([("a.txt", samples.text("cut", 40)), ("b.txt", samples.text("cut2", 40))])
    return whole[:len(whole) // 2]


def encrypted_pdf():
    """A PDF that asks for an unknown password."""
    whole = samples.pdf("locked")
    at = whole.rindex(b"trailer")
    lock = (b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <" + b"5a" * 32 +
            b"> /U <" + b"a5" * 32 + b"> >> /ID [<00112233445566778899aabbccddeeff>"
            b"<00112233445566778899aabbccddeeff>] ")
    tail = whole[at:].replace(b"<<", b"<< " + lock, 1)
    return whole[:at] + tail


def broken_pdf():
    return b"%PDF-1.7\n" + bytes(range(256)) * 40
