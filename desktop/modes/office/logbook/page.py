"""A page of the logbook as rich text, every word of it escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from core.modes.office.logbook.words import words
from desktop.modes.office.figures import LogDayFigure
from desktop.widgets.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.modes.office.logbook.page import Person, ScenePage, Spoken

VALENCES = {"positive": ("▲", "good"), "neutral": ("■", "secondary"), "negative": ("▼", "bad")}
"""A shift's sign and the theme's colour: the shape tells them apart too."""
FACE, SMALL_FACE = 26, 18
"""Pixels of an avatar at a text scale of 1."""


class PageText:
    """Makes the rich text of pages in one theme and scale. `shown` is the turn that all views show."""

    def __init__(self, theme: Theme, scale: float, shown: int = 0) -> None:
        self.theme, self.scale, self.shown = theme, scale, shown

    def of(self, page: ScenePage | LogDayFigure) -> str:
        """The page."""
        self._say = words(page.language)
        parts = self._day(page) if isinstance(page, LogDayFigure) else self._scene(page)
        return f'<body style="color:{self.theme.text};">{"".join(parts)}</body>'

    def _day(self, page: LogDayFigure) -> list[str]:
        notes = [self._paragraph(note, "secondary") for note in page.notes]
        return [self._title(page.title), *notes, self._summary(page.summary), self._scenes(page)]

    def _scene(self, page: ScenePage) -> list[str]:
        same = page.kind_name.casefold() == page.type_name.casefold()
        what = page.type_name if same else f"{page.type_name} ({page.kind_name})"
        parts = [self._title(f"{self._say['scene'].format(scene=page.number)}: {what}"), self._facts(page)]
        parts += [self._people(page), *(self._paragraph(note, "secondary") for note in page.notes)]
        parts += [self._summary(page.summary.text, page.summary.under), self._dialogue(page), self._moods(page)]
        return [*parts, self._feedback(page), self._shifts(page), self._memories(page), self._tasks(page)]

    # Parts --------------------------------------------------------------------------------------------------------

    def _px(self, pixels: float) -> int:
        return max(6, round(pixels * self.scale))

    def _title(self, text: str) -> str:
        size = self._px(17)
        return f'<p style="font-size:{size}px; font-weight:600; margin:2px 0 4px 0;">{escape(text)}</p>'

    def _facts(self, page: ScenePage) -> str:
        choice = page.choice
        facts = (
            ("time", page.time),
            ("place", page.place),
            ("topic", page.topic),
            ("mood", page.mood),
            ("choice", _reasoned(choice.method, choice.reason) if choice else ""),
            ("exchange", _reasoned(page.exchange_name, page.exchange_reason)),
        )
        rows = "".join(
            f'<tr><td style="padding:1px 14px 1px 0; color:{self.theme.secondary};">{escape(self._say[name])}</td>'
            f'<td style="padding:1px 0;">{escape(value[0].upper() + value[1:])}</td></tr>'
            for name, value in facts
            if value
        )
        return f'<table cellspacing="0" style="margin:2px 0 4px 0;">{rows}</table>' if rows else ""

    def _people(self, page: ScenePage) -> str:
        if not page.members:
            return ""
        who = " &nbsp; ".join(
            f"{self._face(each, SMALL_FACE)}&nbsp;{self._name(each)}{self._played(each)}" for each in page.members
        )
        text = f'<p style="margin:6px 0 4px 0;">{who}</p>'
        if page.bystanders:
            names = ", ".join(escape(each.name) for each in page.bystanders)
            label = escape(self._say["bystanders"])
            text += f'<p style="margin:0 0 4px 0; color:{self.theme.secondary};">{label}: {names}</p>'
        return text

    def _played(self, person: Person) -> str:
        if not person.character:
            return ""
        told = self._say["as"].format(character=person.character)
        return f'&nbsp;<span style="color:{self.theme.secondary};">{escape(told)}</span>'

    def _summary(self, text: str, under: str = "") -> str:
        if not text:
            return ""
        inside = escape(text)
        if under:
            inside += f'<br/><span style="color:{self.theme.secondary};">{escape(under)}</span>'
        return (
            f'<table width="100%" cellspacing="0" cellpadding="10" style="margin:8px 0 6px 0;"><tr>'
            f'<td bgcolor="{self.theme.raised}">{inside}</td></tr></table>'
        )

    def _dialogue(self, page: ScenePage) -> str:
        heading = self._heading("dialogue")
        if not page.lines:
            return heading + self._paragraph(self._say["nobody"], "secondary")
        rows = "".join(self._line(line) for line in page.lines)
        return heading + f'<table width="100%" cellspacing="0" cellpadding="5">{rows}</table>'

    def _line(self, line: Spoken) -> str:
        theme = self.theme
        role = self.ground(line)
        paint = f' bgcolor="{getattr(theme, role)}"' if role else ""
        name = self._name(line.person) + self._played(line.person)
        if line.key:
            key = escape(self._say["key"])
            name += f' &nbsp;<span style="color:{theme.tense}; font-weight:600;">★&nbsp;{key}</span>'
        said = escape(line.text.text) + self._thoughts(each.text for each in line.thoughts)
        if line.text.under:
            said += f'<br/><span style="color:{theme.secondary};">{escape(line.text.under)}</span>'
            said += self._thoughts(each.under for each in line.thoughts if each.under)
        number = (
            f'<a name="turn{line.turn}" href="turn:{line.turn}" style="color:{theme.secondary};'
            f' text-decoration:none; font-size:{self._px(11)}px;">{line.turn}</a>'
        )
        return (
            f'<tr><td width="{self._px(FACE + 4)}" valign="top"{paint}>{self._face(line.person, FACE)}</td>'
            f"<td{paint}>{name}<br/>{said}</td>"
            f'<td width="{self._px(7 * max(2, len(str(line.turn))) + 14)}" align="right" valign="top"{paint}>'
            f"{number}</td></tr>"
        )

    def ground(self, line: Spoken) -> str:
        """The theme's colour on which a line stands; "" for none."""
        return "accent_soft" if line.turn == self.shown else "room_lit" if line.key else ""

    def _thoughts(self, thoughts: Iterable[str]) -> str:
        return "".join(f'<br/><i style="color:{self.theme.secondary};">[{escape(each)}]</i>' for each in thoughts)

    def _feedback(self, page: ScenePage) -> str:
        if not page.feedback:
            return ""
        told = [
            f"{each.text} ({self._say['whispered'].format(names=', '.join(each.to))})" if each.to else each.text
            for each in page.feedback
        ]
        return self._heading("feedback") + "".join(map(self._paragraph, told))

    def _moods(self, page: ScenePage) -> str:
        rows = [
            f"<tr><td>{self._face(each.person, SMALL_FACE)}&nbsp;{self._name(each.person)}</td>"
            f'<td style="padding-left:16px; color:{self.theme.secondary};">{escape(each.before or "–")}</td>'
            f'<td style="padding-left:10px; color:{self.theme.secondary};">→</td>'
            f'<td style="padding-left:10px;">{escape(each.after or "–")}</td></tr>'
            for each in page.moods
        ]
        return self._table("moods", rows)

    def _shifts(self, page: ScenePage) -> str:
        rows = []
        for shift in page.shifts:
            sign, role = VALENCES.get(shift.valence, VALENCES["neutral"])
            rows.append(
                f"<tr><td>{self._name(shift.one)} → {self._name(shift.other)}</td>"
                f'<td style="padding-left:12px; color:{getattr(self.theme, role)};">'
                f"{sign}&nbsp;{escape(shift.word)}</td>"
                f'<td style="padding-left:12px; color:{self.theme.secondary};">{escape(shift.reason)}</td></tr>'
            )
        return self._table("shifts", rows)

    def _memories(self, page: ScenePage) -> str:
        rows = []
        for each in page.memories:
            weight = self._say["importance"].format(value=each.importance)
            detail = " · ".join(part for part in (each.type, each.open, weight) if part)
            rows.append(
                f'<tr><td valign="top" width="{self._px(SMALL_FACE + 6)}">{self._face(each.person, SMALL_FACE)}</td>'
                f'<td>{escape(each.text)}<br/><span style="color:{self.theme.secondary};'
                f' font-size:{self._px(11)}px;">{escape(each.person.name)} · {escape(detail)}</span></td></tr>'
            )
        return self._table("memories", rows)

    def _tasks(self, page: ScenePage) -> str:
        rows = [
            f"<tr><td>{self._face(who, SMALL_FACE)}&nbsp;{self._name(who)}</td>"
            f'<td style="padding-left:16px;">{escape(task)}</td></tr>'
            for who, task in page.tasks
        ]
        return self._table("tasks", rows)

    def _scenes(self, page: LogDayFigure) -> str:
        rows = [
            f'<tr><td><a href="scene:{number}" style="color:{self.theme.accent}; text-decoration:none;'
            f' font-weight:600;">{escape(title)}</a><br/>'
            f'<span style="color:{self.theme.secondary};">{escape(summary)}</span></td></tr>'
            for number, title, summary in page.scenes
        ]
        return self._table("scenes", rows)

    # Pieces -------------------------------------------------------------------------------------------------------

    def _table(self, name: str, rows: list[str]) -> str:
        if not rows:
            return ""
        return self._heading(name) + f'<table cellspacing="0" cellpadding="3">{"".join(rows)}</table>'

    def _heading(self, name: str) -> str:
        return (
            f'<p style="color:{self.theme.secondary}; font-size:{self._px(12)}px; font-weight:600;'
            f' margin:14px 0 3px 0;">{escape(self._say[name])}</p>'
        )

    def _paragraph(self, text: str, role: str = "text") -> str:
        return f'<p style="color:{getattr(self.theme, role)}; margin:4px 0 4px 0;">{escape(text)}</p>'

    def _name(self, person: Person) -> str:
        colour = self.theme.member(person.colour).name()
        return f'<span style="color:{colour}; font-weight:600;">{escape(person.name)}</span>'

    def _face(self, person: Person, size: int) -> str:
        pixels, name = self._px(size), f"{face_name(size)}:{escape(person.id)}"
        return f'<img src="{name}" width="{pixels}" height="{pixels}" style="vertical-align: middle;"/>'


def _reasoned(what: str, why: str) -> str:
    return f"{what}. {why}" if why else what


def face_name(size: int) -> str:
    """The scheme under which a document knows faces of a size."""
    return f"face{size}"
