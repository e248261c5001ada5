"""`parley run …` and `resume`: runs without a window, and what they say on the terminal while they go.

There is a command for every kind of run that a mode offers, with the options that its request has.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError, RunError, UnknownName, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.cast.providers import simulated as is_simulated
from parley.core.cli.common import (
    FROM_TERMINAL,
    AllowOption,
    AllowToolsOption,
    HomeOption,
    JsonOption,
    NoToolsOption,
    RunArgument,
    get_studio_of,
    in_words,
    on_signals,
    opened_in,
    print_json,
    say,
    show_progress,
    tell,
    with_leave,
)
from parley.core.cli.options import SHARED, FastOption, Shared, ThenOption, command, kinds, shared, values
from parley.core.engine.calling import Watcher
from parley.core.engine.gate import Pace
from parley.core.engine.run import LEFT, Run
from parley.core.engine.run_request import RequestSpec, RunRequest, request_specs
from parley.core.engine.terminal import get_terminal_of
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ToolUsed, TurnEnded, TurnFailed
from parley.core.log.state import State
from parley.core.log.whispers import report_unused
from parley.core.studio import runs, successors, trash
from parley.core.studio.going_on import explain_stop
from parley.core.studio.hand_written import build_watched, of_all_kinds
from parley.core.studio.request_preview import first_calls
from parley.core.studio.studio import Studio, Watching
from parley.core.voices.base import Waiting
from parley.core.voices.provider import VOICES

MOST_NOTES = 12
"""Sentences about what was made to fit that are told one by one."""


class Telling:
    """Prints a run's events as they come. `typed` is what the person at the terminal wrote: it stands there already.

    `played`: somebody plays, and choices are shown one a line.
    """

    def __init__(self, *, played: bool = False) -> None:
        self.run: Run | None = None
        self.typed = ""
        self.played = played

    def __call__(self, _seq: int, event: Event) -> None:
        """Print what of the event is to be told."""
        if self.run is None:
            return  # It begins, or is picked up: nothing was said yet
        state = self.run.state
        match event:
            case TurnEnded() if self.played and event.member == PLAYER and event.text == self.typed:
                pass
            case TurnEnded():
                say(event.line(state.name_of(event.member)))
            case TurnFailed(kind="unwritten"):
                pass  # No failure, and what comes of it is said when it is known
            case TurnFailed():
                tell(Sentence("Turn {turn} failed: {why}", turn=event.turn, why=get_text_of(event)))
            case ToolUsed() if event.report or event.error:
                # What was not allowed is no result: whoever sits here can let it.
                said = event.report or f"{event.tool}: {event.text[:300]}"
                say(f"     · {' '.join(said.split())}")
            case _:
                for line in get_terminal_of(state.setup).lines(state, event, one_a_line=self.played):
                    say(line)
        sys.stdout.flush()


def add_kinds(app: typer.Typer) -> None:
    """Add a command for every kind of run that there is."""
    for spec, text, asked_for in kinds(app):
        app.command(spec.name)(command(functools.partial(_start, spec), [*asked_for, *shared(*SHARED)], text))


def _start(spec: RequestSpec, wish: Shared, **given: Any) -> None:
    """Compose what is asked for, and play it."""
    studio = get_studio_of(wish.home, wish.allow, wish.allow_tools, wish.no_tools)
    spoken = voice_spec(wish)
    request = spec.asked(values(spec.options(), given))
    if spoken:
        request = request.model_copy(update={"voice": spoken})
    # Attended: somebody reads and can answer, such as between two scenes.
    attended = not wish.fast and not wish.as_json and sys.stdin.isatty() and sys.stdout.isatty()
    config = compose_config(studio, spec.at_terminal(request, attended), fast=wish.fast)
    notes = get_terminal_of(config).notes(config)
    for note in notes[:MOST_NOTES]:
        tell(note)
    if len(notes) > MOST_NOTES:
        tell(f"… and {len(notes) - MOST_NOTES} more such sentences, which the run's log has.")
    if wish.preview:
        show_first_calls(studio, config, as_json=wish.as_json)
        return
    play(studio, functools.partial(studio.start, config, copy_to=wish.out), wish, begun=True)


def show_first_calls(studio: Studio, config: RunConfig, *, as_json: bool) -> None:
    """Print what would be sent first, piece by piece, or the bodies as JSON."""
    calls = asyncio.run(first_calls(config, studio.home, studio.settings))
    if as_json:
        print_json([{**call._asdict(), "payload": call.payload.body} for call in calls])
        return
    if not calls:
        say(in_words(Sentence("Nothing is sent before you act.")))
    for call in calls:
        say(f"— {call.turn or '·'} {call.name} ({call.voice})")
        for item in filter(lambda item: item.text, call.payload.items):
            say(f"\n[{item.role}]\n{item.text}")
        say("")


def compose_config(studio: Studio, request: RunRequest, *, fast: bool) -> RunConfig:
    """Return the configuration of what is asked for, on a simulated clock where it is a fast rehearsal.

    Where another voice stands in for the usual one it is told, and what to expect of a plain model that nobody named.
    """
    rehearsed = request.voice is not None and is_simulated(request.voice.provider)
    config = studio.compose(request.model_copy(update={"simulated": fast and rehearsed}))
    if fast and not config.simulated and is_simulated(config.voice.provider):  # a rehearsal stands in for the voice
        config = studio.compose(request.model_copy(update={"simulated": True, "voice": config.voice}))
    sentences = studio.stand_in(config, request.voice), "" if request.voice else studio.told_of(config.voice)
    for sentence in filter(None, sentences):
        tell(sentence)
    return config


def resume(
    run: RunArgument,
    then: ThenOption = "",
    fast: FastOption = False,
    allow: AllowOption = None,
    allow_tools: AllowToolsOption = None,
    no_tools: NoToolsOption = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go on with a run where it stopped or was interrupted."""
    studio = get_studio_of(home, allow, allow_tools, no_tools)
    opened = opened_in(studio, run)
    if opened.state.status == "ended":
        if not as_json:
            turns = len(opened.state.turns)
            tell(f"This run ended at turn {turns}; go on from any turn with: parley fork {run} --turn N")
        report(opened.state, opened.path, as_json=as_json)  # no failure: a script may resume until it has ended
        return
    play(studio, lambda watching: studio.resume(run, watching), Shared(then=then, fast=fast, as_json=as_json))


