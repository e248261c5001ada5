"""The desktop half of the mode: also how a turn came about, and trust as the network shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.errors import ParleyError
from parley.core.cast.member import PLAYER
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.state import State, Turn
from parley.core.measures.moves import Moves
from parley.core.modes.story import events as story_events
from parley.core.modes.story.composing import SETTINGS, list_characters
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.shown import as_affinity
from parley.core.modes.story.state import StoryState
from parley.core.studio.library import Library
from parley.desktop.affinity.figures import EdgeFigure, NetworkFigure
from parley.desktop.affinity.model import with_moves
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.inspector.figures import InspectorFigure, NoteFigure
from parley.desktop.modes.registry import ModeView
from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.model import build_story_figure, role_in_story
from parley.desktop.run.figures import MarkKind, MemberFigure, TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP, get_name
from parley.desktop.widgets.language import said as in_words
from parley.desktop.workspaces import Workspace

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel


FOE = "foe"


def build_trust_figure(members: Sequence[MemberFigure], state: State, moves: Moves) -> NetworkFigure:
    """Return the network of a story at `state`: the player's trust with every character."""
    ids, story = [member.id for member in members], state[StoryState]
    changed: dict[str, float] = {}
    for each in moves.all[: moves.count_until(state.seq)]:  # oldest first: the last one counts
        changed[each.move.b] = each.move.after
    edges: list[EdgeFigure] = []
    for a, first in enumerate(ids):
        for b in range(a + 1, len(ids)):
            other = ids[b] if first == PLAYER else first if ids[b] == PLAYER else ""
            person = story.people[other].person if other in story.people else None
            # Neither agents nor foes think anything of the player.
            if person is not None and person.archetype != FOE:
                began = as_affinity(person.trust)
                now = changed.get(other, began)
                why = translate("Tale", "{name} has not changed their mind yet.").format(name=state.name_of(other))
                edges.append(EdgeFigure(a, b, now, round(now - began, 6), why))
    nobody = (-1,) * len(ids)  # −1: in no community
    figure = NetworkFigure(tuple(members), tuple(edges), nobody, (), measure="trust")
    return with_moves(figure, state.seq, moves)


def story_notes(moment: State, said: Turn) -> tuple[NoteFigure, ...]:
    """Return who was to answer and why, and how many tools were called; `moment` is right after the turn."""
    tale = moment[StoryState]
    routed = tale.routed if said.member != PLAYER and tale.phase != "creation" else None
    count = translate("StoryPane", "Tool calls: {count}").format(count=len(said.answers))
    tools = said.started.tools if said.started else ()
    offered = translate("StoryPane", "Offered: {names}").format(names=", ".join(tools)) if tools else ""
    found = [NoteFigure(in_words(get_text_of(routed)), large=True)] if routed else []
    if told := _format_deeds(moment, said):
        found.append(NoteFigure(translate("Tale", "How your words were read"), told))
    if why := _describe_answer_match(moment, said):
        found.append(NoteFigure(translate("WhyPane", "Why this line"), why))
    found.append(NoteFigure(count, offered, small=True))
    return tuple(found)


def _format_deeds(moment: State, said: Turn) -> str:
    """Return what a small model read in the player's words that this turn answers; empty where none had to read
    them.
    """
    tale, language = moment[StoryState], moment.setup.language
    read, setting = tale.read, moment.setup[StoryConfig].setting
    if read is None or said.member == PLAYER or read.method == "rules":  # the rules' own reading explains nothing
        return ""
    told: list[str] = []
    for deed in read.deeds:
        place = setting.place_name(deed.target, language) if setting.place(deed.target) else ""
        item = setting.item_name(deed.item, language) if deed.item else ""
        someone = moment.name_of(deed.target) if deed.target in tale.people else ""
        named = [item, place or someone, deed.unknown, get_name("attribute", deed.attribute) if deed.attribute else ""]
        told.append(": ".join(filter(None, (get_name("deed", deed.what), ", ".join(filter(None, named))))))
    if read.about:
        told.append(translate("Tale", "a question about “{key}”").format(key=read.about))
    return "; ".join(told) or translate("Tale", "They change nothing: they are only told.")


