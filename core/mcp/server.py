"""The tools and resources that a client of the Model Context Protocol has."""

from __future__ import annotations

import asyncio
import importlib.metadata
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp_types import CallToolResult, InputRequiredResult, Tool, ToolAnnotations
from pydantic import Field

from parley.core.base.blame import excused
from parley.core.base.errors import ParleyError, UnknownName
from parley.core.base.line import encodable
from parley.core.base.registry import late
from parley.core.base.sentences import Sentence
from parley.core.engine.run_request import hints, request_specs
from parley.core.export.registry import EXPORTS, Options, offered
from parley.core.log.state import State, Turn
from parley.core.mcp.talks import Talks
from parley.core.perspective.lens import Lens
from parley.core.studio import comparing
from parley.core.studio.going_on import first_of
from parley.core.studio.studio import Studio
from parley.core.studio.successors import written_ends

P = ParamSpec("P")
T = TypeVar("T")

MOST_TEXT = 400_000
"""Characters that a tool gives at once."""
READING = ToolAnnotations(read_only_hint=True, open_world_hint=False)
PLAYING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)
ENDING = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

RunName = Annotated[str, Field(description="A run's id, or the beginning of one, as list_runs gives it.")]
Then = Annotated[str, Field(description="Who goes on where a written run ends being written: a voice.")]
HoldAfter = Annotated[
    int | None,
    Field(ge=0, le=10_000, description="Turns after which it waits (0: before the first); else it goes on by itself."),
]
MORE_TOOLS = ("parley.core.mcp.asking:add_tools",)
"""What adds tools that need more than the library and talks: each is called with what makes a tool, and with what
gives the client's talks."""


