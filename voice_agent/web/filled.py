"""A form as it was sent, put back into the page it came from: an error loses nothing that somebody wrote, and stands above it.

Pure: a page goes in as text and comes out as text. Secrets are never put back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

SECRET = frozenset({"mark", "password", "pin", "word", "code"})
"""Fields that no page shows again."""

CHOSEN = ("radio", "checkbox")

Sent = Iterable[tuple[str, str]]
"""What a form held: name and value of each field."""


@dataclass(frozen=True, slots=True)
class _Tag:
    """One start tag of the page."""

    name: str
    of: Mapping[str, str | None]
    begins: int
    ends: int

    def written(self, **of: str | None) -> str:
        """The tag anew, with other attributes; what has none is written bare."""
        said = [k if v is None else f'{k}="{escape(v)}"' for k, v in of.items()]
        return f"<{' '.join((self.name, *said))}>"


@dataclass(slots=True)
class _Field:
    tag: _Tag
    folded: tuple[_Tag, ...]
    """The `details` that it lies in."""

    text: tuple[int, int] | None = None
    """Where the words of a textarea stand."""

    @property
    def name(self) -> str:
        return self.tag.of.get("name") or ""

    @property
    def kind(self) -> str:
        return "textarea" if self.tag.name == "textarea" else self.tag.of.get("type") or "text"


@dataclass(slots=True)
class _Form:
    tag: _Tag
    folded: tuple[_Tag, ...]
    fields: list[_Field] = field(default_factory=list[_Field])

    @property
    def filled(self) -> bool:
        """Is there anything in it to write or to choose, so that somebody could put it right?"""
        return any(e.kind != "hidden" for e in self.fields)

    def was(self, sent: Mapping[str, list[str]]) -> bool:
        """Is it this one, of several that are sent to the same address? What it holds unseen tells."""
        unseen = [e for e in self.fields if e.kind == "hidden" and e.name not in SECRET]
        return all((e.tag.of.get("value") or "") in sent.get(e.name, ()) for e in unseen)


def put_back(page: str, action: str, sent: Sent, says: str = "") -> str | None:
    """The page with that form as it was sent to `action`, and `says` above its fields.

    None: it has no such form, or one in which nothing is written or chosen.
    """
    held = defaultdict[str, list[str]](list)
    for name, value in sent:
        held[name].append(value)
    reader = _Reader(page)
    reader.feed(page)
    reader.close()
    forms = [each for each in reader.forms if each.tag.of.get("action") == action and each.filled]
    form = next((each for each in forms if each.was(held)), next(iter(forms), None))
    return None if form is None else _edited(page, {**_edits(form, held), **_head(form, says)})


class _Reader(HTMLParser):
    """Finds forms and their fields, and where each stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self._open: _Form | None = None
        self._folded: list[_Tag] = []
        self._area: _Field | None = None
        self._lines = [0]
        for line in page.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A field of the form that is open, a form, or what is folded away."""
        begins = self._here()
        this = _Tag(tag, dict(attrs), begins, begins + len(self.get_starttag_text() or ""))
        if tag == "details":
            self._folded.append(this)
        elif tag == "form":
            self._open = _Form(this, (*self._folded,))
            self.forms.append(self._open)
        elif tag in ("input", "textarea") and self._open:
            found = _Field(this, (*self._folded,))
            self._open.fields.append(found)
            self._area = found if tag == "textarea" else None

    def handle_endtag(self, tag: str) -> None:
        """Where one of these ends."""
        if tag == "details" and self._folded:
            self._folded.pop()
        elif tag == "form":
            self._open = None
        elif tag == "textarea" and self._area:
            self._area.text = (self._area.tag.ends, self._here())
            self._area = None

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


Edits = dict[tuple[int, int], str]
"""What stands from one place of the page to another, anew."""


def _head(form: _Form, says: str) -> Edits:
    """The error, where the form begins; and whatever the form is folded away in lies open."""
    at = form.tag.ends
    said = f'\n<p class="wrong" role="alert">{escape(says)}</p>' if says else ""
    return {(at, at): said, **_unfolded(form.folded)}


def _unfolded(folded: Iterable[_Tag]) -> Edits:
    return {(e.begins, e.ends): e.written(**{**e.of, "open": None}) for e in folded}


def _edits(form: _Form, held: Mapping[str, list[str]]) -> Edits:
    made: Edits = {}
    first = next((each for each in form.fields if each.kind in ("text", "textarea")), None)
    for each in form.fields:
        if each.name in SECRET or each.kind in ("password", "file", "hidden"):
            continue
        for where, anew in _field(each, held, here=each is first):
            made |= {where: anew, **_unfolded(each.folded)}
    return made


def _field(
    each: _Field, held: Mapping[str, list[str]], *, here: bool
) -> Iterator[tuple[tuple[int, int], str]]:
    """`here`: where the hand goes first, so that a long page opens at it without a script."""
    tag, of = each.tag, dict(each.tag.of)
    if here:
        of["autofocus"] = None
    if each.kind in CHOSEN:
        of.pop("checked", None)
        if (of.get("value") or "on") in held.get(each.name, ()):
            of["checked"] = None
    elif each.kind != "textarea" and each.name in held:
        of["value"] = held[each.name][0]
    if of != each.tag.of:
        yield (tag.begins, tag.ends), tag.written(**of)
    if each.text and each.name in held:
        # a browser takes the first line break of a textarea away
        yield each.text, f"\n{escape(held[each.name][0])}"


def _edited(page: str, edits: Edits) -> str:
    out, at = "", 0
    for (begins, ends), anew in sorted(edits.items()):
        out += page[at:begins] + anew
        at = ends
    return out + page[at:]
