"""`parley run story`, `run dialogue`, `play` and `stories`; a story in the terminal: the prompt and its commands."""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from core.base.errors import ParleyError, RunError, UsageError
from core.base.labels import label
from core.base.sentences import Sentence
from core.cast.member import PLAYER
from core.cli.common import HomeOption, JsonOption, opened_in, say, show_all, studio_of, tell
from core.cli.options import Shared, argument, command, options, shared, values
from core.cli.run import Begin, Telling, composed, pause_on_signals, played, stood, voice_spec
from core.engine.run import Run
from core.log.state import State
from core.modes.story import cards_terminal
from core.modes.story.composing import SETTINGS
from core.modes.story.config import StoryConfig
from core.modes.story.director import StoryDirector
from core.modes.story.request import DialogueRequest, StoryRequest
from core.modes.story.rules.setting import Setting
from core.modes.story.state import HERE, StoryState, inventory
from core.modes.story.terminal import PART, named, offered
from core.modes.story.words import sentence as sentence_of
from core.modes.story.words import words
from core.studio.studio import Studio, Watching

KINDS = ("story", "dialogue")
MOST = 10
"""Lines that are shown again where somebody comes back to a story."""
LEAVING = ("/quit", "/exit", "/q")
COUNTED = ("give", "take", "pick", "drop")
TAKES = {"go": " PLACE", "talk": " NAME", "part": "", "use": " ITEM", "follow": " NAME"}
USAGE = {name: f"/{name}{takes}" for name, takes in (TAKES | dict.fromkeys(COUNTED, " N ITEM")).items()}
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
NAMING = ("talk", "follow")
ARTICLES = ("the ", "a ", "an ", "der ", "die ", "das ", "den ", "dem ", "ein ", "eine ", "einen ")


def _play_kind(wish: Shared, *, what: str, **given: Any) -> None:
    studio = studio_of(wish.home, wish.allow)
    request: StoryRequest = DialogueRequest(**values(DialogueRequest, given), voice=voice_spec(wish))
    if what not in KINDS:
        if request != DialogueRequest():
            hint = "Leave these options out, or begin another one."
            raise UsageError("A story that was begun goes on as it is.", hint=hint)
        _go_on(studio, what)
        return
    if what == "story" and not given["partner"]:
        request = StoryRequest(**{name: value for name, value in request if name != "partner"})
    config = composed(studio, request, fast=wish.fast)
    _play(studio, partial(studio.start, config, copy_to=wish.out), wish)


play = command(
    _play_kind,
    [
        argument("what", "story, dialogue, or a story's run to go on with."),
        *options(DialogueRequest, without=("script", "fresh")),
        *shared("voice", "model", "fast", "allow", "home", "out"),
    ],
    "Play a story or a dialogue here in the terminal, or go on with one.",
)


def stories(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """The settings that stories can be played in."""

    def lines(each: Setting) -> str:
        people = ", ".join(one.name for one in each.people)
        concepts = ", ".join(one.id for one in each.concepts)
        about = f"{'':<14} {len(each.places)} places · with {people} · begin as {concepts}"
        return f"{each.id:<14} {each.name.en} / {each.name.de}\n{about}"

    def row(each: Setting) -> dict[str, Any]:
        return each.model_dump(mode="json", exclude_defaults=True)

    show_all(*studio_of(home).library.all(SETTINGS), row, lines, as_json=as_json)


def _go_on(studio: Studio, ref: str) -> None:
    """Play a story that was begun. Raises `RunError` for what is none or has ended."""
    opened = opened_in(studio, ref)
    if opened.state.find(StoryState) is None:
        raise RunError("This run is no story.", hint=Sentence("Go on with: parley resume {run}", run=opened.state.run))
    if opened.state.status == "ended":
        hint = Sentence("Tell another end: parley fork {run} --turn N", run=opened.state.run)
        raise RunError("This story has ended.", hint=hint)
    come_back(opened.state)
    _play(studio, partial(studio.resume, ref), Shared())


def _play(studio: Studio, begin: Begin, wish: Shared) -> None:
    """Play until the player leaves or the story ends; both are a good end."""
    telling = Telling(played=True)

    async def goes(run: Run) -> None:
        if not (run.state.status == "paused" and run.state.reason == "player"):
            run.play()
            await run.live(until_paused=True)
        await converse(run, telling)

    def closing(run: Run) -> str:
        return sentence_of(run.state.setup.language, "your_turn")

    state = played(studio, begin, Watching(), telling, goes, wish, closing)
    if state.status == "paused" and state.reason in {"player", "director"}:
        say(words(state.setup.language, "left", PART, turn=state[StoryState].turn, run=state.run))
    elif state.status != "ended":
        raise stood(state)


async def converse(run: Run, telling: Telling) -> None:
    """Ask for the player's next line again and again, and play what follows; returns where they leave or it ends."""
    loop = asyncio.get_running_loop()
    while run.state.status == "paused" and run.state.reason == "player":
        # Windows has no signal handlers on the loop; there Ctrl+C raises KeyboardInterrupt as usual.
        with contextlib.suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGINT)
        line = asked(words(run.state.setup.language, "prompt", PART))
        pause_on_signals(run)
        if line is None or line.casefold() in LEAVING:
            return
        if not line:
            continue
        telling.typed = line
        try:
            if not line.startswith("/"):
                await StoryDirector.of(run).act(line)
            elif not await obeyed(run, line[1:]):
                continue
        except ParleyError as error:
            tell(error.text)
        else:
            await run.live(until_paused=True)


