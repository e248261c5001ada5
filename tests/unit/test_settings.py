from __future__ import annotations

from parley.core.modes.office.config import Recall
from parley.core.settings import Settings


def test_the_memory_page_is_what_recall_takes() -> None:
    page = Settings().memory
    assert set(type(page).model_fields) == set(Recall.model_fields)
    assert Recall.model_validate(page.model_dump()) == Recall()


def test_what_the_memory_page_allows_recall_takes_too() -> None:
    for name, field in type(Settings().memory).model_fields.items():
        bounds = [getattr(each, bound) for each in field.metadata for bound in ("ge", "le") if hasattr(each, bound)]
        assert len(bounds) == 2
        for bound in bounds:
            assert getattr(Recall.model_validate({name: bound}), name) == bound