def _describe_answer_match(moment: State, said: Turn) -> str:
    """Return how a written answer was found; empty where the line is none."""
    meant, someone = moment[StoryState].meant, moment.setup[StoryConfig].setting.someone(said.member)
    if someone is None or said.author.kind != "writer":
        return ""
    if meant is not None and (meant.turn, meant.member) == (said.number, said.member) and not meant.note:
        score, least = (QLocale().toString(value, "f", 2) for value in (meant.score, meant.least))
        told = (
            translate("Tale", "By meaning: what was said is as near as {score} to “{key}”; {least} will do ({model}).")
            if said.text == meant.given
            else translate(
                "Tale", "Nothing written is near enough in meaning: {score} to “{key}”, and it takes {least} ({model})."
            )
        )
        return told.format(score=score, key=meant.key, least=least, model=meant.model)
    sayings = (*someone.says, *moment.setup[StoryConfig].setting.says)
    texts = {each.text.text(moment.setup.language) for each in sayings if each.about is not None}
    return translate("Tale", "By key: words of it are in what was said.") if said.text in texts else ""


def trust_relations(state: State, member: str) -> tuple[tuple[str, float, str], ...]:
    """Return the player's trust with every character, as `member` has a part in it; agents have none."""
    people = state[StoryState].people
    if member == PLAYER:
        others = [one for one, standing in people.items() if one != PLAYER and standing.person.archetype != FOE]
        return tuple((state.name_of(one), as_affinity(people[one].trust), "") for one in others)
    if member not in people or people[member].person.archetype == FOE:
        return ()
    return ((state.name_of(PLAYER), as_affinity(people[member].trust), ""),)


translate = QCoreApplication.translate

ICONS: Mapping[type[Event], str] = {
    story_events.DiceRolled: "ph.dice-five", story_events.CombatStarted: "ph.sword",
    story_events.CombatFought: "ph.sword", story_events.CombatEnded: "ph.sword",
    story_events.PlayerDid: "ph.hand", story_events.SheetWritten: "ph.user",
}  # fmt: skip
"""What stands before the rows of what happened."""

WORKSPACE = Workspace(
    name="story",
    stage="story",
    behind=("inspector", "transcript", "affinity"),
)
"""The tale between its place and its sheet, in the whole width; the others are behind it."""


