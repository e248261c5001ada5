"""docs/tutorials: every file is written, every command run, and what stands below a command is what it says.

A line or a part of one that is `…` stands for anything. What has nothing below it gets it by
`PARLEY_TUTORIALS=write pytest tests/test_tutorials.py`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.conftest import Inside, inside
from tests.examples import found, install

__all__ = ["inside"]

PAGES = sorted((Path(__file__).parents[1] / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^(?:`(?P<file>[^`\n]+)`:\n\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
PICTURE = re.compile(r"\]\((\.\./images/[^)]+\.svg)\)")
WRITES = os.environ.get("PARLEY_TUTORIALS") == "write"


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console, with what stands below it; one that ends in a backslash goes on in the next line."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n", part)[0]  # type: ignore[index]
        yield command, part.removeprefix(command).rstrip()


def fits(said: str, expected: str) -> bool:
    """Whether it was said."""
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), said, re.DOTALL) is not None


class Reader:
    """Somebody who does what a page says, in an empty folder."""

    def __init__(self, inside: Inside, packages: ExitStack) -> None:
        self._inside = inside
        self._packages = packages

    def run(self, command: str) -> str:
        """What a command says, with no place of this machine in it."""
        program, *words = shlex.split(command.replace("\\\n", " "))
        if program == "parley":
            done = self._inside(*words, check=None)
            said = done.out + done.err
        elif program == "pip":
            site = self._inside.folder / "site"
            install(site, *(word for word in words if word != "install"))
            self._packages.enter_context(found(site))
            said = ""
        else:
            assert program == "python", command
            said = subprocess.run([sys.executable, *words], check=True, capture_output=True, text=True).stdout
        said = said.replace(str(self._inside.home), "~/.local/share/Parley")
        return "\n".join(line.rstrip() for line in said.splitlines()).strip("\n")


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_tutorial_does_what_it_says(path: Path, inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PARLEY_HOME", str(inside.home))
    page = path.read_text("utf-8")
    with ExitStack() as packages:
        reader = Reader(inside, packages)
        for block in BLOCK.finditer(page):
            if block["file"]:
                file = inside.folder / block["file"]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block["text"], "utf-8")
            for command, expected in commands(block["text"]) if block["kind"] == "console" else ():
                said = reader.run(command)
                if WRITES and not expected and said:
                    page = page.replace(f"$ {command}", f"$ {command}{said}\n", 1)
                else:
                    assert fits(said, expected), command + said
        path.write_text(page, "utf-8")
        for picture in PICTURE.findall(page):
            made = next(inside.folder.rglob(Path(picture).name)).read_bytes()
            if WRITES:
                (path.parent / picture).write_bytes(made)
            assert (path.parent / picture).read_bytes() == made
