"""Parley's window: a Qt application around the core."""
