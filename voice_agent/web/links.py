"""Links that are given to somebody: with an address that their telephone can reach, and as a picture to point it at."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from fastapi import Request

from voice_agent.web.desk import LOCAL, Desk

INK, PAPER = "#2b2622", "#ffffff"


@dataclass(frozen=True, slots=True)
class Link:
    """An address of ours, for somebody else."""

    address: str

    @property
    def here_alone(self) -> bool:
        """Does it open on this device alone? Then a telephone can do nothing with it."""
        return (urlsplit(self.address).hostname or "") in {each.strip("[]") for each in LOCAL}

    @property
    def picture(self) -> str:
        """The same as a QR code, as the source of a picture: nothing is asked of anybody for it."""
        made = segno.make(self.address, error="m", micro=False)
        return made.svg_data_uri(dark=INK, light=PAPER, border=4, scale=6, omitsize=True)


def link(request: Request, desk: Desk, path: str) -> Link:
    """A link to `path`. Whoever makes it on the device itself reads "localhost" in their own address, which means another
    computer on every telephone: it is then made with the name under which the house's network reaches the device."""
    own = f"{request.url.scheme}://{request.url.netloc}"
    if Link(own).here_alone and desk.outside:
        own = desk.outside
    return Link(f"{own}{path}")
