"""What old stories are called: a language model's choice of their own words, kept as places beside each talk.

What was chosen once is not asked again, and goes where a turn of the talk is erased or told otherwise (archive/readings.py).
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

import numpy as np

from voice_agent.archive.readings import Readings
from voice_agent.archive.record import Record
from voice_agent.conversation.house import Labour
from voice_agent.memory.topics.topics import Topic
from voice_agent.reading.reading import Span

READER = "line by model"
"""As what was read is kept."""

A_TALK = 6
"""Stories of which it is asked beside one talk."""

Names = Callable[[str], Awaitable[Span | None]]
"""Where in a story the words stand that it is called by; an empty place: nowhere; None: nobody could be asked."""


async def story_lines(
    record: Record, topics: Sequence[Topic], names: Names | None, labour: Labour
) -> AsyncGenerator[tuple[str, str], None]:
    """Yield the id of each story with what it is called, those known first. Asked behind whatever anybody waits for."""
    kept = await labour(lambda: Readings(record, READER))
    unknown = list[Topic]()
    for each in topics:
        row = kept.known(each.session, each.text)
        if row is None:
            unknown.append(each)
        elif line := each.text[int(row[0]) : int(row[1])]:
            yield str(each.id), line
    if names is None:
        return
    for each in unknown[:A_TALK]:
        place = await names(each.text)
        if place is None:
            return  # another talk
        kept.put(each.session, each.text, np.array(place, np.float32))
        await labour(kept.keep)
        if line := each.text[place.begin : place.end]:
            yield str(each.id), line
