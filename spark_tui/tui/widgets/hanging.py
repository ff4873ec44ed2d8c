"""Wrapping with a hanging indent, so that lists and records read well at any width."""

from textual.content import Content


def hanging(content: Content, width: int, first: Content | str = "", indent: int = 0) -> Content:
    """Return `content` wrapped to `width` cells: behind `first` on its first line, behind `indent` blanks on others."""
    lines = content.wrap(max(width - indent, 10))
    blank = Content(" " * indent)
    marked = [Content.assemble(first, lines[0]), *(blank + line for line in lines[1:])] if lines else [Content("")]
    return Content("\n").join(line.rstrip() for line in marked)
