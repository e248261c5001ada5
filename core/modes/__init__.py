"""The modes, a room each; they are strangers to one another."""
