"""`parley run story`, `run dialogue`, `play` and `stories`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from core.base.definition import read_text
from core.base.errors import FileError, RunError, UsageError
from core.base.line import printable
from core.base.sentences import Sentence
from core.cli.common import AllowOption, HomeOption, JsonOption, print_json, say, studio_of, tell, with_leave
from core.cli.run import (
    FastOption,
    FreshOption,
    LangOption,
    ModelOption,
    OutOption,
    SeedOption,
    VoiceOption,
    compose_and_start,
    pause_on_signals,
    report,
    simulated,
    stood,
    voice_spec,
)
from core.cli.telling import PART, Telling
from core.cli.terminal import come_back, converse
from core.engine.director import LONGEST_TOPIC
from core.engine.run import Run
from core.log.state import State
from core.modes.story.composing import SETTINGS
from core.modes.story.request import LONGEST, DialogueRequest, StoryRequest
from core.modes.story.state import StoryState
from core.modes.story.words import sentence as sentence_of
from core.modes.story.words import words
from core.studio import runs
from core.studio.studio import Studio, Watching

Begin = Callable[[Watching], Run]
KINDS = ("story", "dialogue")

SettingOption = Annotated[str, typer.Option("--setting", help="A setting's name or TOML file. See `parley stories`.")]
ScriptOption = Annotated[
    Path | None, typer.Option("--script", help="The player's lines, one a line; else they are drawn from the choices.")
]
LengthOption = Annotated[int | None, typer.Option("--turns", help="The player's turns until the epilogue.")]
ConceptOption = Annotated[str, typer.Option("--concept", help="Who the player begins as; else they are interviewed.")]
NameOption = Annotated[str, typer.Option("--name", help="What the player is called.")]
WithOption = Annotated[str, typer.Option("--with", help="Whom to talk with: a character's id or name.")]
JesterOption = Annotated[float | None, typer.Option("--jester", help="The chance that the Jester joins in, 0 to 1.")]
ContextOption = Annotated[int, typer.Option("--context", help="Tokens of history that an agent is sent; 0: no bound.")]


def story(
    setting: SettingOption = "",
    script: ScriptOption = None,
    turns: LengthOption = None,
    concept: ConceptOption = "",
    name: NameOption = "",
    jester: JesterOption = None,
    context: ContextOption = 0,
    seed: SeedOption = None,
    voice: VoiceOption = None,
    model: ModelOption = "",
    lang: LangOption = "",
    fast: FastOption = False,
    fresh: FreshOption = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """A story without anybody at the keys: the player's lines come from a script, or by chance."""
    wish = _wish(
        setting, turns=turns, concept=concept, name=name, jester=jester, context=context, seed=seed, voice=voice,
        model=model, lang=lang, fresh=fresh,
    )  # fmt: skip
    _told(wish, script, fast=fast, home=home, as_json=as_json, out=out)


