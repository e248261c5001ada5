"""The floor plan of a scene as SVG: rooms, doors, furniture, and everybody in their colour where they were."""

from __future__ import annotations

import base64
from html import escape

from parley.core.base.labels import words
from parley.core.export.floor import outline
from parley.core.modes.office.logbook.page import ScenePage, Standing
from parley.core.office.plan import Plan

DISC = 2.0
"""Half the width of a person, in plan units."""
NAME = 2.0
"""The height of a room's name, in plan units."""

STYLE = (
    ".plan text{font:500 2px Inter,system-ui,sans-serif;fill:#62666f}.plan .on{fill:#1b1d22;font-weight:600}"
    ".plan .r{fill:#faf9f5;stroke:#cfccbf;stroke-width:.28}.plan .r.lit{fill:#fff0c9}.plan .d{stroke:#faf9f5;"
    "stroke-width:.5}.plan .f{fill:#e6e4dc}.plan .p text{fill:#fff;font-weight:700;text-anchor:middle}"
    ".plan .p circle{stroke:#fff;stroke-width:.3}.plan .away{opacity:.38}.plan .bystander circle{stroke:#1b1d22;"
    "stroke-width:.3;stroke-dasharray:.7 .5}"
)
"""How the plan looks on light paper, for a picture that stands alone."""


def caption(page: ScenePage) -> str:
    """Return what the picture shows, in words."""
    say = words("logbook", page.language)
    return say["plan_of" if page.room else "plan_desks"].format(scene=page.number, place=page.place)


def svg(plan: Plan, page: ScenePage, *, alone: bool = False) -> str:
    """Return the picture as an SVG element; `alone`, it brings its own style and colours, else a page's style applies.

    Colours of people come from classes `c-<place in the cast>` of the page, or from themselves.
    """
    figure = outline(plan, page.language)
    box = f"-0.5 -0.5 {plan.width + 1:g} {plan.height + 1:g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="plan" viewBox="{box}" role="img"'
    head += f' aria-label="{escape(caption(page))}"'
    parts = [f'{head} width="720">' if alone else f"{head}>", f"<title>{escape(caption(page))}</title>"]
    if alone:
        parts.append(f"<style>{STYLE}</style>")
    for room in figure["rooms"]:
        lit = " lit" if room["id"] == page.room else ""
        parts.append(
            f'<rect class="r{lit}" x="{room["x"]:g}" y="{room["y"]:g}" width="{room["w"]:g}" height="{room["h"]:g}"/>'
        )
    half = figure["door"] / 2
    for x, y, across in figure["doors"]:
        dx, dy = (half, 0) if across else (0, half)
        parts.append(f'<line class="d" x1="{x - dx:g}" y1="{y - dy:g}" x2="{x + dx:g}" y2="{y + dy:g}"/>')
    for x, y, width, height, round_ in figure["furniture"]:
        if round_:
            across, down = width / 2, height / 2
            parts.append(f'<ellipse class="f" cx="{x + across:g}" cy="{y + down:g}" rx="{across:g}" ry="{down:g}"/>')
        else:
            parts.append(f'<rect class="f" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx=".7"/>')
    for room in figure["rooms"]:
        lit = ' class="on"' if room["id"] == page.room else ""
        size = name_size(room["name"], room["w"])
        parts.append(
            f'<text{lit} x="{room["x"] + 1.2:g}" y="{room["y"] + 2.6:g}" style="font-size:{size:.2f}px">'
            f"{escape(room['name'])}</text>"
        )
    parts += [_draw_person(place, i, alone) for i, place in by_part(page)]
    return "".join([*parts, "</svg>"])


def name_size(name: str, width: float) -> float:
    """Return the height of a room's name that fits its north wall, in plan units."""
    return float(min(NAME, (width - 2) / max(1, len(name)) * 1.7))


def by_part(page: ScenePage) -> list[tuple[int, Standing]]:
    """Everybody with their place in the cast; those in the scene last, for they stand before everybody else."""
    order = {"away": 0, "bystander": 1, "member": 2}
    return sorted(enumerate(page.places), key=lambda each: order[each[1].part])


def _draw_person(place: Standing, number: int, alone: bool) -> str:
    person = place.person
    name = f"{person.name} ({person.character})" if person.character else person.name
    fill = f' fill="{person.light}"' if alone else ""
    return (
        f'<g class="p c-{number} {place.part}"><title>{escape(name)}</title>'
        f'<circle cx="{place.x:g}" cy="{place.y:g}" r="{DISC:g}"{fill}/>'
        f'<text x="{place.x:g}" y="{place.y + 0.75:g}" style="font-size:{2.1 if len(person.initial) < 2 else 1.7}px">'
        f"{escape(person.initial)}</text></g>"
    )


def data_uri(plan: Plan, page: ScenePage) -> str:
    """Return the picture as an address that holds it, for a document that has no other file."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg(plan, page, alone=True).encode()).decode()
