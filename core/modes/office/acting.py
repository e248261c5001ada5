"""How a scene is played: all at once and woven, each for themselves, or one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.prompts import prompt
from parley.core.engine import floor
from parley.core.engine.floor import choose, selected
from parley.core.engine.mode import FloorNeeded
from parley.core.engine.moderation import ask_moderator
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.authors import author_of_reply
from parley.core.log.events.base import Event
from parley.core.log.events.turn import Move, TurnKind
from parley.core.log.material import Piece
from parley.core.log.state import Turn
from parley.core.modes.office.config import OfficeConfig, get_room_title, select_present
from parley.core.modes.office.contributing import direction, gather_parts, recalled
from parley.core.modes.office.events import ContributionAsked, SceneWoven, WeaveRejected, WovenLine
from parley.core.modes.office.memory import weaving
from parley.core.modes.office.state import OfficeState
from parley.core.modes.office.words import fill_sentence, word
from parley.core.modes.office.written.meetings import Line
from parley.core.modes.office.written.scripts import come_to, lines_of
from parley.core.turn_taking import rule_policies, selection
from parley.core.turn_taking.moves import draw_move, injected_for
from parley.core.turn_taking.policies import POLICIES
from parley.core.turn_taking.selection import Selection, SelectionContext

MOST_REFUSALS = 2
"""Weaves of the game master's that may fail before the deterministic one is taken."""
ENDING = 0.35
"""Chance that a talk ends after each exchange beyond the fewest."""


def list_speakers(stage: Stage) -> list[str]:
    """Return who may speak in the scene, in its order. Raises `FloorNeeded` where nobody may."""
    scene = stage.state[OfficeState].here
    here = {member.id for member in stage.config.members}  # a fork may have gone on without some of them
    found = [one for one in scene.started.members if one in here and one not in stage.state.muted]
    if not found:
        raise FloorNeeded
    return found


async def advance_beat(stage: Stage) -> bool:
    """Do the next thing of a beat in which all speak at once; False where the scene's last beat is over."""
    scene = stage.state[OfficeState].here
    # A beat is asked, replied to, arranged, said. The log alone tells how far it is: a crash may come anywhere.
    if scene.wove == scene.beat and scene.said >= len(scene.woven):  # the beat is arranged, and all its lines are said
        rules = stage.config[OfficeConfig].agenda.rules(scene.started.kind)
        if scene.beat >= (rules.beats if scene.started.exchange == "weave" else 1):  # a round has a single beat
            return False
        _ask(stage, list_speakers(stage), scene.beat + 1)
        return True
    if scene.wove < scene.beat:
        _ask(stage, _list_unasked_members(stage), scene.beat)  # mostly nobody: those whose question is stale or missing
        if any(one not in scene.contributions for one in scene.asked):
            await gather_parts(stage)
        else:
            await _arrange_beat(stage)  # a step of its own, so that a pause can come between replies and weave
        return True
    line = scene.woven[scene.said]  # one line a step, so that one can pause, fork and break within a weave
    if _may_say(stage, line.member):
        thoughts, reply = (line.thinks,) if line.thinks else (), scene.contributions.get(line.member)
        author = author_of_reply(reply) if reply is not None else None
        stage.say(line.member, line.says, thoughts, (line.does,) if line.does else (), words_by=author)
        return True
    # They were muted, or a fork went on without them: the rest of their lines goes with them.
    left = tuple(each for each in scene.woven[scene.said :] if _may_say(stage, each.member))
    _append_event(stage, SceneWoven, lines=left)
    return True


def _may_say(stage: Stage, member: str) -> bool:
    return stage.config.has(member) and member not in stage.state.muted


def _list_unasked_members(stage: Stage) -> list[str]:
    """Return who is to be asked for the beat under way: who was not yet, and who was asked in another moment than
    this.
    """
    scene = stage.state[OfficeState].here
    due = [one for one in scene.asked if one not in scene.contributions]
    missing = [one for one in list_speakers(stage) if one not in scene.asked] if not scene.contributions else []
    # What is asked follows from the log up to the question: since then the director may have said something.
    stale = bool(due) and stage.state.entries[-1].seq > max(scene.asked[one][0] for one in due)
    return [*(due if stale else ()), *missing]


