"""A Python that runs the blocks of a page one after the other, as a notebook does: names stay."""
import subprocess
import sys

# Takes a folder and a file per line, and answers each with the outcome.
LOOP = """
import os, sys, traceback
answers = os.fdopen(os.dup(1), "w")
names = {"__name__": "__main__"}
for line in sys.stdin:
    folder, script, output = line.rstrip("\\n").split("\\t")
    os.chdir(folder)
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 1)
    os.dup2(file, 2)
    outcome = "done"
    try:
        exec(compile(open(script, encoding="utf-8").read(), "block", "exec"), names)
    except BaseException:
        traceback.print_exc()
        outcome = "failed"
    sys.stdout.flush()
    print(outcome, file=answers, flush=True)
"""


class PythonSession:
    def __init__(self, folder, environment):
        self.script, self.output = folder / "block.py", folder / "block.out"
        self.process = subprocess.Popen(
            [sys.executable, "-c", LOOP], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

    def run(self, text, folder):
        """Whether it succeeded, and what it printed."""
        self.script.write_text(text, encoding="utf-8")
        self.process.stdin.write(f"{folder}\t{self.script}\t{self.output}\n")
        self.process.stdin.flush()
        outcome = self.process.stdout.readline().strip()  # empty: it crashed
        return outcome == "done", self.output.read_text(encoding="utf-8")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
