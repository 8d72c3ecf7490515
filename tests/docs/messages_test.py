#!/usr/bin/env python3
"""The messages that docs/troubleshooting.md explains are those of the program, word for word.

A message stands in the first column of a table, in backticks, with ... for what differs from case to case. The parts
between must be in the string literals of one source file.
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
LITERAL = r'"(?:\\.|[^"\\\n])*"'
# Comments and characters are matched, too, so that quotes in them begin no literal.
TOKEN = re.compile(rf"//[^\n]*|'(?:\\.|[^'\\\n])'|({LITERAL}(?:\s+{LITERAL})*)")


def spelled(text):
    """The library names `an_option`; the program spells it --an-option."""
    return re.sub("`([a-z_]+)`", lambda option: "--" + option[1].replace("_", "-"), text)


def literals(source):
    """The string literals of C++; adjacent ones are one."""
    texts = []
    for token in TOKEN.finditer(source):
        if token[1]:
            pieces = re.findall(LITERAL, token[1])
            text = "".join(piece[1:-1] for piece in pieces).replace('\\"', '"').replace("\\n", "\n")
            texts.append(spelled(text))
    return texts


def occurs(message, files):
    parts = [part.strip() for part in message.split("...") if part.strip()]
    return bool(parts) and any(all(any(part in text for text in texts) for part in parts) for texts in files)


def quoted_messages(page):
    return re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)


def sources():
    paths = [path for folder in ("src", "app") for path in (ROOT / folder).rglob("*.cpp")]
    return [literals(path.read_text(encoding="utf-8")) for path in paths]


class Messages(unittest.TestCase):
    def test_literals_are_read(self):
        source = 'f("a \\"b\\" {}, "\n  "c", \'"\', "d");  // "no"'
        self.assertEqual(literals(source), ['a "b" {}, c', "d"])
        self.assertEqual(literals('"add `lambda_def`"'), ["add --lambda-def"])

    def test_what_no_source_says_is_noticed(self):
        files = [["X has {} keypoints and Y has {}", "other"], ["elsewhere"]]
        self.assertTrue(occurs("X has ... keypoints and Y has ...", files))
        self.assertFalse(occurs("X has ... keypoints or Y has ...", files))
        self.assertFalse(occurs("other ... elsewhere", files))
        self.assertFalse(occurs("...", files))

    def test_messages_of_the_page_are_in_the_sources(self):
        messages = quoted_messages((ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8"))
        self.assertGreater(len(messages), 40)
        files = sources()
        self.assertEqual([message for message in messages if not occurs(message, files)], [])


if __name__ == "__main__":
    sys.exit(unittest.main())
