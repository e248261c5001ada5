"""What the phrases of the office are filled with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from core.cast.member import Member
from core.log.config import RunConfig
from core.modes.office.events import SceneStarted
from core.modes.office.rehearsal.phrases import Thing, case_of, kind_of, office
from core.modes.office.state import ALONE
from core.perspective.perspective import Block
from core.voices.base import Request
from core.voices.rehearsal.phrases import CONTRACTED

LONGEST_TOPIC = 90
SHORT = {
    ("in", "dem"): "im",
    ("an", "dem"): "am",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
}
_FIRST = re.compile(r"^[a-zäöü]|(?<=[.!?…] )[a-zäöü]")
T = TypeVar("T")
LEFT = 61
"""Days until the studio's deadline on the first day of a run: its producer counts them."""

_DAYS, _FEW, _MANY, _PERCENT = (9, 61), (2, 8), (12, 60), (11, 88)


def scene_of(request: Request) -> SceneStarted:
    """The scene that a request belongs to."""
    assert isinstance(request.scene, SceneStarted)
    return request.scene


def one_of(choices: Sequence[T], random: Random) -> T:
    """One of the choices."""
    return choices[int(random.random() * len(choices))]


def filled(text: str, slots: Mapping[str, object]) -> str:
    """The phrase with its slots filled; empty where one of them stays empty."""
    try:
        if "dat}" in text:
            text = CONTRACTED.sub(lambda found: contracted(found.group(1), str(slots[found.group(2)])), text)
        said = text.format_map(slots)
    except KeyError:
        return ""
    return _FIRST.sub(lambda found: found.group().upper(), said.replace("?.", "?"))


def contracted(preposition: str, dative: str) -> str:
    """A preposition and a noun with its article, as German puts them together: "in dem Boot" is "im Boot"."""
    article, _, noun = dative.partition(" ")
    short = SHORT.get((preposition.lower(), article))
    if short is None:
        return f"{preposition} {dative}"
    return f"{short.capitalize() if preposition[0].isupper() else short} {noun}"


def mentioned(text: str, language: str) -> Thing | None:
    """The thing of the studio that is named first in the text."""
    low = text.casefold()
    found: list[tuple[int, int, Thing]] = []
    for number, thing in enumerate(office().things["things"]):
        forms = thing.de if language == "de" else (thing.en,)
        places = [at for form in forms if (at := low.find(form.casefold())) >= 0]
        if places:
            found.append((min(places), number, thing))
    return min(found)[2] if found else None


@dataclass(frozen=True)
class Situation:
    """The scene as everybody in it sees it.

    `heard` are its lines that the speaker witnessed, `before` the last of somebody else's (or the director's word),
    `place` is that of the speaker among the members.
    """

    config: RunConfig
    scene: SceneStarted
    me: Member
    others: tuple[Member, ...]
    place: int
    heard: tuple[Block, ...]
    before: Block | None

    @classmethod
    def of(cls, request: Request, scene: SceneStarted, latest: Sequence[Block]) -> Situation:
        """What `request` tells of it; `latest` are the last witnessed blocks."""
        config, me = request.perspective.config, request.perspective.me
        heard: list[Block] = []
        for block in reversed(latest):
            if not block.speaker and not block.name:
                break  # The scene's opening.
            heard.append(block)
        before = next((block for block in heard if block.role == "user"), None)
        known = {member.id: member for member in config.members}
        members = [one for one in scene.members if one in known]
        # The host opens: what opens a talk is theirs to say.
        members.sort(key=lambda one: one != scene.host)
        others = tuple(known[one] for one in members if one != me.id)
        place = members.index(me.id) if me.id in members else 0
        return cls(config, scene, me, others, place, tuple(reversed(heard)), before)

    @property
    def language(self) -> str:
        """The run's language."""
        return self.config.language

    @property
    def injected(self) -> bool:
        """Whether the director had the last word."""
        return self.before is not None and not self.before.speaker


class SceneSlots(dict[str, object]):
    """Fills a phrase's slots; each is drawn when it is first asked for, and stays for the whole contribution."""

    def __init__(self, situation: Situation, random: Random, direction: str) -> None:
        super().__init__()
        self._situation = situation
        self._random = random
        self._direction = direction
        self._held: dict[str, Thing] = {}

    def fresh(self) -> None:
        """Forget what was drawn but for the name: for a sentence that is about something else."""
        name = self.get("name")
        self.clear()
        self._held = {}
        if name:
            self["name"] = name

    def __missing__(self, slot: str) -> object:
        if case_of(slot):
            kind = kind_of(slot)
            thing = self._held.get(kind)
            if thing is None:
                thing = self._held[kind] = self._thing(kind)
            return thing.form(slot, self._situation.language)
        found = self._found(slot)
        if not found:
            raise KeyError(slot)
        self[slot] = found
        return found

    def _thing(self, kind: str) -> Thing:
        situation, random = self._situation, self._random
        scene, config = situation.scene, situation.config
        things = office().things[kind]
        if kind == "things":
            own = mentioned(scene.topic, situation.language) if scene.topic else None
            if own is None and scene.scene_type in ALONE:
                own = mentioned(self._direction, situation.language)
            if own is not None and random.random() < 0.75:
                return own
            if scene.kind in ("work", "meeting") and len(scene.members) < 7 and random.random() < 0.4:
                return one_of(things, Random(f"thing:{config.seed}:{scene.scene}"))
        elif random.random() < 0.7:
            return one_of(things, Random(f"{kind}:{config.seed}:{scene.scene}"))
        return one_of(things, random)

    def _found(self, slot: str) -> object:
        situation, random = self._situation, self._random
        match slot:
            case "few" | "days" | "many" | "percent":
                low, high = {"few": _FEW, "days": _DAYS, "many": _MANY, "percent": _PERCENT}[slot]
                return random.randint(low, high)
            case "left":
                return max(1, LEFT - max(0, situation.scene.day - 1))
            case "roll":
                return random.randint(8, 20)
            case "day" | "hour" | "food":
                return one_of(office().lists[slot], random).text(situation.language)
            case "name":
                return self._name()
            case "other":
                return self._colleague()
            case "hero":
                return self._hero()
            case "game":
                games = [
                    *situation.me.favourite_games,
                    *(game for one in situation.others for game in one.favourite_games),
                ]
                return one_of(games, random).rstrip(".") if games else ""
            case "topic":
                title = situation.scene.topic.strip().rstrip(".!…")
                return title if len(title) <= LONGEST_TOPIC and "\n" not in title else ""
            case _:
                return ""

    def _name(self) -> str:
        situation = self._situation
        if situation.before is not None and situation.before.speaker:
            return situation.before.name
        if not situation.others or situation.scene.scene_type in ALONE:
            return ""
        after = situation.place % len(situation.others)
        return situation.others[after].name

    def _colleague(self) -> str:
        """Somebody to talk about: who is not part of the talk where there is such a one."""
        situation = self._situation
        here = {member.id for member in situation.others}
        away = [each for each in situation.config.members if each.id != situation.me.id and each.id not in here]
        if situation.scene.scene_type in ALONE:
            away = [each for each in situation.config.members if each.id != situation.me.id]
        return one_of(away, self._random).name if away else ""

    def _hero(self) -> str:
        situation = self._situation
        playing = [each for each in situation.others if each.id != situation.scene.host] or situation.others
        before = situation.before
        for each in playing:
            if before is not None and each.id == before.speaker:
                return each.character.name if each.character else each.name
        if not playing:
            return ""
        drawn = one_of(playing, self._random)
        return drawn.character.name if drawn.character else drawn.name
