"""The experiments: their list, what runs, and what it came to."""

from __future__ import annotations