def _ask(stage: Stage, members: list[str], beat: int) -> None:
    for member in members:
        # Woven lines have no `turn.started` that would hold this: the inspector derives the request from here.
        words = {"direction": direction(stage, member), "recalled": recalled(stage, member), "lore": stage.lore(member)}
        _append_event(stage, ContributionAsked, beat=beat, turn=stage.state.next_turn, member=member, **words)


def _append_event(stage: Stage, kind: Callable[..., Event], **values: Any) -> None:
    """Append an event of the beat under way."""
    scene = stage.state[OfficeState].here
    stage.append(kind(at=stage.clock.now(), scene=scene.started.scene, **{"beat": scene.beat, **values}))


async def _arrange_beat(stage: Stage) -> None:
    """Put the contributions of the beat in order: by the game master, by rules where it cannot."""
    scene, config = stage.state[OfficeState].here, stage.config
    rules = config[OfficeConfig].agenda.rules(scene.started.kind)
    said = {one: scene.contributions[one].text for one in scene.asked if one in scene.contributions}
    cap = stage.cap()
    if scene.started.exchange == "round":
        lines = tuple(_whole(stage, member, text, cap) for member, text in said.items())
        _record_scene_woven(stage, tuple(line for line in lines if line.says or line.does), "")
        return
    note = find_obstacle(stage)
    if not note and len(scene.refusals) < MOST_REFUSALS:
        members = [config.member(one) for one in said]
        material = weaving.pieces(said, stage.list_names, cap)
        schema = weaving.schema(material, rules.lines)
        asked = question(stage, "weave", schema, material, 500, members=members, lines=rules.lines)
        try:
            reply = await stage.ask("weave", asked)
            lines = weaving.checked(reply.text, said, stage.list_names, rules.lines, cap)
        except weaving.WeaveError as error:
            _append_event(stage, WeaveRejected, reason=error.args[0])  # the next step asks again, a few times
            return
        except VoiceError as error:
            note = fill_sentence(config, "failed", why=error.sentence)
        else:
            _record_scene_woven(stage, lines, "", method="voice")
            return
    start = list(said).index(scene.started.host) if scene.started.host in said else 0  # the host may be muted or gone
    note = note or (scene.refusals[-1] if scene.refusals else "")
    lines = _find_written_lines(stage) or weaving.by_rules(said, stage.list_names, rules.lines, cap, start)
    _record_scene_woven(stage, lines, note)


def _find_written_lines(stage: Stage) -> tuple[WovenLine, ...]:
    """Return what is written for the beat, in its order, where it is what everybody gave; else nothing."""
    scene = stage.state[OfficeState].here
    lines = lines_of(stage.config, scene.started, scene.beat)
    given = {one: reply.text for one, reply in scene.contributions.items()}
    due = {one: "\n".join(line.says for line in lines if line.by == one) for one in {line.by for line in lines}}
    if any(given.get(one) != text for one, text in due.items()):  # other words came: the written order does not fit
        return ()
    return tuple(WovenLine(member=line.by, says=line.says) for line in lines)


def _whole(stage: Stage, member: str, text: str, cap: int) -> WovenLine:
    """Return all that one said for themselves, as one line; what overruns the cap is left out sentence by sentence."""
    part = weaving.part_of(text, stage.list_names(member))
    says = weaving.chunks(part, cap)
    while cap and len(says) > 1 and len(" ".join(says)) > cap:
        says = says[:-1]
    return WovenLine(
        member=member, says=" ".join(says), thinks="; ".join(part.thoughts), does=part.does, task=part.task
    )


def _record_scene_woven(stage: Stage, lines: tuple[WovenLine, ...], note: str, *, method: str = "rules") -> None:
    note = note if lines else note or fill_sentence(stage.config, "no_lines")
    _append_event(stage, SceneWoven, lines=lines, method=method, note=note)


