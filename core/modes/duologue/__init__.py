"""Duologues: minds in a topology, each seeing the talk from its own side."""
