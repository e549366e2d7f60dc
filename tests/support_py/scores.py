# SPDX-License-Identifier: Apache-2.0
"""Compares what was read with what is there: words and their order, values under their headers, lists of texts."""
import bisect
import collections
import dataclasses
import re

from truths import ITEM

# Scripts without spaces count by the letter.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")

# The number of a heading or item: "2.1", "2.1."
NUMBER = re.compile(r"^\s*\d+(?:\.\d+)*[.)]?\s+(?=\S)")


def words_of(text):
    return WORD.findall(text.lower())


def bare(text):
    """Letters and figures alone: transcripts differ in marks, spaces and links."""
    return "".join(words_of(text))


@dataclasses.dataclass
class Share:
    """Of what is there, how much was found; of what was found, how much is there."""
    both: int = 0
    wanted: int = 0
    found: int = 0

    def add(self, other):
        self.both += other.both
        self.wanted += other.wanted
        self.found += other.found

    @property
    def recall(self):
        return self.both / self.wanted if self.wanted else 1.0

    @property
    def precision(self):
        return self.both / self.found if self.found else 1.0

    @property
    def f1(self):
        both = self.wanted + self.found
        return 2 * self.both / both if both else 1.0


def share(wanted, found):
    a, b = collections.Counter(wanted), collections.Counter(found)
    return Share(sum((a & b).values()), sum(a.values()), sum(b.values()))


def missing(wanted, found, most=12):
    """The first words that were not found."""
    left = collections.Counter(found)
    out = []
    for word in wanted:
        if left[word] > 0:
            left[word] -= 1
        elif len(out) < most:
            out.append(word)
    return out


def order(wanted, found):
    """Of the words that occur once on both sides: the share in the longest run of the same order, as Share."""
    once = [word for word, count in collections.Counter(wanted).items() if count == 1]
    counts = collections.Counter(found)
    place = {word: at for at, word in enumerate(found) if counts[word] == 1}
    places = [place[word] for word in once if word in place]
    longest = []
    for at in places:
        where = bisect.bisect_left(longest, at)
        longest[where:where + 1] = [at]
    return Share(len(longest), len(places), len(places))


def has_header(table):
    """Whether the first row names columns. Markdown makes a header of the first row of every table, also where there is
    none. No names are: a single column, which has no other to be confused with; one text in all columns, which is a
    title; and a cell of marks alone (":"), which belongs to a form. "#" and "%" are names."""
    first = table[0]
    if max(len(row) for row in table) < 2:
        return False
    marks_alone = any(cell and cell not in "#%" and not bare(cell) for cell in first)
    return not marks_alone and len(set(first)) > 1


def lines_of_header(table):
    """How many rows name columns: those below the first that repeat one of its names, for cells merged downwards."""
    lines = 1
    while lines < len(table) and any(
            name and name == cell for name, cell in zip(table[0], table[lines])):
        lines += 1
    return lines if lines < len(table) else 1


def wanted_pairs(tables):
    """(names, value) of all cells with both; names: every line of the column's header, and all of them joined."""
    out = []
    for table in filter(has_header, tables):
        lines = lines_of_header(table)
        for row in table[lines:]:
            for at, cell in enumerate(row):
                parts = []
                for header in table[:lines]:
                    part = bare(header[at]) if at < len(header) else ""
                    if part and part not in parts:
                        parts.append(part)
                if parts and bare(cell):
                    out.append(("".join(parts), parts[-1], bare(cell)))
    return out


def pairs(tables, reading):
    """Values under the right header: how many are there, and how many of them were found. Also how many were found
    under a header that is another one's in the transcript."""
    found = collections.Counter()
    for block in reading.blocks:
        for name, value in block.get("cells", ()):
            if name and bare(value):
                found[(bare(name), bare(value))] += 1
    wanted = wanted_pairs(tables)
    right, left = 0, found.copy()
    for whole, last, value in wanted:
        for name in (whole, last):
            if left[(name, value)] > 0:
                left[(name, value)] -= 1
                right += 1
                break
    known = {(name, value) for whole, last, value in wanted for name in (whole, last)}
    names = {name for whole, last, _ in wanted for name in (whole, last)}
    wrong = sum(count for (name, value), count in found.items() if name in names and (name, value) not in known)
    return Share(right, len(wanted), len(wanted)), wrong


def unnumbered(text):
    return NUMBER.sub("", ITEM.sub("", text, count=1), count=1)


def texts(wanted, found):
    """Headings, or list items: as texts without marks and numbers, which programs write in their own ways ("1", "1.")."""
    def normal(all_texts):
        return [text for text in (bare(unnumbered(one)) for one in all_texts) if text]
    return share(normal(wanted), normal(found))


def covered(all_texts, transcript):
    """Those whose words stand in the transcript. It says nothing of the parts that it leaves out, as notes of slides."""
    whole = bare(transcript)
    return [text for text in all_texts if bare(unnumbered(text)) in whole]
