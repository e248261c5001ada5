"""Runs that are played by the workers of a Dask cluster, their logs written here."""
