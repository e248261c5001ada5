"""Write the schemas where the first lines of shipped files lead editors to, and the page of all fields:
`python -m scripts.schemas`.

The schemas are not kept in the repository: they are made of the models. `--released` notes the versions as published:
a schema that changes afterwards needs another version.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from parley.core.authoring import kinds, schemas
from scripts import fields

FOLDER = Path(__file__).resolve().parents[1] / "resources" / schemas.FOLDER
RELEASED = FOLDER / "released.txt"
"""What was published: a line a schema, its `$id` and its digest."""


def made() -> dict[str, str]:
    """Return the text of every schema, by kind."""
    return {kind: schemas.get_published(kind) for kind in kinds.names()}


def released() -> dict[str, str]:
    """Return the digest of every published schema, by its `$id`."""
    lines = RELEASED.read_text("utf-8").splitlines() if RELEASED.exists() else []
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def broken(texts: dict[str, str], published: dict[str, str]) -> list[str]:
    """Return the `$id` of each that says something else than what was published under it."""
    by_id = {json.loads(text)["$id"]: digest(text) for text in texts.values()}
    return [name for name, found in by_id.items() if published.get(name, found) != found]


def digest(text: str) -> str:
    """Return what a schema's text is known by."""
    return hashlib.sha256(text.encode()).hexdigest()


def main(arguments: list[str]) -> int:
    """Write them all, and return 1 where one that was published would say something else."""
    texts = made()
    if wrong := broken(texts, released()):
        sys.stderr.write(f"Published already, and different: {', '.join(wrong)}. Raise VERSIONS (docs/schemas.md).\n")
        return 1
    FOLDER.mkdir(exist_ok=True)
    for kind, text in texts.items():
        (FOLDER / f"{kind}.json").write_text(text, "utf-8")
    fields.PAGE.write_text(fields.page(), "utf-8")
    if "--released" in arguments:
        found = released() | {json.loads(text)["$id"]: digest(text) for text in texts.values()}
        RELEASED.write_text("".join(f"{name} {each}\n" for name, each in sorted(found.items())), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
