"""A story as a short talk with a very small model: who it is, how it sounds, what was said last, what happens now.

Such a model tells a story best where it is spoken to: a screenplay it goes on with as if it were a play of its own.
It is shown little, for it repeats what it reads, and the more so the longer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from core.base.packaged import prompt
from core.cast.member import PLAYER, Member
from core.log.config import RunConfig
from core.modes.story.config import StoryConfig
from core.modes.story.rules.parts import AGENTS
from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.embedded.part import Messages, SmallModelPart
from core.voices.embedded.screenplay import (
    LONGEST_DIRECTION,
    LONGEST_TOPIC,
    RESERVE,
    clipped,
    first_sentence,
    manner,
    tokens,
    words,
)

EXAMPLES = 3
LONGEST_SAID = 240
"""Characters that are shown of a line."""
SHOWN = 4
"""Of what was said at least so many lines are shown, and fewer than twice as many: the older go all at once, so that
the cached beginning holds for as many turns."""
LONGEST_HERO = 400
"""Characters on who the player is."""
TELLER_TOKENS = 40
SPEAKER_TOKENS = 36
"""Tokens of a line at most, by who speaks."""
MOMENTS = 3
"""Titles of moments that an ending is told of."""


def exchange(request: Request, context: int) -> Messages:
    """The request as messages (role, text) in at most `context` tokens, the reply included; the last is the user's."""
    view = request.perspective
    head = persona(view.config, view.me)
    who = hero(request)
    budget = context - request.max_tokens - RESERVE - sum(tokens(text) for _role, text in head) - tokens(who)
    said: Messages = []
    # What happened without being said it would recite. Who begins a talk knows what is said in it: nothing yet.
    heard = [block for block in view.witnessed() if block.speaker or block.name]
    for block in [] if request.kind == "greeting" else _shown(heard, budget):
        _append(said, block.role, _spoken(block))
    while said and said[0][0] == "assistant":
        del said[0]
    # What happens stands before what is done about it: the last words are those that are answered.
    last = [said.pop()[1]] if said and said[-1][0] == "user" else []
    now = "\n".join(part for part in (who, happening(request), *last) if part)
    return [*head, *said, ("user", now or words(view.config.language)["story"]["asks"][1])]


def persona(config: RunConfig, me: Member) -> Messages:
    """The stable beginning: who speaks and in which world, and how they sound."""
    setting, language = config[StoryConfig].setting, config.language
    system = prompt(
        "small_story",
        language,
        title=setting.name.text(language),
        premise=clipped(setting.premise.text(language), LONGEST_TOPIC),
        me=me,
        player=config.member(PLAYER).name,
        part=me.id if me.id in AGENTS else "somebody",
        manner=manner(me),
    )
    asks = words(language)["story"]["asks"]
    messages: Messages = [("system", system.strip())]
    for number, line in enumerate(own_lines(config, me)):
        messages += [("user", asks[number % len(asks)]), ("assistant", line)]
    return messages


def own_lines(config: RunConfig, me: Member) -> list[str]:
    """How one who speaks in a story sounds, as the setting has it."""
    setting = config[StoryConfig].setting
    teller = next((agent for agent in setting.agents if agent.id == me.id), None)
    someone = setting.someone(me.id)
    lines = teller.lines if teller else someone.lines if someone else ()
    return [clipped(line.text(config.language), LONGEST_SAID) for line in lines[:EXAMPLES]]


def happening(request: Request) -> str:
    """What happens now, by who speaks and by what the rules decided: told, not asked for."""
    view = request.perspective
    found: dict[str, list[str]] = {}
    for piece in request.material:
        found.setdefault(piece.id, []).append(piece.text)
    config, me = view.config, view.me
    setting, language = config[StoryConfig].setting, config.language
    said = words(language)["story"]
    place = setting.place(found.get("place", [""])[0])
    key: str = request.kind
    if me.id not in AGENTS:
        key = "greeting" if key == "greeting" else "answer"
    elif me.id != "narrator":
        key = me.id
    elif key not in {"opening", "closing"}:
        key = "fight" if found.get("phase") == ["combat"] else "line"
    pattern: str = said[key]
    told = pattern.format(
        name=me.name,
        player=config.member(PLAYER).name,
        place=place.name.text(language) if place else "",
        sight=first_sentence(place.description.text(language)) if place else "",
        present=", ".join(found.get("present", ())) or said["nobody"],
        foes=", ".join(text.split("|")[0] for text in found.get("foe", ())),
        moments="; ".join(found.get("moment", ())[-MOMENTS:]),
    )
    if first := found.get("told"):
        # The rules have said it: all that is asked for is a line beside it.
        asks = said["asks"][0] if me.id == "narrator" and key != "closing" else ""
        return clipped(" ".join(filter(None, (*first, asks))), LONGEST_DIRECTION)
    return clipped(" ".join([*found.get("facts", ()), told]), LONGEST_DIRECTION)


