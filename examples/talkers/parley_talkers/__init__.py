"""A dock: how many words everybody has said."""
