"""Lines as Markdown, for the clipboard."""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.export.markdown import SET_IN, escape, lines
from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.view.shape import texts
from parley.desktop.transcript.view.wording import RowWording


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
