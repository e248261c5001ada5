"""Long lists of high rows, of which only those in sight are laid out: a part of several views."""
