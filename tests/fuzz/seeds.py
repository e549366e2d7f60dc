# SPDX-License-Identifier: Apache-2.0
"""Seeds of the fuzz targets: small ones of our own, and parts of real files if a collection is available
(ASSAY_TEST_DATA)."""
import bz2
import gzip
import io
import lzma
import os
import struct
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
LARGEST = 64 * 1024  # of a real file
MOST = 40            # real files of a target


def pdf(content):
    """One page with these operators, in Helvetica as F1 and a font without widths as F2."""
    widths = "0 " * 95
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R "
        "/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 32 /LastChar 126 "
        f"/Widths [{widths}] >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"]
    out, places = "%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    return (f"{out}xref\n0 7\n0000000000 65535 f \n{table}trailer\n<< /Size 7 /Root 1 0 R >>\n"
            f"startxref\n{len(out)}\n%%EOF\n").encode()


def words(*places):
    """Input of pdf_layout: (left, top, width, text) for each word, of height 10 and size 11."""
    out = b""
    for left, top, width, text in places:
        out += struct.pack(">BHHBBBB", 0, left * 4 + 4096, top * 4 + 4096, width, 10, 11, len(text))
        out += text.encode()
    return out


def archive(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def tar(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            file.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def page(text, *blocks):
    data = text.encode()
    return b"\1" + struct.pack("<II", 1, len(data)) + data + struct.pack("<I", len(blocks)) + b"".join(
        struct.pack("<BBII", *block) for block in blocks)


def table_words():
    rows = [("System", "Owner", "Review"), ("Payroll", "Finance", "monthly"), ("Wiki", "IT", "yearly")]
    placed = [(60 + 130 * column, 100 + 20 * row, 60, text)
              for row, cells in enumerate(rows) for column, text in enumerate(cells)]
    return words(*placed, (500, 100, 0, "mark"), (500, 120, 0, "mark"))


CLAIMS = (b'{"iss":"assay","aud":"assay-api","sub":"00000000-0000-4000-8000-000000000001",'
          b'"tid":"00000000-0000-4000-8000-000000000002","role":"VIEWER",'
          b'"sid":"00000000-0000-4000-8000-000000000003","jti":"x","iat":1700000000,"exp":1700000900}')

OWN = {
    "json": [b'{"a":[1,-2.5e3,true,null,"\\u00e4\\ud83d\\ude00"],"":{}}', b'[1e308,0.1,-0,9007199254740993]'],
    "jwt": [b'\1{"alg":"EdDSA","typ":"JWT","kid":"k"}\0' + CLAIMS, b"\0e30.e30.AAAA", b"\0a.b.c"],
    "frames": [b"\0\2\0\0\0\0", page("Title\nText\n", (0, 1, 0, 5), (1, 0, 6, 10)),
               b"\2" + struct.pack("<IIII", 1, 1, 0, 1) + b"a",
               b'\3{"problem":"archive_limit","reason":"x","details":{"limit":"depth","allowed":5,"found":6}}',
               b'\4{"name":"version","value":"2.1"}', b'\5{"path":"a/b.txt","leftOut":"It is a link."}'],
    "multipart": [b'multipart/form-data; boundary=XbX\0\3--XbX\r\nContent-Disposition: form-data; '
                  b'name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n--Xb\r\n--XbX--\r\n',
                  b'multipart/form-data; boundary="a b"\0\x40--a b\r\n\r\n\r\n--a b--'],
    "pdf_layout": [table_words(), words((72, 700, 200, "1. Heading"), (72, 720, 200, "- item")) + b"\xF0"],
    "zip": [archive({"a.txt": b"text", "b/c.txt": b"x" * 300}),
            archive({"inner.zip": archive({"a.md": b"# A"}), ".DS_Store": b""}),
            tar({"a.txt": b"text", "in.zip": archive({"a.md": b"# A"}), "b.gz": gzip.compress(b"b", mtime=0)}),
            gzip.compress(tar({"a.txt": b"text"}), mtime=0), bz2.compress(b"text"), lzma.compress(b"text")],
    "pdf": [pdf("BT /F1 11 Tf 72 700 Td (Some words of text.) Tj ET\n"),
            pdf("".join(f"BT /F{1 + column // 2} 11 Tf {60 + 130 * column} {700 - 20 * row} Td (cell) Tj ET\n"
                        for row in range(4) for column in range(3)))],
    "html": [b"<!doctype html><h1>A</h1><p>b<ul><li>c<table><tr><th>d<tr><td>e</table>",
             b'<meta charset="koi8-r"><p>\xd4\xc5\xcb\xd3\xd4<pre> a\n  b</pre>'],
    "csv": [b'a,b\n1,"x ""y"", z"\n', b"a;b;c\r\n1;2;3\r\n"],
    "md": [b"# A\n\n- b\n  - c\n\n| d | e |\n|---|---|\n| 1 | 2 |\n\n```\nf\n```\n<b>g</b>\n"],
    "xml": [b"<?xml version='1.0'?><a b='c'>d<e/>f&amp;<![CDATA[g]]></a>"],
    "svg": [b"<?xml version='1.0'?><svg><title>a</title><text x='1'>b<tspan dy='1'>c</tspan></text></svg>"],
    "vcf": [b"BEGIN:VCARD\r\nN:a;b;;;\r\nTEL;TYPE=work:1\r\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=koi8-r:=D4=\r\n=C5"
            b"\r\nORG:c\\,d\r\n e\r\nEND:VCARD\r\n"],
    "ics": [b"BEGIN:VCALENDAR\r\nX-WR-CALNAME:a\r\nBEGIN:VEVENT\r\nSUMMARY:b\r\n c\r\n"
            b"DTSTART;TZID=d:20260301T093000\r\nATTENDEE;CN=\"e:f\":mailto:g\r\n"
            b"BEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"],
    "epub": [b"<package><metadata><title>a</title></metadata><manifest><item id='b' href='a.xhtml' "
             b"media-type='application/xhtml+xml'/><item id='c' href='d' media-type='e' fallback='b'/></manifest>"
             b"<spine><itemref idref='c'/></spine></package>\0<html><body><h1>f</h1><p>g</p></body></html>\0<encryption>"
             b"<EncryptedData><CipherData><CipherReference URI='x'/></CipherData></EncryptedData></encryption>"],
    "rtf": [rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset128 A;}}{\stylesheet{\s1 heading 1;}}\s1 A\par{\listtext 1.\tab}b"
            rb"{\footnote c}\par\trowd\clvmgf\cellx9\cellx18\intbl d\cell \'82\'a0\u8211?\cell\row\pard{\field{\*\fldinst e}"
            rb"{\fldrslt f}}{\pict\bin3 {{{}{\upr{g}{\*\ud h}}{\shp{\*\shpinst{\shptxt i\par}}}\par}"],
    "eml": [b"From: =?utf-8?b?w6Q=?= <a@b>\nSubject: =?q?=\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: "
            b"multipart/alternative; boundary=y\n\n--y\n\nc\n--y\nContent-Type: text/html; charset=koi8-r\n"
            b"Content-Transfer-Encoding: base64\n\nPHA+ZA==\n--y--\n--x\nContent-Type: message/rfc822\n\nSubject: e\n\nf\n"
            b"--x\nContent-Disposition: attachment; filename*0*=utf-8''%C3; filename*1=g\n\nh\n--x--\n"],
    "docx": [f'<w:document {W}><w:body><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p>'
             f'<w:tbl><w:tr><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>\0'
             f'<w:styles {W}><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>'.encode()],
    "xlsx": [b'<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>43831.5</v></c></row>\0\0'
             b'<si><t>a</t></si>\0<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/></numFmts>'
             b'<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'],
    "pptx": [b'<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>A</a:t></a:r>'
             b'</a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:p>'
             b'<a:pPr lvl="1"/><a:r><a:t>b</a:t></a:r></a:p></p:txBody></p:sp><a:tbl><a:tblPr firstRow="1"/><a:tr>'
             b'<a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>c</a:t></a:r></a:p></a:txBody></a:tc>'
             b'<a:tc hMerge="1"/></a:tr></a:tbl><c:chart r:id="p1"/><dgm:relIds r:dm="p2"/>\0'
             b'<p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>d</a:t></a:r>'
             b'</a:p></p:txBody></p:sp>\0<p:txStyles><p:bodyStyle><a:lvl2pPr><a:buAutoNum type="romanUcPeriod"/>'
             b'</a:lvl2pPr></p:bodyStyle></p:txStyles>\0<c:chartSpace XMLNS><c:chart><c:ser><c:tx><c:pt><c:v>e</c:v>'
             b'</c:pt></c:tx><c:val><c:pt idx="3"><c:v>4</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>\0'
             b'<dgm:dataModel XMLNS><a:p><a:r><a:t>f</a:t></a:r></a:p></dgm:dataModel>'],
    "odf": [b'<text:h text:outline-level="1">A</text:h><text:list text:style-name="L"><text:list-item '
            b'text:start-value="3"><text:p>b<text:s text:c="9"/></text:p></text:list-item></text:list>'
            b'<text:p>c<text:note><text:note-body><text:p>d</text:p></text:note-body></text:note></text:p>\0'
            b'<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="i"/>'
            b'</text:list-style>\0<office:styles><text:outline-style><text:outline-level-style text:level="1" '
            b'style:num-format="1"/></text:outline-style></office:styles>',
            b'<table:table table:name="S"><table:table-row table:number-rows-repeated="9"><table:table-cell '
            b'table:number-columns-repeated="9"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
            b'<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>A</text:p></draw:text-box>'
            b'</draw:frame><draw:g><draw:custom-shape><text:p>b</text:p></draw:custom-shape></draw:g>'
            b'<presentation:notes><draw:frame presentation:class="notes"><text:p>c</text:p></draw:frame>'
            b'</presentation:notes></draw:page>'],
}

