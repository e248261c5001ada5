"""What every mode keeps, written once and run for all: ours, and one that a stranger's package brings."""
