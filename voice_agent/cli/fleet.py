"""`voice-agent fleet up | status | down | key | certificate | environment`: one cluster that works for many houses."""

import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from voice_agent.fleet.plan import Plan

app = typer.Typer(
    help="One cluster for many houses (needs the extra “fleet”). Nothing of a life is kept there.",
    no_args_is_help=True,
)

Config = Annotated[
    Path, typer.Option("--config", help="As config/fleet.toml, which explains every line.")
]


@app.command()
def up(config: Config) -> None:
    """Serve the engines; where they are served already, replace them one after the other while houses go on.

    Where the cluster is this computer alone, it stays until Control-C or SIGTERM, and then lets what was begun be finished.
    """
    from voice_agent.fleet import keys
    from voice_agent.fleet import plan as plans
    from voice_agent.fleet.door import digests

    plan = plans.read(config)
    plans.closed_to_listeners(plan)
    wanted = digests(keys.of_houses(plan.door.key_file))
    from voice_agent.fleet import cluster

    cluster.up(plan, wanted)
    scheme = "https" if plan.door.certificate else "http"
    print(f"Houses are served at {scheme}://{plan.door.host}:{plan.door.port}/v1.", flush=True)
    if plan.cluster.address:
        return
    over = threading.Event()

    def stop(*_: object) -> None:
        over.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    over.wait()
    print("What was begun is finished, then the cluster ends.", flush=True)
    cluster.down()


@app.command()
def status(config: Config) -> None:
    """Print for each engine how many replicas run. Exit code 1 where one is not well."""
    from voice_agent.fleet import plan as plans

    plan = plans.read(config)
    from voice_agent.fleet import cluster

    cluster.join(_running(plan))
    stands = cluster.standing()
    for each in stands:
        many = ", ".join(
            f"{count} {state.lower()}" for state, count in sorted(each.replicas.items())
        )
        print(f"{each.engine:<12} {each.state.lower():<10} {many}  {each.says}".rstrip())
    if not stands or any(each.state != "HEALTHY" for each in stands):
        raise typer.Exit(1)


@app.command()
def down(config: Config) -> None:
    """Let what was begun be finished, and serve nothing any more. Houses go on with their own engines."""
    from voice_agent.fleet import plan as plans

    plan = plans.read(config)
    from voice_agent.fleet import cluster

    cluster.join(_running(plan))
    cluster.down()


@app.command()
def key(
    file: Annotated[Path, typer.Argument(help="The door's file of keys, readable by you alone.")],
    house: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Of a house that gets a key of its own; else one is made for all of them.",
        ),
    ] = "",
) -> None:
    """Make a key that houses must show. One of a house's own can be taken back without the others noticing."""
    from voice_agent.fleet import keys

    if not house:
        keys.new_key(file)
        print(
            f"The key lies in {file}, readable by you alone. Copy it to each house in a way that nobody reads."
        )
        return
    own = keys.new_house(file, house)
    print(
        f"The key of {house} lies by itself in {own}, readable by you alone. Copy that file to the house in a way that "
        "nobody reads, then delete it here.\n"
        f"{file} has a line for it. `voice-agent fleet up` lets {house} in; once the line is deleted, the next one shuts it "
        "out, and no other house."
    )


@app.command()
def certificate(
    folder: Annotated[
        Path, typer.Argument(help="For these papers alone; made where there is none.")
    ],
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME_OR_ADDRESS...",
            help="Every one under which houses reach a computer of the cluster.",
        ),
    ],
) -> None:
    """Make the door's certificate, and the one that houses must trust. One that still holds is kept."""
    from datetime import UTC, datetime

    from voice_agent.fleet.certificate import certificate as made_for
    from voice_agent.settings import toml

    made = made_for(folder.expanduser().absolute(), names, datetime.now(UTC))
    print(
        f"{'It holds' if made.fresh else 'The one that is there holds'} until {made.until:%d %B %Y}."
    )
    print("Into fleet.toml, with both files at the same place on every computer of the cluster:\n")
    print("[door]")
    print(f"certificate = {toml(str(made.certificate))}")
    print(f"certificate_key = {toml(str(made.key))}")
    print(f"\nInto every house as ~/.config/voice-agent/fleet.crt: {made.authority_file}")
    print("Into its settings:\n")
    for section, setting in (("borrowing", "certificate"), ("language", "openai_certificate")):
        print(f'[{section}]\n{setting} = "~/.config/voice-agent/fleet.crt"')
    print("\nThe key is readable by you alone, and no house needs it.")


@app.command()
def environment() -> None:
    """Print what must stand in the environment of `ray start` on every computer, so that Ray writes nothing down."""
    from voice_agent.fleet.quiet import QUIET

    for name, value in QUIET.items():
        print(f"export {name}={value}")


def _running(plan: "Plan") -> "Plan":
    """The same, but never a cluster that is only begun for this question."""
    cluster = plan.cluster.model_copy(update={"address": plan.cluster.address or "auto"})
    return plan.model_copy(update={"cluster": cluster})
