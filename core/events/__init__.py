"""All events, as one union discriminated by `type`."""

from __future__ import annotations

import msgspec

from core.events.base import LOG_VERSION, Event, Part
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
]
