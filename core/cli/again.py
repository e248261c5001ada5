"""`parley again`: other ways to say a line of a run."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.cli.common import (
    AllowOption,
    HomeOption,
    JsonOption,
    RunArgument,
    ask_leave,
    get_language,
    get_studio_of,
    opened_in,
    print_json,
    say,
    show_progress,
    tell,
)
from parley.core.engine.voice_names import voice_named
from parley.core.log.authors import name_author
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.studio.again import branch, draw_variant, find_branching_reason, get_ways
from parley.core.studio.again import keep_variant as keep_way
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio


def draw_again(
    run: RunArgument,
    turn: Annotated[int, typer.Option("--turn", min=0, help="Whose line; 0: the last one.")] = 0,
    draws: Annotated[int, typer.Option("--draws", min=0, max=20, help="Draw so many other ways now.")] = 0,
    voice: Annotated[
        str, typer.Option("--voice", help="Who finds the words: rehearsal, PROVIDER:MODEL; else the member's own.")
    ] = "",
    keep: Annotated[
        int, typer.Option("--keep", min=0, help="The way that the turn is to say; 0: as it stands.")
    ] = 0,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Draw other ways to say a line, list them, keep one: the last turn in the run itself, any other in a branch."""
    studio = get_studio_of(home, allow)
    opened = opened_in(studio, run)
    number = turn or max(1, len(opened.state.turns))  # an empty run gives 1, which is refused with a sentence
    count = len(get_ways(opened.state, number)) + draws
    if keep > count:  # before anything is drawn and paid for
        raise UsageError("There is no way {keep}: turn {turn} has {count}.", keep=keep, turn=number, count=count)
    spec = voice_named(voice) if voice else None
    log = opened.path
    if draws or keep:
        ask_leave(studio, opened.state)
        log = asyncio.run(_draw_ways(studio, opened, number, draws, spec, keep))
    _show_ways(studio.open(str(log)).state, number, as_json=as_json)  # read again: a branch is another log


async def _draw_ways(studio: Studio, opened: Opened, turn: int, draws: int, voice: VoiceSpec | None, keep: int) -> Path:
    """Draw ways, keep one, and return the log in which the turn says it."""
    run, replay = studio.resume(str(opened.path)), opened.replay

    def write_event(event: Event) -> None:
        run.stage.append(event)
        replay.append(event)  # the next draw counts the ways in the replay

    try:
        with show_progress("Drawing") as update:
            for done in range(draws):
                update(done, draws)
                await draw_variant(studio, replay, turn, write_event, voice)
        if keep and (why := find_branching_reason(run.state, turn)):
            tell(Sentence("{why} It is kept in a branch.", why=why))
            await run.close()  # `run` becomes the branch, and `finally` closes that one alone
            run = branch(studio, str(opened.path), replay, turn, keep - 1)
        elif keep:
            await keep_way(run, keep - 1)
    finally:
        await run.close()
        await studio.close()
    return run.stage.log.path


def _show_ways(state: State, turn: int, *, as_json: bool) -> None:
    said, ways, language = state.turns[turn - 1], get_ways(state, turn), get_language()
    listed: list[dict[str, Any]] = [
        {
            "way": at,
            "text": way.text,
            "voice": ":".join(filter(None, (way.provider, way.model))),
            "by": name_author(way.words_by or said.author, language),
            "kept": at == said.ended.swipe + 1,
        }
        for at, way in enumerate(ways, 1)
    ]
    if as_json:
        whole = {"run": state.run, "parent": state.parent, "turn": turn, "member": said.member}
        print_json(whole | {"ways": listed, "cost": state.own_cost, "tokens": state.own_tokens})
        return
    say(f"{state.name_of(said.member)}, turn {turn} of {state.run}:")
    for each in listed:
        say(f"{'*' if each['kept'] else ' '} {each['way']:>2}  {each['text']}  ({each['by']})")
