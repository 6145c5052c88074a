"""`voice-agent fleet up | status | down | key | environment`: one cluster that hears, speaks and writes for many houses."""

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
    from voice_agent.fleet import plan as plans
    from voice_agent.fleet.door import digest

    plan = plans.read(config)
    plans.closed_to_listeners(plan)
    wanted = digest(plans.key(plan))
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
def key(file: Annotated[Path, typer.Argument(help="A new file, readable by you alone.")]) -> None:
    """Make the key that houses must show."""
    from voice_agent.fleet import plan as plans

    plans.new_key(file)
    print(
        f"The key lies in {file}, readable by you alone. Copy it to each house in a way that nobody reads."
    )


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
