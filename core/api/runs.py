"""Runs: started, read, gone on with, forked."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from pydantic import ValidationError

from parley.core.api import driving, frames
from parley.core.api.frames import Kind
from parley.core.api.pictures import Network, html_table
from parley.core.authoring.requests import make_fast, request_named
from parley.core.base.errors import UsageError
from parley.core.cast.affinity import START, pair
from parley.core.cast.member import VoiceSpec
from parley.core.engine.gate import Pace
from parley.core.engine.run import LEFT
from parley.core.engine.run import Run as PlayedRun
from parley.core.engine.voice_names import voice_named
from parley.core.export.registry import EXPORTS, Options, for_file
from parley.core.home import Home
from parley.core.log.codec import encode
from parley.core.log.events.turn import Author
from parley.core.log.state import Entry, State
from parley.core.log.state import Turn as LoggedTurn
from parley.core.perspective.lens import Lens
from parley.core.studio import successors
from parley.core.studio.going_on import explain_stop
from parley.core.studio.reading import Opened
from parley.core.studio.runs import not_among
from parley.core.studio.studio import Studio, Watching


@dataclass(frozen=True)
class Turn:
    """A finished turn. `member` is who spoke, by id; `voice` what spoke it, with its model, empty for a person.

    `author` is who made the words: its `kind` is writer, model, rules, person or unknown, its `name` a writer's file or
    the model. What is `staged` is a stage direction of the rules, and nobody's words.

    `tokens` are those of the reply, `cost` is in US dollars, `at` the moment of the run's clock.
    """

    number: int
    member: str
    name: str
    text: str
    thoughts: tuple[str, ...]
    voice: str
    tokens: int
    cost: float
    at: datetime
    author: Author
    staged: bool = False

    def __str__(self) -> str:
        return self.text if self.staged else f"{self.name}: {self.text}"


@dataclass(frozen=True)
class Seen:
    """Something of a run, as a member lived it. `kind`: line, topic, scene, event or observation (what they saw).

    `missed`: it did not reach them. `faded`: it stands so far back that they are sent it no more.
    """

    turn: int
    kind: str
    name: str
    text: str
    missed: bool
    faded: bool


@dataclass(frozen=True)
class Memory:
    """What a member remembers; `kind` as the run's mode calls it, `turn` the newest that it is of, 0 for none."""

    kind: str
    text: str
    turn: int


@dataclass(frozen=True)
class Lived:
    """A run through a member's eyes."""

    member: str
    name: str
    seen: tuple[Seen, ...]
    memories: tuple[Memory, ...]

    def __iter__(self) -> Iterator[Seen]:
        return iter(self.seen)


MOST_SHOWN = 100
"""Turns that a notebook shows of a run, the newest."""
Begin = Callable[[Studio, Watching], PlayedRun]


