"""Parley, as a package.

`core`, `desktop` and `resources` lie beside this folder in a checkout, linked from here, and in it once installed: their
names alone are too common, somebody else's project has them too.
"""

import os

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes its time, and every start goes through here
if not os.path.isdir(os.path.join(_HERE, "core")):  # noqa: PTH112, PTH118
    # No links: an unpacked source distribution, or a checkout where there are none.
    __path__.append(os.path.dirname(_HERE))  # noqa: PTH120
