"""May a run talk to somebody else's server? Asked before anything is sent there."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from desktop.widgets.tab_order import Dialog

LINE = 52
"""Characters of a server's name in a line: some have hundreds."""


class LeaveDialog(Dialog):
    """`hosts` are the servers, `named_by` who names them ("The log of this run"). Attributes: `always`, not to be asked
    about them again."""

    def __init__(self, hosts: Sequence[str], named_by: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Another server"))
        self.setModal(True)
        self.setMinimumWidth(460)
        heading = QLabel(self.tr("May the conversation be sent to another server?"))
        heading.setProperty("role", "heading")
        names = QLabel("\n".join(textwrap.fill(host, LINE) for host in hosts))
        names.setProperty("role", "strong")
        names.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        names.setAccessibleName(self.tr("Servers"))
        text = QLabel(
            self.tr(
                "{0} would have lines written there. That is neither the provider's own server nor one that you have "
                "set. What is sent is the conversation and who the members are; your key is not."
            ).format(named_by)
        )
        text.setWordWrap(True)
        self.always = QCheckBox(self.tr("Always allow this"))
        buttons = QDialogButtonBox()
        yes = buttons.addButton(self.tr("Send it there"), QDialogButtonBox.ButtonRole.AcceptRole)
        no = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        yes.setAutoDefault(False)
        no.setDefault(True)
        no.setFocus()
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(12)
        for label in (heading, names, text):
            # The names come from a stranger.
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        column.addWidget(self.always)
        column.addWidget(buttons)
