"""The game master: it runs the days of an office, scene by scene, from what the log says and nothing else.

The director's hand in it: scenes that are asked for, skipped or ended, and the autopilot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from parley.core.base import forms
from parley.core.base.errors import RunError, UnknownName, UsageError, VoiceError
from parley.core.base.labels import label
from parley.core.base.prompts import prompt
from parley.core.engine.director import Director, words_of
from parley.core.engine.mode import FloorNeeded, Mode, resume_open_turn
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.events.run import AutopilotSet, EndReason, RunEnded, RunPaused
from parley.core.log.events.turn import Purpose
from parley.core.log.material import Piece
from parley.core.modes.office import acting, events, replanning
from parley.core.modes.office.config import OfficeConfig, get_room_title, select_present
from parley.core.modes.office.memory import aftermath, feelings, reflection
from parley.core.modes.office.memory.aftermath import Reason
from parley.core.modes.office.opening import date_of, next_slot, open_scene
from parley.core.modes.office.request import EXCHANGES, KINDS, MOST_DAYS, TYPES
from parley.core.modes.office.scene_ranking import build_requested, ranked
from parley.core.modes.office.state import CONVERSATIONS, OfficeState, Scene, add_minutes
from parley.core.modes.office.words import fill_sentence, get_weekday, scene_type, word
from parley.core.modes.office.written.meetings import in_other_words


class OfficeDirector(Director):
    """Who calls scenes."""

    elsewhere = ("This run is not in an office.", "Begin a scene or a day.")

    def request_scene(
        self,
        scene_type: str,
        kind: str = "",
        members: tuple[str, ...] = (),
        room: str = "",
        topic: str = "",
        exchange: str = "",
    ) -> None:
        """Have this scene next; what is left empty is for the game master. Raises `UsageError` and its kin."""
        office, config = self._require_writable_office(), self.state.setup
        if config[OfficeConfig].scene is not None:
            raise RunError("This run is of one scene.", hint="Begin a day to call others.")
        if office.day >= office.days and (office.closed or not office.running):
            raise RunError("The last day is over.", hint="Add days with the autopilot first.")
        for what, name, names in (
            ("scene type", scene_type, TYPES), ("kind", kind, KINDS), ("exchange", exchange, EXCHANGES)
        ):  # fmt: skip
            if name and name not in names:
                raise UnknownName(what, name, names)
        for member in members:
            self.name_of(member)  # raises `UnknownName`
        if len(members) == 1 or len(config.members) < 2:
            raise UsageError("A scene needs at least two members.", hint="Name another one.")
        if scene_type == "encounter" and len(members) > 3:
            raise UsageError("An encounter is of two or three.", hint="Call a meeting for more.")
        if room and room not in config[OfficeConfig].floor.by_id:
            raise UnknownName("room", room, config[OfficeConfig].floor.by_id)
        topic = words_of(topic, "topic") if topic.strip() else ""
        order = tuple(each.id for each in config.members if each.id in members)  # in cast order, as everywhere
        self.stage.append(
            events.SceneRequested(
                at=self.stage.clock.now(),
                scene_type=scene_type,  # type: ignore[arg-type]
                kind=kind,  # type: ignore[arg-type]
                members=order,
                room=room,
                topic=topic,
                exchange=exchange,  # type: ignore[arg-type]
            )
        )

    def skip_scene(self) -> None:
        """Cut the scene under way short; between two scenes, leave the next one out."""
        office = self._require_running_day()
        if office.scene is not None and office.scene.skipped:  # a second press needs no second event
            return
        self.run.cut_short()  # first: a call that is under way is of no use any more
        self.stage.append(events.SceneSkipped(at=self.stage.clock.now(), scene=office.next_scene))

    def end_day(self) -> None:
        """Send everybody home: the scene under way ends, and no other begins today."""
        office = self._require_running_day()
        if not office.closed:
            self.run.cut_short()
            self.stage.append(events.DayClosed(at=self.stage.clock.now(), day=office.day))

    def set_autopilot(self, on: bool, days: int = 0) -> None:
        """Set whether scenes follow each other without asking; with `days`, for so many more, today included."""
        office = self._require_writable_office()
        if days and not 1 <= days <= MOST_DAYS:
            raise UsageError("{days} days are not possible; ask for 1 to {longest:,}.", days=days, longest=MOST_DAYS)
        until = max(1, office.day + days - (1 if office.running else 0)) if days else 0
        self.stage.append(AutopilotSet(at=self.stage.clock.now(), on=on, days=until))

    def _require_running_day(self) -> OfficeState:
        office = self._require_writable_office()
        if not office.running:
            raise RunError("No day is under way.", hint="Play begins the next one.")
        return office

    def _require_writable_office(self) -> OfficeState:
        self.run.ensure_writable()
        return self.state[OfficeState]


BETWEEN = 5
"""Minutes between two scenes where the agenda leaves none."""
CHOICES = 3
"""Of how many candidates a voice may choose."""


class Scenes(Mode):
    """The mode of scenes and days. It has no state of its own."""

    director = OfficeDirector

    async def step(self, stage: Stage) -> None:
        """Do the next thing in the office, one turn at most."""
        if await resume_open_turn(stage):  # first: its reply may be paid for already
            return
        office = stage.state[OfficeState]
        if text := replanning.find_put_in(stage.state):  # also within a scene, which goes on in the next step
            await _change_plan(stage, text)
        elif office.scene is not None:
            await _play(stage)
        elif await _settle_scene(stage):  # before anything new: reflections are about the last scene
            return
        elif not office.running:
            if office.day >= office.days:
                await self.finish(stage, "day", _describe_run_end(stage))
            else:
                stage.append(
                    events.DayStarted(
                        at=stage.clock.now(),
                        day=office.day + 1,
                        date=date_of(stage.config[OfficeConfig], office.day + 1).isoformat(),
                        drifts=feelings.list_home_drifts(stage.state),
                    )
                )
        elif not office.autopilot and office.scenes and office.stood < len(office.scenes):  # once after each scene
            detail = fill_sentence(stage.config, "stood", scene=len(office.scenes))
            stage.append(RunPaused(at=stage.clock.now(), reason="scene", detail=detail))
        else:
            await _advance_to_next_scene(stage)

    async def finish(self, stage: Stage, reason: EndReason, detail: str) -> None:
        """Close the scene and the day, and end the run; no voice is asked for that."""
        office = stage.state[OfficeState]
        if office.scene is not None:
            why: Reason = "director" if reason == "director" else "limit"  # by rules: a call may cost beyond the limit
            stage.append(aftermath.by_rules(stage.state, stage.clock.now(), reason=why, note=detail))
        if office.running:
            stage.append(_build_day_ended(stage))
        stage.append(RunEnded(at=stage.clock.now(), reason=reason, detail=detail))


async def _change_plan(stage: Stage, text: str) -> None:
    """Change the day for what was put in: by a voice that can say how, or by rules."""
    state, config, office = stage.state, stage.config, stage.state[OfficeState]
    change, note = None, ""
    found = replanning.rank_scenes(state, stage.rng(), text)
    if not found[0].members:  # all are muted
        raise FloorNeeded
    if not acting.find_obstacle(stage):
        material = [Piece(str(i), "", _describe_candidate(stage, each)) for i, each in enumerate(found)]
        values = {"text": text, "office": office, "members": config.members}
        asked = acting.question(stage, "replan", replanning.schema(state, found), material, 500, **values)
        change, note = await _ask_voice(
            stage, "scene", asked, lambda answer: replanning.read_choice(state, found, answer)
        )
    change = change or replanning.choose_by_rules(state, text, found)
    reason = change.reason or note or fill_sentence(config, "put_in")
    stage.append(replanning.adapt_plan(state, text, found, change, reason=reason, at=stage.clock.now()))


async def _play(stage: Stage) -> None:
    scene = stage.state[OfficeState].here
    # A fork may have gone on without anybody who was in it.
    if not scene.skipped and any(stage.config.has(member) for member in scene.started.members):
        going = acting.in_turn if scene.started.exchange == "sequential" else acting.advance_beat
        if await going(stage):
            return
    await _close(stage)


async def _close(stage: Stage) -> None:
    """End the scene: what it leaves behind, by a voice that can say or by rules."""
    state, config = stage.state, stage.config
    scene = state[OfficeState].here
    reason: Reason = "skipped" if scene.skipped else "done"
    note = acting.find_obstacle(stage)
    if scene.skipped or not acting.spoken(stage) or note:  # no call for what was cut short or silent
        stage.append(aftermath.by_rules(state, stage.clock.now(), note=note, reason=reason))
        return
    members = [config.member(one) for one in scene.started.members if config.has(one)]
    loose = aftermath.open_threads(state)
    schema, material = aftermath.schema(scene.started, [each["id"] for each in loose]), aftermath.material(state)
    asked = acting.question(stage, "aftermath", schema, material, 2_000, members=members, threads=loose)
    ended, note = await _ask_voice(
        stage, "aftermath", asked, lambda answer: aftermath.read_answer(state, answer, stage.clock.now())
    )
    stage.append(ended or aftermath.by_rules(state, stage.clock.now(), note=note))


T = TypeVar("T")


async def _ask_voice(
    stage: Stage, purpose: Purpose, question: Question, read: Callable[[str], T], *, member: str = ""
) -> tuple[T | None, str]:
    """Return a voice's answer as `read` takes it (which raises `DecodeError`); else None, and why in the run's
    language.
    """
    try:
        reply = await stage.ask(purpose, question, member=member)
        return read(reply.text), ""
    except VoiceError as error:
        return None, fill_sentence(stage.config, "failed", why=error.sentence)
    except msgspec.DecodeError as error:
        return None, fill_sentence(stage.config, "unread", why=str(error))


async def _settle_scene(stage: Stage) -> bool:
    """Do what a finished scene still asks for: its translation, then one reflection a step. False: nothing is left."""
    office, office_config = stage.state[OfficeState], stage.config[OfficeConfig]
    if not office.scenes:
        return False
    last = office.scenes[-1]
    done = office.translations[-1].scene if office.translations else 0
    if office_config.translate and last.last >= last.first and done < last.started.scene:  # one try, even if it failed
        stage.append(await _translate_scene(stage, last))
        return True
    due = reflection.due(office, office_config.agenda.reflects)
    if due:
        await _draw_insights(stage, due[0])
        return True
    return False


async def _translate_scene(stage: Stage, scene: Scene) -> events.SceneTranslated:
    state, config = stage.state, stage.config
    language = config[OfficeConfig].translate
    pieces: list[Piece] = [Piece("summary", "", scene.ended.summary)] if scene.ended.summary else []
    turns = state.turns[scene.first - 1 : scene.last]
    for turn in turns:
        if turn.text:
            pieces.append(Piece(str(turn.number), turn.member, turn.text))
        for i, thought in enumerate(turn.ended.thoughts, 1):
            pieces.append(Piece(f"{turn.number}/{i}", turn.member, thought))  # "12/1" is the first thought of turn 12
        for i, act in enumerate(turn.ended.acts, 1):
            pieces.append(Piece(f"{turn.number}/a{i}", turn.member, act))

    def make_failure(why: str) -> events.SceneTranslated:
        return events.SceneTranslated(at=stage.clock.now(), scene=scene.started.scene, language=language, note=why)

    if why := acting.find_obstacle(stage):  # written lines have a written translation
        found = {piece.id: in_other_words(config, piece.text, language) for piece in pieces}
        return _build_scene_translated(stage, scene, found) if any(found.values()) else make_failure(why)
    item = forms.record({"id": forms.one_of([piece.id for piece in pieces]), "text": forms.TEXT})
    schema = forms.record({"lines": forms.list_of(item)})
    asked = acting.question(stage, "translate", schema, pieces, 4_000, into=language)
    answer, why = await _ask_voice(stage, "translation", asked, lambda text: forms.read(text, _Lines))
    if answer is None:
        return make_failure(why)
    found = {piece.id: "" for piece in pieces} | {each.id: each.text.strip() for each in answer.lines}
    return _build_scene_translated(stage, scene, found)


def _build_scene_translated(stage: Stage, scene: Scene, found: Mapping[str, str]) -> events.SceneTranslated:
    """Return the scene in the other language; `found` is each piece's text by its id, empty where there is none."""
    config = stage.config
    missing = [one for one, text in found.items() if not text]
    lines = tuple(
        events.Translated(
            turn=turn.number,
            text=found.get(str(turn.number), ""),
            thoughts=tuple(found.get(f"{turn.number}/{i}", "") for i in range(1, len(turn.ended.thoughts) + 1)),
            acts=tuple(fit_case(act, found.get(f"{turn.number}/a{i}", "")) for i, act in enumerate(turn.ended.acts, 1)),
        )
        for turn in stage.state.turns[scene.first - 1 : scene.last]
    )
    note = fill_sentence(config, "untranslated", what=", ".join(missing)) if missing else ""
    return events.SceneTranslated(
        at=stage.clock.now(),
        scene=scene.started.scene,
        language=config[OfficeConfig].translate,
        lines=lines,
        summary=found.get("summary", ""),
        note=note,
    )


