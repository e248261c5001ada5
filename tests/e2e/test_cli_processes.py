"""What only a process of its own can show: signals, pipes, terminals, displays."""

from __future__ import annotations

import json
import os
import pty
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.desktop.shell.shot import views
from tests.e2e.conftest import PATIENCE, Done, Inside, Shell, plain_environment
from tests.strict_server import KEY, Hang, Say, StrictServer

RUN = ("run", "roundtable", "--voice", "anthropic", "--seed", 7, "--turns", 4)


@pytest.fixture
def server() -> Iterator[StrictServer]:
    """A server with two lines to say, and then silence."""
    with StrictServer() as started:
        started.script(Say("First."), Say("Second."), Hang())
        yield started


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGKILL, marks=pytest.mark.slow),
    ],
)
def test_a_run_that_waits_for_a_reply_is_stopped_and_goes_on_with_the_turn_that_was_lost(
    shell: Shell, server: StrictServer, inside: Inside, how: signal.Signals
) -> None:
    shell.environment |= {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
    process = shell.start(*RUN)
    assert process.stdout is not None
    assert process.stderr is not None
    # What it is about, an empty line, and what is said.
    assert [process.stdout.readline().split(": ", 1)[-1] for _ in range(4)][2:] == ["First.\n", "Second.\n"]
    while len(server.messages) < 3:
        assert server.arrived.wait(PATIENCE)
    process.send_signal(how)
    if how == signal.SIGINT:
        # It pauses after the reply, and a second one drops that.
        assert "Ctrl+C again" in process.stderr.readline()
        process.send_signal(how)
    _out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err, err
    if how == signal.SIGKILL:
        assert process.returncode == -how
    else:
        assert process.returncode == 1
        assert "The run stands at turn 3: Interrupted from the terminal. Go on with: parley resume" in err
    assert server.messages[2].gone.wait(PATIENCE)
    inside.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    inside.monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    (log,) = shell.home.glob("runs/*.jsonl")
    run = log.stem.rsplit("-", 1)[-1]
    assert inside("resume", run, "--json", home=shell.home).json["status"] == "ended"
    texts = [turn["text"] for turn in inside("state", run, "--json", home=shell.home).json["transcript"]]
    assert texts[:2] == ["First.", "Second."]
    assert len(texts) == 4
    # Nothing that was paid for is asked for again: two lines, the lost one, two more, the distillation.
    assert len(server.messages) == 6


STUCK = """
import re, sys, itertools
import parley
from parley.core.cli import main
from parley.core.voices.rehearsal.voice import RehearsalVoice

async def speak(self, request):
    print("hanging", flush=True)
    {hang}
    yield

RehearsalVoice.speak = speak
main(["run", "roundtable", "--voice", "rehearsal", "--seed", "7"])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="what is pending is looked up in /proc")
@pytest.mark.parametrize("hang", ["re.match('(a+)+$', 'a' * 64 + 'b')", "sum(itertools.repeat(0, 10**18))"])
@pytest.mark.slow
def test_two_interrupts_end_a_process_that_hangs(shell: Shell, hang: str) -> None:
    program, environment = STUCK.replace("{hang}", hang), plain_environment() | {"PARLEY_HOME": str(shell.home)}
    with subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert any(line == "hanging\n" for line in process.stdout)
            process.send_signal(signal.SIGINT)
            while interrupt_pending(process.pid):
                pass
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == -signal.SIGINT
        finally:
            process.kill()


def interrupt_pending(pid: int) -> bool:
    """Whether a Ctrl+C was sent to the process and has not arrived."""
    told = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    sets = [int(line.split()[1], 16) for line in told if line.startswith(("SigPnd", "ShdPnd"))]
    return any(waiting & (1 << (signal.SIGINT - 1)) for waiting in sets)


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_fault(stage: Shell) -> None:
    for arguments in (("casts", "--json"), ("state", "run.jsonl", "--json")):
        process = stage.start(*arguments)
        assert process.stdout is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.wait(PATIENCE) in {0, 1}
        assert process.stderr is not None
        assert process.stderr.read() == ""
        process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.slow
def test_output_that_cannot_be_written_is_told(stage: Shell) -> None:
    command = [*stage.script, "casts", "--home", str(stage.home)]

    def told(*more: str) -> str:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*command, *more], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
            )
        assert done.returncode == 1
        return done.stderr

    assert told() == "parley: the output cannot be written (No space left on device).\n"
    assert json.loads(told("--json"))["error"]["message"] == "the output cannot be written (No space left on device)."


def test_a_terminal_gets_its_lines_and_no_escape_of_anybody_else(stage: Shell) -> None:
    log = stage.folder / "hostile.jsonl"
    text = (stage.folder / "run.jsonl").read_text("utf-8")
    log.write_text(text.replace('"topic":"', '"topic":"\\u001b]0;owned\\u0007', 1), "utf-8")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*stage.script, "show", str(log)], stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, cwd=stage.folder
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65_536):
            shown += piece
    except OSError:
        # So a terminal ends on Linux.
        pass
    os.close(ours)
    assert process.wait(PATIENCE) == 0
    assert b"\x1b" not in shown
    assert b"owned" in shown


def test_without_a_display_the_window_says_what_to_do(shell: Shell) -> None:
    done = shell(check=1)
    assert done.err.startswith("parley: There is no display here")
    assert "parley run roundtable" in done.err


SHOOT = """
import json, sys
from parley.core.cli import main
import parley.desktop.shell.headless
print(json.dumps([main(["shot", "run.jsonl", *arguments]) for arguments in json.loads(sys.argv[1])]))
"""


def shot(shell: Shell, *commands: tuple[str, ...]) -> Done:
    """Take pictures in one process, as a window takes long to import; prints the exit codes as JSON."""
    return Shell(shell.folder, shell.home, (sys.executable, "-c", SHOOT))(json.dumps(commands))


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param((("window", "dark"),), id="some"),
        pytest.param((*((view, "light") for view in views()), ("window", "dark")), id="all", marks=pytest.mark.slow),
    ],
)
def test_every_view_is_pictured_in_both_themes_and_any_size_without_a_display(
    stage: Shell, wanted: tuple[tuple[str, str], ...]
) -> None:
    files = [stage.folder / "shots" / f"{view}-{theme}.png" for view, theme in wanted]
    done = shot(
        stage,
        *(
            ("--view", view, "--theme", theme, "--turn", "4", "-o", str(file))
            for (view, theme), file in zip(wanted, files, strict=True)
        ),
        ("--view", "transcript", "--size", "321x234", "-o", "shot.png"),
        ("--view", "timeline", "-o", "/dev/null/x.png"),
    )
    assert done.json == [0] * (len(wanted) + 1) + [1]
    pictures = [file.read_bytes() for file in files]
    # What a roundtable has no picture of says so, each in its own words.
    assert len(set(pictures)) == len(wanted)
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert struct.unpack(">II", (stage.folder / "shot.png").read_bytes()[16:24]) == (321, 234)
    *_others, written, fault = done.err.splitlines()
    assert written == "Written: shot.png"
    assert fault.startswith("parley: /dev/null/x.png: the picture cannot be written")


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("--view", "nope"), 2, "no view called 'nope'"),
        (("--theme", "pink"), 2, "no theme called 'pink'"),
        (("--size", "0x5"), 2, "is no size"),
        (("--size", "99999x1"), 2, "is no size"),
        (("--size", "wide"), 2, "is no size"),
        (("--size", "²x³"), 2, "is no size"),
        (("--turn", "99"), 2, "no turn 99"),
    ],
)
def test_a_shot_that_cannot_be(stage: Shell, inside: Inside, arguments: tuple[str, ...], code: int, part: str) -> None:
    done = inside("shot", stage.folder / "run.jsonl", "-o", "x.png", *arguments, check=code)
    assert part in done.err
    assert not (inside.folder / "x.png").exists()