def hero(request: Request) -> str:
    """Who the player is and how they are, in a line; empty before they are anybody."""
    config = request.perspective.config
    said = words(config.language)["story"]
    found: dict[str, list[str]] = {}
    for piece in request.material:
        if piece.id != "carries" or piece.member == PLAYER:
            found.setdefault(piece.id, []).append(piece.text)
    if "health" not in found:
        return ""
    parts = [", ".join(filter(None, (config.member(PLAYER).name, *found.get("concept", ())))) + "."]
    parts += [first_sentence(text) for text in found.get("about", ())]
    parts.append(f"{said['health']}: {found['health'][0]}.")
    carried = [text.split("|") for text in found.get("carries", ())]
    things = [each[1] if each[2] == "1" else f"{each[2]} × {each[1]}" for each in carried if len(each) == 3]
    for key, what in (("carries", things), ("promised", found.get("promise", []))):
        if what:
            parts.append(f"{said[key]}: {', '.join(what).rstrip('.')}.")
    return f"({clipped(' '.join(parts), LONGEST_HERO)})"


def _shown(blocks: Sequence[Block], budget: int) -> Sequence[Block]:
    start = max(0, len(blocks) // SHOWN - 1) * SHOWN
    kept = list(blocks[start:])
    while len(kept) > 1 and sum(tokens(clipped(block.text, LONGEST_SAID)) for block in kept) > budget:
        del kept[0]
    return kept


def _spoken(block: Block) -> str:
    said = clipped(block.said, LONGEST_SAID)
    if block.role == "assistant" or block.speaker == PLAYER:
        return said
    return f"({block.name}: {said})"


def _append(messages: Messages, role: str, text: str) -> None:
    if messages and messages[-1][0] == role:
        messages[-1] = (role, f"{messages[-1][1]}\n{text}")
    else:
        messages.append((role, text))


def _led(request: Request) -> bool:
    """Whether the rules have said something first."""
    return any(piece.id == "told" for piece in request.material)


class StoryPart(SmallModelPart):
    """A small model tells a story best where it is spoken to."""

    spoken_to = True
    led = False

    def exchange(self, request: Request, context: int) -> Messages:
        return exchange(request, context)

    def subject(self, request: Request) -> str:
        said = (block.said for block in reversed(request.perspective.witnessed(8)) if block.speaker == PLAYER)
        return f"{next(said, '')} {happening(request)}"

    def longest(self, request: Request) -> int:
        return TELLER_TOKENS if request.perspective.me.id == "narrator" else SPEAKER_TOKENS

    def begun(self, request: Request) -> str:
        """Something of the senses by who tells, a thought by who answers: what follows takes nothing back."""
        if not _led(request):
            return ""
        view = request.perspective
        said = words(view.config.language)
        ways: list[str] = list(said["story"]["behind" if view.me.id == "narrator" else "thoughts"])
        Random(f"begun:{view.config.seed}:{view.me.id}").shuffle(ways)
        lines = [block.said for block in view.witnessed() if block.speaker]
        used = {way: sum(way in line for line in lines) for way in ways}
        return min(ways, key=lambda way: used[way])

    def kept(self, request: Request, line: str) -> str:
        """The first sentence: with more of them such a model goes astray."""
        return (first_sentence(line) or line) if _led(request) else line

    def unfit(self, request: Request) -> re.Pattern[str] | None:
        """Whoever tells says what is to be seen, and nobody says what the player does: the rules have said that."""
        if not _led(request):
            return None
        who = "narrator" if request.perspective.me.id == "narrator" else "somebody"
        return re.compile(words(request.perspective.config.language)["story"]["unfit"][who], re.IGNORECASE)

    def unrepeated(self, request: Request) -> Sequence[str]:
        view = request.perspective
        return [*own_lines(view.config, view.me), hero(request), happening(request)]


PART = StoryPart()
