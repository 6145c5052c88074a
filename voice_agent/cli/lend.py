"""`voice-agent lend`: our recogniser, voice and embedder for other programs in the house."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Annotated, Any

import typer

from voice_agent.cli.options import Profile, SettingsFile

if TYPE_CHECKING:
    from voice_agent.lending.loading import Corner
    from voice_agent.serve.service import Beside, Service
    from voice_agent.settings import Settings


def lend(
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Open OpenAI's endpoints to the house's network, over HTTPS."),
    ] = False,
    key: Annotated[
        bool, typer.Option("--key", help="Print the key that programs must send, and end.")
    ] = False,
    new_key: Annotated[
        bool,
        typer.Option("--new-key", help="The same with a new one; the old opens nothing any more."),
    ] = False,
    certificate: Annotated[
        bool,
        typer.Option(
            "--certificate", help="Print the certificate that other computers must trust, and end."
        ),
    ] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Lend the recogniser, the voice and the embedder to other programs, until Control-C.

    They know OpenAI's endpoints, or Wyoming as Home Assistant does. A talk of the narrator comes first, and nothing of what is
    sent is kept. `voice-agent serve` lends them too where the setting lending.on says so.
    """
    from voice_agent.settings import load

    settings = load(settings_file, profile=profile)
    if key or new_key:
        from voice_agent.lending.key import house_key

        print(house_key(settings.state, another=new_key))
        return
    import functools
    from datetime import UTC, datetime

    import anyio

    from voice_agent.cli.pages import all_names
    from voice_agent.lending import ports
    from voice_agent.lending.loading import by_itself
    from voice_agent.web.certificate import papers

    tell = functools.partial(print, flush=True)
    names = functools.partial(all_names, settings, lan=True)
    if certificate:
        made = papers(settings.state, names(), datetime.now(UTC))
        print(made.authority.decode(), end="")
        return
    taken = ports.opened(settings, names, lan=lan)
    lent = by_itself(settings, tell)
    for says in taken.says():
        tell(says)
    anyio.run(_until_told, functools.partial(ports.serve, lent, taken, names))


def beside_talks(settings: "Settings", corner: "Corner", tell: Callable[[str], None]) -> "Beside":
    """What lends the engines of the talks beside the service. The ports are taken at once. Raises AlreadyRunning,
    StateUnwritable, DiskFull."""
    import functools

    from voice_agent.cli.pages import all_names
    from voice_agent.lending import loading, ports

    names = functools.partial(all_names, settings, lan=True)
    taken = ports.opened(settings, names, lan=False)

    async def run(service: "Service") -> None:
        for says in taken.says():
            tell(says)
        # an invitation is no talk yet, but somebody may be about to answer it
        lent = loading.beside_talks(corner, lambda: service.controls is not None)
        await ports.serve(lent, taken, names)

    return run


async def _until_told(serve: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Until Control-C, or until the system ends it."""
    import signal

    import anyio

    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(serve)
            async for _ in signals:
                break
            tasks.cancel_scope.cancel()
