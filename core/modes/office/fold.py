"""How events change the office."""

from __future__ import annotations

import msgspec

from parley.core.cast.affinity import pair
from parley.core.log.events.distilled import Drift, MemoryRecord
from parley.core.log.events.run import AutopilotSet, RunPaused, TopicInjected
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from parley.core.log.slices import folds
from parley.core.log.state import Entry, State
from parley.core.modes.office import events
from parley.core.modes.office.state import (
    CONVERSATIONS,
    VALENCE,
    Day,
    OfficeState,
    OpenScene,
    Scene,
    add_memories,
    describe_acts,
    format_opening,
)

DIRECTED = 8
"""How important a member finds what the director says, 1 to 10."""


@folds(events.DayStarted, OfficeState)
def _apply_day_started(state: State, office: OfficeState, event: events.DayStarted) -> None:
    office.day, office.date, office.clock = event.day, event.date, "08:00"
    office.running, office.closed, office.streak, office.slot = True, False, 0, 0
    for member in office.finished:  # What is done is nobody's task any more; what is not is still
        office.tasks.pop(member, None)
    office.finished = {}
    for drift in event.drifts:
        # A night is no reason: what the last scene did still is.
        known = office.drifted.get(pair(drift.a, drift.b))
        _note_drift(office, drift, known.reason if known else "")
        state.affinity[pair(drift.a, drift.b)] = drift.after


def _note_drift(office: OfficeState, drift: Drift, reason: str) -> None:
    """Keep how the whole run changed an affinity."""
    two = pair(drift.a, drift.b)
    first = office.drifted.get(two)
    before = first.before if first else drift.before
    office.drifted[two] = Drift(a=two[0], b=two[1], before=before, after=drift.after, reason=reason)


@folds(events.DayEnded, OfficeState)
def _apply_day_ended(state: State, office: OfficeState, event: events.DayEnded) -> None:
    first = office.past[-1].last + 1 if office.past else 1
    office.past = (*office.past, Day(office.day, office.date, first, len(office.scenes), event.summary))
    office.running, office.planned = False, ()


@folds(events.DayReplanned, OfficeState)
def _apply_day_replanned(state: State, office: OfficeState, event: events.DayReplanned) -> None:
    office.replans = (*office.replans, event)
    known = state.setup.names.keys()  # What has no hour of its own comes before what has
    planned = [*office.planned, *((event, came) for each, came in event.coming if known >= {*each.members} > set())]
    office.planned = tuple(sorted(planned, key=lambda each: each[1].clock))
    for each in event.tasks:
        office.tasks[each.member] = each.task
        office.finished.pop(each.member, None)
    office.ranked = None
    state.pending.pop("scene", None)
    _leave_out_gone(office)


def _leave_out_gone(office: OfficeState) -> None:
    gone = {each.place for event in office.replans_of(office.day) for each in event.gone}
    while office.slot in gone:
        office.slot += 1


@folds(events.DayClosed, OfficeState)
def _apply_day_closed(state: State, office: OfficeState, event: events.DayClosed) -> None:
    office.closed, office.ranked, office.requested, office.planned = True, None, (), ()
    state.selected = None
    state.pending.pop("scene", None)
    if office.scene is not None:
        office.scene.skipped = True


@folds(events.SceneRanked, OfficeState)
def _apply_scene_ranked(state: State, office: OfficeState, event: events.SceneRanked) -> None:
    office.ranked = event
    state.pending.pop("scene", None)


@folds(events.SceneRequested, OfficeState)
def _apply_scene_requested(state: State, office: OfficeState, event: events.SceneRequested) -> None:
    office.requested = (*office.requested, event)
    office.ranked = None
    state.pending.pop("scene", None)


