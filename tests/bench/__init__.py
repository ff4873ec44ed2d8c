"""Benchmarks: each prints its figures, as ratios to a floor measured in the same run. None asserts a time."""
