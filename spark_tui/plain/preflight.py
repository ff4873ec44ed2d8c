"""What the checks before a launch found, as text and as data."""

from collections.abc import Iterator
from typing import Any

from spark_tui.launch.preflight import Finding
from spark_tui.plain.text import wrapped

_MARKS = {"passed": "ok ", "warning": "!  ", "failed": "no ", "unknown": "?  "}


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield one finding, and what mends it."""
    yield from wrapped(f"{finding.box}: {finding.text}", "      ", f"  {_MARKS[finding.state]} ")
    if finding.mend:
        yield from wrapped(f"mends it: {finding.mend}", "        ", "      ")


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return one finding with all its fields."""
    return dict(finding._asdict())