def fit_case(act: str, told: str) -> str:
    """Return an act in another language, beginning as it does: behind a name."""
    return told[:1].lower() + told[1:] if act[:1].islower() else told


class _Line(msgspec.Struct):
    id: str
    text: str


class _Lines(msgspec.Struct):
    lines: list[_Line]


async def _draw_insights(stage: Stage, member: str) -> None:
    state, config = stage.state, stage.config
    note = acting.find_obstacle(stage)
    if not note:
        material = reflection.material(reflection.evidence(state[OfficeState], member))
        asked = acting.question(stage, "reflect", reflection.schema(), material, 1_000, me=config.member(member))
        reflected, note = await _ask_voice(
            stage,
            "reflection",
            asked,
            lambda answer: reflection.checked(state, member, answer, stage.clock.now()),
            member=member,
        )
        if reflected is not None:
            stage.append(reflected)
            return
    stage.append(reflection.by_rules(state, member, stage.clock.now(), note))


async def _advance_to_next_scene(stage: Stage) -> None:
    """Choose the next scene, or open the one that is chosen, or close the day."""
    office, config = stage.state[OfficeState], stage.config
    office_config = config[OfficeConfig]
    if office.ranked is not None and office.ranked.taken is not None:  # else the choice is made again
        stage.append(open_scene(stage, office.ranked))
    elif office_config.scene is not None:
        # A slot is over before the first scene only where that was skipped.
        if office.scenes or office.closed or office.slot:
            await Scenes().finish(stage, "day", fill_sentence(stage.config, "over_one"))
            return
        wish = office_config.scene.model_dump() | {"members": select_present(config, office_config.scene.members)}
        clock = wish.pop("clock")
        _on_request(stage, events.SceneRequested(at=stage.clock.now(), **wish), clock)
    elif office.requested and not office.closed:
        _on_request(stage, office.requested[0], add_minutes(office.clock, BETWEEN))
    elif due := replanning.get_due(office, next_slot(office_config, office)):
        event, came = due
        here = [each for each in event.candidates if all(map(config.has, each.members))]  # a fork may leave some out
        clock = max(came.clock, add_minutes(office.clock, BETWEEN))  # "09:30" compares as text
        chosen = here.index(event.candidates[came.place])
        _record_scene_ranking(stage, clock, here, "event", fill_sentence(config, "happened", text=event.text), chosen)
    elif next_slot(office_config, office) is None:
        stage.append(_build_day_ended(stage))
    else:
        await _choose_scene(stage)


