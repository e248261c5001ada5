"""Casts from a sentence: written by a model that fills in forms, or drawn, and drafts until somebody saves them."""