class Run:
    """A run: one that is still to be played, or one that was.

    `turns()` plays the first kind turn by turn: nothing is asked of a voice before the next turn is asked for, and a
    loop that ends early leaves the run paused in its log. Everything else plays it to its end first. In a coroutine
    `async for turn in run` and `await run.played()` do the same.
    """

    def __init__(
        self, home: Home, begin: Begin | None = None, path: Path | None = None, allow: Sequence[str] = (),
        then: str = "", tools: Sequence[str] = (),
    ):  # fmt: skip
        self._home = home
        self._begin = begin
        self._path = path
        self._allow, self._tools = allow, tools
        self._then = then
        self._given = 0  # turns that were there before, which `resume` does not give again
        self._live: State | None = None
        self._read: Opened | None = None

    # Playing ----------------------------------------------------------------------------------------------------

    def turns(self) -> Iterator[Turn]:
        """Yield each turn; of a run that is to be played, as they come. A fork begins with those that it shares; a run
        that is resumed yields those that are new.

        Raises `ParleyError` where it cannot begin, and where a turn fails: what was said is kept.
        """
        if self._begin is None:
            yield from self._said()
            return
        yield from driving.iterate(self._play())

    async def __aiter__(self) -> AsyncGenerator[Turn, None]:
        """Yield as `turns` does."""
        if self._begin is None:
            for turn in self._said():
                yield turn
            return
        async with aclosing(self._play()) as playing:
            async for turn in playing:
                yield turn

    def play(self) -> Run:
        """Play the run to its end, unless it was played, and return it. Raises as `turns` does."""
        if self._begin is not None:
            driving.wait(self.played())
        return self

    async def played(self) -> Run:
        """Do as `play` does, in a coroutine."""
        if self._begin is not None:
            async for _turn in self._play():
                pass
        return self

    async def _play(self) -> AsyncGenerator[Turn, None]:
        assert self._begin is not None
        studio = make_studio(self._home, self._allow, self._tools)
        turnstile = _Turnstile()
        try:
            run = self._begin(studio, Watching(viewer=turnstile, pace=Pace(unpaced=True)))
            self._begin = None  # begun: the next loop reads its log
            self._path, self._live = run.stage.log.path, run.state
            given = self._given
            then = successors.choose_voice(studio.settings, self._then)
            loop = asyncio.create_task(successors.play_run(run, then), name="parley: a run")
            try:
                while not loop.done():
                    await turnstile.next(loop)
                    while given < len(run.state.turns):  # a step may have several turns, or none
                        given += 1
                        yield _turn(run.state, run.state.turns[given - 1])
                await loop  # raises what went wrong in it
            finally:
                if not loop.done():
                    run.pause(cancel=True)
                    turnstile.open()  # else it may wait in `room` for ever
                    await asyncio.wait([loop])  # not `await loop`: what it raises now is not what the caller is to hear
                await run.close(LEFT)
            if run.state.status != "ended" and run.state.reason != "player":  # a story may wait for its player
                raise explain_stop(run.state)
        finally:
            self._live = None
            await studio.close()

    # What it is -------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """Its log."""
        self.play()
        assert self._path is not None
        return self._path

    @property
    def state(self) -> State:
        """The fold of its log: everything that is known of it. Its fields are the program's own and may change."""
        if self._live is not None:
            return self._live
        return self._opened.state

    @property
    def _opened(self) -> Opened:
        """Its log, read once where it grows no more."""
        if self._read is not None:
            return self._read
        found = Studio(self._home).open(str(self.path))
        if self._live is None:  # a log that still grows is read anew
            self._read = found
        return found

    @property
    def id(self) -> str:
        """Its id, by which `open` finds it again."""
        return self.state.run

    @property
    def title(self) -> str:
        """What it is called."""
        return self.state.setup.title

    @property
    def status(self) -> str:
        """ready, playing, paused or ended."""
        return self.state.status

    @property
    def members(self) -> dict[str, str]:
        """Names by id, in the order of the cast."""
        return {member.id: member.name for member in self.state.setup.members}

    @property
    def cost(self) -> float:
        """US dollars of its own calls."""
        return self.state.own_cost

    def events(self) -> list[dict[str, Any]]:
        """Return its log, event by event."""
        return [msgspec.json.decode(encode(event)) for event in self._opened.replay.events]

    def measures(self, *metrics: str, frame: Kind = "auto") -> Any:
        """Return its figures: a row for each with `figure`, `part` (a pair or a member, where it has any) and `value`.

        `metrics` are names or their beginnings: those alone. As a DataFrame where pandas or polars is there, else as a
        list. Raises `UnknownName` where nothing is called so.
        """
        from parley.core.measures.registry import select_figures

        rows = [
            {"figure": name, "part": part, "value": float(each)}
            for name, value in select_figures(self.play().state, metrics).items()
            for part, each in (value.items() if isinstance(value, dict) else [("", value)])
        ]
        return frames.frame(rows, ("figure", "part", "value"), frame)

    def table(self, *, frame: Kind = "auto") -> Any:
        """Return a row for each turn, with the fields of `Turn`, of `author` the kind and the name. As `measures`."""
        names = [field.name for field in dataclasses.fields(Turn)]
        at = names.index("author")
        rows = [
            {name: getattr(turn, name) for name in names}
            | {"author": turn.author.kind, "author_name": turn.author.name}
            for turn in self.play().turns()
        ]
        return frames.frame(rows, [*names[: at + 1], "author_name", *names[at + 1 :]], frame)

    def affinities(self, *, frame: Kind = "auto") -> Any:
        """Return how each two get on: a row each with `a` and `b` (ids), `before` (when the run began) and `now`, both
        in 0.10 to 0.95, and `change`. As `measures`.
        """
        return frames.frame(self.network().pairs, ("a", "b", "before", "now", "change"), frame)

    def network(self) -> Network:
        """Return how each two get on, to be drawn by a notebook, or studied as a graph of networkx."""
        state = self.play().state
        began = {pair(each.a, each.b): each.affinity for each in state.setup.affinities}
        rows = []
        for a, b in itertools.starmap(pair, itertools.combinations(self.members, 2)):
            before, now = began.get((a, b), START), state.get_affinity_of(a, b)
            rows.append({"a": a, "b": b, "before": before, "now": now, "change": round(now - before, 6)})
        return Network(state.setup.title, self.members, tuple(rows))

    def as_seen_by(self, member: str) -> Lived:
        """Return the run as one member lived it, by id or name: what reached them, and what they remember at its end.

        Raises `UnknownName`.
        """
        state = self.play().state
        who = state.setup.find_member(member)
        lens = Lens(state, who.id)
        seen = [
            _build_seen_entry(state, lens, entry)
            for entry in state.entries
            if entry.kind != "calls" and not entry.hidden
        ]
        kept = [each for each in seen if each.kind != "observation" or not each.missed]
        memories = tuple(Memory(each.kind, each.text, each.turn) for each in lens.memories)
        return Lived(who.id, who.name, tuple(kept), memories)

    def transcript(self, format: str = "md") -> str:  # noqa: A002 - it is the word of every export
        """Return the run as text: md, txt, html, json, csv … Raises `UsageError` for a format that is not text."""
        exporter = EXPORTS[format]
        return exporter.text(self.play().state, self._opened.replay.events)

    def export(self, target: str | Path, format: str = "") -> Path:  # noqa: A002
        """Write the run to a file in a format, else the one that its name ends in; the file.

        Raises `UsageError`, `FileError`, also where it would be among the home's runs; a file that was there stays as
        it was then.
        """
        target = Path(target)
        state = self.play().state
        not_among(target, self._home)
        exporter = EXPORTS[format] if format else for_file(target.name, state.setup)
        options = Options(plan=Studio(self._home).plan_of(state.setup))
        exporter.write(state, self._opened.replay.events, target, options)
        return target

    # What comes of it -------------------------------------------------------------------------------------------

    def fork(self, turn: int, *, edit: str = "", **changes: Any) -> Run:
        """Return a new run that shares the turns up to `turn`, and goes on to its own end. With `edit` that turn says
        something else; `changes` are topic, seed, turns, policy, voice, members … Played as one of `run`."""
        if (voice := changes.get("voice")) is not None:
            try:
                spec = voice_named(voice) if isinstance(voice, str) else VoiceSpec.model_validate(voice)
            except ValidationError:
                raise UsageError("A fork's voice is a text, such as 'rehearsal'.") from None
            changes["voice"] = spec.model_dump(mode="json", exclude_defaults=True)
        path = str(self.path)  # `path` plays it first where needed: a fork needs a log
        return Run(
            self._home, lambda studio, watching: studio.fork(path, turn, changes, edit=edit, watching=watching),
            allow=self._allow, then=self._then, tools=self._tools,
        )  # fmt: skip

    def resume(self, *, then: str = "") -> Run:
        """Have the run go on where it stands, when its next turn is asked for; the run itself. One that is still to be
        played stays as it is. `then` is who goes on where a written run ends being written, as `voice` in `run`. Raises
        `UsageError` where it has ended.
        """
        self._then = then or self._then
        if self._begin is not None:
            return self
        self._read = None  # another program may have gone on with it since it was read
        if self.status == "ended":
            raise UsageError("This run has ended.", hint="Go on from any of its turns with `fork`.")
        path, self._given, self._read = str(self.path), len(self.state.turns), None
        self._begin = lambda studio, watching: studio.resume(path, watching)
        return self

    def __repr__(self) -> str:
        if self._begin is not None:
            return "<parley.Run, to be played>"
        state = self.state
        return f"<parley.Run {state.run}: {state.setup.title}, {len(state.turns)} turns, {state.status}>"

    def _repr_html_(self) -> str:
        # What is only looked at is not played: a voice may cost money.
        if self._begin is not None:
            return f"<p>{escape(repr(self))}</p>"
        turns, state = self._said(), self.state
        rows: list[tuple[object, ...]] = [
            (turn.number, "" if turn.staged else turn.name, turn.text) for turn in turns[-MOST_SHOWN:]
        ]
        if len(turns) > MOST_SHOWN:
            rows.insert(0, ("…", "", f"{len(turns) - MOST_SHOWN:,} turns before"))
        caption = f"{state.setup.title} ({state.run}): {len(turns):,} turns, {state.status}"
        return html_table(("turn", "who", "text"), rows, caption)

    def _said(self) -> list[Turn]:
        state = self.state
        return [_turn(state, turn) for turn in state.turns]


