# SPDX-License-Identifier: Apache-2.0
# Holds the advance widths of Helvetica and Helvetica-Bold, and breaks lines as a viewer would.

_REGULAR_ASCII = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 "
    "556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 "
    "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 "
    "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 "
    "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 "
    "556 556 333 500 278 556 500 722 500 500 500 334 260 334 584")
_BOLD_ASCII = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 "
    "556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 "
    "975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 "
    "667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 "
    "333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 "
    "611 611 389 556 333 611 556 778 556 556 500 389 280 389 584")
_REGULAR_OTHER = {"–": 556, "—": 1000, "‘": 222, "’": 222, "“": 333, "”": 333, "•": 350, "§": 556,
                  "é": 556, "ö": 556, "ü": 556, "ä": 556, "å": 556, "€": 556, "·": 278, "×": 584}
_BOLD_OTHER = dict(_REGULAR_OTHER, **{"‘": 278, "’": 278, "“": 500, "”": 500, "ö": 611, "ü": 611})


def _table(ascii_widths, others):
    widths = {chr(32 + i): int(w) for i, w in enumerate(ascii_widths.split())}
    widths.update(others)
    return widths


_WIDTHS = {False: _table(_REGULAR_ASCII, _REGULAR_OTHER), True: _table(_BOLD_ASCII, _BOLD_OTHER)}


def width(text, size, bold=False):
    """Width of `text` in points; a character without a known width is an error, not a guess."""
    table = _WIDTHS[bold]
    return sum(table[char] for char in text) * size / 1000.0


def break_lines(text, size, limit, bold=False):
    """Greedy line breaking at spaces; a word longer than the limit gets its own line."""
    lines, current = [], ""
    for word in text.split():
        candidate = f"{current} {word}" if current else word
        if current and width(candidate, size, bold) > limit:
            lines.append(current)
            current = word
        else:
            current = candidate
    lines.append(current)
    return lines
