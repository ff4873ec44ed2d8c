"""What was found, drawn: the boxes, what each has free, its link, and which of them reach each other."""

from collections.abc import Iterable, Iterator

from spark_tui.launch.preflight.asked import Asked, Finding

_SIGNS = {"passed": "───", "failed": "─✗─", "warning": "─!─", "unknown": "─?─"}


def drawn(asked: Asked, findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a line for each box, then one for each pair that was to reach each other."""
    known = {(one.box, one.check): one for one in findings}
    width = max(len(box.name) for box in asked.boxes)
    for box in asked.boxes:
        reached, memory, link = (known.get((box.name, check)) for check in ("ssh", "memory", "link"))
        free = f"{memory.gib:.1f} GiB free" if memory and memory.gib is not None else "memory not told"
        told = "cannot be reached" if reached and reached.state == "failed" else free
        role = " (head)" if box == asked.head and len(asked.boxes) > 1 else ""
        yield f"[{box.name:<{width}}] {told}{role}{f'; {link.text}' if link else ''}"
    for number, one in enumerate(asked.boxes):
        for other in asked.boxes[number + 1 :]:
            there, back = known.get((one.name, f"to {other.name}")), known.get((other.name, f"to {one.name}"))
            ways = [way for way in (there, back) if way is not None]
            if ways:
                worst = next((way for way in ways if way.state != "passed"), ways[0])
                yield f"[{one.name}]{_SIGNS[worst.state]}[{other.name}] {worst.box} {worst.text}"