def question(
    stage: Stage, name: str, schema: dict[str, Any], material: Sequence[Piece], most: int, **values: Any
) -> Question:
    """Return what is asked by the prompt of that name, about the scene under way where there is one."""
    config, scene, since = stage.config, stage.state[OfficeState].scene, stage.state.seq
    if scene is not None:
        room = get_room_title(config, scene.started.room) or scene.started.room
        values, since = {"scene": scene.started, "room": room, **values}, scene.seq
    task = prompt(f"{name}_task", config.language, material=tuple(material), **values)
    words = word(config, f"ask_{name}")
    return Question(task, words, schema, max_tokens=most, material=tuple(material), since=since)


def find_obstacle(stage: Stage) -> str:
    """Return why the game master's voice cannot be asked for a form; empty where it can."""
    try:
        skilled = stage.capabilities()
    except VoiceError as error:
        return fill_sentence(stage.config, "failed", why=error.sentence)
    # A led voice takes as long for a form as for all the lines of a scene.
    return "" if skilled.fills_forms and not skilled.led else fill_sentence(stage.config, "small")


async def in_turn(stage: Stage) -> bool:
    """Take the next turn of a talk one after the other; False where the game master ends it."""
    state = stage.state
    if len(select_present(stage.config, stage.state[OfficeState].here.started.members)) < 2:  # a fork left one alone
        return False
    speakers = list_speakers(stage)
    said, left = spoken(stage), _find_remaining_lines(stage)
    if left is not None and not left:
        return False
    least, most = _draw_scene_length(stage, len(speakers)) if left is None else (0, len(said) + len(left))
    if len(said) >= most or (left is None and len(said) >= least and await _is_talk_over(stage, said, speakers)):
        return False
    due = left[0] if left else None
    if state.selected is None or state.selected.member not in speakers:  # a logged choice survives a pause or a crash
        who = due.by if due is not None else _find_decider(stage) if len(said) + 1 >= most else ""
        chosen = await _select_next_speaker(stage, said, speakers, who)
        stage.append(selected(stage, chosen))
    assert state.selected is not None
    member = state.selected.member
    kind: TurnKind = "opening" if not said else "closing" if len(said) + 1 >= most else "line"
    if due is not None and due.by == member:
        told = Move(act=due.act, to=due.to)
        move: Move | None = told
    else:
        told = _draw_move(stage, member, kind, speakers, most)
        move = stage.planned(member, kind, told)
    words = direction(stage, member, move or told)
    await stage.speak(member, kind=kind, direction=words, recalled=recalled(stage, member), move=move)
    return True


def _find_remaining_lines(stage: Stage) -> Sequence[Line] | None:
    """Return what is still to be said of what is written for the scene; None where nothing is, or it went another
    way.
    """
    scene = stage.state[OfficeState].here
    lines = lines_of(stage.config, scene.started)
    since = [entry for entry in stage.state.entries if entry.seq > scene.seq and entry.kind != "scene"]
    at = come_to(lines, [(entry.speaker, entry.text) for entry in since]) if lines else None
    if at is None or {line.by for line in lines[at:]} & stage.state.muted:  # the others' written lines answer theirs
        return None
    # Who was whispered something before the scene answers that, and what was written ends.
    return None if lines[at:] and injected_for(stage.state, lines[at].by) else lines[at:]


def _find_decider(stage: Stage) -> str:
    """Return who has the last word: in a meeting whoever leads it, where they may speak; empty: anybody."""
    scene = stage.state[OfficeState].here.started
    return scene.host if scene.scene_type == "meeting" and scene.host in list_speakers(stage) else ""


def _draw_move(stage: Stage, member: str, kind: TurnKind, speakers: list[str], most: int) -> Move:
    """Return the move of the member's turn in the scene: a meeting ends with a decision."""
    scene, state = stage.state[OfficeState].here, stage.state
    if kind == "closing" and scene.started.scene_type == "meeting" and not injected_for(state, member):
        return Move(act="decide")
    moves = stage.config.format.moves
    return draw_move(
        state, stage.rng(), member, kind=kind, moves=moves, members=speakers, first=scene.first, turns=most
    )


def spoken(stage: Stage) -> list[Turn]:
    """Return the scene's turns so far."""
    return stage.state.turns[stage.state[OfficeState].here.first - 1 :]


