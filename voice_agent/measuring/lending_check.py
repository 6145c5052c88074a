"""What the doctor says of engines that are lent: who may use them, and what that means."""

from collections.abc import Iterator

from voice_agent.measuring.checkup import Finding, State
from voice_agent.settings import Settings

ABOUT = "lending"


def judge(settings: Settings) -> Iterator[Finding]:
    """A line where the service lends, and one where Wyoming is open; none where neither is so."""
    its = settings.lending
    if its.on:
        yield Finding(
            ABOUT,
            State.WELL,
            f"Recogniser and voice are lent to {_who(settings)} (port {its.port}). A talk comes first, and nothing of what is "
            "sent is kept.",
        )
    if its.wyoming_port and its.wyoming_reaches != "this computer":
        yield Finding(
            f"{ABOUT} over Wyoming",
            State.CARE,
            f"Port {its.wyoming_port} is open to the whole network, without key or encryption: every device and guest in it may "
            "use the recogniser and the voice, and can listen to what others send to them. What the narrator tells this device "
            "does not go that way.",
            "If only Home Assistant on this computer uses it, set lending.wyoming_reaches = “this computer”.",
        )


def _who(settings: Settings) -> str:
    if settings.lending.reaches == "the house":
        return "every program in the house that has its key"
    if settings.lending.key == "always":
        return "programs on this computer that have the house's key"
    return "every program on this computer, without a key"