class StoryModeView(ModeView):
    """A story has its dock where other runs have their plan."""

    pages = {
        "story": "parley.desktop.modes.story.form:StoryPage",
        "dialogue": "parley.desktop.modes.story.form:DialoguePage",
    }
    kinds = (QT_TRANSLATE_NOOP("RunDelegate", "Story"), QT_TRANSLATE_NOOP("RunDelegate", "Stories"))
    icon = "ph.book-open"
    workspace = WORKSPACE
    picture = "parley.desktop.modes.story.picture:StoryPicture"
    commands = "parley.desktop.modes.story.commands:StoryCommands"
    plain_ends = frozenset({"turns", "story"})
    has_policy = False
    marks = {
        story_events.DiceRolled: MarkKind("ph.dice-five", "accent"),
        story_events.CombatStarted: MarkKind("ph.sword", "bad"),
    }

    @classmethod
    def make_entry(cls, title: str, topic: str) -> tuple[str, str]:
        """Return a story by its title, then how it begins."""
        return title, topic

    def get_role(self, state: State, member: str) -> str:
        """Return the role of the player or of an agent."""
        return role_in_story(state, member)

    def build_row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Return what happens between two lines, as documents have it, and the tool calls."""
        # Not before a story is opened: the window is painted sooner.
        from parley.core.modes.story.export import tell_event

        found = next(iter(tell_event(state, event, self.language)), None)
        if isinstance(event, story_events.ToolAnswered):  # exports show of a call only who joined
            name = translate("RowWording", "Refused tool call") if event.error else translate("RowWording", "Tool call")
            text, icon = f"{event.name}: {event.text}", "ph.prohibit" if event.error else "ph.wrench"
        elif found is not None:
            name, text, icon = found.name, found.text or found.name, ICONS.get(type(event), "ph.info")
        else:
            return None
        return TurnFigure(spoken + 1, "", "", text, "event", at=at, title=name, icon=icon)

    def change_rows(self, event: Event, rows: TranscriptModel) -> list[int]:
        """Return the player's turns once a sheet names them: earlier rows show it, too, as after a later opening."""
        if not isinstance(event, story_events.SheetWritten):
            return []
        return [turn.number for turn in self.replay.live.turns if turn.member == PLAYER]

    def is_waiting(self, state: State) -> bool:
        """Return whether the story waits for its player, and for nobody else's lines."""
        story = state[StoryState]
        if state.status == "ended" or state.open is not None or not story.is_waiting():  # somebody has the floor
            return False
        return state.status != "playing" or not story.goes_by_itself(state.setup)

    @classmethod
    def talks_with(cls, config: RunConfig, member: str) -> bool:
        """Return whether one can talk with a member: not with the player's character, nor with those who tell it."""
        return member in list_characters(config)

    @classmethod
    def get_world_of(cls, config: RunConfig, member: str, library: Library) -> str:
        """Return the id of the setting, where it is there still and the character is one of its own; else nothing."""
        try:
            setting = library.read(SETTINGS, config[StoryConfig].setting.id)
        except ParleyError:  # deleted, renamed or broken since
            return ""
        return setting.id if setting.someone(member) is not None else ""

    def no_plan(self) -> FloorFigure | None:
        """Return an empty plan that says where to look: the story's dock shows where everybody is."""
        return FloorFigure(
            why_empty=translate(
                "PlanCanvas", "A story has no floor plan: where everybody is stands in the Story panel."
            )
        )

    def find_present(self, state: State) -> frozenset[str]:
        """Return the player, and those who are at the place."""
        return frozenset({PLAYER, *state[StoryState].present()})

    def network(self, state: State, members: Sequence[MemberFigure]) -> NetworkFigure:
        """Return the player's trust with every character."""
        self.moves.follow(self.replay)
        return build_trust_figure(members, state, self.moves)

    def extend_inspector(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """Return who was to answer and why, the tools that were called, and how things stood."""
        return replace(
            figure,
            relations=trust_relations(state, said.member),
            trust=True,
            page=translate("InspectorView", "Story"),
            notes=story_notes(moment, said),
            # Nobody is selected in a story, and nothing is remembered from one to the next.
            without=frozenset({"why", "memories"}),
            relations_heading=translate("RelationsPane", "Trust in the story: tense ← 0 → warm"),
            no_relations=translate(
                "RelationsPane", "Trust is between the player and the characters: {name} has no part in it."
            ),
        )

    def figure(self, state: State, streaming: Mapping[str, str], *, live: bool, writable: bool) -> StoryFigure | None:
        """Return the story at `state`, with the line that is being said."""
        return build_story_figure(state, streaming, live=live, writable=writable, events=self.replay.events)


class DialogueView(StoryModeView):
    """A talk with one character."""

    kinds = (QT_TRANSLATE_NOOP("RunDelegate", "Dialogue"), QT_TRANSLATE_NOOP("RunDelegate", "Dialogues"))
    icon = "ph.chat-circle-text"


def shown_story(run: RunModel) -> StoryFigure | None:
    """Return the story that a run model shows; None where no run is open."""
    if not run.loaded:
        return None
    if not isinstance(run.mode, StoryModeView):  # a package may have a mode of its own
        return StoryFigure(mode=run.replay.live.setup.mode)
    return run.mode.figure(run.state, run.streaming, live=run.live, writable=run.writable)
