"""What a book says of itself, on its imprint and its last page: config/book/pages/words, filled in."""

from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from num2words import num2words

from voice_agent.resources import resource
from voice_agent.storybook.layout import Layout

WORDS = "config/book/pages/words"


def of_itself(name: str, layout: Layout, **more: Any) -> str:
    """The text `name` about the book of `layout`, in one line for each line of the file."""
    # plain text: whoever prints it escapes it
    texts = Environment(
        loader=FileSystemLoader(resource(WORDS)), autoescape=False, undefined=StrictUndefined
    )
    return texts.get_template(f"{name}.txt").render(layout=layout, **more).strip()


def made(layout: Layout) -> tuple[str, ...]:
    """How it was made, in two lines."""
    count = layout.talks
    talks = "one talk" if count == 1 else f"{num2words(count) if count < 13 else count} talks"
    return tuple(of_itself("made", layout, talks=talks).splitlines())