def dialogue(
    partner: WithOption = "",
    setting: SettingOption = "",
    script: ScriptOption = None,
    turns: LengthOption = None,
    concept: ConceptOption = "",
    name: NameOption = "",
    jester: JesterOption = None,
    context: ContextOption = 0,
    seed: SeedOption = None,
    voice: VoiceOption = None,
    model: ModelOption = "",
    lang: LangOption = "",
    fast: FastOption = False,
    fresh: FreshOption = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """A story that begins in a talk with one of its characters, without anybody at the keys."""
    wish = _wish(
        setting, turns=turns, concept=concept, name=name, jester=jester, context=context, seed=seed, voice=voice,
        model=model, lang=lang, fresh=fresh,
    )  # fmt: skip
    wish = DialogueRequest(**dict(wish), partner=partner)
    _told(wish, script, fast=fast, home=home, as_json=as_json, out=out)


def play(
    what: Annotated[str, typer.Argument(help="story, dialogue, or a story's run to go on with.", show_default=False)],
    partner: WithOption = "",
    setting: SettingOption = "",
    turns: LengthOption = None,
    concept: ConceptOption = "",
    name: NameOption = "",
    jester: JesterOption = None,
    context: ContextOption = 0,
    seed: SeedOption = None,
    voice: VoiceOption = None,
    model: ModelOption = "",
    lang: LangOption = "",
    fast: FastOption = False,
    allow: AllowOption = None,
    home: HomeOption = None,
    out: OutOption = None,
) -> None:
    """Play a story or a dialogue here in the terminal, or go on with one."""
    studio = studio_of(home, allow)
    wish = _wish(
        setting, turns=turns, concept=concept, name=name, jester=jester, context=context, seed=seed, voice=voice,
        model=model, lang=lang, fresh=False,
    )  # fmt: skip
    if what not in KINDS:
        if wish != StoryRequest() or partner:
            raise UsageError(
                "A story that was begun goes on as it is.", hint="Leave these options out, or begin another one."
            )
        _go_on(studio, what)
        return
    if what == "dialogue" or partner:
        wish = DialogueRequest(**dict(wish), partner=partner)
    config = simulated(studio, wish, fast=fast)
    if told := studio.stand_in(config, wish.voice):
        tell(told)
    _play(studio, lambda watching: studio.start(config, watching, copy_to=out), out=out)


def stories(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """The settings that stories can be played in."""
    found, faults = studio_of(home).library.all(SETTINGS)
    if as_json:
        print_json([each.model_dump(mode="json", exclude_defaults=True) for each in found])
    else:
        for each in found:
            people = ", ".join(one.name for one in each.people)
            concepts = ", ".join(one.id for one in each.concepts)
            say(f"{each.id:<14} {each.name.en} / {each.name.de}")
            say(f"{'':<14} {len(each.places)} places · with {people} · begin as {concepts}")
    for fault in faults:
        tell(fault.text)


def script_lines(path: Path) -> tuple[str, ...]:
    """The player's lines in a file: one a line, without empty ones and those that begin with #.

    Raises `FileError` where it cannot be read, has nothing to say, or too much.
    """
    found: list[str] = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = printable(line.replace("\t", " ")).strip()
        if not text or text.startswith("#"):
            continue
        if len(text) > LONGEST_TOPIC:
            raise FileError(
                path,
                "line {number} has {count:,} characters; at most {longest_topic:,} are possible.",
                number=number,
                count=len(text),
                longest_topic=LONGEST_TOPIC,
            )
        found.append(text)
    if not found:
        raise FileError(path, "the script has no line.", hint="Write what the player says or does, one a line.")
    if len(found) > LONGEST:
        raise FileError(
            path, "the script has {count:,} lines; at most {longest:,} are possible.", count=len(found), longest=LONGEST
        )
    return tuple(found)


def _wish(
    setting: str, *, turns: int | None, concept: str, name: str, jester: float | None, context: int, seed: int | None,
    voice: str | None, model: str, lang: str, fresh: bool,
) -> StoryRequest:  # fmt: skip
    return StoryRequest(
        setting=setting, concept=concept, player=name, turns=turns, jester=jester, context=context, seed=seed,
        voice=voice_spec(voice, model), language=lang, fresh=fresh,
    )  # fmt: skip


def _told(
    wish: StoryRequest, script: Path | None, *, fast: bool, home: Path | None, as_json: bool, out: Path | None
) -> None:
    studio = studio_of(home)
    wish = wish.model_copy(update={"script": script_lines(script) if script else (), "autoplay": script is None})
    compose_and_start(studio, wish, fast=fast, as_json=as_json, out=out)


def _go_on(studio: Studio, ref: str) -> None:
    """Play a story that was begun. Raises `RunError` for what is none or has ended."""
    opened = studio.open(ref)
    for sentence in opened.damage.sentences():
        tell(sentence)
    if opened.state.find(StoryState) is None:
        raise RunError("This run is no story.", hint=Sentence("Go on with: parley resume {run}", run=opened.state.run))
    if opened.state.status == "ended":
        raise RunError(
            "This story has ended.", hint=Sentence("Tell another end: parley fork {run} --turn N", run=opened.state.run)
        )
    come_back(opened.state)
    _play(studio, lambda watching: studio.resume(ref, watching))


def _play(studio: Studio, begin: Begin, *, out: Path | None = None) -> None:
    """Play until the player leaves or the story ends; both are a good end."""
    telling = Telling(played=True)

    async def main() -> tuple[State, Path]:
        try:
            run = with_leave(studio.allow, lambda: begin(Watching(taps=(telling,))))
            telling.run = run
            pause_on_signals(run)
            try:
                with_leave(studio.allow, run.stage.ensure_allowed)
                if not (run.state.status == "paused" and run.state.reason == "player"):
                    run.play()
                    await run.live(until_paused=True)
                await converse(run, telling)
            finally:
                await run.close(sentence_of(run.state.setup.language, "your_turn"))
        finally:
            await studio.close()
        return run.state, run.stage.log.path

    state, path = asyncio.run(main())
    if out is not None:
        runs.keep(path, out)
    report(state, path, as_json=False)
    if state.status == "paused" and state.reason in {"player", "director"}:
        say(words(state.setup.language, "left", PART, turn=state[StoryState].turn, run=state.run))
    elif state.status != "ended":
        raise stood(state)
