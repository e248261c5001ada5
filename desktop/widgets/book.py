"""A page of rich text with faces, icons and bars in it, such as a tale's or the logbook's."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QTextBrowser, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import make_blank
from parley.desktop.widgets.themed import Themed

NOBODY = MemberFigure("", "", "", "slate")


class Book(Themed, QTextBrowser):
    """A page of rich text with faces, icons and bars in it.

    Whoever writes the page sets `_faces`, by id: an image is "face", its size and the id, "icon:" with a name and a
    role, or "bar:" with a role, a number and the most that it can be.
    Signals: `turn_chosen(number)` and `member_chosen(id)`, the numbers and the faces are links.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces: dict[str, MemberFigure] = {}
        self.setOpenLinks(False)  # a link would be loaded in the place of the page
        self.anchorClicked.connect(self._on_link)

    def _scale_px(self, pixels: float) -> int:
        return max(4, round(pixels * self.scale))

    def _set_base_font(self) -> None:
        """Empty the page and have it set in the window's letters."""
        font = self.font()
        font.setPixelSize(self._scale_px(13))
        self.document().clear()
        self.document().setDefaultFont(font)

    def loadResource(self, kind: int, url: QUrl | str) -> object:
        """Return a face, or an icon, as the page names them."""
        what, _, name = QUrl(url).toString().partition(":")
        if what.startswith("face"):
            return self._paint_picture(int(what.removeprefix("face")), name, "")
        if what == "bar":
            return self._paint_bar(*name.split("/"))
        if what == "icon":
            sign, _, role = name.partition("/")
            return self._paint_picture(15, sign, role)
        return super().loadResource(kind, url)

    def _paint_picture(self, size: int, name: str, role: str) -> QPixmap:
        """Return the icon `name` in a role's colour; without a role, the face of that member."""
        edge = self._scale_px(size)
        made = make_blank(edge, edge, self.devicePixelRatioF())
        painter, box = QPainter(made), QRectF(0, 0, edge, edge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if role:
            paint_icon(painter, name, box, self.theme.colour(role))
        else:
            paint_avatar(painter, box.center(), box.width() / 2 - 1, self._faces.get(name, NOBODY), self.theme)
        painter.end()
        return made

    def _paint_bar(self, role: str, now: str, most: str) -> QPixmap:
        """Return a bar in a role's colour, filled as far as `now` is of `most`."""
        made = make_blank(self._scale_px(200), self._scale_px(8), self.devicePixelRatioF())
        painter, box = QPainter(made), QRectF(0, 0, self._scale_px(200), self._scale_px(8))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        share = max(0.0, min(1.0, int(now) / max(1, int(most))))
        for colour, part in (("border", 1.0), (role, share)):
            painter.setBrush(self.theme.colour(colour))
            if part:
                painter.drawRoundedRect(QRectF(0, 0, max(box.height(), box.width() * part), box.height()), 4, 4)
        painter.end()
        return made

    def _on_link(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        if kind == "turn" and what.isdigit():
            self.turn_chosen.emit(int(what))
        elif kind == "member" and what:
            self.member_chosen.emit(what)
