"""Which of the written talks a scene has, and how far it has come in it.

A scene's `written` names it: "meeting/2", "later/2" (the promise of that meeting is taken up), "evening/0", "table/0"
(an evening of the world's), "talk/7" of the world's, "visit/3/1/0" (the second visit to that matter, in which the
first of its ideas is proposed; in older logs "visit/3/1": the second of them).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from random import Random

from parley.core.base.clock import SeededRandom
from parley.core.base.line import clean
from parley.core.cast.world import Told
from parley.core.formats import join_names
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import Author
from parley.core.log.state import State
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.state import ALONE, OfficeState
from parley.core.modes.office.words import word
from parley.core.modes.office.written.meetings import Line, Meeting, get_meetings_of
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.part import Answer, RehearsalPart, Words


def choose_script(state: State, rng: SeededRandom, scene: SceneStarted) -> str:
    """Return the name of what is written for a scene that opens: of all that fits one that was had the least; empty
    where nothing fits."""
    had = Counter(each.started.written for each in state[OfficeState].scenes)
    found = list(_iterate_fitting_scripts(state.setup, scene, had))
    least = min((had[name] for name in found), default=0)
    fresh = [name for name in found if had[name] == least]
    return fresh[int(rng.draw_float(scene.scene, "scene:written") * len(fresh))] if fresh else ""


def _iterate_fitting_scripts(config: RunConfig, scene: SceneStarted, had: Counter[str]) -> Iterator[str]:
    written, world, here = get_meetings_of(config.cast_id, config.language), config.lived_in, {*scene.members}
    if scene.scene_type in ALONE:
        return
    if scene.scene_type == "meeting":
        for at, meeting in enumerate(written.meetings):
            if meeting.topic == scene.topic and meeting.speakers <= here:
                yield f"meeting/{at}"
    elif scene.kind == "dnd":
        for at, evening in enumerate(written.evenings):
            if {line.by for line in evening.lines} <= here:
                yield f"evening/{at}"
    elif scene.scene_type == "event":
        yield from (f"table/{at}" for at, _talk in enumerate(world.evening))
    elif scene.owed:
        for at, meeting in enumerate(written.meetings):
            if meeting.later and _is_promise_taken_up(meeting, scene) and {line.by for line in meeting.later} == here:
                yield f"later/{at}"
    elif scene.kind == "work":
        for member in scene.members:
            at = get_matter_of(config, member, scene.day)
            visit = _choose_next_visit(config, scene, had, at, member)
            if world.matters[at].task.text(config.language) in scene.topic and _visit(config, scene, visit, member):
                yield visit
    elif not scene.topic:
        yield from _talks(config, scene, had)


def _choose_next_visit(config: RunConfig, scene: SceneStarted, had: Counter[str], at: int, owner: str) -> str:
    """Return the visit to a matter that comes next; which of its ideas nobody had yet is proposed hangs on who proposes
    it.
    """
    before = [name.split("/") for name, times in had.items() for _ in range(times) if name.startswith(f"visit/{at}/")]
    proposed = {visit[-1] for visit in before}
    left = [idea for idea in range(len(config.lived_in.matters[at].ideas)) if str(idea) not in proposed]
    others = [one for one in scene.members if one != owner]
    if not left or not others:
        return ""
    place = [each.id for each in config.members].index(others[-1])
    return f"visit/{at}/{len(before)}/{left[place % len(left)]}"


def _talks(config: RunConfig, scene: SceneStarted, had: Counter[str]) -> Iterator[str]:
    """Return small talk: first what only these can say."""
    here = {*scene.members}
    talks = list(enumerate(config.lived_in.talks))
    own = [at for at, talk in talks if talk.between and _match_speakers(talk.between, here) and not had[f"talk/{at}"]]
    anybodys = [at for at, talk in talks if not talk.between and talk.open == (len(here) > 2)]
    yield from (f"talk/{at}" for at in (own or anybodys))


def _match_speakers(between: Sequence[Sequence[str]], here: set[str]) -> list[str]:
    """Return who of them are meant, in order; none where these are not all who are there."""
    found = [next((one for one in ids if one in here), "") for ids in between]
    return found if {*found} == here else []


def _is_promise_taken_up(meeting: Meeting, scene: SceneStarted) -> bool:
    promise = meeting.promise
    return promise is not None and scene.owes == promise.by and scene.topic in clean(promise.says).text


def get_matter_of(config: RunConfig, member: str, day: int) -> int:
    """Return the place of what a member works on that day: their own matters in turn, from one on that the seed draws,
    else what can be anybody's."""
    world, place = config.lived_in, [each.id for each in config.members].index(member)
    own = world.get_matters_of(member)
    if not own:
        shared = [at for at, matter in enumerate(world.matters) if not matter.owners]
        own = shared[place % len(shared) :: len(config.members)]  # by strides, so that few members share one
    return own[(day - 1 + draw_start(config, member, "matter", len(own))) % len(own)]


