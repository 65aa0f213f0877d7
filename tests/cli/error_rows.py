#!/usr/bin/env python3
"""Every row of every error table says the same in English and in Spanish: both are there, with equal holes."""
# SPDX-License-Identifier: Apache-2.0
import re
import unittest

import harness

#: A macro of rows and, in a table's own macros, what it puts around the two texts.
MACRO = re.compile(r"\b(SYN_\w*ROW|ROW)\(")
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|([(),])|(\s+|//[^\n]*)', re.S)
HOLE = re.compile(r"\{(\d)\}")
#: Holes that are words: the one of the English text, and the one of the Spanish text where it has one.
WORDS = {"OneTaskOneList": ("1", "2"), "UndefinedHabit": ("1", "2"), "NoPropertyMethod": ("2", "3"), "NoKeyMethod": ("1", "2"),
         "TooManyArguments": ("2", ""), "LambdaTooManyArguments": ("1", ""), "BuiltinTooMany": ("2", ""),
         "BuiltinTooFew": ("2", "")}
#: Shapes of rows besides SYN_ERROR_ROW(name, code, category, english, spanish, hint, hint): where the texts stand.
SHAPES = {"SYN_FOREIGN_ROW": (2, 3, None, None), "SYN_ADVICE_ROW": (2, 3, 4, 5), "SYN_ADVICE_WRITE_ROW": (2, 3, None, None),
          "SYN_HINT_ROW": (None, None, 2, 3), "SYN_HINT_WRITE_ROW": (None, None, None, None)}

def arguments_of(text, at):
    """The arguments of a macro whose bracket stands before `at`: adjoining texts are one."""
    arguments, depth = [""], 0
    while True:
        found = TOKEN.match(text, at)
        if not found:
            raise ValueError(text[at: at + 60])
        at = found.end()
        if found[1] is not None:
            arguments[-1] += found[1]
        elif found[2]:
            arguments[-1] += found[2]
        elif found[3] == "(":
            depth += 1
        elif found[3] == ")":
            if depth == 0:
                return arguments
            depth -= 1
        elif found[3] == ",":
            arguments.append("")


def rows():
    for path in sorted((harness.ROOT / "src").rglob("*.def")):
        text = re.sub(r"^#define(?:[^\n]*\\\n)*[^\n]*", "", path.read_text(), flags=re.M)
        text = re.sub(r"^//.*", "", text, flags=re.M)
        for found in MACRO.finditer(text):
            arguments = arguments_of(text, found.end())
            if len(arguments) < 2 or not re.fullmatch(r"[A-Z]+\d+", arguments[1]):
                continue
            places = SHAPES.get(found[1], (3, 4, 5, 6))
            yield path.name, arguments[0], arguments[1], [None if p is None else arguments[p] for p in places]


class ErrorRows(unittest.TestCase):
    def test_every_table_is_read(self):
        self.assertGreaterEqual(len({table for table, *_ in rows()}), 10)
        self.assertGreaterEqual(len(list(rows())), 700)

    def test_both_languages_are_there(self):
        for table, name, _, (english, spanish, hint, hint_spanish) in rows():
            with self.subTest(table=table, row=name):
                if english is not None:
                    self.assertTrue(english)
                    self.assertTrue(spanish)
                if hint is not None:
                    self.assertEqual(bool(hint), bool(hint_spanish))

    def test_holes_are_the_same(self):
        for table, name, _, (english, spanish, hint, hint_spanish) in rows():
            with self.subTest(table=table, row=name):
                word, spanish_word = WORDS.get(name, ("", ""))
                for one, other in ((english, spanish), (hint, hint_spanish)):
                    self.assertEqual(set(HOLE.findall(one or "")) - {word}, set(HOLE.findall(other or "")) - {spanish_word})

    def test_spanish_is_another_text(self):
        for table, name, _, (english, spanish, *_) in rows():
            words = HOLE.sub("", english or "")
            if english and english == spanish and len(words.split()) > 3:
                self.fail(f"{table} {name}: {english}")


if __name__ == "__main__":
    harness.main()
