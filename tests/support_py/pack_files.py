# SPDX-License-Identifier: Apache-2.0
"""Makes pack files in every format from one table of requirements."""
import csv
import io
import json
import secrets
from xml.sax.saxutils import escape

import samples

HEADER = ["criterionId", "criterionTitle", "criterionDescription", "requirementId", "subcheckLabel", "title"]
ROWS = [
    ["1", "Access", "Who may enter.", "1.1.i", "i", "Doors are locked, \"always\"; at night too."],
    ["1", "Access", "Who may enter.", "1.1.ii", "ii", "Keys are counted."],
    ["2", "Backups", "", "2.1", "", "Backups are tested every quarter.\nThe test is recorded."],
]


def as_csv(rows=None, header=None, separator=",", line_end="\r\n", bom=False):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=line_end)
    writer.writerows([header or HEADER] + (ROWS if rows is None else rows))
    return (b"\xef\xbb\xbf" if bom else b"") + out.getvalue().encode()


def new_csv():
    """A pack that does not exist yet."""
    return as_csv([["1", "Access", "", "1.1", "", "Rule " + secrets.token_hex(8)]])


def as_native(name, version="1", rows=None, **more):
    criteria = {}
    for number, title, description, label, subcheck, text in ROWS if rows is None else rows:
        criterion = criteria.setdefault(number, {
            "criterionId": int(number), "criterionTitle": title,
            **({"criterionDescription": description} if description else {}), "requirements": []})
        criterion["requirements"].append({"requirementId": label, "title": text,
                                          **({"subcheckLabel": subcheck} if subcheck else {})})
    return json.dumps({"format": "assay-pack/1", "name": name, "version": version, **more,
                       "criteria": list(criteria.values())}).encode()


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _sheet(rows):
    cells = "".join(
        f'<row r="{y}">' + "".join(
            f'<c r="{chr(65 + x)}{y}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
            for x, text in enumerate(row) if text) + "</row>"
        for y, row in enumerate(rows, 1) if any(row))
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{cells}</sheetData></worksheet>'


def as_xlsx(sheets):
    """A workbook of (sheet name, rows of texts)."""
    names = "".join(f'<sheet name="{escape(name)}" sheetId="{i}" r:id="r{i}"/>' for i, (name, _) in enumerate(sheets, 1))
    links = "".join(f'<Relationship Id="r{i}" Type="{_OFFICE}/worksheet" Target="s{i}.xml"/>'
                    for i in range(1, len(sheets) + 1))
    members = [
        ("[Content_Types].xml", f'<Types xmlns="{_PACKAGE}content-types"><Default Extension="xml" ContentType="application/xml"/>'
         f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
         f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}sheet.main+xml"/></Types>'),
        ("_rels/.rels", f'<Relationships xmlns="{_PACKAGE}relationships"><Relationship Id="a" '
         f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'),
        ("xl/workbook.xml", f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{_PACKAGE}relationships">{links}</Relationships>')]
    members += [(f"xl/s{i}.xml", _sheet(rows)) for i, (_, rows) in enumerate(sheets, 1)]
    return samples.archive([(name, text.encode()) for name, text in members])
