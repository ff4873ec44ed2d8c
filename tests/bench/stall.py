"""Longest stall of the screen while answers and filters are typed: `python -m tests.bench.stall`."""

import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Awaitable, Callable

from textual.command import CommandPalette

from spark_tui import paths
from spark_tui.advise.needs import Needs
from spark_tui.catalog.loading import load
from spark_tui.tui.app import SparkApp
from tests.bench.report import machine
from tests.bench.synthetic import many_setups

_BEAT = 0.002


async def longest_stall(work: Callable[[], Awaitable[object]]) -> float:
    """Return the longest time in milliseconds for which the event loop did not turn while `work` went on."""
    worst, done = 0.0, False

    async def heartbeat() -> None:
        nonlocal worst
        last = time.perf_counter()
        while not done:
            await asyncio.sleep(_BEAT)
            now = time.perf_counter()
            worst, last = max(worst, now - last - _BEAT), now

    heart = asyncio.create_task(heartbeat())
    await work()
    done = True
    await heart
    return worst * 1000


async def measure(setups: int) -> None:
    """Print the longest stall of each thing that an owner types, with that many setups."""
    app = SparkApp(many_setups(load(paths.bundled_catalog()), setups))
    app.needs = Needs(boxes=3)
    gc.freeze()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()

        async def typed(*keys: str) -> None:
            for key in keys:
                await pilot.press(key)
                await asyncio.sleep(0.05)
            await app.workers.wait_for_complete()
            await pilot.pause()

        for name, keys in (
            ("type a budget", ("tab", *"41700")),
            ("open the picks", ("enter",)),
            ("move down the list", ("down",) * 10),
            ("page through the list", ("pagedown",) * 10),
            ("type a filter", ("slash", *"tensorfold 2.9")),
            ("type a filter with a slip", ("ctrl+u", *"tensrofld")),
            ("next use", ("escape", "u")),
            ("show what was left out", ("x",)),
            ("compare two", ("x", "c", "down", "c")),
            ("list the models", ("escape", "m")),
            ("open the palette", ("ctrl+p",)),
            ("find in the palette", tuple("deepsek 2 sparks")),
        ):
            print(f"{setups:>6,} setups  {name:<28} {await longest_stall(lambda k=keys: typed(*k)):7.1f} ms")
        assert isinstance(app.screen, CommandPalette)


def main() -> None:
    """Measure at the sizes that the design names, each time from a first start."""
    print(machine())
    for setups in (53, 2_000, 10_000):
        with tempfile.TemporaryDirectory() as home:
            os.environ["SPARK_TUI_HOME"] = home
            os.environ["HF_HUB_OFFLINE"] = "1"
            asyncio.run(measure(setups))


if __name__ == "__main__":
    main()
