"""Take the README's screenshots from the running app: `python screenshots/make.py [NAME …]`.

Needs Debian's packages chromium and fonts-firacode: only a browser draws Textual's SVG as a terminal does.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from spark_tui import paths
from spark_tui.tui.app import SparkApp

_HERE = Path(__file__).parent
_SCENES: dict[str, tuple[str, ...]] = {
    "needs": ("tab", *"6950"),
    "picks": ("enter",),
    "recipe": ("enter", "down", "enter"),
    "speed": ("enter", "down", "enter", "right"),
    "download": ("enter", "down", "enter", "left", "left"),
    "source": ("enter", "s", "1"),
    "compare": ("enter", "c", "down", "c"),
    "evidence": ("enter", "slash", *"kindling", "enter", "enter", "right", "h", "4"),
    "models": ("enter", "m"),
    "elsewhere": ("enter", "w", "down", "down"),
    "palette": ("enter", "ctrl+p", *"deepsek 2 sparks vllm"),
}
"""The keys that lead to each picture."""
_SIZE = (120, 34)


async def scene(keys: tuple[str, ...]) -> str:
    """Run the app, press the keys, and return the screen as SVG."""
    paths.last_place().unlink(missing_ok=True)  # Every picture begins at the questions.
    app = SparkApp()
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause(0.3)
        await app.workers.wait_for_complete()
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.2)
        await app.workers.wait_for_complete()
        await pilot.pause(0.3)
        return app.export_screenshot(title="spark-tui")


def to_png(svg: str, target: Path) -> None:
    """Draw an SVG with headless Chromium."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("no Chromium found: apt-get install chromium fonts-firacode")
    width, height = svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split()
    # The browser must not wait for fonts from a network: the local one is used.
    local = svg.replace('url("https://cdnjs', 'url("data:,')
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(f"<style>body{{margin:0;background:#fff}}</style>{local}", encoding="utf-8")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-sync",
                   f"--user-data-dir={folder}/profile", "--force-device-scale-factor=1",
                   f"--window-size={round(float(width))},{round(float(height))}",
                   f"--screenshot={target}", page.as_uri()]  # fmt: skip
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)


def main(names: list[str]) -> None:
    """Make the pictures that were named, or all."""
    for name in names or list(_SCENES):
        to_png(asyncio.run(scene(_SCENES[name])), _HERE / f"{name}.png")
        print(f"screenshots/{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