def _on_request(stage: Stage, asked: events.SceneRequested, clock: str) -> None:
    least = 2 if asked.scene_type in CONVERSATIONS else 1  # members may have been muted since it was asked for
    candidates = [each for each in build_requested(stage.state, stage.rng(), asked) if len(each.members) >= least]
    if not candidates:
        raise FloorNeeded("The scene needs more who may speak: bring somebody back.")
    _record_scene_ranking(stage, clock, candidates, "director", fill_sentence(stage.config, "asked"))


def _record_scene_ranking(
    stage: Stage,
    clock: str,
    found: list[events.SceneCandidate],
    method: str,
    reason: str,
    chosen: int = 0,
    slot: int = -1,
) -> None:
    stage.append(
        events.SceneRanked(
            at=stage.clock.now(), scene=stage.state[OfficeState].next_scene, clock=clock, candidates=tuple(found),
            chosen=chosen, method=method, reason=reason, slot=slot,  # type: ignore[arg-type]
        )
    )  # fmt: skip


async def _choose_scene(stage: Stage) -> None:
    state, config = stage.state, stage.config
    office, office_config = state[OfficeState], config[OfficeConfig]
    slot = next_slot(office_config, office)
    assert slot is not None
    found = ranked(state, stage.rng(), slot)
    if not any(each.members for each in found):
        raise FloorNeeded
    clock = max(slot.at, add_minutes(office.clock, BETWEEN)) if office.scenes else slot.at
    reason: str = fill_sentence(config, "first", count=len(found))
    method, chosen = "rank", 0
    if slot.fixed and found[0].scene_type in slot.types:  # with few speakers, or many talks in a row, it becomes work
        method, reason = "schedule", fill_sentence(config, "fixed")
    elif len(found) == 1:
        reason = fill_sentence(config, "only")
    elif not acting.find_obstacle(stage):
        method, chosen, reason = await _vote_on_scenes(stage, found[:CHOICES], clock)
    _record_scene_ranking(stage, clock, found, method, reason, chosen, office.slot)


