#!/usr/bin/env python3
"""Runs the code blocks of a Markdown page, in their order, in one scratch folder: what the page says works.

sh      by bash -e, with the program in PATH and as build/sigmatch, as in a fresh clone
python  by this Python, with the package where there is one
cpp     compiled and run against the library; without a main() it is only checked
json    must be JSON
text    is output, or a format: not run

Every other language is an error, and so is a block that is not fenced. A block goes on where the last
one of its kind stopped: of sh with its folder and exported variables, of python with its names.

What cannot be run in a test (it installs something, or takes what nobody has) has <!-- not run: why --> in front of
it and is printed. So is a block with <!-- needs: FEATURE -->, and each after <!-- all need: FEATURE -->, where the build
is without that. Before all comes setup.sh; what is in a comment <!-- setup ... --> is run in its place, unseen.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from blocks import PageError, read_blocks
from session import PythonSession

HERE = pathlib.Path(__file__).parent

RUN = ("sh", "setup", "python", "cpp")

# What a build may be without: a command that then says so before it looks at its files, and what it says.
FEATURES = {
    "reports": ("sigmatch match no.off no.off --report no.html", "this build makes no reports"),
    "images": ("sigmatch match no.off no.off --image no.png", "this build makes no reports|needs Chromium"),
    "python": (f"{sys.executable} -c 'import sigmatch'", "ModuleNotFoundError"),
}

# Around a block of sh: the state that the last one left, and that which it leaves.
BEFORE = """trap 'export -p > {state}; printf "cd %q\\n" "$PWD" >> {state}; pwd > {folder}' EXIT
if [ -e {state} ]; then source {state}; fi
"""


class Runner:
    def __init__(self, arguments):
        self.scratch = pathlib.Path(arguments.scratch).absolute()
        self.compiler = shlex.split(arguments.compile)
        self.libraries = shlex.split(arguments.link)
        shutil.rmtree(self.scratch, ignore_errors=True)
        (self.scratch / "build").mkdir(parents=True)
        self.folder, self.python = self.scratch, None
        if arguments.program:
            os.symlink(os.path.abspath(arguments.program), self.scratch / "build" / "sigmatch")
        self.environment = dict(
            os.environ,
            HOME=str(self.scratch),
            PATH=f"{self.scratch / 'build'}:{os.environ['PATH']}",
            PYTHONPATH=arguments.pythonpath,
        )

    def call(self, command):
        """Runs a command. Throws PageError with what it printed if it fails."""
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )
        if done.returncode != 0:
            raise PageError(f"exit code {done.returncode}\n{done.stdout}")
        return done.stdout

    def run_sh(self, text):
        script, state, folder = (self.scratch / "build" / name for name in ("block.sh", "state", "folder"))
        script.write_text(BEFORE.format(state=shlex.quote(str(state)), folder=shlex.quote(str(folder))) + text)
        output = self.call(["bash", "-e", "-o", "pipefail", str(script)])
        self.folder = folder.read_text().rstrip("\n")
        return output

    def run_python(self, text):
        if not self.python:
            self.python = PythonSession(self.scratch / "build", self.environment)
        success, output = self.python.run(text, self.folder)
        if not success:
            raise PageError(f"Python failed\n{output}")
        return output

    def close(self):
        if self.python:
            self.python.close()

    def run_cpp(self, text):
        source = self.scratch / "build" / "block.cpp"
        source.write_text(text)
        if "int main(" not in text:
            return self.call([*self.compiler, "-fsyntax-only", str(source)])
        program = self.scratch / "build" / "block"
        self.call([*self.compiler, str(source), "-o", str(program), *self.libraries])
        return self.call([str(program)])

    def run_json(self, text):
        try:
            json.loads(text)
        except json.JSONDecodeError as error:
            raise PageError(f"not JSON: {error}") from error
        return ""

    def has(self, feature):
        if feature not in FEATURES:
            raise PageError(f"needs {feature}; known are {', '.join(FEATURES)}")
        command, complaint = FEATURES[feature]
        done = subprocess.run(
            shlex.split(command), env=self.environment, text=True, capture_output=True, check=False,
        )
        return not re.search(complaint, done.stderr)

    def run(self, block):
        kinds = {"sh": self.run_sh, "setup": self.run_sh, "python": self.run_python, "cpp": self.run_cpp,
                 "json": self.run_json, "text": lambda text: ""}
        if block.not_run:
            return f"not run ({block.not_run}):\n{block.text}"
        for feature in block.needs:
            if not self.has(feature):
                return f"not run (without {feature}):\n{block.text}"
        if block.language not in kinds:
            raise PageError(f"a block of the language {block.language}; known are {', '.join(kinds)}")
        return kinds[block.language](block.text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("page")
    parser.add_argument("--scratch", required=True, help="a folder of its own: emptied first")
    parser.add_argument("--program", help="the built sigmatch; without it nothing is made by setup.sh")
    parser.add_argument("--compile", default="c++ -std=c++20", help="the compiler with its options")
    parser.add_argument("--link", default="", help="the libraries")
    parser.add_argument("--pythonpath", default="", help="where the Python package is")
    arguments = parser.parse_args()

    line = 0
    try:
        blocks = read_blocks(pathlib.Path(arguments.page).read_text(encoding="utf-8"))
        runner = Runner(arguments)
        if arguments.program and any(block.language in RUN and not block.not_run for block in blocks):
            runner.run_sh((HERE / "setup.sh").read_text())
        for block in blocks:
            line = block.line
            print(f"-- {arguments.page}, line {line}: {block.language}", flush=True)
            print(runner.run(block), end="", flush=True)
        runner.close()
    except PageError as error:
        print(f"{arguments.page}, {f'line {line}: ' if line else ''}{error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