# Targets that take whole files of these types.
FILES = {"pdf": ("pdf",), "zip": ("zip", "docx", "xlsx", "pptx", "odt", "tar", "tgz", "7z", "gz", "bz2"),
         "html": ("html", "htm"), "csv": ("csv",), "svg": ("svg",), "vcf": ("vcf",), "ics": ("ics",),
         "md": ("md",), "xml": ("xml",), "json": ("json",), "rtf": ("rtf",), "eml": ("eml",)}
# Targets that take parts of packages, joined by NUL.
PARTS = {"docx": ("word/document.xml", "word/styles.xml", "word/numbering.xml", "word/footnotes.xml")}


def collection():
    return os.environ.get("ASSAY_TEST_DATA") or os.path.join(ROOT, "..", "shared", "data")


def parts_of(path, names):
    try:
        with zipfile.ZipFile(path) as file:
            have = set(file.namelist())
            return b"\0".join(file.read(name) if name in have else b"" for name in names)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, ValueError):
        return b""  # a damaged one: files from hostile senders often are


def real(target):
    types = FILES.get(target, ()) + (("docx",) if target in PARTS else ())
    paths = sorted(os.path.join(folder, name) for folder, _, names in os.walk(collection())
                   for name in names if name.lower().rsplit(".", 1)[-1] in types)
    found = []
    for path in paths:
        if os.path.getsize(path) > LARGEST:
            continue
        with open(path, "rb") as file:
            seed = parts_of(path, PARTS[target]) if target in PARTS else file.read()
        if 0 < len(seed) <= LARGEST:
            found.append(seed)
    return found[::max(1, len(found) // MOST)][:MOST]


def regressions(target):
    """Past findings, kept as small files."""
    folder = os.path.join(ROOT, "tests", "fuzz", "findings", target)
    if not os.path.isdir(folder):
        return []
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found.append(file.read())
    return found


def write(target, folder, with_real):
    os.makedirs(folder)
    seeds = OWN[target] + regressions(target) + (real(target) if with_real else [])
    paths = []
    for number, seed in enumerate(seeds):
        paths.append(os.path.join(folder, f"{number:03d}"))
        with open(paths[-1], "wb") as file:
            file.write(seed)
    return paths
