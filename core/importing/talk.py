"""A talk of another program, before it is known of which mode its run is to be."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Literal, NamedTuple

import msgspec

from parley.core.base.errors import ParleyError
from parley.core.base.line import fit_arguments, repair_text
from parley.core.base.sentences import Sentence
from parley.core.cast.member import Member
from parley.core.importing.base import FORMAT, Draft, hash_data, members_named
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked, TopicInjected
from parley.core.log.events.turn import Swipe, TurnEnded, Usage
from parley.core.log.played import PLAYED

START = datetime(2023, 1, 1, tzinfo=UTC)
"""Where a talk begins that says no time at all."""
LONGEST_TITLE = 200
NOTHING = Usage()
SAMPLE = 60
"""Lines that are looked at to see which language they are in."""
_WORD = re.compile(r"[^\W\d_]+")
_GERMAN = frozenset({"der", "die", "das", "und", "ist", "nicht", "ich", "ein", "eine", "zu", "es", "wir", "mit", "auf"})
_ENGLISH = frozenset({"the", "and", "is", "of", "to", "you", "i", "a", "it", "in", "that", "we", "not", "with"})
MOST_SPEAKERS = 1_000
"""Members that a run made of a talk has at most: with more, each pair of them would take for ever."""
MOST_BRANCHES = 40
"""Branches of a talk that become forks."""


class Speaker(NamedTuple):
    """Somebody who speaks: what the file calls them, what they are called, and what is known of who it is.

    `told` is what they were told before all, as far as the file says.
    """

    key: str
    name: str
    kind: Literal["person", "voice", ""] = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A line, or where nobody has said it (`speaker` empty) a note: `name` is what it goes by, `kind` what it is.

    `model` is what the file says that it came from, `provider` through what; empty: it says nothing. Thoughts without a
    text belong to the next line of whoever had them. What is `hidden` is shown, and no voice is sent it.
    """

    speaker: str
    text: str
    at: datetime | None = None
    thoughts: tuple[str, ...] = ()
    model: str = ""
    usage: Usage = NOTHING
    latency: float = 0.0
    swipes: tuple[Swipe, ...] = ()
    swipe: int = 0
    name: str = ""
    kind: str = ""
    provider: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """What was said otherwise from the line at place `at` on."""

    at: int
    lines: tuple[Said, ...]


@dataclass
class Talk:
    """A talk as its file has it.

    `key` is its own id there, `program` what it was had in, `spoken_through` what stands for that in each line of a
    voice. `topic` is what it was about or began with, `place` the room that it was in, `began` when it was had
    where its lines do not say. `warnings` are sentences about what was left out or had to be guessed. `branches` are
    other ways that it went, `branches_left` how many more of them there are.
    """

    key: str
    program: str
    spoken_through: str
    source: str
    title: str
    speakers: list[Speaker]
    lines: list[Said]
    topic: str = ""
    place: str = ""
    warnings: list[str] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    branches_left: int = 0
    began: datetime | None = None
    ending: str = Sentence("The imported talk ends here.")

    def __post_init__(self) -> None:
        spoken = dict.fromkeys(said.speaker for said in self.lines if said.speaker)
        spoken |= dict.fromkeys(said.speaker for branch in self.branches for said in branch.lines if said.speaker)
        known = {speaker.key: speaker for speaker in self.speakers}
        # In the order in which they first speak; who says nothing has no part in it.
        self.speakers = [known.get(key) or Speaker(key, key) for key in spoken]

    @property
    def spoken(self) -> list[Said]:
        """The lines that somebody said."""
        return [said for said in self.lines if said.speaker and (said.text or not said.thoughts)]

    @cached_property
    def language(self) -> Literal["en", "de"]:
        """The language that is rather spoken, of those that Parley speaks."""
        words: Counter[str] = Counter()
        for said in self.spoken[:SAMPLE]:
            words.update(_WORD.findall(said.text[:2_000].casefold()))
        return "de" if sum(words[one] for one in _GERMAN) > sum(words[one] for one in _ENGLISH) else "en"


@dataclass(frozen=True)
class Shaped:
    """A talk as a mode takes it: its members, the id of each speaker, what its configuration has besides what all
    have, and what happened before the first line."""

    members: tuple[Member, ...]
    ids: Mapping[str, str]
    values: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[Event, ...] = ()


