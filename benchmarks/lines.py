"""How near to its topic a small model's lines are, with the best of several and with one drawn at a time."""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figure import Figure, note
from benchmarks.talks import played, studio_in
from parley.core.base.stems import stems
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.config import Limits
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio
from parley.core.voices.embedded import process
from parley.core.voices.embedded.choosing import OPENING, RUN, copies, runs, words
from parley.core.voices.models import Catalogue, Model

TURNS = 10
SEED = 11
TUNED = (
    ("standup", "How we keep the office plants alive over the holidays"),
    ("planning", "A night bus line for the harbour district"),
    ("debate", "Should the library lend out tools as well as books?"),
    ("brainstorm", "A name for the new bakery at the station"),
    ("watercooler", "The broken lift in our building"),
)
"""Format and topic that the weights and the prompt were tried with."""
UNSEEN = (
    ("standup", "Moving the weekly market to the old airfield"),
    ("planning", "A summer camp for children who love chess"),
    ("debate", "Should dogs be allowed in the cinema?"),
    ("brainstorm", "What to do with four hundred unsold umbrellas"),
    ("watercooler", "The neighbour who plays the trumpet at six"),
    ("retrospective", "Why the soup at the school festival ran out"),
)
"""Those that nobody looked at before all was as it is."""
GERMAN = (
    ("standup", "Wie die Büropflanzen über die Feiertage kommen"),
    ("debate", "Soll die Bücherei auch Werkzeug verleihen?"),
    ("brainstorm", "Was wir mit vierhundert Regenschirmen machen"),
)
"""For models that speak German."""


@dataclass(frozen=True)
class Counted:
    """What is wrong and right with some lines on one topic."""

    lines: int
    on_topic: int
    copies: int
    repeats: int
    runs_again: int
    most_openings: int

    @classmethod
    def of(cls, topic: str, lines: Sequence[str], language: str) -> Counted:
        """Counted by this module's own eyes, over one talk from its first line to its last."""
        about = set(stems(topic, language))
        said: set[tuple[str, ...]] = set()
        whole: set[tuple[str, ...]] = set()
        on_topic = copied = repeats = again = 0
        for line in lines:
            spoken = words(line)
            on_topic += bool(about & set(stems(line, language)))
            copied += copies(line, topic)
            repeats += tuple(spoken) in whole
            again += bool(runs(spoken, RUN) & said)
            said |= runs(spoken, RUN)
            whole.add(tuple(spoken))
        openings = Counter(tuple(words(line)[:OPENING]) for line in lines)
        return cls(len(lines), on_topic, copied, repeats, again, max(openings.values(), default=0))


def unseen(folder: Path) -> list[Figure]:
    """All models that are here, on topics that nobody tuned to."""
    return list(_figures(folder, UNSEEN))


def tuned(folder: Path) -> list[Figure]:
    """All models that are here, on the topics that were used for tuning."""
    return list(_figures(folder, TUNED))


def _figures(folder: Path, topics: Sequence[tuple[str, str]]) -> Iterable[Figure]:
    here = Catalogue(Home.find().models)
    models = [one for one in here.list() if here.installed(one.id)]
    if not models:
        note("No model is installed: parley models get smollm2-135m")
    for model in models:
        with tempfile.TemporaryDirectory(dir=folder) as home:
            studio = studio_in(Path(home))
            _offer(studio, here.path_of(model.id), model)
            for choice in ("one", "best"):
                draws = {"one": 1, "best": model.draws}[choice]
                yield from _of_model(studio, model.id, choice, draws, topics if "en" in model.languages else ())
                if "de" in model.languages:
                    yield from _of_model(studio, model.id, f"{choice}.de", draws, GERMAN)


def _offer(studio: Studio, file: Path, model: Model) -> None:
    """The same file under a name for each number of lines that may be drawn."""
    folder = studio.home.models
    folder.mkdir(parents=True, exist_ok=True)
    size = file.stat().st_size
    rows = [
        f'[[models]]\nid = "draws-{draws}"\ntitle = "{draws}"\nlanguages = ["en", "de"]\nprofile = "{model.profile}"\n'
        f'draws = {draws}\nweighed = {model.weighed}\nfile = "{file.name}"\nsize = {size}\npath = "{file}"\n'
        for draws in range(1, 9)
    ]
    (folder / "added.toml").write_text("\n".join(rows), "utf-8")


def _of_model(
    studio: Studio, model: str, choice: str, draws: int, topics: Sequence[tuple[str, str]]
) -> Iterable[Figure]:
    counted: list[Counted] = []
    seconds: list[float] = []
    cpu: list[float] = []
    language = "de" if choice.endswith(".de") else "en"
    for talk_format, topic in topics:
        wish = RoundtableRequest(
            format=talk_format,
            topic=topic,
            seed=SEED,
            turns=TURNS,
            cast="startup-de" if language == "de" else "startup",
            voice=VoiceSpec(provider="embedded", model=f"draws-{draws}"),
            limits=Limits(),
            simulated=True,
            fresh=True,
        )
        began = time.perf_counter()
        used: list[float] = []

        def served(_turn: int, used: list[float] = used) -> None:
            used.append(_served())

        path = asyncio.run(played(studio, studio.compose(wish), served))
        state = studio.open(str(path)).state
        found = Counted.of(topic, [turn.ended.text for turn in state.turns], language)
        counted.append(found)
        took = [turn.reply.latency for turn in state.turns if turn.reply is not None]
        seconds += took
        # The first line's is the loading and the reading of the prompt.
        cpu.append((used[-1] - used[0]) / (len(used) - 1))
        note(f"{time.perf_counter() - began:.0f} s: {topic}")
        if os.environ.get("PARLEY_BENCH_TELL"):
            for turn in state.turns:
                note(f"    {state.name_of(turn.member)}: {turn.ended.text}")
        yield _figure(f"lines.{model}.{choice}", [found], took, cpu[-1:], draws, topic=topic)
    if counted:
        yield _figure(f"lines.{model}.{choice}", counted, seconds, cpu, draws, topic="all")


def _served() -> float:
    """CPU seconds of the models' servers that run now, reading their prompts included; 0 where nothing tells."""
    servers = [lease.server for holders in process._table.values() for lease in holders[:1]]
    total = 0.0
    for server in servers:
        path = Path(f"/proc/{server._process.pid}/stat") if server._process else Path("/none")
        if path.exists():
            told = path.read_text("utf-8").rpartition(")")[2].split()
            total += (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return total


def _figure(
    name: str, counted: Sequence[Counted], seconds: Sequence[float], cpu: Sequence[float], draws: int, *, topic: str
) -> Figure:
    lines = sum(one.lines for one in counted)
    beside = {
        "topic": topic,
        "draws": draws,
        "lines": lines,
        "copies": round(sum(one.copies for one in counted) / lines, 3),
        "repeats": sum(one.repeats for one in counted),
        "five_words_again": round(sum(one.runs_again for one in counted) / lines, 3),
        "most_of_one_opening": max(one.most_openings for one in counted),
        "seconds_a_line": round(statistics.median(seconds), 2),
        "cpu_seconds_a_line": round(statistics.median(cpu), 2),
    }
    bound = 0.75 if topic == "all" and draws > 1 else None
    share = sum(one.on_topic for one in counted) / lines
    return Figure(name, share, "lines that share a word with the topic", "at least", bound, (), beside)
