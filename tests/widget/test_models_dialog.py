"""The list of local models at the real window, against a hub on loopback."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from parley.core.voices.models import fetch
from parley.core.voices.models.catalogue import Catalogue
from parley.core.voices.models.model import Model
from parley.desktop.models.view import ModelsDialog
from tests.unit.voices.hub_server import Hub, running
from tests.unit.voices.test_models_catalogue import gguf
from tests.widget.real_window import Desk

DATA = b"GGUF" + bytes(400_000)
SUM = hashlib.sha256(DATA).hexdigest()
ROWS = (
    Model(id="small", title="Small", languages=("en",), parameters=500_000_000, file="small.gguf",
          hub="a/b", size=len(DATA), sha256=SUM),
    Model(id="strict", title="Strict", licence="Some Terms", terms="Be kind.", languages=("en",),
          parameters=900_000_000, file="strict.gguf", hub="a/b", size=len(DATA), sha256=SUM),
    Model(id="huge", title="Huge", languages=("en",), parameters=8_000_000_000, file="huge.gguf",
          hub="a/b", size=60_000_000_000),
    Model(id="meaning", title="Meaning", use="embed", languages=("en",), parameters=100_000_000, file="meaning.gguf",
          hub="a/b", size=len(DATA), sha256=SUM),
)  # fmt: skip


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    made = Catalogue.__init__

    def small(self: Catalogue, folder: Path) -> None:
        made(self, folder)
        self._shipped = ROWS

    with running() as server:
        server.files = {"small.gguf": DATA, "strict.gguf": DATA, "meaning.gguf": DATA}
        monkeypatch.setattr(Catalogue, "__init__", small)
        monkeypatch.setattr(fetch, "PAUSE", 0.0)
        monkeypatch.setattr("parley.core.voices.embedded.trial.try_out", lambda *_, **__: None)
        monkeypatch.setattr("parley.core.voices.models.model.read_memory", lambda: 16 * 10**9)
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        yield server


def choose(dialog: ModelsDialog, name: str) -> None:
    dialog.list.setCurrentItem(dialog.rows[name])


@pytest.mark.slow
async def test_a_model_is_fetched_stopped_gone_on_with_used_and_deleted(desk: Desk, hub: Hub) -> None:
    hub.faults = ["wait"]
    desk.action("models").trigger()
    dialog = await desk.dialog(ModelsDialog)
    assert dialog.rows["small"].text(4) == "Proposed for this machine"
    choose(dialog, "huge")
    assert "Too large" in dialog.detail.text()
    assert dialog.fetch.isVisible()
    choose(dialog, "small")
    desk.click(dialog.fetch)
    await desk.until(lambda: dialog.bar.value() > 0, "bytes arrive")
    assert "kB of" in dialog.rows["small"].text(4)
    desk.click(dialog.stop)
    await desk.until(lambda: dialog.figures["small"].state == "begun", "it has stopped")
    hub.go_on.set()
    desk.click(dialog.fetch)
    await desk.until(lambda: dialog.figures["small"].state == "used", "it is here")
    catalogue = Catalogue(desk.studio.home.models)
    assert catalogue.locate(catalogue.get("small")).read_bytes() == DATA
    assert hub.asked[-1][2].startswith("bytes=")
    # Where none was chosen, the best that is here is used.
    assert dialog.rows["small"].text(4) == "In use"
    desk.click(dialog.remove)
    box = await desk.dialog(QMessageBox)
    desk.click(box.button(QMessageBox.StandardButton.Yes))
    await desk.until(lambda: dialog.figures["small"].state == "away", "it is gone")
    dialog.reject()


async def test_terms_are_shown_and_an_error_says_what_to_do(desk: Desk, hub: Hub) -> None:
    desk.action("models").trigger()
    dialog = await desk.dialog(ModelsDialog)
    choose(dialog, "strict")
    assert "Be kind." in dialog.detail.text()
    hub.files = {}
    desk.click(dialog.fetch)
    await desk.until(lambda: "not there any more" in dialog.problem.text(), "it cannot be fetched")
    hub.files = {"strict.gguf": DATA, "meaning.gguf": DATA}
    desk.click(dialog.fetch)
    await desk.until(lambda: dialog.figures["strict"].state == "used", "it is here")
    assert not dialog.problem.text()
    choose(dialog, "meaning")
    desk.click(dialog.fetch)
    await desk.until(lambda: dialog.figures["meaning"].state == "here", "it is here")
    desk.click(dialog.use)
    assert desk.studio.settings.voices.embeddings == "embedded:meaning"
    dialog.reject()


async def test_a_file_of_ones_own_is_added_and_forgotten(desk: Desk, hub: Hub, tmp_path: Path) -> None:
    file, other = gguf(tmp_path / "Mein Modell.gguf"), tmp_path / "no.gguf"
    other.write_bytes(b"PK")
    dialog = await desk.open("models", ModelsDialog)
    dialog.file_chosen.emit(str(other))
    assert "not a GGUF file" in dialog.problem.text()
    dialog.file_chosen.emit(str(file))
    await desk.until(lambda: "mein-modell" in dialog.rows, "it is shown")
    assert not dialog.problem.text()
    choose(dialog, "mein-modell")
    assert dialog.figures["mein-modell"].own
    assert Catalogue(desk.studio.home.models).get("mein-modell").path == str(file)
    desk.click(dialog.remove)
    desk.click((await desk.dialog(QMessageBox)).button(QMessageBox.StandardButton.Yes))
    await desk.until(lambda: "mein-modell" not in dialog.rows, "it is forgotten")
    assert file.exists()
    dialog.reject()