def asked(prompt: str) -> str | None:
    """What somebody types; None where they leave. While they do nothing else happens, and Ctrl+C is theirs."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    except UnicodeDecodeError:
        tell("This is not UTF-8 text.")
        return ""


async def obeyed(run: Run, line: str) -> bool:
    """Do what a line behind a slash says; True where the player did something. Raises `ParleyError`."""
    state = run.state
    name, _, rest = line.partition(" ")
    name, rest = name.casefold(), rest.strip()
    language = state.setup.language
    if name == "help":
        say(words(language, "help", PART).strip("\n"))
    elif name == "sheet":
        show(sheet(state))
    elif name == "look":
        show(surroundings(state))
    elif name in cards_terminal.USAGE:
        show(cards_terminal.obeyed(StoryDirector.of(run), name, rest))
    elif name not in USAGE:
        tell(words(language, "unknown", PART, command=f"/{name}"))
    elif not rest and name != "part":
        tell(words(language, "incomplete", PART, command=f"/{name}", usage=USAGE[name]))
    else:
        await _does(run, name, rest)
        return True
    return False


async def _does(run: Run, what: str, rest: str) -> None:
    state, tale, director, quantity = run.state, run.state[StoryState], StoryDirector.of(run), 1
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    if what in COUNTED:
        number, _, behind = rest.partition(" ")
        if behind and _NUMBER.fullmatch(number):
            if not number.isdecimal() or not int(number[:9]):
                raise UsageError(words(state.setup.language, "no_number", PART, text=number[:20], usage=USAGE[what]))
            quantity, rest = int(number[:9]), behind.strip()
    if what == "go":
        await director.do(what, matched(rest, {place.id: place.name.text(language) for place in setting.places}))
    elif what in NAMING:
        await director.do(what, matched(rest, {one: who.person.name for one, who in tale.people.items()}))
    elif what == "part":
        await director.do(what, tale.partner)
    else:
        # What there is to be given, taken, picked up, put down or used.
        owner = {"take": tale.partner, "pick": HERE + tale.here}.get(what, PLAYER)
        items = {item: setting.item_name(item, language) for item in tale.items_of(owner)}
        await director.do(what, item=matched(rest, items), quantity=quantity)


def matched(wanted: str, names: Mapping[str, str]) -> str:
    """The id of what is named by id or name, with or without article, or by the one beginning that fits; else as it is
    written, for whoever is asked to say what is wrong with it."""
    plain = _plain(wanted)
    for one, name in names.items():
        if plain in {one.casefold(), _plain(name)}:
            return one
    near = [one for one, name in names.items() if _plain(name).startswith(plain) or plain in _plain(name).split()]
    return near[0] if len(near) == 1 else wanted


def _plain(name: str) -> str:
    name = " ".join(name.casefold().split())
    article = next((each for each in ARTICLES if name.startswith(each)), "")
    return name.removeprefix(article)


# What is shown ----------------------------------------------------------------------------------------------------


def show(lines: Iterable[str]) -> None:
    """Print some lines."""
    for line in lines:
        say(line)


def come_back(state: State) -> None:
    """Show where the story stands: its last lines, the place, the choices."""
    tale, config = state[StoryState], state.setup
    say(words(config.language, "again", PART, title=config.title, turn=tale.turn))
    for turn in state.turns[-MOST:]:
        say(f"{state.name_of(turn.member)}: {turn.text}")
    if tale.sheet is not None:
        show(surroundings(state))
    if tale.offered is not None and tale.offered.story_turn == tale.turn:
        show(offered(tale.offered, one_a_line=True))
    sys.stdout.flush()


def sheet(state: State) -> list[str]:
    """Who the player is, and what they carry."""
    tale, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    if tale.sheet is None:
        return [words(language, "unmade", PART)]
    me = tale.sheet
    lines = [
        f"{me.name}: {me.description}",
        " · ".join(f"{label('attribute_short', name, language)} {value}" for name, value in me.attributes.items()),
        words(language, "health", PART, now=tale.player.health, most=me.health),
    ]
    if me.weapon:
        lines.append(words(language, "weapon", PART, weapon=setting.item_name(me.weapon, language)))
    lines.append(words(language, "carried", PART, items=_listed(state, tale.player.items)))
    for quest, standing in tale.quests.items():
        found = setting.quest(quest)
        if found is not None and not standing.done:
            text = found.stages[min(standing.stage, len(found.stages)) - 1].text.text(language)
            lines.append(words(language, "quests", PART, quest=found.name.text(language), text=text))
    return lines


def surroundings(state: State) -> list[str]:
    """Where the player is, the ways from there, who is there, and what lies about."""
    tale, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    here = setting.place(tale.here)
    exits = ", ".join(setting.place_name(exit_, language) for exit_ in (here.exits if here else ()))
    place = setting.place_name(tale.here, language)
    lines = [words(language, "place", PART, place=place, exits=exits or words(language, "none", PART))]
    if here is not None:
        lines.append(f"  {here.description.text(language)}")
    foes = [foe for foe in (tale.fight.foes if tale.fight else ()) if tale.people[foe].health > 0]
    present = ", ".join(named(state, one) for one in (*tale.present(), *foes)) or words(language, "nobody", PART)
    lines.append(words(language, "people", PART, people=present))
    if lying := tale.items_of(HERE + tale.here):
        lines.append(words(language, "lying", PART, items=_listed(state, lying)))
    return lines


def _listed(state: State, items: dict[str, int]) -> str:
    config = state.setup
    found = [
        f"{quantity} × {name}" if quantity > 1 else name
        for _item, name, quantity in inventory(config[StoryConfig].setting, items, config.language)
    ]
    return ", ".join(found) or words(config.language, "nothing", PART)
