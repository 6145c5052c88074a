"""`python -m lab wishes`."""

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile


def wishes(
    seed: Seed = 0,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Measure how long "keep that between us" and "forget that" take to be in the record."""
    import anyio
    from rich.console import Console

    from lab.evaluation.memory import granted
    from lab.evaluation.tables import Figures, publish
    from voice_agent.assemble.loading import memory_engines

    engines = memory_engines(house.load(settings_file, profile=profile), None)

    async def go() -> Figures:
        console = Console(stderr=True)
        return await granted.measure(engines, seed=seed, tell=console.print)

    publish(anyio.run(go), json_file)
