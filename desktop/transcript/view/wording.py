"""The words around a line: titles, badges, details, what is copied."""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale, QObject, Qt
from PySide6.QtWidgets import QWidget

from desktop.run.figures import TurnFigure
from desktop.transcript.view.shape import Wording, texts
from desktop.widgets.language import dollars
from desktop.widgets.plain import placed

DIRECTOR = "director"
"""The member id of the director's own lines."""


class RowWording(QObject):
    """Says in the interface's language what stands around a line."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget

    def of(self, figure: TurnFigure, *, details: bool, reading: str = "original") -> Wording:
        """The words around a row."""
        return Wording(
            title=self.title(figure),
            badge=self._badge(figure, reading),
            fold=self._fold(figure),
            details=self.details(figure) if details else "",
            button=self.tr("Retry") if figure.kind == "failed" else "",
            at=figure.scene.clock if figure.kind == "scene" and figure.scene is not None else "",
        )

    def of_live(self, figure: TurnFigure) -> Wording:
        """The words around the line that is being said."""
        if figure.kind == "weaving":
            return Wording(title=self.tr("Game master"), badge=self.tr("puts the lines in order …"))
        several = figure.kind == "thinking" and ", " in figure.name
        thinking = self.tr("are thinking …") if several else self.tr("is thinking …")
        return Wording(title=self.title(figure), badge="" if figure.text else thinking)

    def title(self, figure: TurnFigure) -> str:
        """Who speaks, or what the note is."""
        name = figure.name or self.tr("Director")
        if figure.kind == "topic" and figure.name:
            return figure.name
        if figure.kind == "topic":
            return self.tr("Topic for {names}").format(names=figure.to) if figure.to else self.tr("New topic")
        if figure.kind == "whisper":
            to = figure.to or self.tr("one member")
            return self.tr("Whisper to {names}").format(names=to)
        if figure.kind == "failed":
            return self.tr("{name} could not speak").format(name=name)
        if figure.kind == "thinking":
            names = figure.name.split(", ")
            return figure.name if len(names) <= 3 else f"{', '.join(names[:2])} +{len(names) - 2}"
        if figure.kind == "summary":
            return self.tr("Summary")
        if figure.kind == "day":
            return self._date(figure.text)
        if figure.scene is not None and figure.kind == "scene_end":
            return self.tr("End of scene {number}").format(number=self._widget.locale().toString(figure.scene.number))
        if figure.title:
            return figure.title
        if figure.character:
            return self.tr("{name} as {character}").format(name=name, character=figure.character)
        return name

    def _date(self, iso: str) -> str:
        """ "Thursday, 8 January 2026"."""
        date = QDate.fromString(iso, Qt.DateFormat.ISODate)
        return self._widget.locale().toString(date, QLocale.FormatType.LongFormat) if date.isValid() else iso

    def details(self, figure: TurnFigure) -> str:
        """Tokens, latency, cost and time of a turn, as far as there are any; what the cap cut off."""
        locale = self._widget.locale()
        parts = []
        if figure.tokens:
            parts.append(self.tr("{count} tokens").format(count=locale.toString(figure.tokens)))
        if figure.latency:
            parts.append(self.tr("{seconds} s").format(seconds=locale.toString(float(figure.latency), "f", 1)))
        if figure.cost:
            parts.append(dollars(figure.cost))
        if figure.at:
            parts.append(figure.at)
        if figure.cut:
            said = self.tr("came so far: “{words}”") if figure.kind == "failed" else self.tr("cut off: “{words}”")
            parts.append(said.format(words=figure.cut))
        return "  ·  ".join(parts)

    def copied(self, figure: TurnFigure, reading: str = "original") -> str:
        """A row as a line of text: "Name: text", in the language that is read; lines of the text's own are set in, so
        that none of them looks like somebody else's."""
        if figure.kind == "day":
            return self.title(figure)
        body, other, _ = texts(figure, reading)
        body, other = ("\n    ".join(text.splitlines()) for text in (body, other))
        line = f"{self._heading(figure)}: {body}" if body else self._heading(figure)
        return f"{line}\n{other}" if other else line

    def _heading(self, figure: TurnFigure) -> str:
        scene = figure.scene
        if scene is None or figure.kind != "scene":
            return self.title(figure)
        head = self.tr("Scene {number} · {type} · {room} · {clock}").format(
            number=self._widget.locale().toString(scene.number), type=self.title(figure), room=scene.room,
            clock=scene.clock,
        )  # fmt: skip
        return f"{head} · {', '.join(scene.names)}"

    def spoken(self, figure: TurnFigure) -> str:
        """A row as a screen reader says it."""
        if figure.kind in {"scene", "day"}:
            return self.copied(figure)
        head = self.title(figure)
        badge = self._badge(figure)
        if badge:
            head = f"{head} ({badge})"
        if figure.number and figure.is_turn:
            head = self.tr("{name}, turn {number}").format(name=head, number=figure.number)
        return f"{head}: {figure.text}"

    def _badge(self, figure: TurnFigure, reading: str = "original") -> str:
        parts = []
        scene = figure.scene
        if scene is not None and figure.kind == "scene":
            number = self.tr("scene {number}").format(number=self._widget.locale().toString(scene.number))
            return placed(number, scene.room if scene.room.casefold() != self.title(figure).casefold() else "")
        if figure.mood:
            parts.append(self.tr("mood: {mood}").format(mood=figure.mood))
        if figure.untranslated and reading != "original":
            parts.append(self.tr("not translated"))
        if figure.kind == "opening":
            parts.append(self.tr("opens"))
        elif figure.kind == "closing":
            parts.append(self.tr("closes"))
        elif figure.kind == "question":
            parts.append(self.tr("asks"))
        if figure.author:
            parts.append(self._author(figure))
        if figure.by_director and figure.kind != "player" and figure.member not in ("", DIRECTOR):
            # The director's own lines say so by their title; one put into a member's mouth says it here.
            parts.append(self.tr("written by the director"))
        if figure.edited:
            parts.append(self.tr("edited"))
        if figure.hidden:
            parts.append(self.tr("hidden from the models"))
        if figure.to and figure.is_turn:
            parts.append(self.tr("to {names} only").format(names=figure.to))
        return ", ".join(parts)

    def _author(self, figure: TurnFigure) -> str:
        if figure.author == "script":
            return self.tr("from the script")
        return self.tr("drawn by chance") if figure.kind == "player" else self.tr("by the rules")

    def _fold(self, figure: TurnFigure) -> str:
        if figure.kind == "scene_end":
            return self.tr("summary") if figure.text else ""
        count = len(figure.thoughts)
        if not count:
            return ""
        return self.tr("thought") if count == 1 else self.tr("{count} thoughts").format(count=count)
