#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the measure itself: which values of a transcript have a header, and when one counts as right or wrong."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
import scores  # noqa: E402
import truths  # noqa: E402
from readings import Reading  # noqa: E402


def tables(*rows):
    return truths.from_markdown("\n".join(f"| {' | '.join(row)} |" for row in rows)).tables


def reading(*rows):
    blocks = [{"kind": "row", "level": 0, "text": "", "cells": row} for row in rows]
    return Reading("a.docx", pages=[{"blocks": blocks}])


class Header(unittest.TestCase):
    def wanted(self, *rows):
        return [(whole, value) for whole, _, value in scores.wanted_pairs(tables(*rows))]

    def test_first_row_names_columns(self):
        self.assertEqual(self.wanted(("Role", "Due"), ("-", "-"), ("Admin", "May")), [("role", "admin"), ("due", "may")])
        self.assertEqual(self.wanted(("#", "Due"), ("-", "-"), ("1", "May")), [("due", "may")])
        self.assertEqual(self.wanted(("", "Due"), ("-", "-"), ("1", "May")), [("due", "may")])

    def test_header_of_two_lines(self):
        rows = (("Role", "Review", "Review"), ("-", "-", "-"), ("Role", "first", "last"), ("Admin", "May", "June"))
        self.assertEqual(self.wanted(*rows), [("role", "admin"), ("reviewfirst", "may"), ("reviewlast", "june")])

    def test_no_header(self):
        self.assertEqual(self.wanted(("Role",), ("-",), ("Admin",)), [])
        self.assertEqual(self.wanted(("A title", "A title"), ("-", "-"), ("Admin", "May")), [])
        self.assertEqual(self.wanted(("kV", ":", "130"), ("-", "-", "-"), ("Hz", ":", "134")), [])


class Pairs(unittest.TestCase):
    TRUTH = tables(("Role", "Due"), ("-", "-"), ("Admin", "May"))

    def test_right(self):
        share, wrong = scores.pairs(self.TRUTH, reading([("Role", "Admin"), ("Due", "May")]))
        self.assertEqual((share.both, share.wanted, wrong), (2, 2, 0))

    def test_without_a_name(self):
        share, wrong = scores.pairs(self.TRUTH, reading([("", "Admin"), ("", "May")]))
        self.assertEqual((share.both, share.wanted, wrong), (0, 2, 0))

    def test_under_another_name(self):
        share, wrong = scores.pairs(self.TRUTH, reading([("Due", "Admin"), ("Role", "May")]))
        self.assertEqual((share.both, share.wanted, wrong), (0, 2, 2))


class Texts(unittest.TestCase):
    def test_numbers_and_marks_do_not_count(self):
        share = scores.texts(["1 Scope", "2.1 Roles", "- Item"], ["1. Scope", "2.1. Roles", "• Item", "More"])
        self.assertEqual((share.both, share.wanted, share.found), (3, 3, 4))

    def test_other_texts_do(self):
        share = scores.texts(["Scope of 2026"], ["Scope"])
        self.assertEqual((share.both, share.wanted, share.found), (0, 1, 1))

    def test_of_parts_that_the_transcript_leaves_out_are_not_covered(self):
        found = ["1. Scope", "Notes", "Roles and duties"]
        self.assertEqual(scores.covered(found, "Scope\nAll sites.\nRoles  and Duties"), ["1. Scope", "Roles and duties"])


if __name__ == "__main__":
    unittest.main()
