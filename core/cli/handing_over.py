"""Where the writing of a run ends: who goes on is asked at the terminal."""

from __future__ import annotations

import asyncio

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import in_words, progress, say, tell
from parley.core.engine.run import Run
from parley.core.studio.studio import Studio
from parley.core.studio.successors import Successor, hand_over, successors, taken
from parley.core.voices.provider import VOICES


async def ask_who_goes_on(studio: Studio, run: Run) -> None:
    """Ask until somebody goes on, and play on with them; the run stands where nobody is to."""
    offered = await successors(studio, run.state.setup.language)
    say(f"\n{in_words(run.state.detail)}\n")
    for number, each in enumerate(offered, 1):
        say(f"  {number}  {in_words(_describe_successor(each))}")
    while True:
        try:
            answer = (await asyncio.to_thread(input, f"1-{len(offered)}, or q to stop > ")).strip()
        except EOFError:
            return
        if answer.casefold() == "q":
            return
        if not (answer.isdecimal() and 1 <= int(answer) <= len(offered)):
            tell(Sentence("That is none of the numbers."))
            continue
        try:
            await _continue_with_successor(studio, run, offered[int(answer) - 1])
        except ParleyError as error:
            tell(error.text)
            continue
        await run.live(until_paused=True)
        return


async def _continue_with_successor(studio: Studio, run: Run, successor: Successor) -> None:
    if successor.size:
        provider, _, model = successor.voice.partition(":")
        with progress(f"Fetching {model}") as update:
            await asyncio.to_thread(VOICES[provider].fetch, studio.home, model, update)
    settings, voice = taken(studio.settings, successor)
    if settings != studio.settings:
        settings_file.save(studio.home.settings, settings)
        studio.settings = settings
    hand_over(run, voice)


def _describe_successor(each: Successor) -> Sentence:
    if each.kind == "embedded" and each.size:
        size = round(each.size / 1_000_000)
        template = "The model on this machine: {title}, which is fetched first ({size} MB, about {minutes} min)"
        return Sentence(template, title=each.title, size=size, minutes=each.minutes)
    if each.kind == "rehearsal":
        return Sentence("A rehearsal: each turn as a stage direction, without a model")
    if each.kind == "embedded":
        return Sentence("The model on this machine: {title}", title=each.title)
    if each.kind == "claude":
        return Sentence("Claude: {title}", title=each.title)
    return Sentence("The server {title}", title=each.title)
