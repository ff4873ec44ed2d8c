"""spark-tui: from three questions to a measured recipe for DGX Spark boxes."""

__version__ = "0.1.0"