@folds(events.SceneStarted, OfficeState)
def _apply_scene_started(state: State, office: OfficeState, event: events.SceneStarted) -> None:
    before = tuple((member, office.moods.get(member, "")) for member in event.members)
    office.scene = OpenScene(event, state.seq, state.next_turn, moods_before=before)
    # Used up only now: a crash between the choice and the scene leaves the request as it was.
    if office.ranked is not None:
        if office.ranked.method == "director":
            office.requested = office.requested[1:]
        elif office.ranked.method == "event":
            office.planned = office.planned[1:]
        office.slot = max(office.slot, office.ranked.slot + 1)  # the slot is −1 where the scene is not the agenda's
        _leave_out_gone(office)
    office.ranked = None
    office.clock = event.clock
    for place in event.places:
        office.places[place.member] = place
    text = format_opening(state.setup, event)
    state.entries.append(Entry("scene", state.seq, state.next_turn, "", text, event.members))


@folds(events.ContributionAsked, OfficeState)
def _apply_contribution_asked(state: State, office: OfficeState, event: events.ContributionAsked) -> None:
    if (scene := office.scene) is None:
        return
    if event.beat != scene.beat:
        scene.beat, scene.asked, scene.contributions, scene.refusals = event.beat, {}, {}, ()
        scene.woven, scene.said = (), 0
    scene.asked[event.member] = (state.seq, event)
    scene.contributions.pop(event.member, None)  # a reply to an earlier question does not count


@folds(events.WeaveRejected, OfficeState)
def _apply_weave_rejected(state: State, office: OfficeState, event: events.WeaveRejected) -> None:
    state.pending.pop("weave", None)
    if office.scene is not None:
        office.scene.refusals = (*office.scene.refusals, event.reason)


@folds(events.SceneWoven, OfficeState)
def _apply_scene_woven(state: State, office: OfficeState, event: events.SceneWoven) -> None:
    state.pending.pop("weave", None)
    if office.scene is not None:
        office.scene.woven, office.scene.wove, office.scene.said = event.lines, event.beat, 0


@folds(events.SceneSkipped, OfficeState)
def _apply_scene_skipped(state: State, office: OfficeState, event: events.SceneSkipped) -> None:
    state.selected = None
    # What the game master was about to choose among is no choice any more.
    state.pending.pop("scene", None)
    if office.scene is not None:
        office.scene.skipped = True
    elif office.requested:
        office.requested, office.ranked = office.requested[1:], None
    elif office.planned and (office.ranked.method == "event" if office.ranked else not office.planned[0][1].clock):
        office.planned, office.ranked = office.planned[1:], None
    else:
        office.slot, office.ranked = office.slot + 1, None
        _leave_out_gone(office)


def _store_scene_outcome(state: State, office: OfficeState, event: events.SceneEnded) -> None:
    """Keep what the scene leaves: memories, feelings and tasks."""
    if (scene := office.scene) is None:
        return
    started = scene.started
    office.scenes.append(
        Scene(started, scene.seq, scene.first, len(state.turns), event, state.seq, scene.moods_before, scene.feedback)
    )  # fmt: skip
    office.scene = None
    office.clock = event.clock or office.clock
    if not started.cause:
        # What came to pass is not the day's own pace.
        office.streak = office.streak + 1 if started.scene_type in CONVERSATIONS else 0
    add_memories(office, event.memories)
    for shift in event.shifts:
        two = shift.member, shift.other
        moved = office.valence.get(two, 0.0) + VALENCE[shift.valence]
        office.valence[two] = round(max(-1.0, min(1.0, moved)), 4)
    for drift in event.drifts:
        _note_drift(office, drift, drift.reason)
    if started.scene_type in CONVERSATIONS:
        for i, one in enumerate(started.members):
            for other in started.members[i + 1 :]:
                office.talked[pair(one, other)] = started.scene
    office.moods.update({each.member: each.mood for each in event.moods})
    for each in event.tasks:
        office.tasks[each.member] = each.task
        office.finished.pop(each.member, None)
    office.finished.update({each.member: each.task for each in event.done})
    office.settled.update({each.memory: each.how for each in event.settled})


