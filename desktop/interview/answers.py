"""An answer in the list: who and when, the question, what was answered, and how."""

from __future__ import annotations

import html

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QTextDocument
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from parley.desktop.interview.figures import AnswerFigure
from parley.desktop.widgets.theme import LOOK, font

FIGURE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
WHEN_ROLE = FIGURE_ROLE + 1
AIR = 6
"""Pixels around an answer."""


class AnswerDelegate(QStyledItemDelegate):
    """As high as its words are at the view's width."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def _build_answer_document(self, index: QModelIndex | QPersistentModelIndex) -> QTextDocument:
        one, theme = index.data(FIGURE_ROLE), LOOK.theme
        assert isinstance(one, AnswerFigure)
        secondary = theme.colour("secondary").name()

        def said(text: str, colour: str = "") -> str:
            lines = html.escape(text).replace("\n", "<br>")
            return f'<div style="color:{colour or theme.text}">{lines}</div>'

        when = html.escape(index.data(WHEN_ROLE))
        head = f"<b>{html.escape(one.name)}</b> <span style='color:{secondary}'>· {when}</span>"
        parts = [said(one.question, secondary), said(one.problem, theme.bad) if one.problem else said(one.answer)]
        if one.note:
            style = f"color:{secondary}; font-size:{round(11 * LOOK.scale)}px"
            parts.append(f'<div style="{style}">{html.escape(one.note)}</div>')
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.setDefaultFont(font(13, scale=LOOK.scale))
        document.setHtml(f'<div style="color:{theme.text}">{head}</div>{"".join(parts)}')
        document.setTextWidth(max(60, self._view.viewport().width() - 2 * AIR))  # The height depends on the width
        return document

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, round(self._build_answer_document(index).size().height()) + 2 * AIR)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)  # Qt passes an option without the row's data
        option.text = ""  # Only the background: the words are drawn below
        self._view.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._view)
        painter.save()
        painter.translate(option.rect.left() + AIR, option.rect.top() + AIR)
        document = self._build_answer_document(index)
        document.drawContents(painter, QRectF(0, 0, document.textWidth(), document.size().height()))
        painter.restore()
