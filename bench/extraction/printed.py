# SPDX-License-Identifier: Apache-2.0
"""Documents of our own, printed to PDF by Chromium, so that what they hold is known: tables drawn in many ways, lists and
headings, and pages as a scanner gives them. The same each time."""
import dataclasses
import html
import os
import random
import subprocess

from truths import Truth

NAMES = ("System", "Owner", "Review", "Last test", "Result", "Location", "Amount", "Due date", "Risk", "Control",
         "Supplier", "Contact", "Remarks", "Version", "Approved by", "Retention period")
WORDS = ("access backup payroll register monthly head finance operations recovery laptop encryption incident plan "
         "supplier contract restore quarterly approval server customer database archive cloud office visitor policy "
         "training evidence patch firewall report review standard exception").split()
STYLES = {
    "grid": "td,th{border:1px solid #333} table{border-collapse:collapse}",
    "rules": "table{border-collapse:collapse;border-top:2px solid #000;border-bottom:2px solid #000} "
             "thead tr:last-child th{border-bottom:1px solid #000}",
    "rows": "table{border-collapse:collapse} tr{border-bottom:1px solid #bbb} th{text-align:left}",
    "shaded": "table{border-collapse:collapse} thead{background:#dde} tbody tr:nth-child(even){background:#f4f4f4}",
    "bare": "table{border-spacing:0} th{text-align:left}",
    "plain": "table{border-spacing:0} th{text-align:left;font-weight:normal}",
}
SHAPES = ("short", "wrapped", "figures", "two-line", "gaps", "long", "beside", "total", "spans")
PAGE = """<!doctype html><meta charset="utf-8"><style>@page{{size:A4;margin:20mm}}
body{{font:{size}pt '{font}';line-height:1.3}} td,th{{padding:{pad}px 8px;vertical-align:{align}}}
table{{margin:10px 0;{width}}} .n{{text-align:right}} .side{{display:flex;gap:40px}} {style}</style>{body}"""


@dataclasses.dataclass
class Printed:
    """A document: its group, its source, and what it holds."""
    group: str
    name: str
    source: str
    truth: Truth


def phrase(rng, least, most):
    text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(least, most)))
    return text[0].upper() + text[1:]


def value(rng, name, shape):
    if name in ("Last test", "Due date"):
        return f"2025-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    if name == "Amount" or shape == "figures":
        return f"{rng.randint(1, 9)},{rng.randint(100, 999)}.{rng.randint(10, 99)}"
    if name == "Version":
        return f"{rng.randint(1, 9)}.{rng.randint(0, 9)}"
    if shape == "wrapped":
        return phrase(rng, 1, 14)
    return phrase(rng, 1, 3)


def table_of(rng, shape, columns):
    """Names of columns and rows of values; a value of None is an empty cell."""
    names = ["System"] + rng.sample([name for name in NAMES if name != "System"], columns - 1)
    count = rng.randint(60, 90) if shape == "long" else rng.randint(3, 9)
    rows = []
    for _ in range(count):
        row = [phrase(rng, 1, 2)] + [value(rng, name, shape) for name in names[1:]]
        if shape == "gaps":
            row = [row[0]] + [None if rng.random() < .3 else cell for cell in row[1:]]
        rows.append(row)
    if shape == "total":
        rows.append(["Total"] + [None] * (columns - 2) + [str(rng.randint(1000, 9999))])
    return names, rows


def html_of(names, rows, groups, spans):
    """groups: a line of (name, columns) above the names, or nothing. spans: first cells that cover two rows."""
    numbers = {at for at in range(len(names)) if all(row[at] is None or row[at][0].isdigit() for row in rows)}
    out = ["<table><thead>"]
    if groups:
        out.append("<tr>" + "".join(f'<th colspan="{width}">{name}</th>' for name, width in groups) + "</tr>")
    out.append("<tr>" + "".join(f'<th{at in numbers and " class=n" or ""}>{name}</th>'
                                for at, name in enumerate(names)) + "</tr></thead><tbody>")
    for at, row in enumerate(rows):
        cells = []
        for column, cell in enumerate(row):
            if column == 0 and spans and at % 2 == 1:
                continue
            span = ' rowspan="2"' if column == 0 and spans and at + 1 < len(rows) else ""
            kind = " class=n" if column in numbers else ""
            cells.append(f"<td{kind}{span}>{html.escape(cell or '')}</td>")
        out.append("<tr>" + "".join(cells) + "</tr>")
    return "".join(out) + "</tbody></table>"


