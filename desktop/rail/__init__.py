"""The rail at the window's left edge: what can be folded out, and the faces of those who talk."""