def get_server_of(studio: Studio, spend: float = 0.0) -> MCPServer[Talks]:
    """Return a server of this studio's library, whose talks may cost `spend` US dollars in all."""
    here: list[Talks] = []

    @asynccontextmanager
    async def lifespan(_server: MCPServer[Talks]) -> AsyncIterator[Talks]:
        async with asyncio.TaskGroup() as tasks:
            here[:] = [talks := Talks(studio, tasks, spend)]
            try:
                yield talks
            finally:
                await talks.close()
                await studio.close()

    server = _Server(
        "parley",
        title="Parley",
        description="Conversations between AI agents: the library, and talks that are played.",
        instructions="Lists, reads and searches runs of Parley, and has new ones played. kinds_of_run tells what can "
        "be started and with which settings. A talk goes on by itself, and talk_state tells how far it is; one that is "
        "started with hold_after waits after so many turns, and play_turns plays the next ones: in between topics can "
        "be put in, members asked off the record, and the talk forked.",
        version=importlib.metadata.version("parley-studio"),
        lifespan=lifespan,
        log_level="WARNING",
    )

    def tool(annotations: ToolAnnotations) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Awaitable[T]]]:
        def added(does: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
            @wraps(does)
            async def told(*args: P.args, **kwargs: P.kwargs) -> T:
                with _translate_errors_to(ToolError):
                    return await does(*args, **kwargs)

            return server.tool(annotations=annotations)(told)

        return added

    for place in MORE_TOOLS:
        late(place)()(tool, lambda: here[0])

    @tool(READING)
    async def list_runs(
        text: Annotated[str, Field(description="Only those whose title, topic, cast, voice or id has it.")] = "",
        limit: Annotated[int, Field(ge=1, le=1000)] = 50,
    ) -> list[dict[str, Any]]:
        """Return the runs of the library, the one that was written to last first."""
        return [
            {
                "id": row.id, "title": studio.name_of(row.id) or row.title, "mode": row.mode, "topic": row.topic,
                "cast": row.cast_name, "voice": row.voice, "status": row.status, "turns": row.turns,
                "cost": row.own_cost, "started": row.started,
            }
            for row in studio.recent(text=text)[:limit]
        ]  # fmt: skip

    @tool(READING)
    async def read_run(
        run: RunName,
        first: Annotated[int, Field(ge=1, description="The first turn that is given.")] = 1,
        count: Annotated[int, Field(ge=1, le=1000)] = 200,
        seen_by: Annotated[str, Field(description="A member, by id or name: only what reached them.")] = "",
    ) -> str:
        """Return a run's transcript, a line a turn, with what was put in."""
        state = here[0].open(run).state
        lens = Lens(state, state.setup.find_member(seen_by).id) if seen_by else None
        staged = {turn.seq for turn in state.turns if turn.staged}
        lines = [f"{state.setup.title} ({state.run}), {len(state.turns)} turns, {state.status}"]
        for entry in state.entries:
            if not first <= max(entry.turn, 1) < first + count or entry.kind == "calls" or entry.hidden:
                continue
            if lens is None or lens.witnessed(entry):
                name = entry.name or (state.name_of(entry.speaker) if entry.speaker else entry.kind)
                lines.append(f"{entry.turn:>4} {entry.text if entry.seq in staged else f'{name}: {entry.text}'}")
        return _limit_text("\n".join(lines))

    @tool(READING)
    async def search_runs(
        text: Annotated[str, Field(description="Words to find in all transcripts.")],
        limit: Annotated[int, Field(ge=1, le=500)] = 30,
    ) -> list[dict[str, Any]]:
        """Find words in every transcript; each hit names its run and turn."""
        return [
            {
                "run": hit.run,
                "title": hit.title,
                "turn": hit.turn,
                "name": hit.name,
                "text": _strip_markers(hit.snippet),
            }
            for hit in studio.projection.search(encodable(text), limit)
        ]

    @tool(READING)
    async def measure_run(
        run: RunName,
        metric: Annotated[str, Field(description="What the figures' names begin with, such as participation.")] = "",
    ) -> dict[str, Any]:
        """Return a run's figures: participation, flow, network, language, convergence."""
        from parley.core.measures.registry import everything

        metrics = (metric,) if metric else ()
        found = everything(here[0].open(run).state, metrics=metrics)
        return {name: value for name, value in found.items() if name.startswith(metric)}

    @tool(READING)
    async def export_run(
        run: RunName, to: Annotated[str, Field(description="The format: md, txt, html, json, csv …")] = "md"
    ) -> str:
        """Return a run as a document, as text."""
        opened = here[0].open(run)
        exporter = EXPORTS[to]
        options = Options(plan=studio.plan_of(opened.state.setup), title=opened.name)
        return _limit_text(exporter.text(opened.state, opened.replay.events, options), whole=True)

    @tool(READING)
    async def formats_of_export(run: RunName) -> list[dict[str, str]]:
        """Return the formats in which a run can be exported as text."""
        setup = here[0].open(run).state.setup
        return [{"format": each.name, "title": each.title.en} for each in offered(setup) if each.is_text]

    @tool(READING)
    async def kinds_of_run() -> dict[str, Any]:
        """Return the kinds of run that start_talk takes, each with its settings."""
        found = {}
        for name, spec in request_specs().items():
            fields = spec.options().model_fields
            settings = {
                each: {
                    "title": info.title or each,
                    "about": info.description or "",
                    "choices": hints(info).get("choices", ""),
                }
                for each, info in fields.items()
                if each not in {"voice", "simulated", "begins"} and not hints(info).get("file")
            }
            found[name] = {"title": spec.title.en, "about": spec.told("en"), "settings": settings}
        return found

    @tool(PLAYING)
    async def start_talk(
        kind: Annotated[str, Field(description="A kind of run: roundtable, scene, day, story, dialogue, duologue …")],
        settings: Annotated[dict[str, Any], Field(description="Its settings, as kinds_of_run lists them.")] = {},  # noqa: B006
        voice: Annotated[str, Field(description="rehearsal, embedded …, a model behind a colon; else the usual.")] = "",
        fast: Annotated[bool, Field(description="A rehearsal on a simulated clock.")] = True,
        hold_after: HoldAfter = None,
    ) -> dict[str, Any]:
        """Begin a talk. It goes on by itself: ask talk_state how far it is, read_run for what was said."""
        return _describe_state(here[0].start(kind, settings, voice, fast=fast, turns=hold_after).state)

    @tool(PLAYING)
    async def resume_talk(run: RunName, then: Then = "", hold_after: HoldAfter = None) -> dict[str, Any]:
        """Go on with a run that is paused."""
        return _describe_state(here[0].resume(run, then, hold_after).state)

    @tool(PLAYING)
    async def play_turns(
        run: RunName,
        count: Annotated[int, Field(ge=1, le=100, description="How many turns.")] = 1,
        then: Then = "",
        wait: Annotated[float, Field(ge=0, le=120, description="Seconds to wait until they are played.")] = 60.0,
    ) -> dict[str, Any]:
        """Play the next turns of a talk that waits, and have it wait again; what they said is `new`. Where `playing` is
        true they are not all there yet: talk_state waits for them."""
        begun = here[0].resume(run, then, count).state
        first, name = begun.next_turn, begun.run
        state = await here[0].state(name, wait)
        new = [_describe_turn(state, turn) for turn in state.turns if turn.number >= first]
        return _describe_state(state) | {"new": new, "playing": here[0].is_playing(name), **_tell_fault(name)}

    @tool(PLAYING)
    async def fork_talk(
        run: RunName,
        turn: Annotated[int, Field(ge=0, description="The last turn that both share; 0: none.")],
        edit: Annotated[str, Field(description="Words in the place of that turn's line.")] = "",
        topic: Annotated[str, Field(description="Another topic, where the kind of run can have one.")] = "",
        seed: Annotated[int | None, Field(ge=0, description="The same seed draws alike.")] = None,
        turns: Annotated[int | None, Field(ge=1, description="How many in all, with those that both share.")] = None,
        policy: Annotated[str, Field(description="How the next speaker is chosen.")] = "",
        voice: Annotated[str, Field(description="Who speaks from there on, as in start_talk.")] = "",
        hold_after: HoldAfter = None,
    ) -> dict[str, Any]:
        """Begin another talk from a turn of a run, which stays as it is. It goes on as one of start_talk."""
        asked = {"topic": topic, "seed": seed, "turns": turns, "policy": policy}
        changes = {name: value for name, value in asked.items() if value not in ("", None)}
        begun = here[0].fork(run, turn, changes, edit=edit, voice=voice, turns=hold_after)
        return _describe_state(begun.state) | {"parent": begun.state.parent, "shared": turn}

    @tool(READING)
    async def compare_runs(
        one: RunName, other: Annotated[str, Field(description="Another run, in the same way.")]
    ) -> dict[str, Any]:
        """Compare two runs: the turns that both begin with, what was set or done otherwise, and how each went."""
        left, right = (here[0].open(each) for each in (one, other))
        shared = comparing.shared_turns(left.state.turns, right.state.turns)
        told = ("what", "member", "one", "other")
        return {
            "shared_turns": shared,
            "next": [
                _describe_turn(each.state, turn) for each in (left, right) for turn in each.state.turns[shared:][:1]
            ],
            "settings": [
                {name: getattr(each, name) for name in told}
                for each in comparing.settings(left.state, right.state) if each.differs
            ],
            "acts": [
                {"turn": each.act.turn, "what": each.act.what, "members": list(each.act.members),
                 "text": each.act.text, "in": "one" if each.one else "other"}
                for each in comparing.hands(left.replay, right.replay) if each.differs
            ],
            "outcomes": [
                {name: getattr(each, name) for name in told} for each in comparing.outcomes(left.state, right.state)
            ],
        }  # fmt: skip

    @tool(READING)
    async def talk_state(
        run: RunName, wait: Annotated[float, Field(ge=0, le=60, description="Seconds to wait for its end.")] = 0.0
    ) -> dict[str, Any]:
        """Return how far a run is: its status, turns and cost, and the last lines."""
        state = await here[0].state(run, wait)
        last = [_describe_turn(state, turn)["line"] for turn in state.turns[-3:]]
        return _describe_state(state) | {"last": last, **_tell_fault(state.run)}

    def _tell_fault(run: str) -> dict[str, str]:
        fault = here[0].fault(run)
        return {"fault": encodable(fault)} if fault else {}

    @tool(PLAYING)
    async def inject_topic(
        run: RunName,
        text: str,
        to: Annotated[list[str], Field(description="Members' ids; empty: everybody.")] = [],  # noqa: B006
    ) -> dict[str, Any]:
        """Put a topic into a talk that was started here, also where it waits: to everybody, or whispered to some."""
        await here[0].inject(run, text, to)
        return _describe_state(await here[0].state(run))

    @tool(PLAYING)
    async def pause_talk(run: RunName) -> dict[str, Any]:
        """Have a talk wait when the reply under way is whole; resume_talk goes on."""
        return _describe_state(here[0].pause(run).state)

    @tool(ENDING)
    async def stop_talk(run: RunName) -> dict[str, Any]:
        """End a talk for good; what was said is kept."""
        return _describe_state((await here[0].stop(run)).state)

    @server.resource("parley://runs/{run}", mime_type="text/markdown", description="A run's transcript in Markdown.")
    async def transcript(run: str) -> str:
        with _translate_errors_to(ResourceError):
            opened = here[0].open(run)
            return _limit_text(EXPORTS["md"].text(opened.state, opened.replay.events))

    return server


def serve(studio: Studio, spend: float = 0.0) -> None:
    """Serve one client on standard input and output, until it leaves."""
    try:
        get_server_of(studio, spend).run("stdio")
    except KeyboardInterrupt:
        return
    except BaseExceptionGroup as faults:
        raise first_of(faults) from None


class _Server(MCPServer[Talks]):
    async def list_tools(self) -> list[Tool]:
        """As `MCPServer.list_tools`; each says that it takes no other arguments."""
        return [
            tool.model_copy(update={"input_schema": {**tool.input_schema, "additionalProperties": False}})
            for tool in await super().list_tools()
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Talks, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """As `MCPServer.call_tool`; an argument that the tool does not know is refused, not left out."""
        for tool in await self.list_tools():
            known = tool.input_schema["properties"]
            if tool.name == name and (unknown := arguments.keys() - known.keys()):
                error = UnknownName(Sentence("argument of {tool}", tool=name), min(unknown), known)
                raise ToolError(encodable(error.text))
        return await super().call_tool(name, arguments, context)


@contextmanager
def _translate_errors_to(kind: type[Exception]) -> Iterator[None]:
    """Have what goes wrong told to the client as this error: in a sentence, and without an end of the server."""
    try:
        yield
    except kind:
        raise
    except ParleyError as error:
        raise kind(encodable(error.text)) from None
    except Exception as fault:  # noqa: BLE001  # the last door: no traceback at a client
        raise kind(encodable(excused(fault, "a client's call"))) from None


def _describe_state(state: State) -> dict[str, Any]:
    return {
        "run": state.run, "title": state.setup.title, "status": state.status, "reason": str(state.reason or ""),
        "detail": str(state.detail or ""), "turns": len(state.turns), "planned": state.setup.turns,
        **({"then": "resume_talk with then=VOICE says who goes on."} if written_ends(state) else {}),
        "cost": state.own_cost, "members": {member.id: member.name for member in state.setup.members},
    }  # fmt: skip


def _describe_turn(state: State, turn: Turn) -> dict[str, Any]:
    return {"turn": turn.number, "line": turn.ended.line(state.name_of(turn.member))}


def _limit_text(text: str, *, whole: bool = False) -> str:
    """Return the text, cut off where it is longer than a client takes; a document is no document then, and is
    refused.
    """
    if len(text) <= MOST_TEXT:
        return text
    if whole:
        raise ToolError(
            f"The document has {len(text):,} characters; up to {MOST_TEXT:,} are given. Read the run in parts."
        )
    return f"{text[:MOST_TEXT]}\n… cut off: {len(text):,} characters in all. Ask for fewer turns."


def _strip_markers(snippet: str) -> str:
    return snippet.replace("\x01", "").replace("\x02", "")
