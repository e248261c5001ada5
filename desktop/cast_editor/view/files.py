"""Which file: a persona is read from one, or written into one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget


class PersonaFiles(QObject):
    """Asks for files. Signals: `import_wanted(path)`, `export_wanted(path)`."""

    import_wanted = Signal(str)
    export_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent

    def ask_import(self) -> None:
        """Ask which persona file to read."""
        dialog = self._dialog(self.tr("Import a persona"), "")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.import_wanted)
        dialog.open()

    def ask_export(self, member: str) -> None:
        """Ask into which file to write."""
        dialog = self._dialog(self.tr("Export the persona"), f"{member}.toml")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("toml")
        dialog.fileSelected.connect(self.export_wanted)
        dialog.open()

    def _dialog(self, title: str, name: str) -> QFileDialog:
        filters = self.tr("Persona files (*.toml);;All files (*)")
        dialog = QFileDialog(self._parent, title, name, filters)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog
