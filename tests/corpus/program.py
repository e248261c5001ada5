"""Everything that the corpus asks of the program, in one place."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import importlib.metadata
import inspect
import io
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from parley.core.base.errors import ParleyError
from parley.core.cast import colours
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.cli import main
from parley.core.export import structured, table, transcript
from parley.core.export.base import Options
from parley.core.export.foreign import sillytavern
from parley.core.export.registry import EXPORTS
from parley.core.home import Home
from parley.core.log.report import report
from parley.core.measures.registry import MEASURES
from parley.core.modes.office.logbook import documents as logbook
from parley.core.settings import Settings
from parley.core.studio.studio import Studio

RUNS = "runs"
"""The folder of a home that logs lie in."""
AS_SENT = "as sent"


def digest(data: bytes) -> str:
    """BLAKE2b with 128 bits, in hexadecimal."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def canonical(value: Any) -> bytes:
    """The value as JSON with sorted keys and without spaces."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str).encode()


def twelve_digits(number: str) -> float:
    """A number as it is written, to twelve digits."""
    return float(f"{float(number):.12g}")


# Looking at a log ---------------------------------------------------------------------------------------------------


COLOURS_THEN = {
    "rust": ("#c2410c", "#fb923c"), "blue": ("#1d4ed8", "#7aa2ff"), "green": ("#15803d", "#5bd98a"),
    "purple": ("#a21caf", "#e588f2"), "amber": ("#b45309", "#fbc24b"), "teal": ("#0f766e", "#4fd1c5"),
    "pink": ("#be185d", "#f687b3"), "indigo": ("#4338ca", "#a5a3ff"), "olive": ("#4d7c0f", "#b5e052"),
    "cyan": ("#0e7490", "#5fd4ee"), "brown": ("#7c4a2d", "#d6a583"), "slate": ("#475569", "#a9b8cc"),
}  # fmt: skip
"""The members' palette as the logbooks of the corpus have it: today's is told apart by more eyes."""


WRITTEN_THEN = {
    "en": (
        "Written by {}.", "nobody yet", "rehearsal",
        "Rehearsal is a scripted stand-in: no language model wrote {} lines.", ("these", "its"),
    ),
    "de": (
        "Geschrieben von {}.", "noch niemandem", "Probe",
        "Die Probe ist ein Platzhalter nach Drehbuch: {}.",
        ("Kein Sprachmodell hat diese Zeilen geschrieben", "Ihre Zeilen hat kein Sprachmodell geschrieben"),
    ),
}  # fmt: skip
"""How the exports of the corpus are signed, by voices: today's by who made the words."""


def _written_then(voices: transcript.Voices, language: str) -> str:
    by, nobody, rehearsal, stand_in, whose = WRITTEN_THEN["de" if language == "de" else "en"]
    scripted = [simulated(each.split(" · ")[0]) for each in voices.turns]
    names = dict.fromkeys(rehearsal if one else each for each, one in zip(voices.turns, scripted, strict=True))
    told = by.format(", ".join(names) or nobody)
    return f"{told} {stand_in.format(whose[not all(scripted)])}" if any(scripted) else told


@contextlib.contextmanager
def signed_as_then() -> Iterator[None]:
    """Have exports say which voices wrote them, as those of the corpus do, and not who made the words of each line."""
    words, about, json_row, table_row, chat_row = (
        transcript.words, structured.describe_run, structured._build_row, table._build_row, sillytavern._build_row,
    )  # fmt: skip

    def words_then(language: str) -> dict[str, str]:
        return words(language) | {"wrote": words(language)["voice"]}

    def about_then(*given: Any) -> dict[str, Any]:
        return {name: value for name, value in about(*given).items() if name != "authors"}

    def json_row_then(*given: Any) -> dict[str, Any]:
        return {name: value for name, value in json_row(*given).items() if name != "words_by"}

    def chat_row_then(*given: Any) -> dict[str, Any]:
        told, row = chat_row(*given), given[0]
        told["extra"].pop("parley", None)
        # A line that no voice said was signed by one.
        if row.voice and row.voice != sillytavern.UNKNOWN and "api" not in told["extra"]:
            api, _, model = row.voice.partition(" · ")
            told["extra"] = {"api": api, "model": model or api} | told["extra"]
        return told

    with (
        patch.object(transcript.Voices, "sentence", _written_then),
        patch.object(transcript, "words", words_then),
        patch.object(structured, "describe_run", about_then),
        patch.object(structured, "_build_row", json_row_then),
        patch.object(sillytavern, "describe_run", about_then),
        patch.object(sillytavern, "_build_row", chat_row_then),
        patch.object(table, "COLUMNS", table.COLUMNS[:-1]),
        patch.object(table, "_build_row", lambda *given: table_row(*given)[:-1]),
    ):
        yield


