"""Lines as Markdown, as a quotation and as a picture, for the clipboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage, QPainter

from parley.core.export.markdown import SET_IN, escape, lines
from parley.desktop.run.figures import MemberFigure, TurnFigure
from parley.desktop.transcript.view.look import Look
from parley.desktop.transcript.view.painting import RowState, paint_row
from parley.desktop.transcript.view.shape import RowShape, texts
from parley.desktop.transcript.view.wording import RowWording

translate = QCoreApplication.translate
MOST = 60
"""Rows of a picture: more would be no picture that anybody looks at."""
SHARP = 2
"""Pixels of the picture for each of the screen's."""
MARGIN = 12
"""Pixels around the rows."""


def markdown(rows: Sequence[tuple[TurnFigure, bool]], wording: RowWording, reading: str) -> str:
    """Rows as an export in Markdown writes them; of each, whether its thoughts are to be read."""
    made = []
    for figure, unfolded in rows:
        body, other, thoughts = texts(figure, reading)
        said = "".join(f"*{escape(act)}* " for act in figure.acts) + lines(body, SET_IN)
        if figure.staged:
            made.append(f"{figure.number}\\. *{lines(body, SET_IN)}*")
        elif figure.is_turn:
            made.append(f"{figure.number}\\. **{escape(wording.title(figure))}**: {said}")
        else:
            made.append(
                f"> **{escape(wording.title(figure))}**"
                + (f": {lines(body, chr(92) + chr(10) + '> ')}" if body else "")
            )
        if other:
            made.append(f"*{escape(other)}*")
        if unfolded:
            made += [f"*\\[{escape(thought)}\\]*" for thought in thoughts]
    return "\n\n".join(made) + "\n"


def quotation(rows: Sequence[tuple[TurnFigure, bool]], wording: RowWording, reading: str) -> str:
    """What was said, each in quotation marks, with who said it and when."""
    made = []
    for figure, _unfolded in rows:
        if figure.staged:
            made.append(figure.text)
        elif figure.is_turn:
            text = " ".join(texts(figure, reading)[0].split())
            told = translate("RowMenu", "“{text}” ({name}, turn {number})")
            made.append(told.format(text=text, name=wording.title(figure), number=figure.number))
    return "\n".join(made)


def picture(shapes: Sequence[RowShape], members: Mapping[str, MemberFigure], look: Look) -> QImage:
    """Rows as they are shown, one below the other, on the theme's surface."""
    shapes = shapes[:MOST]
    wide = int(max(shape.width for shape in shapes)) + 2 * MARGIN
    high = int(sum(shape.height for shape in shapes)) + 2 * MARGIN
    image = QImage(wide * SHARP, high * SHARP, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SHARP)
    image.fill(look.colour("surface"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(MARGIN, 0)
    top = float(MARGIN)
    for shape in shapes:
        paint_row(painter, shape, top, members, look, RowState())
        top += shape.height
    painter.end()
    return image
