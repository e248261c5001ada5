"""The documentation as a site: every link of every page leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import docs_site

pytestmark = pytest.mark.slow


def test_the_site_is_built_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert docs_site.build(tmp_path / "site", tmp_path / "work") == 0
    pages = {page.relative_to(tmp_path / "site").as_posix(): page for page in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "docs/cli.html", "docs/fields.html", "resources/guide/de/start.html"} <= pages.keys()
    for folder in ("docs", "docs/decisions", "docs/tutorials"):
        assert {f"{folder}/{path.stem}.html" for path in docs_site.ROOT.glob(f"{folder}/*.md")} <= pages.keys()
    for name, page in pages.items():
        assert re.findall(r"(?:src|<link[^>]* href)=\"https?:[^\"]*\"", page.read_text("utf-8")) == [], name


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gather = docs_site.gather

    def broken(folder: Path) -> None:
        gather(folder)
        with (folder / "SECURITY.md").open("a", encoding="utf-8") as page:
            page.write("\n[nowhere](docs/nowhere.md)\n")

    monkeypatch.setattr(docs_site, "gather", broken)
    assert docs_site.build(tmp_path / "site", tmp_path / "work") != 0
