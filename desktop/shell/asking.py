"""What is asked before a run is left, and before it talks to somebody else's server."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QWidget

from parley.desktop.widgets.layouts import Gap, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import one_line
from parley.desktop.widgets.tab_order import Dialog

LINE = 52
"""Characters of a server's name in a line: some have hundreds."""


class LeaveDialog(Dialog):
    """`hosts` are the servers, `named_by` who names them ("The log of this run"); `own`: they are the user's, who pays.
    Attributes: `always`, not to be asked about them again."""

    def __init__(
        self, hosts: Sequence[str], named_by: str, parent: QWidget | None = None, *, own: bool = False
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Another server"))
        self.setModal(True)
        self.setMinimumWidth(460)
        asked = self.tr("May the conversation be sent to another server?")
        heading = worded(self.tr("May this server write lines, at your cost?") if own else asked, "heading", wrap=False)
        names = worded("\n".join(textwrap.fill(host, LINE) for host in hosts), "strong", wrap=False)  # Qt cuts no word
        names.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        names.setAccessibleName(self.tr("Servers"))
        text = self.tr(
            "{0} would have lines written there. That is neither the provider's own server nor one that you have "
            "set. What is sent is the conversation and who the members are; your key is not."
        )
        if own:
            text = self.tr(
                "{0} would have lines written there. It is one of your servers: it gets your key, and it may cost you "
                "money."
            )
        about = worded(text.format(named_by))
        self.always = QCheckBox(self.tr("Always allow this"))
        buttons, yes = self.cancel_or(self.tr("Send it there"))
        no = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        yes.setAutoDefault(False)  # a careless Enter must send nothing
        no.setDefault(True)
        no.setFocus()
        vbox(heading, names, about, self.always, buttons, within=self, margins=(24, 20, 24, 18), spacing=12)


class PauseDialog(Dialog):
    """Accepted: it may be paused."""

    def __init__(self, run: str, parent: QWidget | None = None, *, closing: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A run is playing"))
        self.setModal(True)
        told = worded(self.tr("“{0}” is playing.").format(one_line(run)), "strong")
        told.setMinimumWidth(420)
        closes = self.tr("It is paused when the window closes; open it again to go on.")
        leaves = self.tr("It is paused when another run is shown; open it in the library to go on.")
        wanted = self.tr("Pause it and close") if closing else self.tr("Pause it and go there")
        buttons, self.leave = self.cancel_or(wanted)
        self.stay = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.stay.setText(self.tr("Keep watching"))
        about = worded(closes if closing else leaves)
        vbox(told, about, Gap(6), buttons, within=self, margins=(20, 18, 20, 16), spacing=10)
