"""The window's half of members' tools: what is set up, and whether one may be used."""
