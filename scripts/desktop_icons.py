"""Draw the program's icon in the sizes that desktops look for: `python -m scripts.desktop_icons`.

Made from resources/icons/parley.svg into resources/freedesktop/icons; the recipes in packaging/ take them as well.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from parley.core.base.packaged import APP_ID

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "resources" / "icons" / "parley.svg"
TARGET = ROOT / "resources" / "freedesktop" / "icons" / "hicolor"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Width and height in pixels."""


def main() -> None:
    """Write them all."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    _app = QGuiApplication(sys.argv[:1])
    renderer = QSvgRenderer(str(SOURCE))
    for size in SIZES:
        picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter)
        painter.end()
        folder = TARGET / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True, exist_ok=True)
        picture.save(str(folder / f"{APP_ID}.png"))
    print(f"{len(SIZES)} sizes in {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
