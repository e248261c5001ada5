"""`parley ask`: members of a run are asked off the record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.core.base.errors import ParleyError, UsageError
from parley.core.cli.common import (
    AllowOption,
    HomeOption,
    JsonOption,
    RunArgument,
    ask_leave,
    get_studio_of,
    opened_in,
    print_json,
    say,
    show_progress,
    tell,
)
from parley.core.engine.voice_names import voice_named
from parley.core.home import parse_path
from parley.core.studio.interviews.asking import Asking, at_turn, members_of
from parley.core.studio.interviews.log import Interview, InterviewLog
from parley.core.studio.interviews.questions import Item, Questionnaire, build_item, read_questionnaire
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio

ALL = "all"


def ask(
    run: RunArgument,
    question: Annotated[str, typer.Argument(help="The question; without one, the earlier answers.")] = "",
    member: Annotated[
        list[str] | None, typer.Option("--member", help="Whom: a member's id or name, or all. More than once.")
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", help="As they see it right after this turn; 0: before the first; else now.")
    ] = None,
    likert: Annotated[
        int | None, typer.Option("--likert", min=2, max=11, help="Answered on a scale of so many points.")
    ] = None,
    choice: Annotated[
        list[str] | None, typer.Option("--choice", help="Answered by one of these; two or more of them.")
    ] = None,
    questionnaire: Annotated[
        Path | None, typer.Option("--questionnaire", help="Have all of a questionnaire's TOML file filled in.")
    ] = None,
    voice: Annotated[
        str, typer.Option("--voice", help="Who answers in their place: rehearsal, PROVIDER:MODEL; else their own.")
    ] = "",
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask members of a run off the record: alone, as they see it at a turn. The run does not notice."""
    studio = get_studio_of(home, allow)
    opened = opened_in(studio, run)
    log, before = InterviewLog(studio.home, opened.state.run), 0  # without a question, all earlier answers are shown
    fault: ParleyError | None = None
    if question or questionnaire is not None:
        before = len(log.list_interviews())  # numbered from 1: what is higher is of this command
        page = read_questionnaire(parse_path(questionnaire)) if questionnaire is not None else None
        item = build_item(question, likert, choice or ()) if question else None
        at = opened.replay.turns if turn is None else turn
        state = at_turn(opened.replay, at)
        who = [] if not member or ALL in member else [one.id for one in members_of(state, member)]
        if item is not None and not member:  # a questionnaire names its members itself
            raise UsageError("Whom is the question for?", hint="Name somebody with --member, or --member all.")
        ids = who or [one.id for one in state.setup.members]
        ask_leave(studio, state)  # before `_ask_members`, which would take a refusal for the fault of one member
        fault = asyncio.run(_ask_members(studio, opened, ids, at, item, page, voice))
    found = [one for one in log.list_interviews() if one.asked.number > before]
    if as_json:
        print_json([as_data(opened, one) for one in found])
    else:
        for one in found:
            say(as_line(opened, one))
        if not found and fault is None:
            tell("Nobody was asked off the record yet.")
    if fault is not None:
        raise fault


async def _ask_members(
    studio: Studio, opened: Opened, ids: Sequence[str], turn: int, item: Item | None, page: Questionnaire | None,
    voice: str,
) -> ParleyError | None:  # fmt: skip
    """Ask all of them, and return what the last of them failed with. Raises what a questionnaire fails with."""
    asking: Asking = Asking.of(studio)
    spec = voice_named(voice) if voice else None
    if spec is not None:
        studio.choose(spec)
    fault: ParleyError | None = None
    try:
        with show_progress("Asking") as update:
            for done, one in enumerate(ids if item is not None else ()):
                update(done, len(ids), opened.state.setup.names.get(one, one))
                assert item is not None
                try:
                    await asking.ask(opened.replay, one, turn, item, voice=spec)
                except ParleyError as error:  # the others are asked all the same
                    fault = error
            if page is not None:
                await asking.fill_form(opened.replay, page)
    finally:
        await studio.close()
    return fault


def as_data(opened: Opened, one: Interview) -> dict[str, Any]:
    """Return an interview as `--json` prints it."""
    asked, answered, failed = one.asked, one.answered, one.failed
    cost = answered.cost if answered else failed.cost if failed else 0.0
    return {
        "run": opened.state.run,
        "number": asked.number,
        "turn": asked.turn,
        "member": asked.member,
        "name": opened.state.names.get(asked.member, asked.member),
        "kind": asked.kind,
        "question": asked.question,
        "options": list(asked.options),
        "points": asked.points,
        "item": asked.item,
        "moment": asked.moment,
        "answer": answered.answer if answered else None,
        "rehearsed": answered.rehearsed if answered else False,
        "voice": ":".join(filter(None, (answered.provider, answered.model))) if answered else "",
        "cost": cost,  # a call that failed may have cost something too
        "failed": failed.sentence if failed else "",
        "asked_at": asked.at.isoformat(),
    }


def as_line(opened: Opened, one: Interview) -> str:
    """Return an interview in a line or two."""
    asked, name = one.asked, opened.state.names.get(one.asked.member, one.asked.member)
    head = f"{asked.number:>4}  {name}, turn {asked.turn}: {asked.question}"
    if one.answered is not None:
        scale = f" of {asked.points}" if asked.points else ""
        rehearsed = "  (rehearsed: by rule, from their state)" if one.answered.rehearsed else ""
        return f"{head}\n      {one.answered.answer}{scale}{rehearsed}"
    return f"{head}\n      – {one.failed.sentence if one.failed else 'not answered'}"
