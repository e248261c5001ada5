"""How the affinity network comes to rest."""

from __future__ import annotations

from desktop.shell.panel import Panel


class AffinityPanel(Panel):
    """Its layout moves for a while: a picture is taken at its end."""

    def settle(self) -> None:
        """Finish at once what is moving."""
        super().settle()
        if self.made is not None:
            self.made.settle()
