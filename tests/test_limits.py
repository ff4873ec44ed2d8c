"""Small files and small functions, in the program and in its tests."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(path for folder in ("spark_tui", "tests") for path in (ROOT / folder).rglob("*.py"))
MOST_LINES_IN_A_FILE = 300
MOST_LINES_IN_A_FUNCTION = 40

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))


@every_file
def test_a_file_has_at_most_300_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES_IN_A_FILE


@every_file
def test_a_function_has_at_most_40_lines(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    long = {node.name: node.end_lineno - node.lineno + 1 for node in functions}

    assert {name: lines for name, lines in long.items() if lines > MOST_LINES_IN_A_FUNCTION} == {}
