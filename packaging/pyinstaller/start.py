"""Where the frozen program begins."""

from parley.desktop.start import parley

if __name__ == "__main__":
    parley()
