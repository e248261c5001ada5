"""The commands of single modes: each has what only its own runs can do."""
