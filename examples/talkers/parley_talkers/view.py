"""The widget: it knows its figure and nothing else."""

from collections.abc import Sequence

from PySide6.QtWidgets import QListWidget, QVBoxLayout, QWidget

from parley.desktop.widgets.themed import Themed


class TalkersView(Themed, QWidget):
    """A list of names with the words that they have said."""

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Talkers"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)

    def show_figure(self, figure: Sequence[tuple[str, int]]) -> None:
        """Show names and words."""
        self.list.clear()
        self.list.addItems([f"{name}: {words}" for name, words in figure])
