"""What the window's actions do: small commands around the studio."""
