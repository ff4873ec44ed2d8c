"""Numbers as people type them, the same on the command line and in the questions."""


class NumberError(ValueError):
    """What was typed is no such number; the message says what is."""


def read_whole(typed: str, low: int, high: int | None = None) -> int:
    """Read a whole number from `low` to `high`, such as 32000, 32,000 or 32_000."""
    digits = typed.strip().replace("_", "").replace(",", "").replace(" ", "")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 13 else None
    if number is None or number < low or (high is not None and number > high):
        span = f"at least {low:,}" if high is None else f"from {low:,} to {high:,}"
        raise NumberError(f"{typed.strip()!r} is not a whole number {span}")
    return number


def read_dollars(typed: str) -> float:
    """Read an amount of US dollars, such as 20850, $20,850 or 20850.50."""
    text = typed.strip().removeprefix("$").replace(",", "").replace(" ", "")
    try:
        amount = float(text) if text.isascii() else -1.0
    except ValueError:
        amount = -1.0
    if not 0 <= amount < 1e9:
        raise NumberError(f"{typed.strip()!r} is not an amount of US dollars, such as 13900")
    return amount


def read_amount(typed: str, high: float) -> float:
    """Read a number above 0 and up to `high`, such as 300, 1,000 or 0.5."""
    text = typed.strip().replace(",", "").replace(" ", "")
    try:
        amount = float(text) if text.isascii() else 0.0
    except ValueError:
        amount = 0.0
    if not 0 < amount <= high:
        raise NumberError(f"{typed.strip()!r} is not a number above 0 and up to {high:,.0f}")
    return amount
