from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import UsageError
from parley.core.base.packaged import names
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.turn import SpeakerSelected, TurnStarted, VoiceReplied
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio
from parley.core.turn_taking.policies import POLICIES
from parley.core.voices.base import Capabilities
from tests.played_runs import REHEARSAL, played_at, played_in
from tests.scripted_voices import Actor, begun, fault, of_type, to_the_end
from tests.standup_events import sample_config

GOLDEN = Path(__file__).parents[2] / "golden"
FORMATS = names("formats")


def rehearsed(home: Home, **wish: Any) -> tuple[Run, bytes]:
    """A rehearsed run from its beginning to its end, and its log."""
    run = played_in(home, RoundtableRequest(**({"seed": 7, "simulated": True, "voice": REHEARSAL} | wish)))
    return run, run.stage.log.path.read_bytes()


@pytest.mark.parametrize(("name", "lang"), [(name, ("en", "de")[at % 2]) for at, name in enumerate(FORMATS)])
def test_every_format_runs_to_its_end_within_its_bounds(home: Home, name: str, lang: str) -> None:
    run, _data = rehearsed(home, format=name, cast="studio" if lang == "en" else "studio-de")
    state, form = run.state, run.state.setup.format
    assert (state.status, state.reason) == ("ended", "turns")
    assert form.members[0] <= len(state.setup.members) <= form.members[1]
    assert form.turns[0] <= len(state.turns) <= form.turns[1]
    assert len(state.turns) == state.setup.turns
    assert state.setup.language == lang
    kinds = [turn.started.kind for turn in state.turns if turn.started]
    assert kinds == ["opening", *["line"] * (len(kinds) - 2), "closing"]
    assert all(0 < len(turn.text) <= state.setup.cap for turn in state.turns)
    for one, other in zip(state.turns, state.turns[1:], strict=False):
        assert one.member != other.member
    if form.opener == "coordinator":
        leads = [member.id for member in state.setup.members if member.coordinator]
        assert state.turns[0].member == leads[0]
    assert state.distilled is not None
    assert len(state.distilled.memories) <= 6
    assert {memory.kind for memory in state.distilled.memories} <= set(form.distils)
    assert all(memory.confidence >= 0.55 for memory in state.distilled.memories)
    for drift in state.distilled.drifts:
        assert abs(drift.after - drift.before) <= 0.03 + 1e-9
        assert drift.reason
    assert form.actions or not state.distilled.actions


def test_a_standup_with_a_seed_is_the_same_byte_for_byte(home: Home) -> None:
    _run, data = rehearsed(home)
    golden = GOLDEN / "standup-seed-7.jsonl"
    assert data == golden.read_bytes(), f"if this is meant, replace {golden.name} by the new log"


@pytest.mark.parametrize("policy", [each for each in POLICIES if each != "manual"])
def test_the_coordinator_opens_whatever_chooses_the_others(home: Home, policy: str) -> None:
    # Holger is the first of his cast, Mireille the fourth of hers: only one of them could open by the cast's order.
    for cast in ("studio", "newsroom"):
        run, _log = rehearsed(home, format="standup", cast=cast, policy=policy, turns=4)
        members = run.state.setup.members
        leads = [member.id for member in members if member.coordinator]
        assert leads
        assert run.state.turns[0].member == leads[0]
        if policy == "round_robin":
            order = [member.id for member in members]
            after = order[(order.index(leads[0]) + 1) % len(order)]
            assert run.state.turns[1].member == after


def test_lines_that_a_voice_writes_for_others_are_not_in_its_own(tmp_path: Path) -> None:
    config = sample_config(4)
    names = [member.name for member in config.members]
    script = "\n".join(["We ship.", *(f"{name}: I agree." for name in names), "Director: Good."])
    state = played_at(tmp_path / "run.jsonl", Actor(*[script] * 8), config)[0].state
    assert len(state.turns) == 4
    for turn in state.turns:
        me = state.name_of(turn.member)
        first_other = next(member.name for member in state.setup.members if member.name != me)
        own = "We ship. I agree." if me == state.setup.members[0].name else "We ship."
        assert turn.text == own
        assert turn.ended.cut.startswith(f"{first_other}: I agree.")