NETWORKX_NOW, NETWORKX_THEN = f"NetworkX {importlib.metadata.version('networkx')}".encode(), b"NetworkX 3.6.1"
"""What stamps its number on GEXF."""


class Opened:
    """A log that was read, and what the program makes of it."""

    def __init__(self, path: Path, home: Path) -> None:
        self.studio = Studio(Home(home), Settings())
        self.run = self.studio.open(str(path))
        self.home = home

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return int(self.run.replay.turns)

    @property
    def has_scenes(self) -> bool:
        """Whether a logbook can be made of it."""
        return self.run.state.setup.mode == "scenes"

    def state(self, turn: int) -> dict[str, Any]:
        """What `parley state --turn TURN --json` prints, without who made the words: that came later."""
        found: dict[str, Any] = json.loads(canonical(report(self.run.replay.state_at_turn(turn))))
        del found["authors"]
        for line in found["transcript"]:
            del line["words_by"]
        return found

    def measures(self) -> dict[str, Any]:
        """What `parley measure --json` prints of every mode, to twelve digits: the last ones are the processor's.

        A mode's own figures came later.
        """
        figures = {name: value for each in MEASURES.values() for name, value in each.figures(self.run.state).items()}
        found: dict[str, Any] = json.loads(canonical(figures), parse_float=twelve_digits)
        return found

    def export(self, name: str) -> bytes:
        """The file that `parley export --to NAME` writes."""
        out = self.home / "out"
        options = Options(plan=self.studio.plan_of(self.run.state.setup))
        with signed_as_then():
            EXPORTS[name].write(self.run.state, self.run.replay.events, out, options)
        data, parent = out.read_bytes(), self.run.state.parent.encode()
        # The last turn that both have was told as the first of the fork's own.
        for now, then in ((b" after turn ", b" before turn "), (b" nach Beitrag ", b" vor Beitrag ")):
            data = data.replace(parent + now, parent + then) if parent else data
        return data.replace(NETWORKX_NOW, NETWORKX_THEN)

    def logbook(self, form: str, lang: str) -> bytes:
        """The file that `parley logbook --to FORM --lang LANG` writes, or the sentence why it cannot be."""
        out = self.home / "out"
        try:
            with patch.dict(colours.PALETTE, COLOURS_THEN), signed_as_then():
                logbook.write_logbook(self.run.state, self.run.replay.events, out, form, lang=lang)
        except ParleyError as error:
            return error.text.encode()
        return out.read_bytes()

    def request(self, turn: int) -> str:
        """Whether a turn's request, made anew as the inspector makes it, is the one that was sent: `AS_SENT`, else its
        hash, or the sentence why nothing was sent."""
        try:
            payload, reply = self.studio.payload(self.run, turn)
        except ParleyError as error:
            # It was said of persons, too, that they were the director.
            return str(error.text).replace(BY_A_PERSON, "the director wrote it")
        made_anew = str(payload.digest())
        return AS_SENT if reply is not None and made_anew == reply.request_hash else made_anew


BY_A_PERSON = "a person said it, where this run comes from"
LATER = frozenset({
    "pdf", "openai", "openai-jsonl", "inspect", "eval", "obsidian", "parley", "edges.csv", "answers.graphml",
    "answers.gexf", "answers.csv",
})  # fmt: skip
"""Exports that there were not, or not in this shape, when the corpus was made: they are tested with the exports."""


def export_names() -> list[str]:
    """The names of all exports that the corpus knows."""
    return sorted({*EXPORTS.shipped} - LATER)


