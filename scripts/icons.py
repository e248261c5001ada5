"""Make the icon font again: `python scripts/icons.py FONT CHARMAP`.

FONT is Phosphor's font with all weights (a TTF), CHARMAP the JSON file beside it that gives each name's code point as
hexadecimal digits, as packages of icon fonts ship them. All icons of the regular weight are kept, of the others those
that Parley's sources name: what a dock of somebody else's shows is among them.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "icons"
HEAVY = re.compile(r"-(thin|light|bold|fill|duotone)$")
NAMED = re.compile(r"\bph\.([a-z0-9]+(?:-[a-z0-9]+)*)|[\"']([a-z0-9]+(?:-[a-z0-9]+)*-(?:bold|fill))[\"']")


def named() -> set[str]:
    """Return the icons that the sources and menus name, without their prefix."""
    sources = [path for folder in ("core", "desktop", "resources") for path in (ROOT / folder).rglob("*")]
    texts = [
        path.read_text("utf-8")
        for path in sources
        if path.suffix in {".py", ".toml", ".json"} and path.name != "phosphor.json"
    ]
    found = {name for text in texts for pair in NAMED.findall(text) for name in pair if name}
    return (found - {"caret"}) | {"caret-down-bold", "caret-right-bold", "square-fill"}


def main() -> None:
    """Write the font and the names of what it holds."""
    font, charmap = Path(sys.argv[1]), Path(sys.argv[2])
    codes: dict[str, str] = json.loads(charmap.read_text("utf-8"))
    used = named()
    kept = {name: code for name, code in sorted(codes.items()) if not HEAVY.search(name) or name in used}
    options = subset.Options(layout_features=[], glyph_names=False, hinting=False, name_IDs=[0, 1, 2, 13, 14])
    made = TTFont(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[int(code, 16) for code in kept.values()])
    subsetter.subset(made)
    made["head"].modified = made["head"].created
    made.recalcTimestamp = False
    made.save(FOLDER / "phosphor.ttf")
    (FOLDER / "phosphor.json").write_text(json.dumps(kept, separators=(",", ":")) + "\n", "utf-8")
    print(f"{len(kept)} icons; not known: {sorted(used - codes.keys())}")


if __name__ == "__main__":
    main()
