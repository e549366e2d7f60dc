# SPDX-License-Identifier: Apache-2.0
# Reads plain text back from sample files, independently of the writers and of Assay itself.

import html.parser
import io
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


class TextError(Exception):
    """A file whose text cannot be read as requested; the message says why."""


def text_of(name, data, page, sheet):
    """Text of a file: of one page (PDF, page required), of one sheet (XLSX, sheet required), or of all of it."""
    kind = name.rsplit(".", 1)[-1]
    if (kind == "pdf") != (page is not None) or (kind == "xlsx") != (sheet is not None):
        raise TextError("page is given for PDF, sheet for XLSX, neither for other files")
    if kind == "pdf":
        return _pdf_page(data, page)
    if kind == "xlsx":
        return _xlsx_sheet(data, sheet)
    if kind == "docx":
        return _docx(data)
    if kind == "html":
        reader = _HtmlText()
        reader.feed(data.decode("utf-8"))
        return "".join(reader.parts)
    return data.decode("utf-8")


def _pdf_page(data, page):
    command = ["pdftotext", "-f", str(page), "-l", str(page), "-enc", "UTF-8", "-", "-"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise TextError("pdftotext is not installed (package poppler-utils)") from error
    if done.returncode != 0 or done.stderr:
        raise TextError(f"pdftotext: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode("utf-8")


def _docx(data):
    root = ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml"))
    return "\n".join("".join(text.text or "" for text in paragraph.iter(_WORD + "t"))
                     for paragraph in root.iter(_WORD + "p"))


def _xlsx_sheet(data, sheet):
    archive = zipfile.ZipFile(io.BytesIO(data))
    strings = ["".join(t.text or "" for t in item.iter(_SHEET + "t"))
               for item in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))]
    relations = {r.get("Id"): r.get("Target")
                 for r in ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))}
    for entry in ElementTree.fromstring(archive.read("xl/workbook.xml")).iter(_SHEET + "sheet"):
        if entry.get("name") == sheet:
            root = ElementTree.fromstring(archive.read("xl/" + relations[entry.get(_RELATION + "id")]))
            return "\n".join(strings[int(cell.find(_SHEET + "v").text)]
                             for cell in root.iter(_SHEET + "c") if cell.get("t") == "s")
    raise TextError(f"no sheet {sheet}")


class _HtmlText(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.parts = []

    def handle_data(self, data):
        self.parts.append(data)
