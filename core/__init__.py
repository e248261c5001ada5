"""Parley's engine: conversations between agents, without a window."""

import os

# Pydantic would read the metadata of every installed package for plug-ins, at every start: a tenth of a second.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
