"""The models that the embedded voice can run: which there are, which are here, how to fetch them."""

from __future__ import annotations

from parley.core.voices.models.catalogue import OFFERED, TESTED, Catalogue
from parley.core.voices.models.fetch import Progress
from parley.core.voices.models.model import Model

__all__ = ["OFFERED", "TESTED", "Catalogue", "Model", "Progress"]
