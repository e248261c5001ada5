"""The score zoomed out: columns that stand for several turns, drawn as one picture."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage

from parley.desktop.speaker_flow.view.places import COLUMN, Floats, LaneLook, Spread
from parley.desktop.widgets.painted import mixed


def shade(look: LaneLook, lane: int, future: bool) -> QColor:
    """Return a member's colour; what is yet to come steps back."""
    colour = look.colour(lane)
    return mixed(colour, look.theme.colour("surface"), 0.3) if future else colour


def columns(spread: Spread, look: LaneLook, edges: Floats, future: npt.NDArray[np.bool_]) -> QImage:
    """Return the bars of all lanes, pixel by pixel: with rectangles those of many members would take longer than a
    frame.
    """
    wide = int(COLUMN)
    tall = math.ceil(look.bottom - look.top)
    pixels = np.zeros((tall, len(edges) - 1, wide), np.uint32)
    for lane in (*range(len(look.members)), *([-1] if look.director else [])):
        shares = spread.shares(lane, edges)
        half = np.where(shares > 1e-4, np.maximum(1.0, np.sqrt(np.clip(shares, 0.0, 1.0)) * look.lane * 0.46), 0.0)
        middle = look.middle(lane) - look.top
        first, last = max(0, int(middle - look.lane / 2)), min(tall, math.ceil(middle + look.lane / 2))
        rows = np.abs(np.arange(first, last) + 0.5 - middle)[:, None] <= half[None, :]
        said, coming = (shade(look, lane, later).rgba() for later in (False, True))
        colours = np.where(future, np.uint32(coming), np.uint32(said))
        part = pixels[first:last]
        for at in range(wide - 1):
            part[:, :, at] = np.where(rows, colours[None, :], part[:, :, at])
    flat = np.ascontiguousarray(pixels.reshape(tall, -1))
    width = flat.shape[1]
    return QImage(flat.data, width, tall, 4 * width, QImage.Format.Format_ARGB32_Premultiplied).copy()
