"""The words around a line: titles, badges, details, what is copied."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.models.figures import TurnFigure
from desktop.views.transcript.shape import Wording

DIRECTOR = "director"
"""The member id of the director's own lines."""


class RowWording(QObject):
    """Says in the interface's language what stands around a line."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget

    def of(self, figure: TurnFigure, *, details: bool) -> Wording:
        """The words around a row."""
        return Wording(
            title=self.title(figure),
            badge=self._badge(figure),
            fold=self._fold(figure),
            details=self.details(figure) if details else "",
            button=self.tr("Retry") if figure.kind == "failed" else "",
        )

    def of_live(self, figure: TurnFigure) -> Wording:
        """The words around the line that is being said."""
        return Wording(title=self.title(figure), badge="" if figure.text else self.tr("is thinking …"))

    def title(self, figure: TurnFigure) -> str:
        """Who speaks, or what the note is."""
        name = figure.name or self.tr("Director")
        if figure.kind == "topic":
            return self.tr("Topic for {names}").format(names=figure.to) if figure.to else self.tr("New topic")
        if figure.kind == "whisper":
            to = figure.to or self.tr("one member")
            return self.tr("Whisper to {names}").format(names=to)
        if figure.kind == "failed":
            return self.tr("{name} could not speak").format(name=name)
        if figure.kind == "summary":
            return self.tr("Summary")
        return name

    def details(self, figure: TurnFigure) -> str:
        """Tokens, latency, cost and time of a turn, as far as there are any; what the cap cut off."""
        locale = self._widget.locale()
        parts = []
        if figure.tokens:
            parts.append(self.tr("{count} tokens").format(count=locale.toString(figure.tokens)))
        if figure.latency:
            parts.append(self.tr("{seconds} s").format(seconds=locale.toString(float(figure.latency), "f", 1)))
        if figure.cost:
            decimals = 2 if figure.cost >= 0.1 else 5
            parts.append(self.tr("{dollars} $").format(dollars=locale.toString(float(figure.cost), "f", decimals)))
        if figure.at:
            parts.append(figure.at)
        if figure.cut:
            said = self.tr("came so far: “{words}”") if figure.kind == "failed" else self.tr("cut off: “{words}”")
            parts.append(said.format(words=figure.cut))
        return "  ·  ".join(parts)

    def copied(self, figure: TurnFigure) -> str:
        """A row as a line of text: "Name: text"."""
        return f"{self.title(figure)}: {figure.text}"

    def spoken(self, figure: TurnFigure) -> str:
        """A row as a screen reader says it."""
        head = self.title(figure)
        badge = self._badge(figure)
        if badge:
            head = f"{head} ({badge})"
        if figure.number and figure.kind not in {"topic", "whisper", "summary", "failed"}:
            head = self.tr("{name}, turn {number}").format(name=head, number=figure.number)
        return f"{head}: {figure.text}"

    def _badge(self, figure: TurnFigure) -> str:
        parts = []
        if figure.kind == "opening":
            parts.append(self.tr("opens"))
        elif figure.kind == "closing":
            parts.append(self.tr("closes"))
        if figure.by_director and figure.member not in ("", DIRECTOR):
            # The director's own lines say so by their title; one put into a member's mouth says it here.
            parts.append(self.tr("written by the director"))
        if figure.edited:
            parts.append(self.tr("edited"))
        if figure.to and figure.kind in {"opening", "line", "closing", "director"}:
            parts.append(self.tr("to {names} only").format(names=figure.to))
        return ", ".join(parts)

    def _fold(self, figure: TurnFigure) -> str:
        count = len(figure.thoughts)
        if not count:
            return ""
        return self.tr("thought") if count == 1 else self.tr("{count} thoughts").format(count=count)
