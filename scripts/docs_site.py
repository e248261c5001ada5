"""Build the documentation as a site: `python -m scripts.docs_site [FOLDER]`, or `make docs`.

The pages stay where they are in the repository and keep their links; what is gathered is the README, the guide in both
languages, everything in `docs/`, and what is for contributors. A link that leads nowhere fails the build.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GUIDE = Path("resources/guide")
BUILT = ROOT / "site"
GATHERED = (
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "LICENSE",
    "THIRD_PARTY.md",
    "examples/notebooks/first_talk.ipynb",
    "examples/notebooks/experiment.ipynb",
    "tests/README.md",
)
TUTORIALS = ("tutorials/topic", "tutorials/cast", "tutorials/study", "tutorials/plugin", "tutorials/tools", "tools")
"""In the order in which somebody new reads them; each that there is."""
REFERENCE = (
    "installing",
    "modes",
    "cli",
    "python",
    "mcp",
    "tools",
    "fields",
    "schemas",
    "measures",
    "judges",
    "affinities",
    "schedule",
    "floor-plans",
)
DEVELOPMENT = ("docs/extending.md", "ARCHITECTURE.md", "tests/README.md", "CONTRIBUTING.md", "SECURITY.md",
    "THIRD_PARTY.md",
    "docs/releasing.md", "docs/benchmarks.md", "docs/scale.md", "CHANGELOG.md")  # fmt: skip
NOT_IN_NAV = Path("docs/guide.md")
SLUGS = "markdown.extensions.toc.slugify_unicode"
"""Makes anchors of headings, which may be German."""
DECISIONS = Path("docs/decisions")
FOLDERS = {"docs/decisions": "docs/decisions/index.md", "../resources/guide": "../resources/guide/start.md"}
"""Links to folders, which a site has none of, and the pages that stand for them."""


def gather(folder: Path) -> None:
    """Copy all pages and their pictures into a folder, with their places in the repository."""
    for name in GATHERED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    for part in ("docs", GUIDE):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.toml"))
    for page in folder.rglob("*.md"):
        text = page.read_text("utf-8")
        for wanted, found in FOLDERS.items():
            text = text.replace(f"]({wanted})", f"]({found})")
        page.write_text(text, "utf-8")


def configuration(pages: Path, site: Path) -> dict[str, Any]:
    """Return what MkDocs is told. Nothing is loaded from elsewhere, and the pages can be read from a disk, too."""
    names = tomllib.loads((ROOT / GUIDE / "contents.toml").read_text("utf-8"))["pages"]
    english = [_entry(GUIDE / f"{name}.md") for name in names]
    german = [_entry(GUIDE / "de" / f"{name}.md") for name in names]
    decisions = [path.relative_to(ROOT) for path in sorted((ROOT / DECISIONS).rglob("0*.md"))]
    tutorials = [Path(f"docs/{name}.md") for name in TUTORIALS if (ROOT / f"docs/{name}.md").exists()]
    reference = [Path(f"docs/{name}.md") for name in REFERENCE]
    # A page that somebody adds is reached, too, before somebody finds a better place for it.
    placed = {*tutorials, *reference, *map(Path, DEVELOPMENT), NOT_IN_NAV}
    others = (path.relative_to(ROOT) for path in sorted((ROOT / "docs").glob("*.md")))
    reference += [path for path in others if path not in placed]
    nav: list[dict[str, Any]] = [
        {"Parley": "README.md"},
        {"Guide": english},
        {"Handbuch": german},
        {"Tutorials": [*map(_entry, tutorials)]},
        {"Reference": [*map(_entry, reference)]},
        {"Development": [_entry(Path(name)) for name in DEVELOPMENT]},
        {"Decisions": [_entry(DECISIONS / "index.md"), *map(_entry, decisions)]},
    ]
    warn = {"not_found": "warn", "absolute_links": "warn"}
    return {
        "site_name": "Parley",
        "site_description": "A desktop studio to watch, steer and study conversations between AI agents.",
        "docs_dir": str(pages),
        "site_dir": str(site),
        "use_directory_urls": False,
        "strict": True,
        "theme": {"name": "mkdocs", "highlightjs": False, "color_mode": "auto", "user_color_mode_toggle": True},
        "plugins": ["search"],
        "markdown_extensions": ["tables", "fenced_code", {"toc": {"permalink": True, "slugify": SLUGS}}],
        "validation": {
            "nav": {"omitted_files": "warn", **warn},
            "links": {"anchors": "warn", "unrecognized_links": "warn", **warn},
        },
        "not_in_nav": f"{NOT_IN_NAV.as_posix()}\n",
        "nav": nav,
    }


def _entry(page: Path) -> dict[str, str]:
    return {_title(ROOT / page): page.as_posix()}


def _title(page: Path) -> str:
    found = re.search(r"^# (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return found[1] if found else page.stem


def build(site: Path, work: Path) -> int:
    """Build the site into a folder, with another one to work in; returns MkDocs' exit code."""
    shutil.rmtree(work, ignore_errors=True)
    pages = work / "pages"
    gather(pages)
    told = work / "mkdocs.yml"
    # JSON is YAML, but for what names a function.
    text = json.dumps(configuration(pages, site), indent=1)
    told.write_text(text.replace(f'"{SLUGS}"', f"!!python/name:{SLUGS}"), "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--config-file", str(told)]
    # What it does not say it does not count either: --quiet would let every warning pass.
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    sys.stderr.writelines(line for line in done.stderr.splitlines(keepends=True) if not line.startswith("INFO"))
    return done.returncode


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]).resolve() if sys.argv[1:] else BUILT, ROOT / "build" / "site"))
