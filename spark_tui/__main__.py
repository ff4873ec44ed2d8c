"""Entry point of `spark-tui` and `python -m spark_tui`."""

from spark_tui.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
