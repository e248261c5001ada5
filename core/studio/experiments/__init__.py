"""Experiments: the same talk many times over a grid of settings, and what the settings change."""