@pytest.mark.parametrize("policy", POLICIES.names())
async def test_every_policy_gives_its_reasons(home: Home, policy: str) -> None:
    studio = Studio(home)
    run = studio.start(
        studio.compose(RoundtableRequest(seed=3, policy=policy, simulated=True, voice=REHEARSAL, turns=10))
    )
    while run.state.status != "ended":
        await to_the_end(run)
        if run.state.reason == "floor":
            assert policy == "manual"
            run.director.give_floor(run.state.setup.members[run.state.next_turn % 4].id)
    await run.close()
    await studio.close()
    chosen = of_type(log_file.read(run.stage.log.path).events, SpeakerSelected)
    assert len(chosen) == 10
    for each in chosen:
        assert each.policy == ("director" if policy == "manual" else policy)
        assert each.reason
        assert sum(candidate.probability for candidate in each.candidates) == pytest.approx(1.0, abs=1e-5)
    asked = [
        event
        for event in of_type(log_file.read(run.stage.log.path).events, VoiceReplied)
        if event.purpose == "selection"
    ]
    # A rehearsal has nobody who could moderate: then it is drawn, and said so.
    assert not asked


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('{"member": "LAST", "reason": "again"}', "the moderator named nobody who may speak"),
        ('{"member": "stranger", "reason": "who?"}', "the moderator named nobody who may speak"),
        ('{"member": 7}', "the moderator's answer could not be read"),
        ("", "the moderator's answer could not be read"),
        (fault("overloaded"), "the moderator could not be asked (overloaded)"),
        (fault("invalid", cost=0.1, tokens={"input": 3}), "the moderator could not be asked (invalid)"),
    ],
)
def test_a_moderator_without_a_usable_answer_is_replaced_by_a_draw(log_path: Path, answer: Any, why: str) -> None:
    actor = Actor("One.", answer.replace("LAST", sample_config().members[0].id) if isinstance(answer, str) else answer)
    run, _seen = played_at(log_path, actor, sample_config(3).model_copy(update={"policy": "moderator"}))
    assert run.state.status == "ended"
    chosen = run.state.turns[1].selected
    assert chosen is not None
    assert chosen.policy == "moderator"
    assert chosen.reason == f"{why}; drawn by affinity"
    assert chosen.draw >= 0
    assert "selection" not in run.state.pending


def test_a_voice_without_words_of_its_own_is_not_asked_to_moderate(log_path: Path) -> None:
    class Small(Actor):
        capabilities = Capabilities(structured=True, staged=True)  # type: ignore[assignment]

    actor = Small("One.", "Two.", "Three.")
    run, _seen = played_at(log_path, actor, sample_config(3).model_copy(update={"policy": "moderator"}))
    assert {request.purpose for request in actor.requests} == {"turn"}
    chosen = run.state.turns[1].selected
    assert chosen is not None
    assert chosen.reason == "the voice is too small to moderate; drawn by affinity"


def test_a_moderator_decides(log_path: Path) -> None:
    actor = Actor("One.", '{"member": "writer", "reason": "  She  has not\\n spoken."}')
    run, _seen = played_at(log_path, actor, sample_config(2).model_copy(update={"policy": "moderator"}))
    chosen = run.state.turns[1].selected
    assert chosen is not None
    assert (chosen.member, chosen.reason) == ("writer", "She has not spoken.")


def test_a_finished_reply_is_used_after_a_crash_and_cleaned_alike(log_path: Path) -> None:
    """Another member's name in front of a line goes, whether or not the process that asked is the one that reads."""

    async def crashed(reply: str) -> str:
        run = begun(log_path, Actor(), sample_config(2))
        at = run.stage.clock.now()
        run.stage.append(SpeakerSelected(at=at, turn=1, member="boss", policy="affinity", reason="x"))
        run.stage.append(TurnStarted(at=at, turn=1, member="boss", kind="opening"))
        run.stage.append(VoiceReplied(at=at, turn=1, member="boss", text=reply))
        await to_the_end(run)
        await run.close()
        return run.state.turns[0].text

    reply = "Writer: We ship."
    run, _seen = played_at(log_path.with_name("whole.jsonl"), Actor(reply), sample_config(2))
    assert run.state.turns[0].text == asyncio.run(crashed(reply)) == "We ship."


def test_two_who_are_named_may_hold_any_format_and_one_may_not(home: Home) -> None:
    assert len(Studio(home).compose(RoundtableRequest(format="standup", members=["boss", "writer"])).members) == 2
    with pytest.raises(UsageError, match="2 to 30 members, and not 1"):
        Studio(home).compose(RoundtableRequest(format="standup", members=["boss"]))
