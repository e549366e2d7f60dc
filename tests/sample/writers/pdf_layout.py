# SPDX-License-Identifier: Apache-2.0
# Lays out the sample PDFs: title block, headings, paragraphs, lists, ruled tables, footers.

from .helvetica import break_lines, width
from .pdf_file import PAGE_HEIGHT, PAGE_WIDTH, PdfFile, literal

LEFT, RIGHT, TOP, BOTTOM = 64.0, 64.0, 72.0, 74.0
BODY_WIDTH = PAGE_WIDTH - LEFT - RIGHT
TEXT_SIZE, TEXT_LEADING = 10.0, 14.0
CELL_SIZE, CELL_LEADING, CELL_PAD = 8.5, 11.0, 4.0
HEADINGS = {"h1": (14.0, 20.0, 16.0), "h2": (11.0, 16.0, 9.0)}  # size, leading, space before


def write_pdf(source, company):
    """Bytes of a PDF of the parsed source; its head must have Title, Document, Version, Date."""
    layout = _Layout(source, company)
    layout.title_block()
    for index, block in enumerate(source.blocks):
        layout.place(block, source.blocks[index + 1] if index + 1 < len(source.blocks) else None)
    return layout.finish()


class _Layout:
    def __init__(self, source, company):
        self.head, self.company = source.head, company
        self.streams = []
        self.bookmarks = []
        self.number = 0
        self._new_page()

    def _new_page(self):
        self.streams.append(bytearray())
        self.y = PAGE_HEIGHT - TOP
        if len(self.streams) > 1:
            self._text(LEFT, PAGE_HEIGHT - 44, self.head["Title"], 8, "F3", grey=0.35)
            self._rule(LEFT, PAGE_HEIGHT - 50, LEFT + BODY_WIDTH, 0.4, 0.7)

    def _need(self, height):
        if self.y - height < BOTTOM:
            self._new_page()

    def _text(self, x, y, text, size, font="F1", grey=0.0, stream=None):
        target = self.streams[-1] if stream is None else stream
        target += b"BT %.2f g /%s %.1f Tf 1 0 0 1 %.2f %.2f Tm %s Tj ET\n" % (
            grey, font.encode(), size, x, y, literal(text))

    def _rule(self, x1, y, x2, weight, grey, stream=None):
        target = self.streams[-1] if stream is None else stream
        target += b"%.2f G %.2f w %.2f %.2f m %.2f %.2f l S\n" % (grey, weight, x1, y, x2, y)

    def title_block(self):
        self._text(LEFT, self.y, self.company, 10, "F2", grey=0.35)
        self.y -= 30
        for line in break_lines(self.head["Title"], 22, BODY_WIDTH, bold=True):
            self._text(LEFT, self.y, line, 22, "F2")
            self.y -= 27
        self._rule(LEFT, self.y + 10, LEFT + BODY_WIDTH, 1.2, 0.2)
        self.y -= 8
        for key, value in self.head.items():
            if key not in ("Title", "Output"):
                self._text(LEFT, self.y, key, 9, "F2", grey=0.25)
                for line in break_lines(value or " ", 9, BODY_WIDTH - 110):
                    self._text(LEFT + 110, self.y, line, 9)
                    self.y -= 13
        self.y -= 6

    def place(self, block, following):
        if block.kind in HEADINGS:
            self._heading(block, following)
        elif block.kind == "table":
            self._table(block.rows)
        elif block.kind == "p":
            self._lines(block.text, 0.0)
            self.y -= 6
        else:
            self._item(block, following)

    def _heading(self, block, following):
        size, leading, before = HEADINGS[block.kind]
        keep = 70.0 if following is not None and following.kind == "table" else 44.0
        self._need(before + leading + keep)
        if self.y < PAGE_HEIGHT - TOP:
            self.y -= before
        if block.kind == "h1":
            self.bookmarks.append((block.text, len(self.streams) - 1, self.y + size + 4))
        for line in break_lines(block.text, size, BODY_WIDTH, bold=True):
            self._text(LEFT, self.y, line, size, "F2")
            self.y -= leading

    def _lines(self, text, indent):
        lines = break_lines(text, TEXT_SIZE, BODY_WIDTH - indent)
        if len(lines) > 1:
            self._need(2 * TEXT_LEADING)  # no single first line at the foot of a page
        for line in lines:
            self._need(TEXT_LEADING)
            self._text(LEFT + indent, self.y, line, TEXT_SIZE)
            self.y -= TEXT_LEADING

    def _item(self, block, following):
        self.number = 1 if block.starts_list else self.number + 1
        self._need(2 * TEXT_LEADING)
        marker = "•" if block.kind == "bullet" else f"{self.number}."
        self._text(LEFT + 10, self.y, marker, TEXT_SIZE)
        self._lines(block.text, 26.0)
        self.y -= 6 if following is None or following.kind != block.kind else 2

    def _table(self, rows):
        columns = _column_widths(rows)
        self._row(rows[0], columns, header=True)
        for row in rows[1:]:
            if self.y - _row_height(row, columns, False) < BOTTOM:
                self._new_page()
                self._row(rows[0], columns, header=True)
            self._row(row, columns, header=False)
        self.y -= 16

    def _row(self, row, columns, header):
        height = _row_height(row, columns, header)
        self._need(height)
        top = self.y + CELL_LEADING - 1
        x = LEFT
        for cell, column in zip(row, columns):
            paint = b"0.90 g 0.55 G 0.5 w %.2f %.2f %.2f %.2f re B\n" if header \
                else b"0.55 G 0.5 w %.2f %.2f %.2f %.2f re S\n"
            self.streams[-1] += paint % (x, top - height, column, height)
            y = top - CELL_PAD - CELL_SIZE + 1
            for line in break_lines(cell, CELL_SIZE, column - 2 * CELL_PAD, header):
                self._text(x + CELL_PAD, y, line, CELL_SIZE, "F2" if header else "F1")
                y -= CELL_LEADING
            x += column
        self.y -= height

    def finish(self):
        label = f"{self.head['Document']}  ·  Version {self.head['Version']}"
        for number, stream in enumerate(self.streams, 1):
            self._rule(LEFT, 54, LEFT + BODY_WIDTH, 0.4, 0.7, stream)
            self._text(LEFT, 42, f"{self.company}  ·  {label}", 8, grey=0.35, stream=stream)
            page = f"Page {number} of {len(self.streams)}"
            self._text(LEFT + BODY_WIDTH - width(page, 8), 42, page, 8, grey=0.35, stream=stream)
        stamp = "D:" + self.head["Date"].replace("-", "") + "090000Z"
        pdf = PdfFile({"Title": self.head["Title"], "Author": self.company, "CreationDate": stamp, "ModDate": stamp})
        pdf.pages = [bytes(stream) for stream in self.streams]
        pdf.bookmarks = self.bookmarks
        return pdf.serialise()


def _row_height(row, columns, bold):
    most = max(len(break_lines(cell, CELL_SIZE, column - 2 * CELL_PAD, bold)) for cell, column in zip(row, columns))
    return most * CELL_LEADING + 2 * CELL_PAD


def _column_widths(rows):
    """Proportional to the text if all fits on one line; otherwise the longest word plus a share of the rest."""
    least, natural = [], []
    for cells in zip(*rows):
        words = [width(word, CELL_SIZE, True) for cell in cells for word in cell.split()]
        least.append(max(words, default=20.0) + 2 * CELL_PAD + 1)
        natural.append(max(width(cell, CELL_SIZE, True) for cell in cells) + 2 * CELL_PAD + 1)
    if sum(natural) <= BODY_WIDTH:
        return [full * BODY_WIDTH / sum(natural) for full in natural]
    wanted = [max(full - floor, 0.0) ** 0.75 for full, floor in zip(natural, least)]
    spare = BODY_WIDTH - sum(least)
    if spare < 0:
        raise ValueError(f"table too wide: {rows[0]}")
    return [floor + spare * want / sum(wanted) for floor, want in zip(least, wanted)]
