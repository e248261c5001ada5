"""Measured bounds: `python -m benchmarks [NAME…]` prints one JSON line a figure."""
