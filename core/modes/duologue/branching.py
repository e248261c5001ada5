"""What a branch of a duologue may have otherwise than the run it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.core.base.definition import Definition
from parley.core.base.errors import UnknownName, UsageError
from parley.core.cast.member import Member, VoiceSpec
from parley.core.engine.composing import said_topic
from parley.core.engine.forking import Branch, Fork, ForkSpec, override_config
from parley.core.engine.run_request import Text, asked
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.duologue.composing import get_awareness_of, get_router_of, stop_of, when_full_of
from parley.core.modes.duologue.config import DuologueConfig, Side, Stop
from parley.core.modes.duologue.request import check_temperature


class SideChange(Definition):
    """What one side has otherwise. `awareness` is a level's name or the path of a TOML file, `system` the prompt of its
    own (empty: none any more); None: as it is."""

    voice: VoiceSpec | None = asked(None, "Voice", "PROVIDER or PROVIDER:MODEL.", widget="voice")
    temperature: float | None = asked(None, "Temperature", "0 to 2.")
    awareness: Text | None = asked(None, "Awareness", "A level or a TOML file.", widget="awareness")
    system: Text | None = asked(None, "System prompt", "A system prompt of its own, or @FILE.", widget="text")


class TalkBranch(Branch):
    """Other settings from the fork on; None (of `router` and `hub`: empty) leaves what there is.

    `sides` are by id, name or letter (a for the first); `awareness` and `voice` are for every side that is not named
    there. `stop_at` is another threshold, below 0 none any more; profile, calculator and action are of the threshold
    that there is then. `opening` can be another one only before the first turn.
    """

    sides: dict[Text, SideChange] = asked({}, "Sides", "What each has otherwise.", widget="sides", option=None)
    awareness: Text = asked("", "Awareness", "Of every side: a level or a TOML file.", widget="awareness")
    voice: VoiceSpec | None = asked(None, "Voice", "Of every side.", widget="voice", option=None)
    opening: Text = asked("", "Opening", "Another opening prompt, at turn 0 alone.", widget="text", option=None)
    router: Text | dict[str, Any] = asked("", "Topology", "Another topology, or a TOML file.", widget="router")
    hub: Text = asked("", "In the middle", "Who is in the middle of it.")
    stop_at: float | None = asked(None, "Stops at a convergence of", "Stop at this convergence; -1: at none.")
    stop_profile: Text = asked("", "Profile", "balanced, structural, semantic or strict.", option="--profile")
    stop_by: Text = asked("", "Calculator", "parley or classic.", option="--calculator")
    on_convergence: Text = asked("", "On convergence", "stop or pause.")
    context: int | None = asked(None, "Context", "Tokens of history a side is sent.", ge=0, unit="tokens")
    when_full: Text = asked("", "When full", "drop or summarise.")

    def make_refusal(self, mode: str) -> UsageError:
        """Return why a run of another mode cannot be changed like this."""
        return UsageError(
            "Sides, topology and convergence are a duologue's; this run is a {mode}.",
            mode=mode,
            hint="Of other runs a fork can change --voice, --policy, --topic, --members, --turns and --seed.",
        )


def collect_changes(fork: Fork) -> dict[str, Any]:
    """Return the fields of the configuration that a fork of a duologue changes. Raises `UsageError` and its kin."""
    if fork.branch is not None and not isinstance(fork.branch, TalkBranch):
        raise fork.branch.make_refusal(fork.before.setup.mode)
    asked_for, branch = of_changes(fork.asked, fork.branch)
    changes = {**fork.inherited, **asked_for}
    so_far = override_config(fork.before.setup, changes)  # the branch names sides as they are after these
    changes |= make_overrides(so_far, get_voices_of(fork.before, so_far, changes), fork.turn, branch)
    check_config(override_config(fork.before.setup, changes))  # last: a topology may not fit other members
    return changes


FORK = ForkSpec(overrides=collect_changes, branch=TalkBranch)


def of_changes(changes: Mapping[str, Any], branch: TalkBranch | None) -> tuple[dict[str, Any], TalkBranch]:
    """Return the fields to change as in any run, and the branch, into which a voice and a topic go.

    Raises `UsageError` for what a duologue does not have.
    """
    branch, rest = branch or TalkBranch(), dict(changes)
    if "policy" in rest:
        raise UsageError(
            "In a duologue the topology says who is next, and no policy.", hint="Choose another router instead."
        )
    if "voice" in rest:
        branch = branch.model_copy(update={"voice": VoiceSpec.model_validate(rest.pop("voice"))})
    if "topic" in rest:
        branch = branch.model_copy(update={"opening": str(rest.pop("topic"))})
    return rest, branch


def make_overrides(config: RunConfig, voices: Mapping[str, VoiceSpec], turn: int, branch: TalkBranch) -> dict[str, Any]:
    """Return the fields of the configuration that the branch changes after `turn`; `voices` as they are by then.

    Raises `UsageError` and its kin for what cannot be.
    """
    changes = {member.id: SideChange(awareness=branch.awareness) for member in config.members if branch.awareness}
    # A change to a side by its name replaces the one to all sides.
    changes |= {_find_side(config, name).id: change for name, change in branch.sides.items()}
    found = _build_voice_changes(config, voices, branch.voice, changes)
    talk = _branch_talk(config, turn, branch, changes)
    if talk != config.find(DuologueConfig):
        found["duologue"] = talk.model_dump(mode="json", exclude_defaults=True)
    if talk.opening != config[DuologueConfig].opening:
        found["topic"] = talk.opening
    return found


def get_voices_of(before: State, config: RunConfig, changes: Mapping[str, Any]) -> dict[str, VoiceSpec]:
    """Return whose voice is which when the fork begins, by id ("": everybody else's)."""
    if {"voice", "members"} & changes.keys():
        return {member.id: member.voice for member in config.members if member.voice} | {"": config.voice}
    return before.voices  # with all that the director changed meanwhile


def check_config(config: RunConfig) -> None:
    """Raise `UsageError` where a duologue cannot be played as it is set up now."""
    if fault := config[DuologueConfig].router.find_fault([member.id for member in config.members]):
        raise UsageError(fault)


def _find_side(config: RunConfig, name: str) -> Member:
    # An id before a name: whoever chose their own may be called like another's id.
    wanted, letters = name.strip().casefold(), "abcdefghijklmnopqrstuvwxyz"
    by_id = {member.id: member for member in config.members}
    by_name = {member.name.casefold(): member for member in config.members}
    found = by_id.get(wanted) or by_name.get(wanted) or dict(zip(letters, config.members, strict=False)).get(wanted)
    if found is not None:
        return found
    raise UnknownName("side", name, [member.id for member in config.members])


def _build_voice_changes(
    config: RunConfig, voices: Mapping[str, VoiceSpec], every: VoiceSpec | None, changes: Mapping[str, SideChange]
) -> dict[str, Any]:
    """Return the members with their voices, where one of these is to be another; else nothing."""
    wanted: dict[str, VoiceSpec | None] = {}
    shared = voices.get("") or config.voice
    for member in config.members:
        change, own = changes.get(member.id, SideChange()), voices.get(member.id)
        new = change.voice or every or own
        if change.temperature is not None:
            check_temperature(change.temperature)
            new = (new or shared).model_copy(update={"temperature": change.temperature})
        elif new is not own and new is not None and new.temperature is None and own is not None:
            new = new.model_copy(update={"temperature": own.temperature})  # a new voice keeps the side's temperature
        wanted[member.id] = new
    if all(wanted[member.id] == voices.get(member.id) for member in config.members):
        return {}
    members = [member.model_copy(update={"voice": wanted[member.id]}) for member in config.members]
    # Members that are set anew would forget what the director had changed for everybody.
    return {
        "members": [member.model_dump(mode="json", exclude_defaults=True) for member in members],
        "voice": (every or shared).model_dump(mode="json", exclude_defaults=True),
    }


def _branch_talk(config: RunConfig, turn: int, branch: TalkBranch, changes: Mapping[str, SideChange]) -> DuologueConfig:
    talk = config[DuologueConfig]
    sides = dict(talk.sides)
    for id_, change in changes.items():
        had = sides.get(id_) or Side(awareness=get_awareness_of("basic"))  # an imported talk may have none for them
        sides[id_] = Side(
            awareness=get_awareness_of(change.awareness) if change.awareness else had.awareness,
            system=had.system if change.system is None else change.system.strip(),
        )
    update: dict[str, Any] = {"sides": sides, "stop": _stop(talk.stop, branch)}
    if branch.router or branch.hub:
        # Another hub of the same topology leaves the rest of it.
        wanted = branch.router or talk.router.model_dump(mode="json", exclude_defaults=True)
        update["router"] = get_router_of(wanted or {"kind": talk.router.kind}, branch.hub, config.members)
    if branch.context is not None:
        update["context"] = max(0, branch.context)
    if branch.when_full:
        update["when_full"] = when_full_of(branch.when_full)
    opening = said_topic(branch.opening)
    if opening and opening != talk.opening:
        if turn:
            raise UsageError(
                "The opening prompt has been answered by turn {turn}: a fork cannot change it any more.",
                turn=turn,
                hint="Fork at turn 0, or put a topic in.",
            )
        update["opening"] = opening
    return talk.model_copy(update=update)


def _stop(had: Stop | None, branch: TalkBranch) -> Stop | None:
    if branch.stop_at is not None and branch.stop_at < 0:
        return None
    threshold = branch.stop_at if branch.stop_at is not None else had.threshold if had else None
    if threshold is None and (branch.stop_profile or branch.stop_by or branch.on_convergence):
        raise UsageError("This duologue stops at no convergence.", hint="Name the threshold too: --stop-at 0.85")
    usual = had or Stop(threshold=0.0)  # only for its defaults
    found = stop_of(
        threshold,
        branch.stop_profile or usual.profile,
        branch.stop_by or usual.calculator,
        branch.on_convergence or usual.action,
    )
    return found.model_copy(update={"after": usual.after}) if found else None  # no branch changes `after`
