"""What a fork may have otherwise than the run it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast

from pydantic import ValidationError

from parley.core.base.definition import Definition
from parley.core.base.errors import UsageError
from parley.core.base.line import clean, repair_text
from parley.core.base.registry import Registry
from parley.core.engine.composing import check_members
from parley.core.engine.run_request import Text, asked, check_seed, check_turns
from parley.core.log.authors import PERSON
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import TurnEnded
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import LoggedMode
from parley.core.log.state import State, Turn
from parley.core.turn_taking.policies import POLICIES
from parley.core.voices.provider import VOICES


class Branch(Definition):
    """What only forks of some mode may have otherwise; a mode's own has fields, with what leaves all as it is."""

    @property
    def empty(self) -> bool:
        """Whether it leaves all as it is."""
        return self == type(self)()

    def make_refusal(self, mode: str) -> UsageError:
        """Return why runs of another mode cannot have it."""
        return UsageError("Forks of a {mode} cannot have such changes.", mode=mode)


class ForkOptions(Definition):
    """What forks of all modes may have otherwise; empty or None leaves it."""

    turn: int = asked(0, "Turn", "The last turn that both runs share.", needed=True, unit="turns")
    topic: Text = asked("", "Topic", "Of a duologue: another opening prompt, at turn 0 alone.", widget="topic")
    seed: int | None = asked(None, "Seed", "The same seed draws alike.")
    turns: int | None = asked(None, "Turns in all", "How many, with those that both share.", unit="turns")
    policy: Text = asked("", "Next speaker", "How the next speaker is chosen.", choices="policies")
    members: tuple[Text, ...] = asked((), "Members", "Who goes on, with commas.", widget="members")
    edit: Text = asked("", "Edit", "Put these words in place of the turn's line.", widget="text")


@dataclass(frozen=True)
class Fork:
    """A fork as it is asked for: `before` is the state that it goes on from, after `turn`.

    `inherited` are fields of the configuration that earlier forks had changed, `asked` those that are to change now.
    """

    before: State
    turn: int
    inherited: Mapping[str, Any]
    asked: Mapping[str, Any]
    branch: Branch | None = None


def plain_overrides(fork: Fork) -> dict[str, Any]:
    """Return the fields that change, for a mode that has nothing else to change. Raises `UsageError` for a branch."""
    if fork.branch is not None and not fork.branch.empty:
        raise fork.branch.make_refusal(fork.before.setup.mode)
    return {**fork.inherited, **fork.asked}


def check_talk(_before: RunConfig, after: RunConfig, changes: Mapping[str, Any]) -> None:
    """Raise `UsageError` where a talk cannot have so many members or turns."""
    if "members" in changes:
        check_members(len(after.members))
    if after.turns or "turns" in changes:  # 0: a run of days has no number of turns
        check_turns(after.turns)


@dataclass(frozen=True, kw_only=True)
class ForkSpec:
    """How runs of a mode are forked.

    `overrides` gives the fields of the configuration that change in the end, `check` raises `UsageError` where the
    configuration after them cannot be played: it gets those before and after, and what changes. `branch` is what only
    this mode's forks may have otherwise.
    """

    overrides: Callable[[Fork], dict[str, Any]] = plain_overrides
    check: Callable[[RunConfig, RunConfig, Mapping[str, Any]], None] = check_talk
    branch: type[Branch] | None = None


USUAL = ForkSpec()


class ForkedMode(LoggedMode, Protocol):
    """A mode that may say what its forks change."""

    @property
    def fork(self) -> Callable[[], ForkSpec] | None: ...


MODES = cast("Registry[ForkedMode]", LOGGED)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


def fork_spec(mode: str) -> ForkSpec:
    """Return how runs of that mode are forked."""
    fork = MODES[mode].fork
    return fork() if fork else USUAL


def override_config(config: RunConfig, changes: Mapping[str, Any], run: str = "") -> RunConfig:
    """Return the configuration of a fork. Raises `UsageError` for a field that is unknown or cannot have that value."""
    if isinstance(changes.get("seed"), int):
        check_seed(changes["seed"])
    try:
        changed = RunConfig.model_validate(config.as_json() | dict(changes) | {"id": run})  # model_copy checks nothing
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            "A fork cannot have {where} = {get}: {first}.",
            where=where,
            get=f"{first.get('input')!r:.60}",
            first=first["msg"],
        ) from None
    POLICIES[changed.policy]  # Raises `UnknownName`
    if "voice" in changes:
        VOICES[changed.voice.provider]
    if "members" in changes:
        ids = [member.id for member in changed.members]
        for member in ids:
            if ids.count(member) > 1:
                raise UsageError("'{member}' is named twice.", member=member, hint="Name every member once.")
    fork_spec(changed.mode).check(config, changed, changes)
    return changed


def edit_turn(turn: Turn, words: str, at: datetime) -> TurnEnded:
    """Return the turn as the director would have had it."""
    line = clean(words, acts=bool(turn.ended.acts))
    return TurnEnded(
        at=at,
        turn=turn.number,
        member=turn.member,
        text=line.text or ("" if line.acts else repair_text(words).strip()),
        thoughts=line.thoughts if line.text else (),
        acts=line.acts or turn.ended.acts,  # new words do not undo what was done meanwhile
        # A line of a script that says something else is still that line of it.
        author="script" if turn.ended.author == "script" else "director",
        edited=True,
        words_by=PERSON,
        heard_by=turn.ended.heard_by,
    )
