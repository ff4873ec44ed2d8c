"""What every catalog entry is built from: the frozen base, ids, single lines of text and citations."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticKnownError

from spark_tui.catalog.text import clean


class Entry(BaseModel):
    """A frozen catalog entry. Unknown keys and values of the wrong type are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=120)]
"""A stable id: lower-case letters, digits, dot, underscore and hyphen."""

LONGEST_LINE = 600


def _one_line(text: str) -> str:
    """Return foreign text as one line. Does its length as well: very many lines are read at every start."""
    line = clean(text)
    if not line:
        raise PydanticKnownError("string_too_short", {"min_length": 1})
    if len(line) > LONGEST_LINE:
        raise PydanticKnownError("string_too_long", {"max_length": LONGEST_LINE})
    return line


Line = Annotated[str, AfterValidator(_one_line)]
"""One line of foreign text, made safe to show."""

PartialDate = Annotated[str, Field(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")]
"""A date as far as it is known: `2026`, `2026-10` or `2026-10-21`."""

Count = Annotated[int, Field(ge=0)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Boxes = Annotated[int, Field(ge=1, le=64)]
"""How many machines a setup runs on."""


class Cited(Entry):
    """Something that stands written somewhere."""

    source: Id
    """Id of the source in which it stands."""
    locator: Line
    """Where in the source: table and row, or section. Enough to find it by hand."""
    note: Line | None = None
    """What a reader must know beside the figure."""


class FieldCitation(Cited):
    """Says where the named fields of an entry come from."""

    fields: tuple[str, ...] = Field(min_length=1)
    """Names of fields of the entry that this citation covers."""
    who: Line | None = None
    """Who said or measured it, where that matters."""
    date: PartialDate | None = None
    """When it was said or measured, as far as known."""


class CitedFields(Entry):
    """An entry whose figures are plain fields, each covered by a citation."""

    cite: tuple[FieldCitation, ...] = ()
    """Where the figures of this entry stand."""

    def citations(self, field: str) -> tuple[FieldCitation, ...]:
        """Return the citations that cover `field`, in the order they are written."""
        return tuple(citation for citation in self.cite if field in citation.fields)