def draw_start(config: RunConfig, member: str, what: str, among: int) -> int:
    """Return which of so many a member of this run begins with: by the run's seed."""
    return int(SeededRandom(config.seed).draw_float(0, f"{member}:{what}", 0, among))


def lines_of(config: RunConfig, scene: SceneStarted, beat: int = 0) -> tuple[Line, ...]:
    """Return the lines of what is written for a scene, those of one `beat` where all speak at once; none where nothing
    is, or somebody who was there has left."""
    if not all(config.has(one) for one in scene.members):  # written answers to somebody who left make no sense
        return ()
    kind, _, rest = scene.written.partition("/")
    written, world = get_meetings_of(config.cast_id, config.language), config.lived_in
    if kind == "visit":
        return _visit(config, scene, scene.written)
    if not rest.isdecimal():  # the log may come from anywhere
        return ()
    at = int(rest)
    match kind:
        case "meeting" | "later" if at < len(written.meetings):
            found = written.meetings[at].lines if kind == "meeting" else written.meetings[at].later
        case "evening" if at < len(written.evenings):
            evening = written.evenings[at]
            found = (evening.first, evening.second)[beat - 1] if beat in (1, 2) else evening.lines
        case "table" | "talk" if at < len(talks := world.evening if kind == "table" else world.talks):
            speakers = _match_speakers(talks[at].between, {*scene.members})
            found = _distribute_lines(config, scene, talks[at].lines, speakers)
        case _:
            found = ()
    # Of an evening only the first beat of two has what all say at once, where it is not in halves.
    return found if beat < 2 or kind == "evening" else ()


def _distribute_lines(
    config: RunConfig, scene: SceneStarted, lines: Sequence[Told], speakers: Sequence[str] = ()
) -> tuple[Line, ...]:
    """Return a talk that is anybody's, from the host on, each line spoken to whoever has the next one."""
    order = speakers or sorted(scene.members, key=lambda one: one != scene.host)
    found = []
    for at, told in enumerate(lines):
        name = config.names[order[(at + 1) % len(order)]]
        says = told.text(config.language).replace("{name}", name)
        act = "ask" if says.endswith("?") else "inform"
        found.append(Line(by=order[at % len(order)], act=act, says=says))
    return tuple(found)


def _visit(config: RunConfig, scene: SceneStarted, name: str, owner: str = "") -> tuple[Line, ...]:
    """Return how somebody's work is talked about: its state, a question and a proposal the first time, later a
    proposal.
    """
    numbers = name.removeprefix("visit/").split("/")
    if not (len(numbers) in (2, 3) and all(each.isdecimal() for each in numbers)):
        return ()
    place, visit, which = int(numbers[0]), int(numbers[1]), int(numbers[-1])
    if place >= len(config.lived_in.matters):
        return ()
    matter, language = config.lived_in.matters[place], config.language
    owner = owner or next((one for one in scene.members if one in matter.owners), "")
    owner = owner or next((one for one in scene.members if get_matter_of(config, one, scene.day) == place), "")
    others = [one for one in scene.members if one != owner]
    if not owner or not others or visit >= len(matter.state) or which >= len(matter.ideas):
        return ()
    said = [(owner, "inform", matter.state[visit])]
    if not visit and matter.asks:
        said += [(others[0], "ask", matter.asks[0].ask), (owner, "answer", matter.asks[0].answer)]
    said += [(others[-1], "propose", matter.ideas[which].idea), (owner, "answer", matter.ideas[which].reply)]
    return tuple(Line.model_validate({"by": by, "act": act, "says": told.text(language)}) for by, act, told in said)


def come_to(lines: Sequence[Line], said: Sequence[tuple[str, str]]) -> int | None:
    """Return how many of the lines were said; None where somebody said something else (`said` is by whom, and what)."""
    if len(said) > len(lines):  # more was said than is written
        return None
    known = [(line.by, clean(line.says).text) for line in lines[: len(said)]]  # cleaned, as in the log
    return len(said) if known == [*said] else None


TASK = {"en": "Task", "de": "Aufgabe"}
"""What stands before the task that is named apart."""