def one_table(rng, shape, columns):
    names, rows = table_of(rng, shape, columns)
    groups, lines = [], [names]
    if shape == "two-line":
        rest = len(names) - 1
        groups = [("", 1), ("Backup", rest // 2), ("Recovery", rest - rest // 2)]
        lines = [[name for name, width in groups for _ in range(width)], names]
    if shape == "spans":
        rows = rows[:len(rows) // 2 * 2]
        for at in range(1, len(rows), 2):
            rows[at] = [rows[at - 1][0]] + rows[at][1:]
    # The transcript joins the lines of a header.
    joined = [" ".join(part for part in dict.fromkeys(parts) if part) for parts in zip(*lines)]
    return html_of(names, rows, groups, shape == "spans"), [joined] + [[cell or "" for cell in row] for row in rows]


def table_page(seed, style, shape):
    rng = random.Random(f"{seed} {style} {shape}")
    beside = shape == "beside"
    tables = [one_table(rng, shape, rng.randint(2, 3) if beside else rng.randint(4 if shape == "two-line" else 3, 6))
              for _ in range(2)]
    between = f"<p>{phrase(rng, 25, 60)}.</p>"
    body = (f"<h2>{phrase(rng, 2, 4)}</h2>{between}<div class=side>{tables[0][0]}{tables[1][0]}</div>{between}" if beside
            else f"<h2>{phrase(rng, 2, 4)}</h2>{between}{tables[0][0]}{between}{tables[1][0]}{between}")
    source = PAGE.format(size=rng.choice((9, 10, 11)), font=rng.choice(("DejaVu Sans", "DejaVu Serif")),
                         pad=rng.choice((2, 4, 6)), align=rng.choice(("top", "middle")),
                         width="width:100%" if rng.random() < .5 and not beside else "", style=STYLES[style], body=body)
    group = "with lines" if style == "grid" else "with some lines" if style in ("rules", "rows") else "without lines"
    return Printed(f"tables {group}", f"{style}-{shape}-{seed}", source, Truth(tables=[rows for _, rows in tables]))


def text_page(seed, turn=0.0):
    """Headings, paragraphs and lists over some pages. turn: degrees by which the paper lies askew."""
    rng = random.Random(f"text {seed}")
    truth = Truth(headings=[], items=[])
    body, words, number = [], [], 0
    numbered = rng.random() < .5
    for _ in range(2 if turn else rng.randint(6, 12)):
        number += 1
        level = 1 if number == 1 else rng.choice((2, 2, 3))
        heading = phrase(rng, 1, 6)
        shown = f"{number}. {heading}" if numbered else heading
        truth.headings.append(shown)
        body.append(f"<h{level}>{shown}</h{level}>")
        words.append(shown)
        for _ in range(rng.randint(1, 3)):
            text = ". ".join(phrase(rng, 8, 20) for _ in range(rng.randint(1, 4))) + "."
            body.append(f"<p>{text}</p>")
            words.append(text)
        if rng.random() < .6:
            items = [phrase(rng, 2, 25) for _ in range(rng.randint(2, 6))]
            kind = rng.choice(("ul", "ol", "ol type=a"))
            body.append(f"<{kind}>" + "".join(f"<li>{item}</li>" for item in items) + f"</{kind.split()[0]}>")
            truth.items += items
            words += items
    truth.text = "\n".join(words)
    turned = f"body{{transform:rotate({turn}deg)}}" if turn else ""
    source = PAGE.format(size=rng.choice((10, 11, 12)), font=rng.choice(("DejaVu Sans", "DejaVu Serif")), pad=2,
                         align="top", width="", style=turned, body="".join(body))
    return Printed("scans at 200 dpi, askew by 2 degrees" if turn else "headings and lists", f"text-{seed}", source, truth)


def documents(each=1):
    out = [table_page(seed, style, shape) for seed in range(each) for style in STYLES for shape in SHAPES]
    out += [text_page(seed) for seed in range(10 * each)]
    return out + [text_page(f"scan {seed}", turn=2.0) for seed in range(3 * each)]


def print_all(folder, all_documents):
    """Writes each document to the folder as PDF or, for scans, as a picture; (document, path) of each."""
    out = []
    for document in all_documents:
        stem = os.path.join(folder, document.name.replace(" ", "-"))
        with open(f"{stem}.html", "w", encoding="utf-8") as file:
            file.write(document.source)
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                        f"--user-data-dir={folder}/profile", f"--print-to-pdf={stem}.pdf", f"file://{stem}.html"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
        path = f"{stem}.pdf"
        if document.group.startswith("scans"):
            subprocess.run(["pdftoppm", "-r", "200", "-png", "-singlefile", path, stem], check=True)
            path = f"{stem}.png"
        out.append((document, path))
    return out
