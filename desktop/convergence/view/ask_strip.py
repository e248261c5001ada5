"""A line that tells how far a voice was asked for vectors, and what can be done where it failed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QToolButton, QWidget

from parley.desktop.convergence.figures import AskFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed


class AskStrip(Themed, QWidget):
    """Hidden while there is nothing to tell. Signals: `stop_wanted()`, `again_wanted()`, `fetch_wanted()`,
    `voices_wanted()`."""

    stop_wanted = Signal()
    again_wanted = Signal()
    fetch_wanted = Signal()
    voices_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = AskFigure()
        self.label = ElidedLabel(parent=self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setMinimumWidth(20)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the embeddings"))
        self.bar.setMinimumWidth(40)
        self.stop = self._button(self.tr("Stop"), self.tr("Stop asking; what has come is kept"))
        self.again = self._button("", "")
        self.fetch = self._button(self.tr("Fetch"), "")
        self.voices = self._button(self.tr("Voices…"), self.tr("Which voice embeds is set there"))
        for button, signal in (
            (self.stop, self.stop_wanted), (self.again, self.again_wanted), (self.fetch, self.fetch_wanted),
            (self.voices, self.voices_wanted),
        ):  # fmt: skip
            button.clicked.connect(signal)
        across(
            (self.label, 3),
            (self.bar, 2),
            self.fetch,
            self.again,
            self.voices,
            self.stop,
            within=self,
            margins=(0, 2, 0, 2),
            spacing=6,
        )
        self.show_figure(self._figure)
        self._restyle()

    def _button(self, title: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title)
        button.setToolTip(tooltip(tip))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    @property
    def busy(self) -> bool:
        """Whether something is under way."""
        return self._figure.state in {"learning", "asking", "fetching"}

    def show_figure(self, figure: AskFigure) -> None:
        """Tell how far it is."""
        self._figure = figure
        busy, failed = self.busy, figure.state == "failed"
        self.setVisible(bool(figure.state))
        self.bar.setVisible(busy)
        self.bar.setRange(0, 1_000 if figure.total else 0)
        self.bar.setValue(round(1_000 * figure.done / figure.total) if figure.total else 0)
        self.stop.setVisible(busy)
        self.again.setVisible(figure.state == "stopped" or failed)
        self.again.setText(self.tr("Go on") if figure.state == "stopped" else self.tr("Again"))
        self.fetch.setVisible(failed and bool(figure.model))
        self.fetch.setToolTip(tooltip(self.tr("Fetch {0}").format(figure.model) if figure.model else ""))
        self.voices.setVisible(failed)
        told = self._told()
        self.label.set_whole(told, f"{figure.sentence} {figure.hint}".strip() if failed else told)
        self.setAccessibleName(told)

    def sentence(self) -> str:
        """What stands in the empty chart meanwhile; "" where nothing is under way."""
        figure = self._figure
        if figure.state == "failed":
            return f"{figure.sentence} {figure.hint}".strip()
        if figure.state == "fetching":
            return self.tr("The model is being fetched. Then it reads the lines.")
        if figure.state == "stopped":
            return self.tr("Stopped before there was anything to draw. What was read is kept.")
        return self.tr("The model reads the lines, once: what it has read is kept.") if figure.state else ""

    def _told(self) -> str:
        figure, number = self._figure, self.locale().toString
        done, total = number(figure.done), number(figure.total)
        if figure.state == "fetching":
            if not figure.total:
                return self.tr("Fetching the model …")
            return self.tr("Fetching: {0} of {1} MB").format(
                number(figure.done // 1_000_000), number(figure.total // 1_000_000)
            )
        if figure.state == "learning":
            return self.tr("Getting to know the model: {0} of {1}").format(done, total)
        if figure.state == "asking":
            return self.tr("Reading: {0} of {1} lines").format(done, total)
        if figure.state == "stopped":
            return self.tr("Stopped: {0} of {1} lines").format(done, total) if figure.total else self.tr("Stopped.")
        return figure.sentence

    def _restyle(self) -> None:
        theme, font = self.theme, self.letters(11)
        size = font.pixelSize()
        self.label.setFont(font)
        self.label.setStyleSheet(f"color: {theme.secondary}; background: transparent;")
        self.bar.setFixedHeight(max(4, round(5 * self.scale)))
        self.bar.setStyleSheet(
            f"QProgressBar {{ border: none; border-radius: 2px; background: {theme.raised}; }}"
            f"QProgressBar::chunk {{ border-radius: 2px; background: {theme.accent}; }}"
        )
        for button in (self.stop, self.again, self.fetch, self.voices):
            button.setStyleSheet(
                f"QToolButton {{ border: none; background: {theme.raised}; border-radius: 4px; color: {theme.text};"
                f" font-size: {size}px; padding: 2px 7px; }}"
                f"QToolButton:hover, QToolButton:focus {{ color: {theme.accent}; }}"
            )
