"""The models that the embedded voice can run: which there are, which are here, how to fetch them."""

from __future__ import annotations

from core.voices.models.catalogue import DEFAULT, Catalogue
from core.voices.models.fetch import FetchStopped, Progress
from core.voices.models.model import Model

__all__ = ["DEFAULT", "Catalogue", "FetchStopped", "Model", "Progress"]
