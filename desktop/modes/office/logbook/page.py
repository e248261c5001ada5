"""A page of the logbook as rich text, every word of it escaped."""

from __future__ import annotations

from html import escape

from desktop.modes.office.figures import LogLineFigure, LogPageFigure
from desktop.run.figures import MemberFigure
from desktop.widgets.theme import Theme

VALENCES = {"positive": ("▲", "good"), "neutral": ("■", "secondary"), "negative": ("▼", "bad")}
"""A shift's sign and the theme's colour: the shape tells them apart too."""
FACE, SMALL_FACE = 26, 18
"""Pixels of an avatar at a text scale of 1."""


class PageText:
    """Makes the rich text of pages in one theme and scale. `shown` is the turn that all views show."""

    def __init__(self, theme: Theme, scale: float, shown: int = 0) -> None:
        self.theme, self.scale, self.shown = theme, scale, shown

    def of(self, page: LogPageFigure) -> str:
        """The page."""
        parts = [self._head(page)]
        parts += [self._paragraph(note, "secondary") for note in page.notes]
        parts.append(self._summary(page))
        if page.scene:
            parts += [self._dialogue(page), self._moods(page), self._feedback(page), self._shifts(page)]
            parts += [self._memories(page), self._tasks(page)]
        else:
            parts.append(self._scenes(page))
        return f'<body style="color:{self.theme.text};">{"".join(parts)}</body>'

    # Parts --------------------------------------------------------------------------------------------------------

    def _px(self, pixels: float) -> int:
        return max(6, round(pixels * self.scale))

    def _head(self, page: LogPageFigure) -> str:
        size = self._px(17)
        title = f'<p style="font-size:{size}px; font-weight:600; margin:2px 0 4px 0;">{escape(page.title)}</p>'
        rows = "".join(
            f'<tr><td style="padding:1px 14px 1px 0; color:{self.theme.secondary};">{escape(label)}</td>'
            f'<td style="padding:1px 0;">{escape(value)}</td></tr>'
            for label, value in page.facts
        )
        facts = f'<table cellspacing="0" style="margin:2px 0 4px 0;">{rows}</table>' if rows else ""
        return title + facts + self._people(page)

    def _people(self, page: LogPageFigure) -> str:
        if not page.members:
            return ""
        who = " &nbsp; ".join(
            f"{self._face(each, SMALL_FACE)}&nbsp;{self._name(each)}{self._played(page, character)}"
            for each, character in page.members
        )
        text = f'<p style="margin:6px 0 4px 0;">{who}</p>'
        if page.bystanders:
            names = ", ".join(escape(each.name) for each in page.bystanders)
            label = escape(page.labels.get("bystanders", ""))
            text += f'<p style="margin:0 0 4px 0; color:{self.theme.secondary};">{label}: {names}</p>'
        return text

    def _played(self, page: LogPageFigure, character: str) -> str:
        if not character:
            return ""
        told = page.labels.get("as", "{character}").format(character=character)
        return f'&nbsp;<span style="color:{self.theme.secondary};">{escape(told)}</span>'

    def _summary(self, page: LogPageFigure) -> str:
        if not page.summary:
            return ""
        inside = escape(page.summary)
        if page.other_summary:
            inside += f'<br/><span style="color:{self.theme.secondary};">{escape(page.other_summary)}</span>'
        return (
            f'<table width="100%" cellspacing="0" cellpadding="10" style="margin:8px 0 6px 0;"><tr>'
            f'<td bgcolor="{self.theme.raised}">{inside}</td></tr></table>'
        )

    def _dialogue(self, page: LogPageFigure) -> str:
        heading = self._heading(page, "dialogue")
        if not page.lines:
            return heading + self._paragraph(page.labels.get("nobody", ""), "secondary")
        rows = "".join(self._line(page, line) for line in page.lines)
        return heading + f'<table width="100%" cellspacing="0" cellpadding="5">{rows}</table>'

    def _line(self, page: LogPageFigure, line: LogLineFigure) -> str:
        theme = self.theme
        role = self.ground(line)
        paint = f' bgcolor="{getattr(theme, role)}"' if role else ""
        name = self._name(line.member) + self._played(page, line.character)
        if line.key:
            key = escape(page.labels.get("key", ""))
            name += f' &nbsp;<span style="color:{theme.tense}; font-weight:600;">★&nbsp;{key}</span>'
        said = escape(line.text) + self._thoughts(line.thoughts)
        if line.other:
            said += f'<br/><span style="color:{theme.secondary};">{escape(line.other)}</span>'
            said += self._thoughts(line.other_thoughts)
        number = (
            f'<a name="turn{line.turn}" href="turn:{line.turn}" style="color:{theme.secondary};'
            f' text-decoration:none; font-size:{self._px(11)}px;">{line.turn}</a>'
        )
        return (
            f'<tr><td width="{self._px(FACE + 4)}" valign="top"{paint}>{self._face(line.member, FACE)}</td>'
            f"<td{paint}>{name}<br/>{said}</td>"
            f'<td width="{self._px(7 * max(2, len(str(line.turn))) + 14)}" align="right" valign="top"{paint}>'
            f"{number}</td></tr>"
        )

    def ground(self, line: LogLineFigure) -> str:
        """The theme's colour on which a line stands; "" for none."""
        return "accent_soft" if line.turn == self.shown else "room_lit" if line.key else ""

    def _thoughts(self, thoughts: tuple[str, ...]) -> str:
        return "".join(f'<br/><i style="color:{self.theme.secondary};">[{escape(each)}]</i>' for each in thoughts)

    def _feedback(self, page: LogPageFigure) -> str:
        if not page.feedback:
            return ""
        told = "".join(self._paragraph(f"{text} ({to})" if to else text) for text, to in page.feedback)
        return self._heading(page, "feedback") + told

    def _moods(self, page: LogPageFigure) -> str:
        rows = [
            f"<tr><td>{self._face(who, SMALL_FACE)}&nbsp;{self._name(who)}</td>"
            f'<td style="padding-left:16px; color:{self.theme.secondary};">{escape(before or "–")}</td>'
            f'<td style="padding-left:10px; color:{self.theme.secondary};">→</td>'
            f'<td style="padding-left:10px;">{escape(after or "–")}</td></tr>'
            for who, before, after in page.moods
        ]
        return self._table(page, "moods", rows)

    def _shifts(self, page: LogPageFigure) -> str:
        rows = []
        for shift in page.shifts:
            sign, role = VALENCES.get(shift.valence, VALENCES["neutral"])
            rows.append(
                f"<tr><td>{self._name(shift.one)} → {self._name(shift.other)}</td>"
                f'<td style="padding-left:12px; color:{getattr(self.theme, role)};">'
                f"{sign}&nbsp;{escape(shift.word)}</td>"
                f'<td style="padding-left:12px; color:{self.theme.secondary};">{escape(shift.reason)}</td></tr>'
            )
        return self._table(page, "shifts", rows)

    def _memories(self, page: LogPageFigure) -> str:
        rows = []
        for each in page.memories:
            weight = page.labels.get("importance", "{value}").format(value=each.importance)
            detail = " · ".join(part for part in (each.kind, each.open, weight) if part)
            rows.append(
                f'<tr><td valign="top" width="{self._px(SMALL_FACE + 6)}">{self._face(each.member, SMALL_FACE)}</td>'
                f'<td>{escape(each.text)}<br/><span style="color:{self.theme.secondary};'
                f' font-size:{self._px(11)}px;">{escape(each.member.name)} · {escape(detail)}</span></td></tr>'
            )
        return self._table(page, "memories", rows)

    def _tasks(self, page: LogPageFigure) -> str:
        rows = [
            f"<tr><td>{self._face(who, SMALL_FACE)}&nbsp;{self._name(who)}</td>"
            f'<td style="padding-left:16px;">{escape(task)}</td></tr>'
            for who, task in page.tasks
        ]
        return self._table(page, "tasks", rows)

    def _scenes(self, page: LogPageFigure) -> str:
        rows = [
            f'<tr><td><a href="scene:{number}" style="color:{self.theme.accent}; text-decoration:none;'
            f' font-weight:600;">{escape(title)}</a><br/>'
            f'<span style="color:{self.theme.secondary};">{escape(summary)}</span></td></tr>'
            for number, title, summary in page.scenes
        ]
        return self._table(page, "scenes", rows)

    # Pieces -------------------------------------------------------------------------------------------------------

    def _table(self, page: LogPageFigure, name: str, rows: list[str]) -> str:
        if not rows:
            return ""
        return self._heading(page, name) + f'<table cellspacing="0" cellpadding="3">{"".join(rows)}</table>'

    def _heading(self, page: LogPageFigure, name: str) -> str:
        return (
            f'<p style="color:{self.theme.secondary}; font-size:{self._px(12)}px; font-weight:600;'
            f' margin:14px 0 3px 0;">{escape(page.labels.get(name, ""))}</p>'
        )

    def _paragraph(self, text: str, role: str = "text") -> str:
        return f'<p style="color:{getattr(self.theme, role)}; margin:4px 0 4px 0;">{escape(text)}</p>'

    def _name(self, member: MemberFigure) -> str:
        colour = self.theme.member(member.colour).name()
        return f'<span style="color:{colour}; font-weight:600;">{escape(member.name)}</span>'

    def _face(self, member: MemberFigure, size: int) -> str:
        pixels, name = self._px(size), f"{face_name(size)}:{escape(member.id)}"
        return f'<img src="{name}" width="{pixels}" height="{pixels}" style="vertical-align: middle;"/>'


def face_name(size: int) -> str:
    """The scheme under which a document knows faces of a size."""
    return f"face{size}"