class OfficePart(RehearsalPart):
    """What is written for the scenes of an office."""

    def line(self, request: Request, random: Random) -> Words | None:
        """Return the written words of a turn, or of a part of a beat; a part that nobody wrote is told."""
        scene, config = request.scene, request.perspective.config
        if not isinstance(scene, SceneStarted):
            return None
        if scene.cause:
            return Words(_describe_member_action(request, scene)) if request.beat else None
        text = (
            _find_solitary_sentence(request, scene) if scene.scene_type in ALONE else _find_next_spoken(request, scene)
        )
        if text:
            return Words(text, (), Author(kind="writer", name=config.cast_id))
        return Words(_describe_member_action(request, scene)) if request.beat else None

    def answer_request(self, request: Request, random: Random) -> Answer | None:
        """Return the weave of a written day: what everybody says, in turn."""
        return _answer_weave(request) if request.purpose == "weave" else None


PART = OfficePart()


def _answer_weave(request: Request) -> Answer:
    """Return the members' own lines in turn, beginning with the host or the first."""
    assert isinstance(request.scene, SceneStarted)
    host, said = request.scene.host, dict[str, list[str]]()
    for piece in request.material:
        said.setdefault(piece.member, []).append(piece.id)
    speakers = sorted(said, key=lambda member: member != host)
    order = [line for row in zip_longest(*(said[one] for one in speakers)) for line in row if line]
    by = {line: member for member, lines in said.items() for line in lines}
    for at in range(1, len(order) - 1):  # Nobody twice in a row where that can be had by a swap
        if by[order[at]] == by[order[at - 1]] != by[order[at + 1]]:
            order[at], order[at + 1] = order[at + 1], order[at]
    return {"order": order}


def _find_next_spoken(request: Request, scene: SceneStarted) -> str:
    """Return the line that is next, or where all speak at once all of one's lines, one below the other."""
    view = request.perspective
    me, lines = view.me.id, lines_of(view.config, scene, request.beat)
    if request.move is not None and request.move.injected:  # what was put in needs an answer that nobody wrote
        return ""
    if request.beat:
        return "\n".join(line.says for line in lines if line.by == me)
    at = come_to(
        lines,
        [(me if block.role == "assistant" else block.speaker, block.said) for block in _collect_scene_blocks(request)],
    )
    return lines[at].says if at is not None and at < len(lines) and lines[at].by == me else ""


def _collect_scene_blocks(request: Request) -> list[Block]:
    """Return what was said in the scene: behind what tells of its opening, which nobody says."""
    found: list[Block] = []
    for block in reversed(request.perspective.witnessed()):
        if block.role == "user" and not block.speaker and not block.name:  # the scene's opening has no speaker, no name
            break
        found.append(block)
    return found[::-1]


def _find_solitary_sentence(request: Request, scene: SceneStarted) -> str:
    """Return what one means to do, has done, or thinks in the evening: the next such sentence about what one works on,
    from one on that the seed draws. What is done goes forward, and begins early enough for two before the last of it.
    """
    view = request.perspective
    matter = view.config.lived_in.matters[get_matter_of(view.config, view.me.id, scene.day)]
    told = {"arrival": matter.plan, "work": matter.done, "reflection": matter.look}[scene.scene_type]
    among = max(len(told) - 2, 1) if scene.scene_type == "work" else len(told)
    first = draw_start(view.config, view.me.id, scene.scene_type, among)  # else all runs in this world begin alike
    told = told[first:] + told[:first]
    said = {block.said for block in view.witnessed() if block.role == "assistant"}  # lines cut from view may come again
    text = _find_unsaid_text(told, view.config.language, said)
    task = f"{TASK[view.config.language]}: {matter.task.text(view.config.language)}"
    return f"{text}\n{task}" if text and scene.scene_type == "arrival" else text


def _find_unsaid_text(told: Iterable[Told], language: str, said: set[str]) -> str:
    return next((text for each in told if (text := each.text(language)) not in said), "")


def _describe_member_action(request: Request, scene: SceneStarted) -> str:
    """Return what the member does in a part of a beat that nobody wrote, as a stage direction."""
    view = request.perspective
    config, me = view.config, view.me
    others = [config.names[one] for one in scene.members if one != me.id and config.has(one)]
    which: str = "dnd" if scene.kind == "dnd" else scene.scene_type
    if scene.cause and (scene.cause != scene.topic or scene.scene_type in ALONE):
        which = "cause"
    matter = config.lived_in.matters[get_matter_of(config, me.id, scene.day)]
    told = word(
        config, f"staged_{which}_topic" if scene.topic and which == "encounter" else f"staged_{which}",
        who=me.name, others=join_names(others, config.language), topic=scene.topic,
        task=matter.task.text(config.language), character=me.character.name if me.character else me.name,
        cause=scene.cause,
    )  # fmt: skip
    return f"({told})"
