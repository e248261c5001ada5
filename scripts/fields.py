"""Write the page of all fields from the schemas: `python -m scripts.fields`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from jsonschema_markdown import generate
from loguru import logger

from parley.core.authoring import kinds, schemas
from parley.core.authoring.kinds import EVENTS, RUN

PAGE = Path(__file__).resolve().parents[1] / "docs" / "fields.md"
HEAD = """# What stands in files

Made from the schemas (`python -m scripts.fields`); [schemas](schemas.md) says how to use them.
`parley new KIND NAME` begins a file, `parley check FILE` tells what is wrong with one.
"""
FIRST_LINE = "Its members, format and world are those above; a mode's own configuration stands under the mode's name.\n"
LEFT_OUT = re.compile(r"^(#+ Type: .*|> ⚠️.*|---|# Definitions)\n+", re.MULTILINE)
"""What says nothing to whoever writes a file."""
PATTERN = re.compile(r"\[(`.*?`)\]\(https://regex101[^)]*\)")


def page() -> str:
    """Return the page as Markdown."""
    logger.disable("jsonschema_markdown")
    names = [name for name in kinds.names() if name not in (EVENTS, RUN)]
    contents = " · ".join(f"[{name}](#{name})" for name in [*names, RUN, EVENTS])
    return "\n".join([HEAD, contents + "\n", *map(_kind, names), _run(), _events()])


def _kind(name: str) -> str:
    """Return a kind's fields, and those of its parts under headings that name the kind, for others have such too."""
    text = generate(json.loads(schemas.get_published(name)), footer=False, hide_empty_columns=True)
    text = re.sub(r"^## ", f"### {name}: ", PATTERN.sub(r"\1", LEFT_OUT.sub("", text)), flags=re.MULTILINE)
    text = re.sub(r"^# .*", f"## {name}", re.sub(r"\n{3,}", "\n\n", text.strip() + "\n"), count=1)
    return re.sub(r"\]\(#", f"](#{name}-", text)


def _run() -> str:
    table = _kind(RUN).partition("\n###")[0]
    return re.sub(r"\[(\w+)\]\(#[^)]*\)", r"\1", table) + f"\n{FIRST_LINE}"


def _events() -> str:
    schema = json.loads(schemas.get_published(EVENTS))
    events = [schema["$defs"][each["$ref"].rpartition("/")[2]] for each in schema["oneOf"]]
    rows = [
        f"| `{event['properties']['type']['const']}` | {' '.join(event.get('description', '').split())} "
        f"| {', '.join(f'`{name}`' for name in event['properties'] if name not in ('type', 'at'))} |"
        for event in events
    ]
    text = "A run's log holds one on each line, with its `type` and the moment `at` which it was written.\n"
    return "\n".join([f"## {EVENTS}\n", text, "| Type | What happened | Fields |", "|---|---|---|", *rows]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
