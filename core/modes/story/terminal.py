"""A story on the terminal: what is said of dice, fights, phases and choices, and what a line behind a slash means.

What only looks is answered at once: it costs no turn and no money, and no voice is called.
"""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.base.errors import UsageError
from parley.core.base.labels import label
from parley.core.base.sentences import said
from parley.core.cast.member import PLAYER
from parley.core.engine.terminal import TerminalPart
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.modes.story import events, intents
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.names import told
from parley.core.modes.story.shown import list_tasks
from parley.core.modes.story.state import HERE, StoryState
from parley.core.modes.story.words import words


class StoryTerminal(TerminalPart):
    """Writes, besides what is said, what the rules did and what the player may choose."""

    def heading(self, config: RunConfig) -> Sequence[str]:
        """Return nothing: the narrator tells the opening."""
        return []

    def lines(self, state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
        """Return what a story's event says; nothing for one that says nothing."""
        language = state.setup.language
        match event:
            case events.PhaseChanged():
                return [f"\n— {label('phase', event.phase, language)}: {said(get_text_of(event), language)}"]
            case events.SheetWritten(sheet=sheet):
                return [f"  · {sheet.name}: {sheet.description}"]
            case events.CombatStarted():
                foes = {foe.id: foe.name for foe in event.foes}  # unknown to `name_of` until the event is folded
                order = ", ".join(
                    f"{foes.get(check.who) or state.name_of(check.who)} {check.roll.total}" for check in event.order
                )
                return [f"\n— {label('phase', 'combat', language)}: {order}"]
            case events.DiceRolled() | events.CombatFought() | events.CombatEnded():
                return [f"  · {event.text}"]
            case events.PlayerDid() | events.StoryTold() if event.text:
                return [f"  · {event.text}"]
            case events.AnswerMatched() | events.LineRead() if event.note:
                return [f"  · {said(get_text_of(event), language)}"]
            case events.ToolAnswered() if event.effects and not event.error:
                return [f"  · {event.text}"]
            case events.AgentSkipped():
                return [f"  · {state.name_of(event.agent)}: {said(get_text_of(event), language)}"]
            case events.ChoicesOffered():
                return format_choices(event, one_a_line=one_a_line)
        return []


TERMINAL = StoryTerminal()


def format_choices(event: events.ChoicesOffered, *, one_a_line: bool) -> list[str]:
    """Return the choices with their numbers."""
    numbered = [f"{number} {choice}" for number, choice in enumerate(event.choices, 1)]
    return [f"  {each}" for each in numbered] if one_a_line else ["  " + " · ".join(numbered)]


PART = "terminal"
"""The file of the sentences that are said of commands."""

COMMANDS = ("help", "look", "sheet", "undo")


def run_command(state: State, line: str) -> list[str] | int:
    """Return what a line that begins with a slash comes to: lines that are told, or the turn to which the story goes
    back. Raises `UsageError` with a sentence where it orders nothing.
    """
    typed, language = line.strip().removeprefix("/").partition(" ")[0], state.setup.language
    # A command goes by other names, too.
    also = (name for name, others in told()["commands"].items() if typed.casefold() in others.split())
    match next(also, typed.casefold()):
        case "help":
            return words(language, "help", PART).strip("\n").split("\n")
        case "look":
            return list_surroundings(state)
        case "sheet":
            return format_sheet(state)
        case "undo":
            return _find_turn_before_last(state)
    listed = " ".join(f"/{each}" for each in COMMANDS)
    raise UsageError(words(language, "unknown", PART, command=f"/{typed[:20]}", commands=listed))


def _find_turn_before_last(state: State) -> int:
    """Return the turn to which the story goes back so that the player's last one is theirs again. Raises
    `UsageError`.
    """
    mine = next((turn.number for turn in reversed(state.turns) if turn.member == PLAYER), 0)
    if not mine:
        raise UsageError(words(state.setup.language, "nothing_done", PART))
    return mine - 1


def list_surroundings(state: State) -> list[str]:
    """Return where the player is, the ways from there, who is there, and what lies about."""
    lines = [intents.describe_here(state), intents.describe_ways(state), intents.describe_people(state)]
    if state[StoryState].get_items_of(HERE + state[StoryState].here):
        lines.append(intents.describe_ground(state))
    return lines


def format_sheet(state: State) -> list[str]:
    """Return who the player is, what they carry, and what they have to do."""
    tale, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    if tale.sheet is None:
        return [words(language, "unmade", PART)]
    me = tale.sheet
    lines = [
        f"{me.name}: {me.description}",
        " · ".join(f"{label('attribute_short', name, language)} {value}" for name, value in me.attributes.items()),
        words(language, "health", PART, now=tale.player.health, most=me.health),
    ]
    if me.weapon:
        lines.append(words(language, "weapon", PART, weapon=setting.item_name(me.weapon, language)))
    lines.append(intents.carried(state))
    return [*lines, *(words(language, "task", PART, task=each) for each in list_tasks(state))]