class TalkShape:
    """How a talk of another program becomes a run of a mode."""

    def fits(self, talk: Talk) -> bool:
        """Return whether it can."""
        raise NotImplementedError

    def suits(self, talk: Talk) -> bool:
        """Return whether it does where nobody chooses: the first mode that it suits is taken."""
        raise NotImplementedError

    def shaped(self, talk: Talk, at: datetime) -> Shaped:
        """Return the talk, which begins at that moment, as the mode takes it."""
        raise NotImplementedError

    def told(self, config: RunConfig, member: str) -> str:
        """Return what a member of such a run was told before all in the other program, as far as its file said."""
        return config.member(member).directive


def modes_for(talk: Talk) -> list[str]:
    """Return the modes that the talk can be a run of, the one first that it is where nobody chooses."""
    shapes = {name: spec.talks() for name, spec in PLAYED.items() if spec.talks is not None}
    fitting = [name for name, shape in shapes.items() if shape.fits(talk)]
    return sorted(fitting, key=lambda name: not shapes[name].suits(talk))  # stable: of equals the modes' own order


def members_of(talk: Talk) -> tuple[tuple[Member, ...], dict[str, str]]:
    """Return a member for each speaker, and the id of each."""
    members = members_named([speaker.name for speaker in talk.speakers])
    return members, {speaker.key: member.id for speaker, member in zip(talk.speakers, members, strict=True)}


def make_drafts(talk: Talk, mode: str = "") -> list[Draft]:
    """Return the run of that mode (empty: the one that suits), and a fork for each branch.

    Raises `ParleyError` where the talk cannot be of that mode, `ValueError` where it is no run of any.
    """
    if (count := len(talk.speakers)) > MOST_SPEAKERS:
        raise ValueError(
            Sentence("it would have {count} speakers; at most {most} are possible", count=count, most=MOST_SPEAKERS)
        )
    fitting = modes_for(talk)
    if not talk.spoken or not fitting:
        raise ValueError(Sentence("nobody says anything in it"))
    chosen = mode or fitting[0]
    if chosen not in fitting:
        names = ", ".join(fitting)
        raise ParleyError(
            "'{title}' cannot become a run of the mode '{mode}'.", title=talk.title, mode=chosen,
            hint=Sentence("Possible here: {names}.", names=names),
        )  # fmt: skip
    shape = PLAYED[chosen].talks
    assert shape is not None
    first = next((said.at for said in talk.lines if said.at is not None), talk.began) or START
    shaped = shape().shaped(talk, first)
    config = RunConfig(
        id=run_id(talk, chosen if chosen != fitting[0] else ""),  # the same whether that mode was asked for or not
        mode=chosen,
        cast_id="imported",
        members=shaped.members,
        format=FORMAT,
        topic=repair_text(talk.topic)[:4_000],
        title=repair_text(talk.title)[:LONGEST_TITLE],
        place_name=repair_text(talk.place)[:80],
        language=talk.language,
        seed=0,
        turns=max(1, len(talk.spoken)),
        cap=0,
        imported=repair_text(f"{talk.program} · {talk.source}"),
        **shaped.values,
    )
    draft = Draft(config, warnings=[*talk.warnings, *_describe_undated_lines(talk)])
    draft.events += shaped.before
    writer = _Writer(draft, talk, shaped.ids, first)
    places = [len(draft.events), *(writer.add(said) for said in talk.lines)]
    draft.begin(first)  # put first, which moves the places by one
    branches = talk.branches[:MOST_BRANCHES]
    forks = [
        _fork(draft, branch, 1 + places[branch.at], number, talk, shaped.ids)
        for number, branch in enumerate(branches, 1)
    ]
    writer.end_run(talk.ending)
    if (more := len(talk.branches) - len(branches) + talk.branches_left) > 0:
        draft.warnings.append(Sentence("And {count} more branches, which were left out.", count=more))
    return [draft, *forks]


