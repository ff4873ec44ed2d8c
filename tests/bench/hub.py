"""Sizes of 60 repositories from a Hub 300 ms away: how long, and the longest stall: `python -m tests.bench.hub`."""

import asyncio
import multiprocessing
import os
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from spark_tui import paths
from spark_tui.catalog.catalog import Catalog
from spark_tui.catalog.loading import load
from spark_tui.catalog.repository import Wanted
from spark_tui.catalog.weighing import every_wanted
from tests.bench.report import machine
from tests.bench.stall import longest_stall
from tests.hub.server import Hub, Rules, serving

REPOSITORIES, LATENCY = 60, 0.3


def served(folder: Path, catalog: Catalog) -> Catalog:
    """Make as many repositories of 40 files, and return the catalog with no others."""
    hub = Hub(folder)
    weights = tuple(one for one in catalog.content.weights if one.repo)[:REPOSITORIES]
    named = {
        one.id: one.model_copy(update={"repo": f"acme/r{number:02}", "revision": None})
        for number, one in enumerate(weights)
    }
    for one in named.values():
        hub.add(str(one.repo), {f"model-{shard:05}.safetensors": 4_000_000_000 + shard for shard in range(40)})
    every = (named.get(one.id, one.model_copy(update={"repo": None})) for one in catalog.content.weights)
    return Catalog(catalog.content.model_copy(update={"weights": tuple(every)}))


async def in_the_app(catalog: Catalog) -> None:
    """Print how long a first start takes to know every size, and the longest stall meanwhile."""
    from spark_tui.tui.app import SparkApp

    app = SparkApp(catalog)
    async with app.run_test(size=(120, 40)) as pilot:
        started = time.perf_counter()
        while app.ranking is None:
            await asyncio.sleep(0.01)
        await pilot.press("enter")  # Opening the list is measured by tests.bench.stall.

        async def until_known() -> None:
            while "just now" not in app.sizes_line:
                await pilot.press("down")
                await asyncio.sleep(0.05)

        stall = await longest_stall(until_known)
        print(f"{REPOSITORIES} repositories in the app: {time.perf_counter() - started:.2f} s from the first frame, "
              f"longest stall {stall:.1f} ms, keys pressed all along")  # fmt: skip

        async def again() -> None:
            await pilot.press("r")
            while "just now" not in app.sizes_line:
                await pilot.press("down")
                await asyncio.sleep(0.05)

        started = time.perf_counter()
        stall = await longest_stall(again)
        took = time.perf_counter() - started
        print(f"{REPOSITORIES} repositories by the key: {took:.2f} s, longest stall {stall:.1f} ms")


def alone(asked: tuple[Wanted, ...]) -> None:
    """Print how long the asking takes beside its floor, the same requests through the library one after another."""
    from spark_tui.hub.refresh import AT_ONCE, refresh

    started = time.perf_counter()
    assert len(list(refresh(asked))) == len(asked)
    took = time.perf_counter() - started
    floor = len(asked) / AT_ONCE * LATENCY
    print(f"{len(asked)} repositories alone: {took:.2f} s, {took / floor:.2f} x the latency of as many by {AT_ONCE}")


def _serve(folder: Path, told: Connection) -> None:
    hub = Hub(folder)
    hub.everywhere = Rules(delay=LATENCY)
    with serving(hub):
        told.send(hub.url)
        told.recv()


def main() -> None:
    """Measure on this machine, with the Hub in a process of its own."""
    print(machine())
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPARK_TUI_HOME"] = home
        folder = Path(home) / "hub"
        catalog = served(folder, load(paths.bundled_catalog()))
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        hub = context.Process(target=_serve, args=(folder, theirs), daemon=True)
        hub.start()
        os.environ["HF_ENDPOINT"] = ours.recv()
        asyncio.run(in_the_app(catalog))
        alone(every_wanted(catalog))
        ours.send("done")
        hub.join()


if __name__ == "__main__":
    main()