# Making a log -------------------------------------------------------------------------------------------------------


def command(*arguments: str) -> int:
    """Run a command of the command line in this process; its exit code. What it prints is thrown away."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(list(arguments))


Steps = Sequence[Sequence[Any]]
"""What a director does, one after the other: the name of a method of a run, its arguments, and at the end perhaps a
mapping of named ones. `step` and `play` go on until the run stands."""


RENAMED = {"autoplay": "set_autoplay", "autopilot": "set_autopilot", "do": "do_deed"}
"""Steps that are called otherwise today."""


async def _steer(path: Path, home: Path, steps: Steps) -> list[int]:
    studio = Studio(Home(home), Settings())
    run = studio.resume(str(path))
    refused: list[int] = []
    for number, (step, *given) in enumerate(steps):
        name = RENAMED.get(step, step)
        named: Mapping[str, Any] = given.pop() if given and isinstance(given[-1], dict) else {}
        values = [tuple(each) if isinstance(each, list) else each for each in given]
        try:
            match name:
                case "play":
                    run.play()
                    await run.live(until_paused=True)
                case "step":
                    for _ in range(values[0] if values else 1):
                        run.step()
                        await run.live(until_paused=True)
                case "cut_off":
                    _cut_off(run, values[0])
                case "change_voice":
                    run.director.change_voice(VoiceSpec(provider="rehearsal", **named), *values)
                case "break_at":
                    run.director.break_at(**named)
                case _:
                    found = getattr(run.director if hasattr(run.director, name) else run, name)(*values, **named)
                    if inspect.isawaitable(found):
                        await found
                    if name in ("act", "do_deed", "retry"):
                        await run.live(until_paused=True)
        except ParleyError:
            refused.append(number)
    await run.close()
    await studio.close()
    return refused


def _cut_off(run: Any, behind: int) -> None:
    """Have the reply under way dropped so many events from now."""
    loop = asyncio.get_running_loop()
    left = [behind]

    def cut(_seq: int, _event: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            loop.call_soon(lambda: run.pause(cancel=True))

    run.stage.log.taps.append(cut)


def made(
    recipe: Mapping[str, Any], logs: Mapping[str, tuple[str, bytes]], home: Path
) -> tuple[dict[str, bytes], list[int]]:
    """What comes of a recipe in an empty home: logs by the name of their file; and the numbers of the steps that were
    refused, or the exit code of the command.

    A recipe has `others`, logs that are in the home before; `start`, the log to begin from, with `lines`, how many of
    it, and `torn`, half a line behind these; `files`; `settings`, the home's; and then `args` of the command line, or
    `steps`. `logs` are file names and contents of logs by name.
    """
    runs, given = home / RUNS, home / "given"
    runs.mkdir(parents=True)
    given.mkdir()
    names = {"dir": str(given)}
    for other in recipe.get("others", ()):
        file, data = logs[other]
        (runs / file).write_bytes(data)
    start: Path | None = None
    if "start" in recipe:
        file, data = logs[recipe["start"]]
        lines = data.splitlines(keepends=True)[: recipe.get("lines")]
        start = runs / file
        start.write_bytes(b"".join(lines) + recipe.get("torn", "").encode())
        names["start"] = str(start)
    for file, text in recipe.get("files", {}).items():
        (given / file).write_text(text, "utf-8")
    if "settings" in recipe:
        (home / "settings.toml").write_text(recipe["settings"], "utf-8")
    before = {path.name for path in runs.glob("*.jsonl")}
    refused: list[int] = []
    if "args" in recipe:
        arguments = [str(each).format(**names) for each in recipe["args"]]
        refused = [command(*arguments, "--home", str(home))]
    elif "steps" in recipe:
        assert start is not None
        refused = asyncio.run(_steer(start, home, recipe["steps"]))
    after = {path.name: path.read_bytes() for path in sorted(runs.glob("*.jsonl"))}
    new = {name: data for name, data in after.items() if name not in before}
    if not new and start is not None:
        new = {start.name: after[start.name]}
    shutil.rmtree(home)
    return new, refused
