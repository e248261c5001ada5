"""The logbook's paper: also with the floor plan in lines."""

from __future__ import annotations

from contextlib import nullcontext

from parley.core.export.floor import outline
from parley.core.export.paper import FAINT, INK, POINT, Paper
from parley.core.modes.office.logbook.drawing import DISC, by_part, name_size
from parley.core.modes.office.logbook.page import ScenePage
from parley.core.office.plan import Plan


class LogbookPaper(Paper):
    """Paper that floor plans are drawn on."""

    def plan(self, plan: Plan, page: ScenePage, x: float, y: float, width: float) -> float:
        """Return the floor plan with everybody in it; returns how high it is."""
        scale = width / plan.width
        figure = outline(plan, page.language)
        self.set_line_width(max(0.12, 0.26 * scale))
        for room in figure["rooms"]:
            self.set_draw_color("#c6c2b3")
            self.set_fill_color("#fff0c9" if room["id"] == page.room else "#faf9f5")
            self.rect(x + room["x"] * scale, y + room["y"] * scale, room["w"] * scale, room["h"] * scale, style="DF")
        half = figure["door"] / 2
        with self.local_context(draw_color="#faf9f5", line_width=0.5 * scale):
            for left, top, across in figure["doors"]:
                dx, dy = (half, 0.0) if across else (0.0, half)
                ends = x + (left - dx) * scale, y + (top - dy) * scale, x + (left + dx) * scale, y + (top + dy) * scale
                self.line(*ends)
        self.set_fill_color("#e6e4dc")
        for left, top, across, down, round_ in figure["furniture"]:
            box = x + left * scale, y + top * scale, across * scale, down * scale
            if round_:
                self.ellipse(*box, style="F")
            else:
                self.rect(*box, style="F", round_corners=True, corner_radius=min(box[2], box[3]) * 0.2)
        for room in figure["rooms"]:
            lit = room["id"] == page.room
            self.use(name_size(room["name"], room["w"]) * scale / POINT, INK if lit else FAINT, "B" if lit else "")
            self.text(x + (room["x"] + 1.2) * scale, y + (room["y"] + 2.6) * scale, self.fit(room["name"]))
        for _number, place in by_part(page):
            spot = x + (place.x - DISC) * scale, y + (place.y - DISC) * scale
            with self.local_context(fill_opacity=0.36) if place.part == "away" else nullcontext():
                self.face(place.person, *spot, 2 * DISC * scale, outlined=place.part == "bystander")
        self.set_line_width(0.2)
        return plan.height * scale
