"""Foreign text made safe to show: no control sequences, no bidirectional overrides, one line."""

import re
import unicodedata

_ESCAPE_SEQUENCES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: titles, links, clipboard
    r"|\x1b[PX^_].*?(?:\x1b\\|$)"  # DCS, SOS, PM, APC strings
    r"|\x1b[ -/]*[0-~]?",  # two-character escapes, and a lone ESC
    re.DOTALL,
)
_SPACE = re.compile(r"\s+")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINERS = {"\u200c", "\u200d"}
"""Format characters that scripts and emoji need to be drawn right."""


def clean(text: str) -> str:
    """Return `text` as one line with nothing in it that a terminal would act on."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    flat = _SPACE.sub(" ", _ESCAPE_SEQUENCES.sub("", text))
    seen = "".join(c for c in flat if c in _JOINERS or unicodedata.category(c) not in _INVISIBLE)
    return _SPACE.sub(" ", seen).strip()
