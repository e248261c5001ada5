"""Bad input: one clear sentence, the right exit code, and nothing half-written."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.conftest import Done, Inside, Shell, files_in, rehearse

RUN = ("run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", 7)
MEMBER = '[[members]]\nid = "{0}"\nname = "{0}"\n'
FIVE = 'id = "x"\nname = "X"\n' + "".join(MEMBER.format(f"m{i}") for i in range(5))


def told(done: Done, code: int, *parts: str) -> None:
    """Check that a failed command said one sentence, with all `parts` in it, and nothing else."""
    assert done.code == code, done
    assert done.out == ""
    assert len(done.err.splitlines()) == 1, done.err
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", done.err)
    if done.err.startswith('{"error": '):
        # As it is told to scripts.
        error = json.loads(done.err)["error"]
        assert {"code", "message", "hint", "field"} <= error.keys()
        assert error["code"]
        done = replace(done, err=" ".join(filter(None, (error.get("file", "") + ":", error["message"], error["hint"]))))
    else:
        assert done.err.startswith("parley: ")
    assert re.search(r"[.!?)]$|--help$|[\w]$", done.err.strip())
    assert len(done.err) < 900
    for part in parts:
        assert part in done.err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ((*RUN, "--format", "nope"), ("no format called 'nope'", "Known: ", "standup")),
        ((*RUN, "--format", "standupp"), ("Did you mean 'standup'?",)),
        ((*RUN, "--format", "../standup"), ("no format called",)),
        ((*RUN, "--format", "x\n\x1b[31my\u202e"), ("no format called", "\\n", "\\x1b", "\\u202e")),
        ((*RUN, "--format", "f" * 100_000), ("no format called", "…")),
        ((*RUN, "--cast", "nope"), ("no cast called 'nope'", "newsroom")),
        ((*RUN, "--cast", ""), ("no cast called ''",)),
        ((*RUN, "--members", "boss,analyst,hustler,nobody"), ("no member of 'startup' called 'nobody'", "writer")),
        ((*RUN, "--members", "boss,Boss,analyst,writer"), ("'Boss' is named twice",)),
        ((*RUN, "--members", "boss"), ("2 to 30 members, and not 1",)),
        ((*RUN, "--topic", "x" * 100_000), ("100,000 characters", "at most 4,000")),
        ((*RUN, "--policy", "nope"), ("no policy called 'nope'", "round_robin")),
        ((*RUN, "--lang", "fr"), ("no language called 'fr'", "de, en")),
        ((*RUN, "--turns", 0), ("0 turns are not possible",)),
        ((*RUN, "--turns", 10**7), ("not possible", "1,000,000")),
        ((*RUN, "--turns", "many"), ("'--turns'", "integer")),
        ((*RUN, "--seed", 2**63), ("too large",)),
        ((*RUN, "--seed", "9" * 5_000), ("'--seed'",)),
        ((*RUN, "--voice", "nope"), ("no voice called 'nope'", "anthropic, embedded, openai, rehearsal")),
        ((*RUN, "--voice", "anthropic", "--model", "m" * 500), ("cannot be a model's name", "400 characters")),
        ((*RUN, "--bogus"), ("--bogus", "See: parley run roundtable --help")),
        ((*RUN, "extra"), ("extra", "See: parley run roundtable --help")),
        ((*RUN, "--cast"), ("'--cast' requires an argument", "--help")),
        (("nope",), ("No such command 'nope'", "See: parley --help")),
        (("run",), ("Missing command", "See: parley run --help")),
        (("models",), ("Missing command",)),
        (("show",), ("Missing argument", "See: parley show --help")),
        (("shot", "x"), ("--output",)),
        (("show", ""), ("No run was named",)),
        (("search", "x", "--limit", "0"), ("--limit",)),
        (("models", "get", "nope"), ("no model called 'nope'", "smollm2-135m")),
        (("models", "remove", "smollm2-135m"), ("is not installed",)),
        (("--home",), ("--home",)),
    ],
)
def test_a_wrong_command_or_option_is_a_wrong_use(
    inside: Inside, arguments: tuple[object, ...], parts: tuple[str, ...]
) -> None:
    told(inside(*arguments, check=None), 2, *parts)
    assert not list(inside.home.glob("runs/*"))


def test_a_turn_that_is_not_there(stage: Shell, inside: Inside) -> None:
    run = stage.folder / "run.jsonl"
    for command in (("show", run), ("state", run, "--json"), ("measure", run), ("fork", run, "--fast")):
        for turn, parts in ((99, ("no turn 99", "0 to 10")), (-1, ("no turn -1",)), ("x", ("--turn",))):
            told(inside(*command, "--turn", turn, check=None), 2, *parts)


def test_forks_that_cannot_be(stage: Shell, inside: Inside) -> None:
    fork = ("fork", stage.folder / "run.jsonl", "--fast", "--turn")
    told(inside(*fork, 10, check=None), 2, "Turn 10 would be the last", "--turns")
    told(inside(*fork, 3, "--policy", "nope", check=None), 2, "policy", "nope")
    told(inside(*fork, 3, "--members", "boss,ghost", check=None), 2, "'ghost'")
    told(inside(*fork, 3, "--members", "boss", check=None), 2, "2 to 30 members, and not 1")
    told(inside(*fork, 3, "--topic", "x" * 100_000, check=None), 2, "100,000 characters")
    told(inside(*fork, 3, "--seed", 2**64, check=None), 2, "too large")
    told(inside(*fork, 3, "--turns", 0, check=None), 2, "0")
    told(inside(*fork, 0, "--edit", "x", check=None), 2, "before the first turn")
    told(inside(*fork, 3, "--voice", "nope", check=None), 2, "no voice called")
    told(inside(*fork, 3, "--voice", "anthropic", check=None), 1, "no API key", "ANTHROPIC_API_KEY")
    told(inside(*fork, 3, "--voice", "embedded", check=None), 1, "not installed", "parley models get")
    assert not list(inside.home.glob("runs/*"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('id = "x"\nname = \n', ("line 2", "not TOML")),
        ('id = "x"\nname = "X"\n\n[[members]]\nid = "a"\nname = "A"\nage = "old"\n', ("line 7", "age", "'old'")),
        ('id = "x"\nname = "X"\n[[members]]\nid="a"\nname="A\\u0007\\u202e"\n', ("line 5", "visible characters")),
        ("x = " + "[" * 5_000 + "]" * 5_000, ("nested too deeply",)),
        ('x = "' + "a" * 4_000_001 + '"', ("larger than 4 MB",)),
    ],
)
def test_a_cast_file_that_is_wrong_is_blamed_by_line(inside: Inside, text: str, parts: tuple[str, ...]) -> None:
    (inside.folder / "cast.toml").write_text(text)
    told(inside(*RUN, "--cast", "cast.toml", check=None), 1, "cast.toml: ", *parts)


def test_cast_files_that_cannot_be_read(inside: Inside) -> None:
    (inside.folder / "folder.toml").mkdir()
    (inside.folder / "broken.toml").symlink_to("nowhere")
    (inside.folder / "loop.toml").symlink_to("loop.toml")
    (inside.folder / "latin.toml").write_bytes("name = 'Größe'".encode("latin-1"))
    (inside.folder / "small.toml").write_text('id = "x"\nname = "X"\n' + MEMBER.format("a"))
    (inside.folder / "plan.toml").write_text(f'plan = "../../etc/passwd"\n{FIVE}')
    for name, parts in (
        ("../../x", ("no such file",)), ("gone.toml", ("no such file",)), ("broken.toml", ("no such file",)),
        ("folder.toml", ("cannot be read",)), ("loop.toml", ("cannot be read",)), ("latin.toml", ("not UTF-8",)),
        ("/dev/zero", ("larger than 4 MB",)), ("x" * 300 + ".toml", ("cannot be read",)),
        ("~nobody-here/x.toml", ("cannot be a path",)),
    ):  # fmt: skip
        told(inside(*RUN, "--cast", name, check=None), 1, *parts)
    told(inside(*RUN, "--cast", "small.toml", check=None), 2, "usually has 4 to 6 members", "'x' has 1")
    told(inside(*RUN, "--cast", "plan.toml", check=None), 2, "no floor plan called")


def test_casts_of_the_home_that_are_broken_do_not_hide_the_others(inside: Inside) -> None:
    casts = inside.home / "casts"
    casts.mkdir(parents=True)
    (casts / "mine.toml").write_text(FIVE.replace('id = "x"', 'id = "mine"'))
    (casts / "bad.toml").write_text("oops")
    (casts / "gone.toml").symlink_to("nowhere")
    done = inside("casts")
    assert "mine " in done.out
    assert "startup " in done.out
    assert [line.split(": ")[0] for line in done.err.splitlines()] == [
        str(casts / "bad.toml"),
        str(casts / "gone.toml"),
    ]
    assert rehearse(inside, "--cast", "mine")["status"] == "ended"


def test_a_log_that_cannot_be_kept_stops_the_run_before_it_begins(inside: Inside) -> None:
    (inside.folder / "folder").mkdir()
    for out, part in (
        ("folder", "directory"),
        ("/proc/x.jsonl", ""),
        ("/dev/null/x.jsonl", ""),
        ("x" * 300, "too long"),
    ):
        told(inside(*RUN, "-o", out, check=None), 1, "cannot be kept", part)
    assert files_in(inside.folder) == {}
    assert not list(inside.home.glob("runs/*"))


def test_devices_are_written_into_and_never_replaced_and_other_files_are(inside: Inside) -> None:
    inside(*RUN, "-o", os.devnull)
    assert Path(os.devnull).is_char_device()
    done = inside(*RUN, "-o", "/dev/full", check=1)
    assert "No space left" in done.err
    assert Path("/dev/full").is_char_device()
    told(inside("export", next(inside.home.glob("runs/*")), "--to", "md", "-o", "/dev/full", check=None), 1, "full")
    (inside.folder / "copy.jsonl").write_text("an older one")
    found = rehearse(inside, "-o", "copy.jsonl")
    assert (inside.folder / "copy.jsonl").read_bytes() == Path(found["path"]).read_bytes()
    assert set(files_in(inside.folder)) == {"copy.jsonl"}


@pytest.mark.parametrize("home", ["/dev/null", "/dev/null/x", "/proc/x", "file", "loop"])
def test_a_home_that_cannot_be(inside: Inside, home: str) -> None:
    (inside.folder / "file").write_text("x")
    (inside.folder / "loop").symlink_to("loop")
    for command in (("runs",), RUN, ("show", "x"), ("models", "add", "file")):
        done = inside(*command, "--home", home, check=None)
        assert done.code in {1, 2}
        assert done.err.startswith("parley: ")
    assert inside("doctor", "--home", home, check=None).code == 1


def test_settings_that_are_wrong_are_blamed_by_line(inside: Inside) -> None:
    inside.home.mkdir()
    for text, parts in (
        ("[talk]\nspeed = 'fast'\n", ("settings.toml: line 2", "talk.speed", "'fast'")),
        ("[talk]\nspeed = 99\n", ("line 2", "less than or equal to 8")),
        ("talk = [", ("line 1", "not TOML")),
        ("[look]\ncolour = 1\n", ("line 2", "no field called 'look.colour'")),
    ):
        (inside.home / "settings.toml").write_text(text)
        told(inside("runs", check=None), 1, *parts)
        told(inside(*RUN, check=None), 1, *parts)


def damaged(good: bytes) -> dict[str, tuple[bytes, str]]:
    """Logs that are not what they should be, with what is said of them; empty where nothing needs to be said."""
    lines = good.splitlines(keepends=True)
    return {
        "torn": (good[:-20], "last line was torn"),
        "garbage": (b"".join([*lines[:5], b"garbage\n", *lines[5:]]), "Line 6 cannot be read"),
        "alien": (b"".join([*lines[:3], b'{"type":"alien.landed"}\n', *lines[3:]]), "Line 4 cannot be read"),
        "hole": (b"".join(lines[:5] + lines[9:]), ""),
        "crlf": (good.replace(b"\n", b"\r\n"), ""),
        "unended": (good[:-1], ""),
        "twice": (good + good, "make no run"),
        "headless": (b"".join(lines[1:]), "not a Parley run"),
        "newer": (good.replace(b'"run.started",', b'"run.started","version":99,', 1), "has version 99"),
        "empty": (b"", "never begun"),
        "binary": (bytes(range(256)) * 4, "not a Parley run"),
        "utf16": (good.decode().encode("utf-16"), "not a Parley run"),
        "foreign": (b'{"a": 1}\n', "not a Parley run"),
        "unset": (b'{"type":"run.started","at":"2026-01-05T09:00:00Z","config":{}}\n', "make no run"),
        "mistyped": (good.replace(b'"seed":7', b'"seed":"x"', 1), "make no run"),
    }


def test_damaged_logs_are_told_and_kept(stage: Shell, inside: Inside) -> None:
    good = (stage.folder / "run.jsonl").read_bytes()
    for name, (data, sentence) in damaged(good).items():
        file = inside.folder / f"{name}.jsonl"
        file.write_bytes(data)
        hopeless = sentence.startswith(("not ", "has ", "make ", "never "))
        for command in (
            ("show", file), ("state", file, "--json"), ("measure", file, "--json"),
            ("export", file, "--to", "md", "-o", "x.md"), ("fork", file, "--turn", 2, "--fast", "--json"),
        ):  # fmt: skip
            done = inside(*command, check=None)
            assert done.code == int(hopeless), (name, done)
            if hopeless:
                told(done, 1, f"{name}.jsonl: ", sentence)
            elif command[0] != "fork":
                assert sentence in done.err, (name, done)
        assert file.read_bytes() == data, name


def test_a_home_full_of_damaged_logs_still_lists_and_plays(stage: Shell, inside: Inside) -> None:
    runs = inside.home / "runs"
    runs.mkdir(parents=True)
    good = (stage.folder / "run.jsonl").read_bytes()
    for name, (data, _) in damaged(good).items():
        (runs / f"2026-01-05-roundtable-{name}.jsonl").write_bytes(data)
    (runs / "folder.jsonl").mkdir()
    (runs / "gone.jsonl").symlink_to("nowhere")
    (inside.home / "parley.db").write_bytes(bytes(range(256)) * 20)
    for command in (("runs",), ("runs", "--json"), ("reindex",), ("search", "Boss"), RUN):
        assert inside(*command).out
    told(inside("show", "2026", check=None), 2, "fits", "longer beginning")
    told(inside("show", "folder", check=None), 1, "cannot be read")
    told(inside("show", "gone", check=None), 1, "no such file")
    told(inside("show", "nobody", check=None), 1, "no run 'nobody'", "parley runs")


NASTY: tuple[Callable[[random.Random], str], ...] = (
    lambda draw: draw.choice(
        ["", " ", "-", "--", "0", "-1", "1e9", "nan", "2", "7", "standup", "startup", "boss,writer"]
    ),
    lambda draw: draw.choice(["../../x", "./", "/", "/dev/null", "~", "~x", "x.toml", "run.jsonl", "folder", "a/b/c"]),
    lambda draw: draw.choice(["\u202eabc", "👩‍🚀", "\x1b[2J", "a\tb\nc", "\udcff", "ß" * 300, "%s{0}$(x)", "'\"`;|&"]),
    lambda draw: "".join(chr(draw.randrange(1, 0x3000)) for _ in range(draw.randrange(1, 40))),
)
COMMANDS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", "7", "--turns", "2"),
        ("--format", "--cast", "--members", "--topic", "--seed", "--policy", "--voice", "--model", "--lang", "--json"),
    ),
    (("runs",), ("--json",)),
    (("show", "run.jsonl"), ("--turn",)),
    (("state", "run.jsonl"), ("--turn", "--json")),
    (
        ("fork", "run.jsonl", "--turn", "8", "--fast"),
        ("--topic", "--seed", "--policy", "--members", "--edit", "--turn"),
    ),
    (("export", "run.jsonl", "--to", "md", "-o", "out"), ("--to", "-o", "--no-thoughts")),
    (("measure", "run.jsonl"), ("--turn", "--json")),
    (("search", "the"), ("--limit", "--json")),
    (("models", "list"), ("--json",)),
    (("models", "add"), ("--name",)),
    (("formats",), ("--json",)),
    (("casts",), ("--json",)),
)


@pytest.mark.parametrize("seed", range(2))
def test_any_arguments_end_in_a_result_or_a_sentence(stage: Shell, inside: Inside, seed: int) -> None:
    draw = random.Random(seed)
    (inside.folder / "folder").mkdir()
    good = (stage.folder / "run.jsonl").read_bytes()
    for _ in range(40):
        (inside.folder / "run.jsonl").write_bytes(good)
        fixed, options = draw.choice(COMMANDS)
        arguments = list(fixed)
        for option in draw.sample(options, min(len(options), draw.randrange(3))):
            arguments.append(option)
            if option != "--json" and draw.random() < 0.9:
                arguments.append(draw.choice(NASTY)(draw))
        if draw.random() < 0.15:
            arguments.insert(draw.randrange(len(arguments) + 1), draw.choice(NASTY)(draw))
        if any(each in {"-", "--help"} or each.startswith("/dev/") for each in arguments):
            continue
        done = inside(*arguments, check=None)
        assert done.code in {0, 1, 2}, (arguments, done)
        assert (done.code == 0) or done.err.strip(), arguments
        if done.code == 2:
            told(done, 2)
        if done.code == 0 and "--json" in arguments:
            assert done.json is not None