@folds(events.SceneEnded, OfficeState)
def _apply_scene_ended(state: State, office: OfficeState, event: events.SceneEnded) -> None:
    state.pending.pop("aftermath", None)
    state.pending.pop("closing", None)
    # The floor was given in this scene, and for it.
    state.selected, state.floor, state.begun = None, "", 0
    # They see that somebody talked, and of what; the words were never theirs to hear.
    for memory in event.memories:
        if memory.type == "observation":
            turn = state.next_turn
            state.entries.append(Entry("observation", state.seq, turn, "", memory.text, (memory.member,)))
    _store_scene_outcome(state, office, event)
    for drift in event.drifts:
        state.affinity[pair(drift.a, drift.b)] = drift.after


@folds(events.SceneTranslated, OfficeState)
def _apply_scene_translated(state: State, office: OfficeState, event: events.SceneTranslated) -> None:
    state.pending.pop("translation", None)
    office.translations.append(event)


@folds(events.MemberReflected, OfficeState)
def _apply_member_reflected(state: State, office: OfficeState, event: events.MemberReflected) -> None:
    state.pending.pop("reflection", None)
    office.memories.extend(event.insights)
    office.accumulated[event.member] = 0


@folds(AutopilotSet, OfficeState)
def _apply_autopilot_set(state: State, office: OfficeState, event: AutopilotSet) -> None:
    office.autopilot = event.on
    office.days = event.days or office.days  # 0: the number of days stays


@folds(RunPaused, OfficeState)
def _run_paused(state: State, office: OfficeState, event: RunPaused) -> None:
    if event.reason == "scene":
        office.stood = len(office.scenes)


@folds(TopicInjected, OfficeState)
def _apply_topic_injected(state: State, office: OfficeState, event: TopicInjected) -> None:
    if office.scene is not None:
        office.scene.feedback = (*office.scene.feedback, event.text)
    # What the director says is remembered: it is meant for more than the next line.
    for member in event.to or [each.id for each in state.setup.members]:
        kept = MemoryRecord(
            id=f"m{len(office.memories) + 1}", member=member, type="observation", text=event.text, importance=DIRECTED,
            day=office.day, scene=office.next_scene, moment=office.moment, tags=("director",),
        )  # fmt: skip
        add_memories(office, (kept,))


@folds(VoiceReplied, OfficeState)
def _voice_replied(state: State, office: OfficeState, event: VoiceReplied) -> None:
    if event.purpose != "contribution":
        return
    state.pending.pop("contribution", None)  # It belongs to the beat that it was asked for
    if (scene := office.scene) is not None:
        # They are kept in the order in which members were asked, whoever was ready first.
        came = {**scene.contributions, event.member: event}
        scene.contributions = {one: came.pop(one) for one in scene.asked if one in came} | came


@folds(TurnEnded, OfficeState)
def _turn_ended(state: State, office: OfficeState, event: TurnEnded) -> None:
    turn, scene = state.turns[-1], office.scene
    if event.acts and scene is not None and (beside := tuple(scene.started.bystanders)):
        # They see what somebody does; the words are not theirs to hear.
        text = describe_acts(state.name_of(event.member), event.acts)
        state.entries.append(Entry("observation", state.seq, event.turn, "", text, beside))
    # Woven lines have no `turn.started`, as the director's lines by hand: those are no part of the weave.
    if turn.started is None and scene is not None and (event.author == "voice" or event.edited):
        # The next woven line is said: the contribution stands behind the first of the member's, and is paid once.
        before = {line.member for line in scene.woven[: scene.said]}
        scene.said += 1
        reply = scene.contributions.get(event.member) if event.member not in before else None
        held = msgspec.structs.replace(turn.parts, reply=reply)
        state.turns[-1] = msgspec.structs.replace(turn, held=held)


SLICES = (OfficeState,)
"""With all that folds them: the handlers of this module."""