class _Turnstile:
    """Lets a run take a step each time the next turn is asked for."""

    def __init__(self) -> None:
        self._wanted, self._here = asyncio.Event(), asyncio.Event()

    async def room(self) -> None:
        """Wait until a step is wanted."""
        if not self._wanted.is_set():  # wakes `next`: the last step was taken
            self._here.set()
        await self._wanted.wait()
        self._wanted.clear()

    def open(self) -> None:
        """Ask for a step."""
        self._wanted.set()

    async def next(self, loop: asyncio.Task[None]) -> None:
        """Have one step taken; returns when it is, or when the run's loop has ended."""
        self._here.clear()  # before opening: the step may be over at once
        self.open()
        here = asyncio.ensure_future(self._here.wait())
        try:
            await asyncio.wait([here, loop], return_when=asyncio.FIRST_COMPLETED)
        finally:
            here.cancel()


def run(
    kind: str, *, voice: str = "", then: str = "", fast: bool = False, home: str | Path | None = None,
    allow: Sequence[str] = (), allow_tools: Sequence[str] = (), **asked: Any,
) -> Run:  # fmt: skip
    """Return a new run of a kind: roundtable, scene, day, story, dialogue, duologue, or one that a package adds.

    `voice`: rehearsal, embedded, anthropic …, with a model behind a colon; else the usual one. `then`: who goes on
    where a written run ends being written. `fast`: a rehearsal on a simulated clock, byte for byte the same again with
    the same seed. `allow` names servers that are not yours and may be talked to, `allow_tools` what members may use
    unasked. `asked` is what `parley run KIND --help` lists, with underscores: `format`, `cast`, `topic`, `turns` …
    Raises `UnknownName`, `UsageError`.
    """
    request = request_named(kind, asked)
    if voice:
        request = request.model_copy(update={"voice": voice_named(voice)})
    place = home_at(home)

    def begin(studio: Studio, watching: Watching) -> PlayedRun:
        return studio.start(studio.compose(make_fast(studio, request, fast=fast)), watching)

    return Run(place, begin, allow=allow, then=then, tools=allow_tools)


