"""The floor plan of a scene as SVG: for a page with the light of its hour, alone in outlines, and everybody in their
colour where they were."""

from __future__ import annotations

import base64
from html import escape

from parley.core.base.labels import words
from parley.core.export.floor import outline
from parley.core.export.floor_svg import furnished, lit_at
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
    """What the picture shows, in words."""
    say = words("logbook", page.language)
    return say["plan_of" if page.room else "plan_desks"].format(scene=page.number, place=page.place)


def shared(plan: Plan) -> str:
    """What the pictures of all scenes of a page are drawn upon, for their page once."""
    style = "".join(f".lamp-{place}{{opacity:var(--lamp-{place},0)}}" for place in range(len(plan.rooms)))
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    return f'<svg {hidden}><style>{style}</style><g id="floor">{furnished(plan)}</g></svg>'


def svg(plan: Plan, page: ScenePage) -> str:
    """The picture upon what is `shared`, as an element of a page that has the style and the colours of people, as
    classes `c-<place in the cast>`."""
    lit = {room.id for place in page.places if (room := plan.room_at((place.x, place.y))) is not None}
    parts = [f'{_head(plan, page, 2)} style="{lit_at(page.begins, plan, lit)}">']
    parts.append(f'<title>{escape(caption(page))}</title><use href="#floor"/>')
    if room := plan.by_id.get(page.room):
        parts.append(f'<rect class="r" x="{room.x:g}" y="{room.y:g}" width="{room.width:g}" height="{room.height:g}"/>')
    for room in plan.rooms:
        # Names hang on the faces of the walls.
        name = room.title(page.language)
        size = name_size(name, room.width, 1.5)
        place = f'x="{room.x + 1.4:g}" y="{room.y + 1.7:g}" style="font-size:{size:.2f}px"'
        parts.append(f'<text class="name" {place}>{escape(name)}</text>')
    parts += [_person(place, i, alone=False) for i, place in by_part(page)]
    return "".join([*parts, "</svg>"])


def _head(plan: Plan, page: ScenePage, edge: float) -> str:
    box = f"{-edge:g} {-edge:g} {plan.width + 2 * edge:g} {plan.height + 2 * edge:g}"
    named = f'class="plan" role="img" aria-label="{escape(caption(page))}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {named}'


def outlined(plan: Plan, page: ScenePage) -> str:
    """The picture in outlines, which stands alone: furnished, each of a document would take a hundred kilobytes."""
    figure = outline(plan, page.language)
    parts = [f'{_head(plan, page, 0.5)} width="720">', f"<title>{escape(caption(page))}</title><style>{STYLE}</style>"]
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
    parts += [_person(place, i, alone=True) for i, place in by_part(page)]
    return "".join([*parts, "</svg>"])


def name_size(name: str, width: float, most: float = NAME) -> float:
    """The height of a room's name that fits its north wall, in plan units."""
    return float(min(most, (width - 2) / max(1, len(name)) * 1.7))


def by_part(page: ScenePage) -> list[tuple[int, Standing]]:
    """Everybody with their place in the cast; those in the scene last, for they stand before everybody else."""
    order = {"away": 0, "bystander": 1, "member": 2}
    return sorted(enumerate(page.places), key=lambda each: order[each[1].part])


def _person(place: Standing, number: int, *, alone: bool) -> str:
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
    """The picture as an address that holds it, for a document that has no other file."""
    return "data:image/svg+xml;base64," + base64.b64encode(outlined(plan, page).encode()).decode()
