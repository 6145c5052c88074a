"""What the doctor says of each satellite: does it answer, does its sound come, and how."""

from collections.abc import Sequence

import anyio

from voice_agent.measuring.checkup import Finding, State
from voice_agent.satellite.link import Link
from voice_agent.satellite.trouble import SatelliteError, Trouble

SECONDS = 9.0
"""Each is waited for: as long as one that takes the call and says nothing is believed to be slow."""


async def look(addresses: Sequence[str], seconds: float = SECONDS) -> tuple[Finding, ...]:
    """Call all of them at once; nothing is played there, and what is heard is thrown away."""
    links, found = [Link(each) for each in addresses], list[Finding]()
    async with anyio.create_task_group() as tasks:
        for each in links:
            tasks.start_soon(each.keep)
        with anyio.move_on_after(seconds):
            while not all(each.here for each in links):  # noqa: ASYNC110 - any of several may come
                await anyio.sleep(0.1)
        found.extend(judge(links))
        tasks.cancel_scope.cancel()
    return tuple(found)


def judge(links: Sequence[Link]) -> tuple[Finding, ...]:
    """One finding for each. Where one is well, a talk can be held."""
    state = State.CARE if any(each.here for each in links) else State.ILL
    return tuple(_of(each, state) for each in links)


def _of(link: Link, unwell: State) -> Finding:
    about, form = f"satellite {link.at}", link.sends
    if not link.here or form is None:
        wrong = SatelliteError(link.trouble or Trouble.NO_SOUND, link.at)
        return Finding(about, unwell, wrong.what, wrong.mend)
    says = f"It answers, and its sound comes: {form.rate:,} Hz, {form.width * 8} bit, channels: {form.channels}."
    figures = {"rate_hz": float(form.rate), "channels": float(form.channels)}
    if link.lies:
        return Finding(
            about,
            State.NOTE,
            f"{says} It announces another rate than that; what counts is what it sends.",
            figures=figures,
        )
    return Finding(about, State.WELL, says, figures=figures)
