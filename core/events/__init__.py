"""All events, as one union discriminated by `type`."""

from __future__ import annotations

import msgspec

from core.events.base import LOG_VERSION, Event, Message, Part, sentence_of
from core.events.duologue import ConvergenceReached, NameChosen, SideTold
from core.events.run import (
    BreakpointCleared,
    BreakpointSet,
    EndReason,
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
    PauseReason,
    PolicyChanged,
    RunContinued,
    RunEnded,
    RunForked,
    RunPaused,
    RunResumed,
    RunStarted,
    TopicInjected,
    VoiceChanged,
)
from core.events.scene import (
    AutopilotSet,
    ContributionAsked,
    DayClosed,
    DayEnded,
    DayStarted,
    Exchange,
    MemberReflected,
    MemoryRecord,
    Mood,
    Placed,
    Recalled,
    RecordType,
    SceneCandidate,
    SceneEnded,
    SceneKind,
    SceneRanked,
    SceneRequested,
    SceneSkipped,
    SceneStarted,
    SceneTerms,
    SceneTranslated,
    SceneType,
    SceneWoven,
    Shift,
    Task,
    Translated,
    Valence,
    WeaveRejected,
    WovenLine,
)
from core.events.story import (
    PLAYER,
    AgentSkipped,
    AnyEffect,
    Archetype,
    Blow,
    Cause,
    Check,
    ChoicesOffered,
    CombatAction,
    CombatEnded,
    CombatFought,
    CombatStarted,
    ContextCut,
    DialogueClosed,
    DialogueOpened,
    DialogueSummarised,
    DiceRolled,
    Effect,
    FlagSet,
    FoesCalled,
    Followed,
    HealthChanged,
    ItemMoved,
    Joined,
    MomentTagged,
    Moved,
    Outcome,
    Person,
    Phase,
    PhaseChanged,
    PlayerDid,
    QuestAdvanced,
    Roll,
    RollMode,
    Sheet,
    SheetWritten,
    Stack,
    StatusSet,
    StoryRouted,
    SummaryAsked,
    ToolAnswered,
    TrustChanged,
)
from core.events.turn import (
    CallFailed,
    Candidate,
    Purpose,
    Redraw,
    SpeakerSelected,
    Swipe,
    ToolCall,
    TurnAbandoned,
    TurnBookmarked,
    TurnEnded,
    TurnFailed,
    TurnKind,
    TurnRetried,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from core.events.world import ActionItem, Drift, Memory, MemoryKind, RunDistilled
from core.sentences import Sentence

AnyEvent = (
    RunStarted
    | RunForked
    | RunContinued
    | RunPaused
    | RunResumed
    | RunEnded
    | BreakpointSet
    | BreakpointCleared
    | TopicInjected
    | FloorGiven
    | MemberMuted
    | MemberUnmuted
    | VoiceChanged
    | PolicyChanged
    | SpeakerSelected
    | TurnStarted
    | VoiceReplied
    | CallFailed
    | TurnEnded
    | TurnFailed
    | TurnAbandoned
    | TurnRetried
    | TurnBookmarked
    | RunDistilled
    | DayStarted
    | DayEnded
    | DayClosed
    | AutopilotSet
    | SceneRanked
    | SceneRequested
    | SceneStarted
    | ContributionAsked
    | WeaveRejected
    | SceneWoven
    | SceneSkipped
    | SceneEnded
    | SceneTranslated
    | MemberReflected
    | StoryRouted
    | AgentSkipped
    | ChoicesOffered
    | DiceRolled
    | CombatStarted
    | CombatFought
    | CombatEnded
    | SheetWritten
    | PhaseChanged
    | ToolAnswered
    | PlayerDid
    | DialogueSummarised
    | MomentTagged
    | ContextCut
    | SummaryAsked
    | NameChosen
    | SideTold
    | ConvergenceReached
)

PIECE = 500_000
"""Bytes that are decoded at a time: some milliseconds."""

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """The event as one line of JSON, without the line's end."""
    return _encoder.encode(event)


TEXTS: dict[type[Event], str] = {
    RunPaused: "detail", RunEnded: "detail", SpeakerSelected: "reason", TurnFailed: "sentence", TurnAbandoned: "reason",
    StoryRouted: "reason", AgentSkipped: "reason", ChoicesOffered: "note", SheetWritten: "note",
    PhaseChanged: "reason", DialogueSummarised: "note", ContextCut: "note", DayEnded: "note", SceneRanked: "reason",
    SceneStarted: "reason", WeaveRejected: "reason", SceneWoven: "note", SceneEnded: "note", MemberReflected: "note",
    SceneTranslated: "note", RunDistilled: "note", NameChosen: "note",
}  # fmt: skip
"""The field with the sentence that an event's `message` is of."""


def with_message(event: AnyEvent) -> AnyEvent:
    """The event as it is written: a plain text, and beside it what the text was made of."""
    field = TEXTS.get(type(event))
    if field is None:
        return event
    text = getattr(event, field)
    if type(text) is str:
        return event
    return msgspec.structs.replace(event, **{field: str(text), "message": Message.of(text)})


def text_of(event: AnyEvent) -> Sentence:
    """The sentence of an event that has one, which can be said in any language."""
    return sentence_of(getattr(event, TEXTS[type(event)]), event.message)  # type: ignore[union-attr]


def decode(line: bytes) -> AnyEvent:
    """The event of one line of JSON.

    Raises `msgspec.DecodeError` (or its `ValidationError`) where the line is none.
    """
    try:
        return _decoder.decode(line)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(Sentence("it is not UTF-8 (byte {start} of a text)", start=error.start)) from None
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None


def decode_all(data: bytes) -> list[AnyEvent] | None:
    """The events of many whole lines, twice as fast as one by one; None unless every line is exactly one event."""
    lines = data.count(b"\n")
    if data.count(b"}\n{") != lines - 1:
        return None
    events: list[AnyEvent] = []
    view, begin = memoryview(data), 0
    try:
        while begin < len(data):
            # In pieces, so that other threads get their turn between them.
            end = data.find(b"\n", begin + PIECE) + 1 or len(data)
            events += _decoder.decode_lines(view[begin:end])
            begin = end
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return events if len(events) == lines else None


__all__ = [
    "LOG_VERSION",
    "PLAYER",
    "TEXTS",
    "ActionItem",
    "AgentSkipped",
    "AnyEffect",
    "AnyEvent",
    "Archetype",
    "AutopilotSet",
    "Blow",
    "BreakpointCleared",
    "BreakpointSet",
    "CallFailed",
    "Candidate",
    "Cause",
    "Check",
    "ChoicesOffered",
    "CombatAction",
    "CombatEnded",
    "CombatFought",
    "CombatStarted",
    "ContextCut",
    "ContributionAsked",
    "ConvergenceReached",
    "DayClosed",
    "DayEnded",
    "DayStarted",
    "DialogueClosed",
    "DialogueOpened",
    "DialogueSummarised",
    "DiceRolled",
    "Drift",
    "Effect",
    "EndReason",
    "Event",
    "Exchange",
    "FlagSet",
    "FloorGiven",
    "FoesCalled",
    "Followed",
    "HealthChanged",
    "ItemMoved",
    "Joined",
    "MemberMuted",
    "MemberReflected",
    "MemberUnmuted",
    "Memory",
    "MemoryKind",
    "MemoryRecord",
    "Message",
    "MomentTagged",
    "Mood",
    "Moved",
    "NameChosen",
    "Outcome",
    "Part",
    "PauseReason",
    "Person",
    "Phase",
    "PhaseChanged",
    "Placed",
    "PlayerDid",
    "PolicyChanged",
    "Purpose",
    "QuestAdvanced",
    "Recalled",
    "RecordType",
    "Redraw",
    "Roll",
    "RollMode",
    "RunContinued",
    "RunDistilled",
    "RunEnded",
    "RunForked",
    "RunPaused",
    "RunResumed",
    "RunStarted",
    "SceneCandidate",
    "SceneEnded",
    "SceneKind",
    "SceneRanked",
    "SceneRequested",
    "SceneSkipped",
    "SceneStarted",
    "SceneTerms",
    "SceneTranslated",
    "SceneType",
    "SceneWoven",
    "Sheet",
    "SheetWritten",
    "Shift",
    "SideTold",
    "SpeakerSelected",
    "Stack",
    "StatusSet",
    "StoryRouted",
    "SummaryAsked",
    "Swipe",
    "Task",
    "ToolAnswered",
    "ToolCall",
    "TopicInjected",
    "Translated",
    "TrustChanged",
    "TurnAbandoned",
    "TurnBookmarked",
    "TurnEnded",
    "TurnFailed",
    "TurnKind",
    "TurnRetried",
    "TurnStarted",
    "Usage",
    "Valence",
    "VoiceChanged",
    "VoiceReplied",
    "WeaveRejected",
    "WovenLine",
    "decode",
    "decode_all",
    "encode",
    "sentence_of",
    "text_of",
    "with_message",
]
