"""Is a box what it should be: GPU and driver, kernel, containers, programs, its clock."""

import re

from spark_tui.catalog.text import clean
from spark_tui.launch.box import Box
from spark_tui.launch.preflight.asked import Asked, Check, Read, last_word, shell
from spark_tui.launch.remote import Outcome

_NO_PROGRAM = 127
_GPU = "GB10"
_BROKEN_KERNEL = re.compile(r"^7\.0\.0-1019\b")
"""RDMA memory cannot be registered on it (eugr/spark-vllm-docker #389, #392)."""


def _gpu(_: Asked, __: Box, outcome: Outcome) -> Read:
    name, driver = (clean(part) for part in f"{outcome.out},".split(",", 2)[:2])
    if outcome.code == _NO_PROGRAM:
        return Read("failed", "nvidia-smi is not there, so no NVIDIA driver either.", "install the driver of DGX OS")
    if not outcome.ok or not name:
        return Read("failed", f"no NVIDIA GPU was found: {last_word(outcome)}.", "nvidia-smi, on the box")
    if _GPU not in name:
        return Read("warning", f"has {name[:60]}, not a {_GPU}: figures of the catalog do not hold for it.")
    return Read("passed", f"{name[:60]}, driver {driver[:30]}")


def _kernel(_: Asked, __: Box, outcome: Outcome) -> Read:
    kernel = clean(outcome.out)[:60]
    if _BROKEN_KERNEL.match(kernel):
        return Read("failed", f"kernel {kernel} breaks RDMA (ibv_reg_mr fails).",
                    "boot another one: 6.17.0-1031 and 1032 were reported to work; or kho=off")  # fmt: skip
    return Read("passed" if kernel else "unknown", f"kernel {kernel or 'not told'}")


def _docker(_: Asked, __: Box, outcome: Outcome) -> Read:
    if outcome.ok:
        return Read("passed", "Docker answers")
    if outcome.code == _NO_PROGRAM:
        return Read("failed", "Docker is not installed.", "install docker-ce, on the box")
    if "permission denied" in outcome.err.lower():
        return Read("failed", "you are not in the group docker.", "sudo usermod -aG docker $USER, then log in again")
    return Read("failed", f"Docker does not answer: {last_word(outcome)}.", "sudo systemctl start docker")


def _runtime(_: Asked, __: Box, outcome: Outcome) -> Read:
    if "nvidia" in outcome.out:
        return Read("passed", "Docker knows the NVIDIA runtime")
    return Read("warning", "Docker does not list the NVIDIA runtime.",
                "sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker")  # fmt: skip


def _git(_: Asked, __: Box, outcome: Outcome) -> Read:
    return Read("passed", "git is there") if outcome.ok else Read("failed", "git is missing.", "sudo apt install git")


def _containers(asked: Asked, _: Box) -> bool:
    return asked.containers


CHECKS = (
    Check("gpu", ("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"), _gpu),
    Check("kernel", ("uname", "-r"), _kernel),
    Check("docker", ("docker", "info", "--format", "{{.ServerVersion}}"), _docker, _containers),
    Check("runtime", ("docker", "info", "--format", "{{json .Runtimes}}"), _runtime, _containers),
    Check("git", ("git", "--version"), _git),
)
IDENTITY = shell("cat /etc/machine-id; id -un; date +%s")
"""Told of every box, and compared with the head's."""