def open_run(
    run: str | Path, *, home: str | Path | None = None, allow: Sequence[str] = (), allow_tools: Sequence[str] = ()
) -> Run:
    """Return a run that was played: its id, the beginning of one, or a log. `allow` and `allow_tools` are as in
    `run`, for when it is gone on with, or forked. Raises `UnknownName`, `LogError`.
    """
    place = home_at(home)
    found = Run(place, path=Studio(place).find(str(run)), allow=allow, tools=allow_tools)
    # Now, rather than when something is first asked of it.
    found.play().state  # noqa: B018
    return found


def runs(text: str = "", *, home: str | Path | None = None, frame: Kind = "auto") -> Any:
    """Return the runs of a home, the newest first: a row each, as `Run.measures` gives its own."""
    rows = Studio(home_at(home)).list_recent(text=text)
    from parley.core.log.sql import RunRow

    names = [field.name for field in dataclasses.fields(RunRow)]
    return frames.frame([dataclasses.asdict(row) for row in rows], names, frame)


def home_at(home: str | Path | None) -> Home:
    """Return the home in a folder, else the usual one."""
    return Home(Path(home)) if home is not None else Home.find()


def make_studio(home: Home, allow: Sequence[str], tools: Sequence[str] = ()) -> Studio:
    """Return the studio of a home, with what whoever writes the program allows."""
    studio = Studio(home)
    studio.allow_hosts(allow)
    studio.permit.tools |= {tools} if isinstance(tools, str) else set(tools)  # a set of a text is its letters
    return studio


def _turn(state: State, turn: LoggedTurn) -> Turn:
    reply, ended = turn.reply, turn.ended
    voice, tokens, cost = "", 0, 0.0
    if reply is not None:
        tokens, cost = reply.usage.output, reply.cost  # also where the director rewrote the line: it was paid for
    if reply is not None and ended.author in {"voice", "rules"}:
        voice = ":".join(part for part in (reply.provider, reply.model) if part)
    return Turn(
        number=turn.number, member=turn.member, name=state.name_of(turn.member), text=turn.written,
        thoughts=ended.thoughts, voice=voice, tokens=tokens, cost=cost,
        at=ended.at, author=turn.author, staged=turn.staged,
    )  # fmt: skip


def _build_seen_entry(state: State, lens: Lens, entry: Entry) -> Seen:
    name = entry.name or (state.name_of(entry.speaker) if entry.speaker else "")
    return Seen(entry.turn, entry.kind, name, entry.text, not lens.witnessed(entry), lens.is_faded(entry.seq))