def voice_spec(wish: Shared) -> VoiceSpec | None:
    """Return the voice that was asked for. Raises `UnknownName`."""
    voice, model = wish.voice, wish.model
    if voice is None:
        if model:
            hint = "For example: --voice embedded --model qwen2.5-coder-1.5b"
            raise UsageError("--model needs --voice as well.", hint=hint)
        return None
    if voice not in VOICES:
        raise UnknownName("voice", voice, VOICES)
    try:
        return VoiceSpec(provider=voice, model=model)
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"]
        raise UsageError("'{model}' cannot be a model's name: {why}.", model=model[:60], why=why) from None


Begin = Callable[[Watching], Run]


def play(studio: Studio, begin: Begin, wish: Shared, *, begun: bool = False) -> None:
    """Play a run to its end and report it; Ctrl+C pauses it cleanly.

    `begun`: it is a new one, whose player's lines may end before the story does.
    """
    watched = sys.stdout.isatty() and not wish.as_json and not wish.fast
    attended = not wish.as_json and sys.stdin.isatty() and sys.stdout.isatty()
    then = successors.choose_voice(studio.settings, wish.then)
    talk = studio.settings.talk
    pace = Pace(talk.pace_shortest, talk.pace_longest, talk.speed, unpaced=not watched or talk.unpaced)

    def on_waiting(_member: str, waiting: Waiting) -> None:
        tell(f"waiting {waiting.seconds:.0f} s: {waiting.why}")

    async def play_on(run: Run) -> None:
        await successors.play_run(run, then)
        if attended and successors.written_ends(run.state):
            await ask_who_goes_on(studio, run)

    watching = Watching(Watcher(on_waiting=on_waiting) if watched else None, None, pace, attended=attended)
    state = play_run(studio, begin, watching, Telling(), play_on, wish)
    if begun and state.status == "paused" and state.reason == "player":
        # Whoever gave a script has heard all of it: that the story waits for more is no failure.
        tell(f"The script has come to its end, and the story waits. Go on with: parley play {state.run}")
    elif state.status != "ended":
        raise explain_stop(state)