class _Writer:
    """Writes a talk's lines as events: in a log time never goes back, and a line without a time stands a second
    behind the one before."""

    def __init__(self, draft: Draft, talk: Talk, ids: Mapping[str, str], at: datetime) -> None:
        self._draft = draft
        self._talk = talk
        self._ids = ids
        self._at = at
        self._kinds = {speaker.key: speaker.kind for speaker in talk.speakers}
        self._thoughts: dict[str, tuple[str, ...]] = {}

    def add(self, said: Said) -> int:
        """Write a line or a note, and return how many events there are then."""
        draft, first = self._draft, not self._draft.turns
        if said.at is not None:
            self._at = max(self._at, said.at)
        elif not first:  # the first stands where the talk begins
            self._at += timedelta(seconds=1)
        if not said.speaker:
            name, kind = repair_text(said.name), repair_text(said.kind)[:60]
            text = repair_text(said.text)
            draft.events.append(TopicInjected(at=self._at, text=text, name=name, kind=kind, hidden=said.hidden))
        elif not said.text and said.thoughts:
            self._thoughts[said.speaker] = (*self._thoughts.get(said.speaker, ()), *said.thoughts)
        else:
            kind = self._kinds.get(said.speaker, "")
            draft.say(
                self._at, self._ids[said.speaker], said.text,
                thoughts=(*self._thoughts.pop(said.speaker, ()), *said.thoughts), by_person=kind == "person",
                provider=said.provider or (self._talk.spoken_through if kind == "voice" else ""),
                model=repair_text(said.model), usage=said.usage, latency=said.latency, swipes=said.swipes,
                swipe=said.swipe, hidden=said.hidden,
            )  # fmt: skip
        return len(draft.events)

    def end_run(self, why: str) -> None:
        """Write the last event."""
        if unsaid := sum(map(len, self._thoughts.values())):
            self._draft.warnings.append(
                Sentence("Left out, for no line follows: {count} {count:thought|thoughts}.", count=unsaid)
            )
        self._draft.end_run(self._at, why)


def _fork(parent: Draft, branch: Branch, at_seq: int, number: int, talk: Talk, ids: Mapping[str, str]) -> Draft:
    """Return the run that a branch is: what precedes is the parent's, and the fork itself says where it left."""
    shared = parent.events[:at_seq]
    said = [[each.speaker, each.text] for each in branch.lines]
    config = parent.config.model_copy(  # its id follows from the branch, so that it is known the second time
        update={"id": hash_data(msgspec.json.encode([parent.config.id, at_seq, number, said]))}
    )
    draft = Draft(config, list(shared), turns=sum(isinstance(event, TurnEnded) for event in shared))
    at = shared[-1].at
    draft.events.append(
        RunForked(
            at=at, run=config.id, parent=parent.config.id, at_seq=at_seq, at_turn=draft.turns,
            overrides={"imported": config.imported},
        )
    )  # fmt: skip
    writer = _Writer(draft, talk, ids, at)
    for each in branch.lines:
        writer.add(each)
    writer.end_run(Sentence("The imported branch ends here."))
    return draft


def run_id(talk: Talk, mode: str = "") -> str:
    """Return the run's id: of a talk that went on, or was changed, or becomes one of a mode that somebody chose (empty:
    the one that suits), it is another.
    """
    said = [[each.speaker, each.name, each.text, str(each.at)] for each in talk.lines]  # the file's name does not count
    return hash_data(msgspec.json.encode([talk.program, talk.key, mode, repair_text(talk.place), *said]))


def _describe_undated_lines(talk: Talk) -> list[str]:
    lines = talk.spoken
    undated = sum(said.at is None for said in lines)
    if undated == len(lines):
        return [Sentence("The talk says no time; its lines stand a second apart.")]
    if undated:
        told = Sentence(
            "{count} of {all} lines have no readable time; they stand after the one before.",
            count=undated, all=len(lines),
        )  # fmt: skip
        return [told]
    return []


def left_out(counts: Mapping[str, int]) -> list[str]:
    """Return a sentence for each kind of thing that no line of a run can hold."""
    return [
        Sentence("Left out, for it has no place in a run: {count} × {kind}.", count=count, kind=kind[:80])
        for kind, count in sorted(counts.items())
    ]


def describe_end(why: str) -> str:
    """Return how a talk ended, by what its program says."""
    return Sentence("The imported conversation ended: {why}.", why=why[:200])


def called(tool: str, arguments: object, by: str, at: datetime | None = None) -> Said:
    """Return a note that somebody called a tool."""
    shown = arguments if isinstance(arguments, str) else msgspec.json.encode(fit_arguments(arguments)).decode()
    return Said("", shown, at, name=f"{by} → {tool}" if by else tool, kind="call")


def make_note(tool: str, text: str, at: datetime | None = None) -> Said:
    """Return a note with what a tool gave."""
    return Said("", text, at, name=tool or "tool", kind="tool")


def make_title(said: Sequence[Said], otherwise: str) -> str:
    """Return a title for a talk that has none: how it begins, on one line."""
    first = next((each.text for each in said if each.speaker and each.text.strip()), "")
    words = " ".join(itertools.islice(first.split(), 14))
    shown = words if len(words) <= 70 else words[:69].rstrip() + "…"
    return shown or otherwise
