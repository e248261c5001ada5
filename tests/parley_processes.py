"""Processes of `parley` that are begun in no time, to be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Self

from parley.core.log.codec import decode
from parley.core.log.events.run import RunContinued, RunPaused, RunResumed
from parley.core.log.events.turn import TurnAbandoned, TurnStarted

# Starting Python, importing Parley and building its commands takes longer than the whole run: this program has done it
# already, and each command is a process of its own that it forks.
STARTER = """
import functools, json, os, sys
import typer.main
from parley.core.cli import main
from parley.core.cli.program import app, load_commands
import parley.core.voices.rehearsal.voice, parley.core.log.sql
typer.main.get_command = functools.cache(typer.main.get_command)
load_commands()
typer.main.get_command(app)
for line in sys.stdin:
    arguments, out = json.loads(line)
    pid = os.fork()
    if pid == 0:
        stdout = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(stdout, 1)
        os.dup2(stdout, 2)
        code = main(arguments)
        sys.stdout.flush()
        os._exit(code)
    print(pid, flush=True)
    _pid, status = os.waitpid(pid, 0)
    print(status, flush=True)
"""


class Starter:
    """Runs `parley` commands, one at a time, with modules that are loaded already; what they print goes to `out`."""

    program = STARTER

    def __init__(self, out: Path, *modules: str) -> None:
        """`modules` are imported besides, once for all."""
        self.out = out
        code = "".join(f"import {module}\n" for module in modules) + self.program
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(120)
        assert self.process.stdout
        self.process.stdout.close()

    def ask(self, *values: object) -> int:
        """Hand the program a line; the pid of the process that it has forked."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(values) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def begin(self, *arguments: str) -> int:
        """The pid of a command that has been started."""
        return self.ask(arguments, str(self.out))

    def status(self) -> int:
        """How it ended: an exit code, or the signal that killed it as a negative number."""
        assert self.process.stdout
        return os.waitstatus_to_exitcode(int(self.process.stdout.readline()))

    def run(self, *arguments: str) -> str:
        """What a command prints; it must exit with 0."""
        self.begin(*arguments)
        assert self.status() == 0, self.out.read_text()
        return self.out.read_text()


def words(data: bytes) -> list[bytes]:
    """A log's lines without what records an interruption, and without turns that were begun a second time."""
    kept: list[bytes] = []
    begun: set[int] = set()
    for line in data.splitlines():
        event = decode(line)
        if isinstance(event, RunResumed | RunContinued | RunPaused | TurnAbandoned):
            continue
        if isinstance(event, TurnStarted):
            if event.turn in begun:
                continue
            begun.add(event.turn)
        kept.append(line)
    return kept
