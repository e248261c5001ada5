# ruff: noqa: I001
"""Makes the corpus: `python -m tests.corpus.make [FOLDER]`, with the program as it was at commit d6980d5.

Whoever makes it anew takes that commit (`git worktree add ../pinned d6980d5`), puts this folder into its `tests`, and
runs this there: the same logs and expectations come of it. They are never made by a later program, for then they would
prove nothing. FOLDER is where the files go; without one, this folder.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.corpus import program, read, recipes


def written_by_tests(folder: Path) -> dict[str, tuple[tuple[str, ...], bytes]]:
    """Logs of which no rehearsal would come: voices that fail, cost money, or call tools, and what tests write by hand.

    Kinds and content by name. They are made of what the tests of that commit make.
    """
    from core.events import encode
    from core.voices.base import Delta, Spent, Usage, Waiting
    from tests.actors import Actor, begun, fault, to_the_end
    from tests.days import a_day
    from tests.samples import forked, sample_config, sample_events
    from tests.tellers import Teller
    from tests.unit.modes.test_story_speaking import ACTS, SCRIPT, config

    found: dict[str, tuple[tuple[str, ...], bytes]] = {}

    def put(name: str, kind: str, events: Sequence[Any]) -> None:
        found[f"written-{name}"] = (kind, "written"), b"".join(encode(event) + b"\n" for event in events)

    for lang in ("en", "de"):
        put(f"sample-{lang}", "roundtable", sample_events(12, lang))
        put(f"nasty-{lang}", "roundtable", sample_events(16, lang, nasty=True))
        put(f"paid-{lang}", "roundtable", sample_events(20, lang, cost=0.0021, provider="anthropic"))
        put(f"open-{lang}", "roundtable", sample_events(6, lang, ended=False))
        put(f"day-{lang}", "day", a_day(lang))
        put(f"days-{lang}", "day", a_day(lang, days=2, scenes=9, run_id=f"days-{lang}"))
        put(f"day-open-{lang}", "day", a_day(lang, ended=False, translated=False, run_id=f"open-{lang}"))
    events = sample_events(12)
    put("forked", "roundtable", forked(events, 7, "forked", {"topic": "Another", "seed": 8}))

    class Counted(Actor):
        """Says that attempts were counted, and made again."""

        async def speak(self, request: Any) -> Any:
            if len(self.requests) % 3 == 1:
                yield Delta("", spent=Spent(Usage(input=7), "one"))
                yield Waiting(0.0, "connection lost", fault="dropped", spent=Spent(Usage(input=7, output=1), "one"))
            async for piece in super().speak(request):
                yield piece

    async def acted(name: str, actor: Any, stands: int, config: Any, kind: str = "roundtable") -> None:
        path = folder / f"{name}.jsonl"
        run = begun(path, actor, config)
        for _ in range(stands + 1):
            if run.state.status != "ended":
                await to_the_end(run)
        await run.close()
        found[f"written-{name}"] = (kind, "written"), path.read_bytes()

    def table(turns: int, lang: str = "en", **values: Any) -> Any:
        return sample_config(turns, lang, run_id=f"acted-{lang}-{turns}").model_copy(update=values)

    async def all_acted() -> None:
        await acted("counted", Counted(cost=0.01), 0, table(9))
        await acted(
            "failed", Actor("One.", fault(), "Two.", fault("refused", "No."), fault("dropped"), "Three."), 4, table(8)
        )
        await acted(
            "empty", Actor("", "[only a thought]", "Boss: Boss: I am here.", '"Quoted"', "  \n"), 3, table(7, "de")
        )
        await acted("long-lines", Actor("word " * 200, "é" * 500, "One. Two! Three? " * 20), 3, table(6, cap=60))
        tools, faulty = Teller(ACTS), Teller(ACTS)
        faulty.faults = {("narrator", SCRIPT[0]): 1, ("marta", SCRIPT[4]): 1}
        await acted("tools", tools, 0, config(), "story")
        await acted("tools-failed", faulty, 4, config(), "story")
        await acted("no-tools", Teller(tools=False, structured=False), 0, config(), "story")

    asyncio.run(all_acted())
    return found


def main(folder: Path) -> None:
    """Make all logs, look at each, and write the files."""
    os.environ |= {"LC_ALL": "C.UTF-8", "PARLEY_NO_KEYRING": "1"}
    made: dict[str, tuple[str, bytes]] = {}
    found: list[read.Log] = []
    with tempfile.TemporaryDirectory() as place:
        os.environ["PARLEY_HOME"] = f"{place}/none"

        def add(name: str, kinds: Sequence[str], **recipe: Any) -> list[str]:
            home = Path(place) / "home"
            new, refused = program.made(recipe, made, home)
            if not new:
                raise RuntimeError(f"nothing came of {name}")
            names = [name] if len(new) == 1 else [f"{name}-{number}" for number in range(1, len(new) + 1)]
            for one, (file, data) in zip(names, new.items(), strict=True):
                made[one] = (file, data)
                beside = [other for other in names if other != one]
                found.append(read.Log(one, file, tuple(kinds), recipe, tuple(refused), tuple(beside), data))
            return names

        def get(name: str) -> list[dict[str, Any]]:
            return [json.loads(line) for line in made[name][1].splitlines()]

        began = time.process_time()
        recipes.all_of_them(add, get)
        written = Path(place) / "written"
        written.mkdir()
        for name, (kinds, data) in written_by_tests(written).items():
            found.append(read.Log(name, f"2026-01-05-{kinds[0]}-{name}.jsonl", kinds, {}, (), (), data))
        print(f"{len(found)} logs in {time.process_time() - began:.0f} s")
        began = time.process_time()
        wanted: dict[str, dict[str, dict[str, Any]]] = {}
        states: dict[str, dict[str, Any]] = {}
        for log in found:
            with read.opened(log) as of:
                wanted[log.name] = {
                    section: {part: read.LOOK[section](of, part) for part in read.PARTS[section](of)}
                    for section in read.SECTIONS
                }
                states[log.name] = {turn: of.state(int(turn)) for turn in read.PARTS["states"](of)}
        print(f"looked at in {time.process_time() - began:.0f} s")
    read.write(folder, found, wanted, states)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
