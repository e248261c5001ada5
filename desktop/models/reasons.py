"""Why the next one speaks, where a topology says so, in the interface's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.duologue.topology import KINDS

translate = QCoreApplication.translate
MUTED = ", but they are muted"
HAS, QUOTE = "the last line has '", "'"


def told_reason(policy: str, reason: str) -> str:
    """The reason that the log gives; of other policies than topologies as it is."""
    if policy not in KINDS:
        return reason
    head, muted, rest = reason.partition(MUTED)
    if rest:
        return reason
    if head.startswith(HAS) and head.endswith(QUOTE):
        told = translate("Reason", "the last line has “{0}”").format(head.removeprefix(HAS).removesuffix(QUOTE))
    else:
        told = reasons().get(head, head)
    return translate("Reason", "{0}, but they are muted").format(told) if muted else told


def reasons() -> dict[str, str]:
    """What topologies give as their reason."""
    return {
        "the hub opens": translate("Reason", "who is in the middle opens"),
        "the first opens": translate("Reason", "the first opens"),
        "back to the hub": translate("Reason", "back to the middle"),
        "the hub turns to the next": translate("Reason", "the middle turns to the next"),
        "answers the broadcast": translate("Reason", "answers the broadcast"),
        "all have answered": translate("Reason", "all have answered"),
        "the moderator takes the floor": translate("Reason", "the moderator takes the floor"),
        "the moderator named them": translate("Reason", "the moderator named them"),
        "has been silent longest": translate("Reason", "has been silent longest"),
        "in turn": translate("Reason", "in turn"),
        "the next in order": translate("Reason", "the next in order"),
        "no rule fits; the next in order": translate("Reason", "no rule fits; the next in order"),
    }
