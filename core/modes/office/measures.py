"""What days in an office came to, as figures."""

from __future__ import annotations

from collections import Counter
from typing import get_args

from parley.core.base.sums import added
from parley.core.formats import Localised
from parley.core.log.state import State
from parley.core.measures.registry import COUNT, SHARE, Figures, Measure
from parley.core.modes.office.events import SceneType
from parley.core.modes.office.state import CONVERSATIONS, OfficeState


def _figures(state: State) -> Figures:
    """Scenes, by type too, and `talks`, the share of those in which people speak with each other; `lines` a scene;
    `importance`, the mean; memories, of them `reflections`; `threads` that are open and `settled`; tasks that are done;
    `warmer` and `cooler` pairs, and `valence`, the mean of one toward another (−1 to 1)."""
    office = state[OfficeState]
    scenes = office.scenes
    types = Counter(each.started.scene_type for each in scenes)
    drifts = [drift.after - drift.before for drift in office.drifted.values()]
    lines = sum(max(0, each.last - each.first + 1) for each in scenes)
    found: dict[str, float | int] = {
        "office.scenes": len(scenes),
        **{f"office.{name}": types[name] for name in get_args(SceneType)},
        "office.talks": sum(types[name] for name in CONVERSATIONS) / len(scenes) if scenes else 0.0,
        "office.lines": lines / len(scenes) if scenes else 0.0,
        "office.importance": added(each.started.importance for each in scenes) / len(scenes) if scenes else 0.0,
        "office.memories": len(office.memories),
        "office.reflections": sum(memory.type == "reflection" for memory in office.memories),
        "office.threads": len(office.threads()),
        "office.settled": len(office.settled),
        "office.finished": len(office.finished),
        "office.warmer": sum(change > 0 for change in drifts),
        "office.cooler": sum(change < 0 for change in drifts),
        "office.valence": added(office.valence.values()) / len(office.valence) if office.valence else 0.0,
    }
    return {name: round(value, 6) if isinstance(value, float) else value for name, value in found.items()}


OFFICE = Measure(
    "office",
    Localised(en="The office", de="Das Büro"),
    ("office.",),
    _figures,
    ranges={
        "office": COUNT,
        "office.talks": SHARE,
        "office.importance": (0.0, 10.0),
        "office.valence": (-1.0, 1.0),
    },
)
