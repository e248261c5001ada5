"""The tool by which a client asks members of a run off the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from mcp_types import ToolAnnotations
from pydantic import Field

from parley.core.base.errors import UsageError
from parley.core.engine.voice_names import voice_named
from parley.core.mcp.talks import TO_SPEND, Talks, make_file_error, may_cost, names_file
from parley.core.studio.interviews.asking import Asking, at_turn
from parley.core.studio.interviews.questions import build_item

ASKING = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)


def add_tools(tool: Callable[[ToolAnnotations], Callable[..., Any]], find_talks: Callable[[], Talks]) -> None:
    """Add the tool to a server."""

    @tool(ASKING)
    async def ask_member(
        run: Annotated[str, Field(description="A run's id, or the beginning of one, as list_runs gives it.")],
        member: Annotated[str, Field(description="Whom, by id or name.")],
        question: str,
        turn: Annotated[
            int | None, Field(ge=0, description="As they see it right after this turn (0: before the first); else now.")
        ] = None,
        points: Annotated[int | None, Field(ge=2, le=11, description="Answered on a scale of so many points.")] = None,
        choices: Annotated[list[str], Field(description="Answered by one of these, two or more.")] = [],  # noqa: B006
        voice: Annotated[str, Field(description="Who answers in their place; else their own voice.")] = "",
    ) -> dict[str, Any]:
        """Ask a member of a run off the record: alone, as they see it at a turn. The run does not notice."""
        talks = find_talks()
        opened = talks.open(run)
        at = opened.replay.turns if turn is None else turn
        state = at_turn(opened.replay, at)
        if voice and names_file(voice, "voice"):
            raise make_file_error("voice")
        spec = voice_named(voice) if voice else None
        speaks = spec or state.get_voice_of(state.setup.find_member(member).id)  # as it was at that turn
        if may_cost(speaks, talks.studio.settings) and not talks.left:  # what one question costs is known afterwards
            raise UsageError("This question would cost money.", hint=TO_SPEND)
        talks.studio.ensure_allowed([state.setup], "The log of this run")
        asking = replace(Asking.of(talks.studio), paid=talks.charge)
        found = await asking.ask(opened.replay, member, at, build_item(question, points, choices), voice=spec)
        answer = found.answered
        assert answer is not None
        return {
            "member": found.asked.member, "turn": at, "answer": answer.answer, "rehearsed": answer.rehearsed,
            "voice": ":".join(filter(None, (answer.provider, answer.model))), "cost": answer.cost,
        }  # fmt: skip
