"""A questionnaire as the dialog has it: texts in one language, checked by the core, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from parley.core.base.definition import blame
from parley.core.studio.interviews.questions import AFTER, BEFORE, Questionnaire
from parley.desktop.widgets.language import current, said

BAR = "|"
"""Between the options of a choice."""


@dataclass(frozen=True, slots=True)
class QuestionnaireText:
    """A questionnaire that is chosen: `file`, where its items stand in one, else `data`; "" and {} for none. `summary`
    is what is said of it, `figures` what its answers are called in a table."""

    file: str = ""
    data: Mapping[str, Any] | None = None
    summary: str = ""
    figures: tuple[str, ...] = ()

    @property
    def value(self) -> Any:
        """What a spec has of it; "" for none."""
        return self.file or self.data or ""


def plain(questionnaire: Questionnaire) -> dict[str, Any]:
    """What is set in it, as plain values."""
    found: dict[str, Any] = questionnaire.model_dump(mode="json", exclude_unset=True)
    return found


def figures(questionnaire: Questionnaire) -> tuple[str, ...]:
    """What can be compared of its answers: a scale's mean over the members, a choice's shares."""
    items = [item.id for item in questionnaire.items if item.type != "text"]
    return tuple(f"ask.{moment}.{item}" for moment in questionnaire.when for item in items)


def fault(data: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """What is wrong with plain values, and where; two empty ones where nothing is."""
    try:
        Questionnaire.model_validate(dict(data))
    except ValidationError as error:
        # Where it is, is told by its place.
        told = re.sub(r"^:? ?(?:['„][\w.]+['“]: )?", "", said(blame(error, "", "").sentence))
        place = tuple(map(str, error.errors(include_url=False)[0]["loc"]))
        return told[:1].upper() + told[1:], place
    return "", ()


def shown(data: Mapping[str, Any]) -> dict[str, Any]:
    """The texts of a questionnaire in the interface's language."""
    when = [str(each) for each in data.get("when", (AFTER,))]
    return {
        "name": data.get("name", ""),
        "before": BEFORE in when,
        "after": AFTER in when,
        "during": ", ".join(each for each in when if each not in (BEFORE, AFTER)),
        "members": ", ".join(data.get("members", ())),
        "items": [_shown(item) for item in data.get("items", ())],
    }


def read(texts: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The plain values of what stands in the fields. A text that nobody changed keeps its other language; another one
    is asked in these words in every language."""
    old = list((before or {}).get("items", ()))
    when = [name for name in (BEFORE, AFTER) if texts[name]]
    when[1 if texts[BEFORE] else 0 : 0] = _parts(str(texts["during"]), ",")
    found: dict[str, Any] = {"name": " ".join(str(texts["name"]).split()), "when": when}
    if members := _parts(str(texts["members"]), ","):
        found["members"] = members
    found["items"] = [_item(item, old[item["was"]] if 0 <= item["was"] < len(old) else {}) for item in texts["items"]]
    return found


def _item(texts: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    was = _shown(before)
    found: dict[str, Any] = {"id": texts["id"].strip(), "type": texts["type"]}
    found["text"] = before["text"] if before and texts["text"] == was["text"] else texts["text"].strip()
    if texts["type"] == "likert":
        found["points"] = texts["points"]
        for name in ("low", "high"):
            if texts[name].strip():
                found[name] = before[name] if name in before and texts[name] == was[name] else texts[name].strip()
        if texts["reverse"]:
            found["reverse"] = True
    elif texts["type"] == "choice":
        same = before and texts["options"] == was["options"]
        found["options"] = before["options"] if same else _parts(texts["options"], BAR)
    return found


def _shown(item: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": item.get("id", "question"),
        "type": item.get("type", "text"),
        "text": _text(item.get("text", "")),
        "points": item.get("points", 5),
        "low": _text(item.get("low", "")),
        "high": _text(item.get("high", "")),
        "options": f" {BAR} ".join(_text(option) for option in item.get("options", ())),
        "reverse": bool(item.get("reverse", False)),
    }


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return str(value.get(current()) or value.get("en") or "")
    return str(value)


def _parts(text: str, between: str) -> list[str]:
    return [part.strip() for part in text.split(between) if part.strip()]


def free_id(taken: Sequence[str]) -> str:
    """The first of q1, q2 … that no item has."""
    return next(name for number in range(1, len(taken) + 2) if (name := f"q{number}") not in taken)
