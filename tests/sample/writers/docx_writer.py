# SPDX-License-Identifier: Apache-2.0
# Writes DOCX: heading styles, numbered and bulleted lists, tables, a footer with page numbers.

from xml.sax.saxutils import escape

from . import docx_parts
from .package import (CORE_PROPERTIES_RELATION, CORE_PROPERTIES_TYPE, XML_HEAD, content_types, core_properties,
                      relationships, write_zip)

_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_TABLE_WIDTH = 9350  # twentieths of a point


def write_docx(source, company):
    """Bytes of a DOCX of the parsed source; its head must have Title, Document, Version, Date."""
    head = source.head
    numbered_lists = sum(1 for b in source.blocks if b.kind == "number" and b.starts_list)
    footer = f"{company} · {head['Document']} · Version {head['Version']} · Page "
    members = [
        ("[Content_Types].xml", content_types([
            ("/word/document.xml", _MAIN + "document.main+xml"), ("/word/styles.xml", _MAIN + "styles+xml"),
            ("/word/numbering.xml", _MAIN + "numbering+xml"), ("/word/footer1.xml", _MAIN + "footer+xml"),
            ("/docProps/core.xml", CORE_PROPERTIES_TYPE)])),
        ("_rels/.rels", relationships([
            ("rId1", "officeDocument", "word/document.xml"),
            ("rId2", CORE_PROPERTIES_RELATION, "docProps/core.xml")])),
        ("docProps/core.xml", core_properties(escape(head["Title"]), escape(company), head["Date"])),
        ("word/document.xml", _document(source, company)),
        ("word/_rels/document.xml.rels", relationships([
            ("rId1", "styles", "styles.xml"), ("rId2", "numbering", "numbering.xml"),
            ("rId3", "footer", "footer1.xml")])),
        ("word/styles.xml", docx_parts.styles()),
        ("word/numbering.xml", docx_parts.numbering(numbered_lists)),
        ("word/footer1.xml", docx_parts.footer(footer)),
    ]
    return write_zip([(name, text.encode("utf-8")) for name, text in members])


def _document(source, company):
    parts = [_paragraph(company, "Subtitle"), _paragraph(source.head["Title"], "Title"), _head_table(source.head)]
    list_number = 1  # numbering instance 1 is the bulleted one
    for block in source.blocks:
        if block.kind == "number" and block.starts_list:
            list_number += 1
        parts.append(_block(block, list_number))
    section = ('<w:sectPr><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="11906" w:h="16838"/>'
               '<w:pgMar w:top="1300" w:right="1270" w:bottom="1300" w:left="1270" w:header="700" w:footer="700" '
               'w:gutter="0"/></w:sectPr>')
    return (f'{XML_HEAD}<w:document xmlns:w="{docx_parts.WORD}" xmlns:r="{docx_parts.RELATIONS}">'
            f'<w:body>{"".join(parts)}{section}</w:body></w:document>')


def _block(block, list_number):
    if block.kind == "h1":
        return _paragraph(block.text, "Heading1")
    if block.kind == "h2":
        return _paragraph(block.text, "Heading2")
    if block.kind == "bullet":
        return _paragraph(block.text, "ListParagraph", 1)
    if block.kind == "number":
        return _paragraph(block.text, "ListParagraph", list_number)
    if block.kind == "table":
        return _table(block.rows, header=True) + _paragraph("", "Normal")
    return _paragraph(block.text, "Normal")


def _paragraph(text, style, list_number=None):
    listing = "" if list_number is None else f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{list_number}"/></w:numPr>'
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{listing}</w:pPr>{_runs(text)}</w:p>'


def _runs(text):
    """Splits long text into two runs: editors do so too, and readers must join them."""
    if len(text) < 80:
        return _run(text) if text else ""
    cut = text.index(" ", len(text) // 2) if " " in text[len(text) // 2:] else len(text)
    return _run(text[:cut]) + (_run(text[cut:]) if text[cut:] else "")


def _run(text):
    return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def _head_table(head):
    rows = [[key, value] for key, value in head.items() if key not in ("Title", "Output")]
    return _table(rows, header=False, shares=[0.27, 0.73]) + _paragraph("", "Normal")


def _table(rows, header, shares=None):
    if shares is None:
        weights = [max(len(cell) for cell in column) ** 0.6 for column in zip(*rows)]
        shares = [weight / sum(weights) for weight in weights]
    widths = [round(_TABLE_WIDTH * share) for share in shares]
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    body = "".join(_table_row(row, widths, header and i == 0) for i, row in enumerate(rows))
    return (f'<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="{sum(widths)}" w:type="dxa"/></w:tblPr>'
            f'<w:tblGrid>{grid}</w:tblGrid>{body}</w:tbl>')


def _table_row(row, widths, is_header):
    properties = "<w:trPr><w:tblHeader/></w:trPr>" if is_header else ""
    style = "TableHead" if is_header else "TableText"
    cells = "".join(f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>{_paragraph(cell, style)}</w:tc>'
                    for cell, width in zip(row, widths))
    return f"<w:tr>{properties}{cells}</w:tr>"