class _Choice(msgspec.Struct):
    choice: int
    reason: str = ""


async def _vote_on_scenes(stage: Stage, found: list[events.SceneCandidate], clock: str) -> tuple[str, int, str]:
    """Return how one of the best scenes was chosen ("rank" where the voice's answer is no use), its place, and why."""
    config = stage.config
    material = [Piece(str(i), "", _describe_candidate(stage, each)) for i, each in enumerate(found)]
    numbers = {**forms.INTEGER, "enum": list(range(len(found)))}
    schema = forms.record({"choice": numbers, "reason": forms.TEXT})
    day = stage.state[OfficeState].day
    try:
        asked = acting.question(stage, "choose_scene", schema, material, 200, day=day, clock=clock)
        reply = await stage.ask("scene", asked)
        choice = forms.read(reply.text, _Choice)
        if 0 <= choice.choice < len(found):  # servers without schemas may answer any number
            return "voice", choice.choice, " ".join(choice.reason.split())[:200] or fill_sentence(config, "schedule")
        why = str(choice.choice)
    except VoiceError as error:
        why = error.sentence
    except msgspec.DecodeError as error:
        why = str(error)
    return "rank", 0, fill_sentence(config, "unusable", why=why)


def _describe_candidate(stage: Stage, each: events.SceneCandidate) -> str:
    config = stage.config
    where = get_room_title(config, each.room) or word(config, "room_desks")
    names = ", ".join(stage.state.name_of(one) for one in each.members)
    parts = [
        f"{scene_type(config, each.scene_type)} ({label('scene_kind', each.kind, config.language)}), {where}: {names}",
        each.topic,
        each.why,
    ]
    return "; ".join(part for part in parts if part)