def _draw_scene_length(stage: Stage, speakers: int) -> tuple[int, int]:
    """Return the fewest turns, and the number at which it ends: drawn within the agenda's bounds."""
    scene, agenda = stage.state[OfficeState].here.started, stage.config[OfficeConfig].agenda
    if scene.scene_type == "meeting":
        low, high = agenda.meeting
        least = max(low, min(speakers, high))  # enough for everybody to speak once
    else:
        low, high = agenda.exchanges[0] * speakers, agenda.exchanges[1] * speakers
        least = low
    # By the scene and not the turn: it is drawn before each turn, and has to be the same each time.
    drawn = stage.rng().generator(scene.scene, "scene:length").randint(least, max(least, high))
    return least, drawn


async def _is_talk_over(stage: Stage, said: list[Turn], speakers: list[str]) -> bool:
    """Return whether the game master ends the talk here; only asked where an exchange is whole."""
    if stage.state.selected is not None or stage.state.floor in speakers:  # whoever has the floor still speaks
        return False
    if len(said) % len(speakers) and stage.state[OfficeState].here.started.scene_type != "meeting":
        return False
    if find_obstacle(stage):
        # A meeting goes on to its decision.
        meets = stage.state[OfficeState].here.started.scene_type == "meeting"
        return not meets and stage.rng().draw_float(stage.state.next_turn, "scene:closing") < ENDING
    material = [Piece(str(turn.number), turn.member, turn.text) for turn in said]
    schema = forms.record({"over": forms.FLAG, "reason": forms.TEXT})
    exchanges = len(said) // max(1, len(speakers))
    try:
        reply = await stage.ask("closing", question(stage, "closing", schema, material, 200, exchanges=exchanges))
        return forms.read(reply.text, _Closing).over
    except (VoiceError, msgspec.DecodeError):
        return stage.rng().draw_float(stage.state.next_turn, "scene:closing") < ENDING


class _Closing(msgspec.Struct):
    over: bool
    reason: str = ""


async def _select_next_speaker(stage: Stage, said: list[Turn], speakers: list[str], due: str = "") -> Selection:
    """Return who has the floor: whom the director says, who is `due` to speak now, the host at first, the other one
    of two, else as the game master gives it."""
    state, scene = stage.state, stage.state[OfficeState].here.started
    here = situation(stage, said, speakers)
    if state.floor in here.eligible:
        return selection.certain("director", "the director gave the floor", here, state.floor)
    policy = POLICIES[state.policy]
    members = [stage.config.member(one) for one in speakers]
    if policy.opening == "always":  # this policy decides even where there is one choice only
        return await choose(stage, here, members, stage.state[OfficeState].here.seq)
    if due:
        return selection.certain("game master", fill_sentence(stage.config, "due"), here, due)
    if not said:
        first = scene.host if scene.host in speakers else speakers[0]
        return selection.certain("game master", fill_sentence(stage.config, "host_opens"), here, first)
    others = [one for one in speakers if one != here.last_speaker]
    if len(speakers) == 2 and len(others) == 1:  # both are left where the director spoke last
        return selection.certain("game master", fill_sentence(stage.config, "answers"), here, others[0])
    if len(speakers) == 1:
        return selection.certain("game master", fill_sentence(stage.config, "after"), here, speakers[0])
    if state.policy in {"affinity", "moderator"} and not find_obstacle(stage) and scene.scene_type == "meeting":
        return await ask_moderator(stage, here, members, since=stage.state[OfficeState].here.seq)
    # Who moderates is not asked in a small talk.
    return await choose(stage, here, members) if policy.draw else rule_policies.affinity(here, stage.rng())


def situation(stage: Stage, said: list[Turn], speakers: list[str]) -> SelectionContext:
    """Return what the selection looks at: the scene alone."""
    counts, last = Counter(turn.member for turn in said), said[-1] if said else None
    return msgspec.structs.replace(
        floor.situation(stage.state),
        members=speakers,
        names={one: stage.state.name_of(one) for one in speakers},
        eligible=frozenset(speakers),
        spoken={one: counts[one] for one in speakers},
        last_speaker=last.member if last else "",
        last_text=last.text if last else "",
    )
