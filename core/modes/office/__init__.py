"""Scenes of an office's day, under a game master."""
