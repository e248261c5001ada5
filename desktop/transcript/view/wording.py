"""The words around a line: titles, badges, details, what is copied."""

from __future__ import annotations

from PySide6.QtCore import QDate, QLocale, QObject, Qt
from PySide6.QtWidgets import QWidget

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.view.shape import RowShape, get_texts
from parley.desktop.widgets.language import dollars
from parley.desktop.widgets.plain import format_place

DIRECTOR = "director"
"""The member id of the director's own lines."""


class RowWording(QObject):
    """Says in the interface's language what stands around a line."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget

    def of(self, figure: TurnFigure, *, details: bool, reading: str = "original") -> RowShape:
        """Return a row with the words around it."""
        # A stage direction stands by itself: it says who does what, and to whom.
        return RowShape(
            figure,
            self.name_row(figure),
            "" if figure.staged else self._format_badge(figure, reading),
            self._fold(figure),
            self.format_details(figure) if details else "",
            self.tr("Retry") if figure.kind == "failed" else "",
            figure.scene.clock if figure.kind == "scene" and figure.scene is not None else "",
        )

    def of_live(self, figure: TurnFigure) -> RowShape:
        """Return the line that is being said, with the words around it."""
        if figure.kind == "weaving":
            return RowShape(figure, self.tr("Game master"), self.tr("puts the lines in order …"))
        several = figure.kind == "thinking" and ", " in figure.name
        thinking = self.tr("are thinking …") if several else self.tr("is thinking …")
        return RowShape(figure, self.name_row(figure), "" if figure.text or figure.acts else thinking)

    def name_row(self, figure: TurnFigure) -> str:
        """Return who speaks, or what the note is; nobody speaks in a stage direction."""
        if figure.staged:
            return ""
        name = figure.name or self.tr("Director")
        if figure.kind == "topic":
            return " · ".join(filter(None, (figure.name or self.tr("New topic"), figure.fate)))
        if figure.kind == "whisper":
            whispered = self.tr("Whisper to {names}").format(names=figure.to or self.tr("one member"))
            return " · ".join(filter(None, (whispered, figure.fate)))
        if figure.kind == "failed":
            return self.tr("{name} could not speak").format(name=name)
        if figure.kind == "thinking":
            names = figure.name.split(", ")  # Of all who were asked at once
            return figure.name if len(names) <= 3 else f"{', '.join(names[:2])} +{len(names) - 2}"
        if figure.kind == "summary":
            return self.tr("Summary")
        if figure.kind == "day":
            date = QDate.fromString(figure.text, Qt.DateFormat.ISODate)
            shown = self._widget.locale().toString(date, QLocale.FormatType.LongFormat)
            return shown if date.isValid() else figure.text  # A log may have an invalid date
        if figure.scene is not None and figure.kind == "scene_end":
            return self.tr("End of scene {number}").format(number=self._widget.locale().toString(figure.scene.number))
        if figure.title:
            return figure.title
        if figure.character:
            return self.tr("{name} as {character}").format(name=name, character=figure.character)
        return name

    def format_details(self, figure: TurnFigure) -> str:
        """Tell who made the words of a turn, its tokens, latency, cost and time, and what the cap cut off."""
        locale = self._widget.locale()
        parts = [figure.wrote] if figure.wrote else []
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

    def format_line(self, figure: TurnFigure, reading: str = "original") -> str:
        """Return a row as a line of text: "Name: text", in the language that is read; lines of the text's own are set
        in, so that none of them looks like somebody else's.
        """
        if figure.kind == "day":
            return self.name_row(figure)
        body, other, _ = get_texts(figure, reading)
        body, other = ("\n    ".join(text.splitlines()) for text in (body, other))
        body = f"*{figure.doing}* {body}".rstrip() if figure.acts else body
        line = ": ".join(part for part in (self._format_heading(figure), body) if part)
        return f"{line}\n{other}" if other else line

    def _format_heading(self, figure: TurnFigure) -> str:
        scene = figure.scene
        if scene is None or figure.kind != "scene":
            return self.name_row(figure)
        head = self.tr("Scene {number} · {type} · {room} · {clock}").format(
            number=self._widget.locale().toString(scene.number), type=self.name_row(figure), room=scene.room,
            clock=scene.clock,
        )  # fmt: skip
        return f"{head} · {', '.join(scene.names)}"

    def describe_row(self, figure: TurnFigure) -> str:
        if figure.kind in {"scene", "day"}:
            return self.format_line(figure)
        head = self.name_row(figure)
        badge = self._format_badge(figure)
        if badge:
            head = f"{head} ({badge})"
        if figure.number and figure.staged:
            return self.tr("Turn {number}: {text}").format(number=figure.number, text=figure.text)
        if figure.number and figure.is_turn:
            head = self.tr("{name}, turn {number}").format(name=head, number=figure.number)
        acts = f"({figure.doing}) " if figure.acts else ""
        return f"{head}: {acts}{figure.text}".rstrip()

    def _format_badge(self, figure: TurnFigure, reading: str = "original") -> str:
        parts = []
        scene = figure.scene
        if scene is not None and figure.kind == "scene":
            number = self.tr("scene {number}").format(number=self._widget.locale().toString(scene.number))
            return format_place(number, scene.room if scene.room.casefold() != self.name_row(figure).casefold() else "")
        if figure.mood:
            parts.append(self.tr("mood: {mood}").format(mood=figure.mood))
        if figure.untranslated and reading != "original":
            parts.append(self.tr("not translated"))
        kinds = {"opening": self.tr("opens"), "closing": self.tr("closes"), "question": self.tr("asks")}
        if figure.kind in kinds:
            parts.append(kinds[figure.kind])
        if figure.author == "script":
            parts.append(self.tr("from the script"))
        elif figure.author:
            parts.append(self.tr("drawn by chance") if figure.kind == "player" else self.tr("by the rules"))
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

    def _fold(self, figure: TurnFigure) -> str:
        if figure.kind == "scene_end":
            return self.tr("summary") if figure.text else ""
        if figure.kind == "tool":
            locale = self._widget.locale()
            seconds, size = locale.toString(float(figure.latency), "f", 1), locale.toString(figure.tokens)
            return self.tr("result: {size} bytes, {seconds} s").format(size=size, seconds=seconds)
        count = len(figure.thoughts)
        if not count:
            return ""
        return self.tr("thought") if count == 1 else self.tr("{count} thoughts").format(count=count)