def play_run(
    studio: Studio,
    begin: Begin,
    watching: Watching,
    telling: Telling,
    goes: Callable[[Run], Awaitable[None]],
    wish: Shared,
    closing: Callable[[Run], str] = lambda _run: LEFT,
) -> State:
    """Begin a run, let it go as it `goes`, close it, keep its log where it is wanted too, and report it."""
    taps = () if wish.as_json else (telling,)

    async def main() -> tuple[State, Path]:
        try:
            run = with_leave(studio.allow_hosts, lambda: begin(dataclasses.replace(watching, taps=taps)))
            telling.run = run  # from here on it prints: what came before is the log's beginning
            if taps and not run.state.turns:
                for line in get_terminal_of(run.state.setup).heading(run.state.setup):
                    say(f"{line}\n")
            pause_on_signals(run)
            try:
                # Asked before the first turn: a refusal in its midst would be a turn that failed.
                with_leave(studio.allow_hosts, run.stage.calls.ensure_allowed)
                await goes(run)
            finally:
                await run.close(closing(run))
        finally:
            await studio.close()
        return run.state, run.stage.log.path

    state, path = asyncio.run(main())
    if wish.out is not None:
        runs.copy_log(path, wish.out)  # at the start it was only checked that this can be written
    gone = trash.take_away(studio.home, studio.marks, path, state)
    report(state, gone or path, as_json=wish.as_json)
    if gone is not None:
        hint = Sentence("It was moved to the trash. Bring it back with: parley library restore {run}", run=state.run)
        raise RunError(
            "The run failed before its first turn, and cost nothing: {detail}", detail=state.detail, hint=hint
        )
    return state


def pause_on_signals(run: Run) -> None:
    """Have Ctrl+C let the reply under way end, a second one drop it, and a polite kill drop it at once."""

    def on_interrupt() -> None:
        if run.state.status == "playing":  # a second Ctrl+C finds it paused
            run.pause(FROM_TERMINAL)
            if run.speaking:
                tell("Pausing when this reply is whole; Ctrl+C again drops it.")
        else:
            run.pause(cancel=True)

    on_signals(on_interrupt, lambda: run.pause(FROM_TERMINAL, cancel=True))


def report(state: State, path: Path, *, as_json: bool) -> None:
    """Tell what a finished command says of a run."""
    if as_json:
        print_json(
            {
                "id": state.run,
                "path": str(path),
                "status": state.status,
                "reason": state.reason,
                "detail": state.detail,
                "turns": len(state.turns),
                "tokens": state.own_tokens,
                "cost": round(state.own_cost, 6),
                "voice": state.get_voice_of("").label,
            }
        )
    elif state.status == "ended":
        for text in [state.distilled.summary] if state.distilled else get_terminal_of(state.setup).format_ending(state):
            say(f"\n{text}")
        if (lost := report_unused(state)) is not None:
            tell(in_words(lost))
        said = Sentence("{detail} Run {run}: {path}", detail=state.detail, run=state.run, path=path)
        say(f"\n{in_words(said)}")


def watch_run(
    name: Annotated[str, typer.Argument(help="Which one; without a name they are listed.")] = "",
    then: ThenOption = "",
    fast: FastOption = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
    allow: AllowOption = None,
) -> None:
    """Watch a run that was written by hand; without a name, list them."""
    if not name:
        found = [each for language in ("en", "de") for each in of_all_kinds(language)]
        if as_json:
            print_json([each._asdict() for each in found])
            return
        width = max(len(each.id) for each in found)
        titles = {name: spec.title.en for name, spec in request_specs().items()}
        for kind in dict.fromkeys(each.kind for each in found):
            say(f"{titles.get(kind, kind)}:")
            for each in found:
                if each.kind == kind:
                    say(f"  {each.id:<{width}} {each.title}: {each.detail}")
        return
    studio = get_studio_of(home, allow)
    config = compose_config(studio, build_watched(name), fast=fast)
    play(studio, functools.partial(studio.start, config), Shared(then=then, fast=fast, as_json=as_json), begun=True)


async def ask_who_goes_on(studio: Studio, run: Run) -> None:
    """Ask until somebody goes on, and play on with them; the run stands where nobody is to."""
    offered = await successors.find_successors(studio, run.state.setup.language)
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


async def _continue_with_successor(studio: Studio, run: Run, successor: successors.Successor) -> None:
    if successor.size:
        provider, _, model = successor.voice.partition(":")
        with show_progress(f"Fetching {model}") as update:
            await asyncio.to_thread(VOICES[provider].fetch, studio.home, model, update)
    settings, voice = successors.add_successor(studio.settings, successor)
    if settings != studio.settings:  # a server that was found here got a name
        settings_file.save(studio.home.settings, settings)
        studio.settings = settings
    successors.hand_over(run, voice)


def _describe_successor(each: successors.Successor) -> Sentence:
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


run_app = typer.Typer(help="Put a conversation on.")
add_kinds(run_app)
