#!/usr/bin/env python3
"""The runner of code blocks, on pages that it must accept and pages that it must not."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent


def run(page):
    """The exit code for a page, and what was printed."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.md"
        path.write_text(page, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(HERE / "run_blocks.py"), str(path), "--scratch", f"{folder}/scratch"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )
        return done.returncode, done.stdout


def block(language, text):
    return f"# Page\n\n```{language}\n{text}\n```\n"


class RunBlocks(unittest.TestCase):
    def accepts(self, page, expected=""):
        code, output = run(page)
        self.assertEqual(code, 0, output)
        self.assertIn(expected, output)

    def refuses(self, page, expected):
        code, output = run(page)
        self.assertEqual(code, 1, output)
        self.assertIn(expected, output)

    def test_a_page_without_blocks(self):
        self.accepts("# Page\n\n- a list\n  goes on\n")

    def test_blocks_share_a_folder_and_run_in_order(self):
        self.accepts(block("sh", "echo 42 > a") + block("python", 'print(open("a").read() * 2)') , "42\n42\n")

    def test_a_shell_goes_on_where_the_last_one_stopped(self):
        page = block("sh", "export WORD='a b'\nmkdir 'x y'\ncd 'x y'\necho 1 > file")
        self.accepts(page + block("sh", 'echo "$WORD"\ncat file') + block("python", 'open("file")'), "a b\n1\n")

    def test_names_of_python_stay(self):
        self.accepts(block("python", "a = 21") + block("python", "print(2 * a)"), "42\n")

    def test_python_may_crash(self):
        self.refuses(block("python", "import os; os.abort()"), "Python failed")

    def test_setup_runs_and_is_not_shown(self):
        self.accepts("<!-- setup\necho hidden > a\n-->\n" + block("sh", "cat a"), "hidden")

    def test_each_command_must_succeed(self):
        self.refuses(block("sh", "false\ntrue"), "line 4: exit code 1")
        self.refuses(block("sh", "false | true"), "exit code 1")
        self.refuses(block("sh", "no-such-command"), "command not found")
        self.refuses("<!-- setup\nfalse\n-->\n", "exit code 1")

    def test_python_must_succeed(self):
        self.refuses(block("python", "assert 1 == 2"), "AssertionError")

    def test_cpp_is_compiled_and_run(self):
        self.accepts(block("cpp", '#include <cstdio>\nint main() { std::puts("ran"); }'), "ran\n")
        self.refuses(block("cpp", "int main() { return 3; }"), "exit code 3")
        self.refuses(block("cpp", "int main() { return x; }"), "not declared")

    def test_cpp_declarations_are_checked(self):
        self.accepts(block("cpp", "int f(int x);"))
        self.refuses(block("cpp", "int f(unknown x);"), "unknown")

    def test_json_must_be_json(self):
        self.accepts(block("json", '{"a": [1, 2]}'))
        self.refuses(block("json", "{'a': 1}"), "not JSON")

    def test_text_is_not_run(self):
        self.accepts(block("text", "exit 1"))

    def test_other_languages_are_refused(self):
        self.refuses(block("fortran", "x"), "the language fortran")
        self.refuses(block("", "x"), "without a language")
        self.refuses(block("sh extra", "x"), "more than a language")

    def test_indented_blocks_are_refused(self):
        self.refuses("Text:\n\n    sigmatch match\n", "line 3: an indented block")
        self.refuses("Text:\n\n\tsigmatch match\n", "line 3: an indented block")
        self.refuses("- item\n\n  ```sh\n  true\n  ```\n", "indented")

    def test_ends_must_be_there(self):
        self.refuses("```sh\ntrue\n", "without an end")
        self.refuses("<!-- setup\ntrue\n", "without an end")

    def test_exceptions_are_printed_and_not_run(self):
        self.accepts("<!-- not run: it builds -->\n" + block("sh", "exit 1")[8:], "not run (it builds):\nexit 1")

    def test_needs(self):
        block_in_python = block("python", "import sigmatch")[8:]
        self.accepts("<!-- needs: python -->\n" + block_in_python, "not run (without python)")
        both = block("python", "import sigmatch") + block("python", "sigmatch.match()")
        self.accepts("<!-- all need: python -->\n" + both, "sigmatch.match()")
        self.refuses("<!-- needs: money -->\n" + block_in_python, "needs money; known are")

    def test_exceptions_belong_to_the_next_block(self):
        exception = "<!-- not run: it builds -->\n"
        self.refuses(exception + "Text.\n" + block("sh", "true"), "must follow")
        self.refuses(exception, "at the end has no code block")
        self.refuses(exception + block("sh", "true")[8:] + block("sh", "exit 1"), "exit code 1")


if __name__ == "__main__":
    unittest.main()
