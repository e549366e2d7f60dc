# SPDX-License-Identifier: Apache-2.0
# Writes XLSX workbooks: shared strings, date and header styles, frozen headers, typed cells.
"""The source is text: `## Sheet name` starts a sheet, its lines are CSV. A cell that reads as an ISO date becomes a
date and one that reads as a number a number; empty ones are omitted. A line `^ text` before the header is a caption."""

import csv
import datetime
import re
from xml.sax.saxutils import escape, quoteattr

from .package import (CORE_PROPERTIES_RELATION, CORE_PROPERTIES_TYPE, RELATIONS, XML_HEAD, content_types,
                      core_properties, relationships, write_zip)

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_STYLE_PLAIN, _STYLE_HEADER, _STYLE_DATE, _STYLE_CAPTION = 0, 1, 2, 3


def parse_workbook(text):
    """List of (sheet name, caption or None, rows of strings)."""
    sheets = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        name, body = part.split("\n", 1)
        caption = None
        if body.startswith("^ "):
            caption, body = body[2:].split("\n", 1)
        rows = [row for row in csv.reader(body.splitlines()) if row]
        if len({len(row) for row in rows}) != 1:
            raise ValueError(f"sheet {name}: rows differ in length")
        sheets.append((name.strip(), caption, rows))
    return sheets


def write_xlsx(text, title, company, date):
    sheets = parse_workbook(text)
    strings = {}
    parts = [(f"xl/worksheets/sheet{i}.xml", _worksheet(caption, rows, strings))
             for i, (_, caption, rows) in enumerate(sheets, 1)]
    overrides = [("/xl/workbook.xml", _KIND + "sheet.main+xml"), ("/xl/styles.xml", _KIND + "styles+xml"),
                 ("/xl/sharedStrings.xml", _KIND + "sharedStrings+xml"), ("/docProps/core.xml", CORE_PROPERTIES_TYPE)]
    overrides += [("/" + name, _KIND + "worksheet+xml") for name, _ in parts]
    links = [(f"rId{i}", "worksheet", f"worksheets/sheet{i}.xml") for i in range(1, len(sheets) + 1)]
    links += [("rIdStyles", "styles", "styles.xml"), ("rIdStrings", "sharedStrings", "sharedStrings.xml")]
    members = [
        ("[Content_Types].xml", content_types(overrides)),
        ("_rels/.rels", relationships([("rId1", "officeDocument", "xl/workbook.xml"),
                                       ("rId2", CORE_PROPERTIES_RELATION, "docProps/core.xml")])),
        ("docProps/core.xml", core_properties(escape(title), escape(company), date)),
        ("xl/workbook.xml", _workbook(sheets)), ("xl/_rels/workbook.xml.rels", relationships(links)),
        ("xl/styles.xml", _styles()), *parts, ("xl/sharedStrings.xml", _shared(strings))]
    return write_zip([(name, part.encode("utf-8")) for name, part in members])


def _workbook(sheets):
    rows = "".join(f'<sheet name={quoteattr(name)} sheetId="{i}" r:id="rId{i}"/>'
                   for i, (name, _, _) in enumerate(sheets, 1))
    return f'{XML_HEAD}<workbook xmlns="{_SHEET}" xmlns:r="{RELATIONS}"><sheets>{rows}</sheets></workbook>'


def _worksheet(caption, rows, strings):
    lines, header_row = [], 1
    if caption is not None:
        lines.append(f'<row r="1">{_string_cell("A1", caption, _STYLE_CAPTION, strings)}</row>')
        header_row = 3
    for i, row in enumerate(rows):
        number = header_row + i
        cells = "".join(_cell(f"{_letters(j)}{number}", value, i == 0, strings) for j, value in enumerate(row))
        lines.append(f'<row r="{number}">{cells}</row>')
    columns = "".join(f'<col min="{j}" max="{j}" width="{min(max(map(len, column)) + 3, 60)}" customWidth="1"/>'
                      for j, column in enumerate(zip(*rows), 1))
    view = (f'<sheetViews><sheetView workbookViewId="0"><pane ySplit="{header_row}" topLeftCell="A{header_row + 1}" '
            'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>')
    extent = f'A1:{_letters(len(rows[0]) - 1)}{header_row + len(rows) - 1}'
    return (f'{XML_HEAD}<worksheet xmlns="{_SHEET}"><dimension ref="{extent}"/>{view}<cols>{columns}</cols>'
            f'<sheetData>{"".join(lines)}</sheetData></worksheet>')


def _cell(reference, value, is_header, strings):
    if value == "":
        return ""
    if is_header:
        return _string_cell(reference, value, _STYLE_HEADER, strings)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        serial = (datetime.date.fromisoformat(value) - datetime.date(1899, 12, 30)).days
        return f'<c r="{reference}" s="{_STYLE_DATE}"><v>{serial}</v></c>'
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        return f'<c r="{reference}"><v>{value}</v></c>'
    return _string_cell(reference, value, _STYLE_PLAIN, strings)


def _string_cell(reference, value, style, strings):
    index = strings.setdefault(value, len(strings))
    return f'<c r="{reference}" s="{style}" t="s"><v>{index}</v></c>'


def _letters(column):
    return _letters(column // 26 - 1) + chr(65 + column % 26) if column >= 26 else chr(65 + column)


def _shared(strings):
    rows = "".join(f'<si><t xml:space="preserve">{escape(value)}</t></si>' for value in strings)
    return f'{XML_HEAD}<sst xmlns="{_SHEET}" uniqueCount="{len(strings)}">{rows}</sst>'


def _styles():
    plain = '<font><sz val="10"/><name val="Arial"/></font>'
    bold = '<font><b/><sz val="10"/><name val="Arial"/></font>'
    large = '<font><b/><sz val="13"/><name val="Arial"/></font>'
    fills = ('<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
             '<fill><patternFill patternType="solid"><fgColor rgb="FFE0E6EC"/></patternFill></fill>')
    cell = '<xf numFmtId="{0}" fontId="{1}" fillId="{2}" borderId="0" xfId="0" applyNumberFormat="1"/>'
    formats = cell.format(0, 0, 0) + cell.format(0, 1, 2) + cell.format(164, 0, 0) + cell.format(0, 2, 0)
    return (f'{XML_HEAD}<styleSheet xmlns="{_SHEET}">'
            '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
            f'<fonts count="3">{plain}{bold}{large}</fonts><fills count="3">{fills}</fills>'
            '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
            '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
            f'<cellXfs count="4">{formats}</cellXfs></styleSheet>')
