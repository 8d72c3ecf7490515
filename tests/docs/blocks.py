"""The code blocks of a Markdown page."""
import re
from dataclasses import dataclass

FENCE = re.compile(r"^(```+|~~~+)\s*(\S*)\s*$")
MARK = re.compile(r"<!-- (not run|needs|all need): (.+?) -->")


class PageError(Exception):
    """What is wrong with a page, with the line that it is in."""


@dataclass
class Block:
    line: int  # of its first line, from 1
    language: str
    text: str
    not_run: str = ""  # why it never is
    needs: tuple = ()  # what must be there for it


def read_comment(lines, start):
    """The comment that begins in line `start`, and the number of the line after it."""
    for end in range(start, len(lines)):
        if "-->" in lines[end]:
            return "\n".join(lines[start : end + 1]).strip(), end + 1
    raise PageError(f"line {start + 1}: a comment without an end")


def read_fence(lines, start, fence):
    for end in range(start + 1, len(lines)):
        if lines[end].strip() == fence:
            return "\n".join(lines[start + 1 : end]) + "\n", end + 1
    raise PageError(f"line {start + 1}: a code block without an end")


def read_blocks(page):
    """All code blocks in their order; those of <!-- setup ... --> comments are of the language `setup`."""
    lines, blocks = page.splitlines(), []
    at, mark, all_need = 0, {}, ()
    while at < len(lines):
        line = lines[at]
        fence = FENCE.match(line)
        if line.startswith("<!--"):
            start = at
            comment, at = read_comment(lines, at)
            if comment.startswith("<!-- setup"):
                text = comment.removeprefix("<!-- setup").removesuffix("-->")
                blocks.append(Block(start + 1, "setup", text))
            elif found := MARK.fullmatch(comment):
                if found[1] == "all need":
                    all_need += (found[2],)
                elif found[1] == "needs":
                    mark = {"needs": (*all_need, found[2])}
                else:
                    mark = {"not_run": found[2]}
            continue
        if fence:
            text, end = read_fence(lines, at, fence[1])
            if not fence[2]:
                raise PageError(f"line {at + 1}: a code block without a language")
            blocks.append(Block(at + 2, fence[2], text, **({"needs": all_need} | mark)))
            mark, at = {}, end
            continue
        if line.lstrip().startswith(("```", "~~~")):
            raise PageError(f"line {at + 1}: a fence that is indented, or says more than a language")
        if re.match(r"    |\t", line) and line.strip() and (at == 0 or not lines[at - 1].strip()):
            raise PageError(f"line {at + 1}: an indented block; fence it, with its language")
        if line.strip() and mark:
            raise PageError(f"line {at + 1}: a code block must follow its mark {mark}")
        at += 1
    if mark:
        raise PageError(f"the mark {mark} at the end has no code block")
    return blocks
