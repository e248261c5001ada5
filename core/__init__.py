"""Parley's engine: conversations between agents, without a window."""