def _build_day_ended(stage: Stage) -> events.DayEnded:
    office, config = stage.state[OfficeState], stage.config
    first = office.past[-1].last if office.past else 0  # numbers start at 1: the last one is the next index
    scenes = office.scenes[first:]
    counts = Counter(scene_type(config, scene.started.scene_type) for scene in scenes)
    types = ", ".join(f"{title} ×{count}" if count > 1 else title for title, count in counts.items())
    # The two most important scenes stand for the day.
    weighty = sorted(scenes, key=lambda scene: -scene.started.importance)[:2]
    summaries = [scene.ended.summary for scene in scenes if scene in weighty and scene.ended.summary]
    tasks = [events.Task(member=one, task=task) for one, task in office.tasks.items() if scenes and config.has(one)]
    done = tuple(each for each in tasks if each.member in office.finished)
    left = tuple(each for each in tasks if each.member not in office.finished)
    name = get_weekday(config, date_of(config[OfficeConfig], office.day).weekday())
    told = {"weekday": name, "types": types, "summaries": summaries, "done": done, "left": left, "names": config.names}
    summary = prompt("day_ended", config.language, scenes=len(scenes), **told)[:1_500]
    return events.DayEnded(at=stage.clock.now(), day=office.day, summary=summary, done=done, left=left)


def _describe_run_end(stage: Stage) -> str:
    days = stage.state[OfficeState].day
    if stage.config[OfficeConfig].scene is not None:
        return fill_sentence(stage.config, "over_one")
    return fill_sentence(stage.config, "over_day" if days == 1 else "over_days", days=days)


MODE = Scenes()
