"""What can be told of boxes before a launch, without changing anything on them."""

from spark_tui.launch.preflight.asked import Asked, Finding
from spark_tui.launch.preflight.drawn import drawn
from spark_tui.launch.preflight.looking import least_free_gib, preflight

__all__ = ["Asked", "Finding", "drawn", "least_free_gib", "preflight"]
