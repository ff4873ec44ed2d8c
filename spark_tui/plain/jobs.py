"""How a job is doing, as text."""

from collections.abc import Iterator

from spark_tui.advise.wording import duration
from spark_tui.catalog.text import clean
from spark_tui.launch.watch import QUIET_SECONDS, Report


def report_lines(report: Report) -> Iterator[str]:
    """Yield the state of a job, then what is new in its logs."""
    yield f"{report.phase}: {report.text}"
    for state in report.states:
        for line in state.log.splitlines():
            yield f"  {state.box}: {clean(line)}"
    if report.phase in ("starting", "loading") and report.quiet > QUIET_SECONDS:
        yield f"  nothing new in its logs for {duration(report.quiet)}; a first start may compile for half an hour"
    if report.phase == "ready" and report.reached is not None:
        yield f"API: {report.reached.url}/v1, model {report.model}, after {duration(report.elapsed)}"
        if report.reached.tunnel:
            yield f"Its API listens on the box alone; this reaches it: {report.reached.tunnel}"
