"""The engines as deployments of Ray Serve. The only file that knows Ray.

What Ray would otherwise write down or report is closed before it is imported (quiet.py), and no request is logged.
"""

# a checkout has no Ray: it is an extra (pyproject.toml, fleet)
# pyright: reportMissingImports=false, reportUnknownParameterType=false

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.fleet import door, replicas
from voice_agent.fleet.far import FarEmbedder, FarTranscriber, FarVoice
from voice_agent.fleet.keys import secret
from voice_agent.fleet.passing_on import PassingOn
from voice_agent.fleet.plan import (
    Embeddings,
    Plan,
    Recognition,
    Replicated,
    Speech,
    Writing,
    shares,
)
from voice_agent.fleet.quiet import QUIET
from voice_agent.language.embedding import SIZE
from voice_agent.settings import load

os.environ.update(QUIET)

try:
    import ray
    from ray import serve
    from ray.exceptions import RayActorError, RayError
    from ray.serve.config import HTTPOptions
    from ray.serve.exceptions import RayServeException
    from ray.serve.handle import DeploymentHandle
    from ray.serve.schema import LoggingConfig
except ImportError:
    raise EngineUnavailable(
        "fleet",
        "Ray Serve is not installed here.",
        retryable=False,
        mend="`.venv/bin/pip install '.[fleet]'`; a house that only talks to a cluster needs none.",
    ) from None

NAME = "fleet"
"""Of the application."""

LOG = LoggingConfig(enable_access_log=False, log_level="WARNING")

ANSWERS = 20.0
"""Seconds after which a house is told that nothing came; it has long gone on with its own engine."""


class Door:
    """One replica of the door."""

    def __init__(self, plan: Plan, wanted: Sequence[str], **behind: DeploymentHandle[Any]) -> None:
        """`behind`: the deployments by their names; `wanted`: the digests of the keys."""
        self._plan, self._wanted, self._behind = plan, wanted, behind

    def __serve_build_asgi_app__(self) -> Any:
        behind, plan = self._behind, self._plan
        ask = {name: partial(_asked, name, handle) for name, handle in behind.items()}
        lent = door.FromCluster(
            transcriber=FarTranscriber(ask["recognition"]) if "recognition" in ask else None,
            voice=FarVoice(ask["speech"], _voice(plan)) if "speech" in ask else None,
            attentive=True,
            embedder=FarEmbedder(ask["embeddings"], SIZE) if "embeddings" in ask else None,
            hears_as=plan.recognition.weights if plan.recognition != "none" else "",
            speaks_as=_voice(plan),
            means_as=plan.embeddings.weights if plan.embeddings != "none" else "",
            language=plan.recognition.language if plan.recognition != "none" else "en",
        )
        chat = partial(_chat, behind["writing"]) if "writing" in behind else None
        return door.app(plan, lent, chat, self._wanted)


def _voice(plan: Plan) -> str:
    return plan.speech.voice if plan.speech != "none" else ""


def _asked(engine: str, handle: DeploymentHandle[Any], what: str, *args: Any) -> Any:
    """Ask a replica; where it dies meanwhile, another one: all of them know the same, nothing. Raises EngineError."""
    call = getattr(handle, what)
    try:
        try:
            return call.remote(*args).result(timeout_s=ANSWERS)
        except RayActorError:
            return call.remote(*args).result(timeout_s=ANSWERS)
    except (RayError, RayServeException, replicas.Failed, TimeoutError) as error:
        # not `from error`: it holds what was asked
        raise EngineError(
            engine, f"no replica did it ({type(error).__name__}).", retryable=True
        ) from None


async def _chat(
    handle: DeploymentHandle[Any], asked: Mapping[str, Any]
) -> AsyncGenerator[bytes, None]:
    """As PassingOn.chat. Raises EngineError."""
    # with `stream`, a generator; Ray's types know only the one answer
    pieces: Any = handle.options(stream=True).chat.remote(dict(asked))
    try:
        async for piece in pieces:
            yield cast(bytes, piece)
    except (RayError, RayServeException, replicas.Failed) as error:
        raise EngineError(
            "writing", f"no replica did it ({type(error).__name__}).", retryable=True
        ) from None
    finally:
        pieces.cancel()  # whoever asked may have gone: then nothing more is written for them


def application(plan: Plan, wanted: Sequence[str]) -> serve.Application:
    """All deployments of a plan behind one door. `wanted`: the digests of the keys that open it."""
    folder = Path(plan.cluster.weights).expanduser() if plan.cluster.weights else load().weights
    behind = dict[str, serve.Application]()
    for name, share in shares(plan).items():
        deployed: Any = serve.deployment(_class(share), name=name, **_options(plan, share))
        behind[name] = deployed.bind(*_with(share, folder))
    door_itself = Replicated(
        cores=plan.door.cores,
        least=plan.door.least,
        most=plan.door.most,
        wanted=50,
        taken=200,
        waiting=200,
    )
    opened: Any = serve.deployment(
        serve.ingress()(Door), name="door", **_options(plan, door_itself)
    )
    return opened.bind(plan, wanted, **behind)


def _class(share: Replicated) -> type[object]:
    match share:
        case Recognition():
            return replicas.Recogniser
        case Speech():
            return replicas.Speaker
        case Embeddings():
            return replicas.Understander
        case _:
            return PassingOn


def _with(share: Replicated, folder: Path) -> tuple[Any, ...]:
    """What a replica is made with: recipes, since engines are loaded where they run."""
    match share:
        case Recognition():
            return partial(replicas.whisper, share, folder), share.beam
        case Speech():
            return (partial(replicas.voice, share, folder),)
        case Embeddings():
            return (partial(replicas.embedder, share, folder),)
        case Writing():
            return share, secret(Path(share.key_file).expanduser()) if share.key_file else ""
        case _:
            raise AssertionError(share)


def _options(plan: Plan, share: Replicated) -> dict[str, Any]:
    return {
        "ray_actor_options": {"num_cpus": share.cores, "num_gpus": share.cards},
        "autoscaling_config": {
            "min_replicas": share.least,
            "max_replicas": max(share.least, share.most),
            "target_ongoing_requests": share.wanted,
            "upscale_delay_s": 5.0,  # loading weights takes as long again
        },
        "max_ongoing_requests": share.taken,
        "max_queued_requests": share.waiting,
        "health_check_period_s": 5.0,
        "health_check_timeout_s": 30.0,
        "graceful_shutdown_timeout_s": share.patience,
        "graceful_shutdown_wait_loop_s": 0.5,
        "max_surge_percent": plan.cluster.surge,
        "logging_config": LOG,
    }


def up(plan: Plan, wanted: Sequence[str]) -> None:
    """Serve `plan` on its cluster; where it is served already, replace every replica, one after the other, the door's too.

    A cluster of this computer alone is begun where the plan names none; `down` ends it. Raises EngineUnavailable.
    """
    join(plan)
    options = HTTPOptions(
        host=plan.door.host,
        port=plan.door.port,
        request_timeout_s=None,
        ssl_certfile=plan.door.certificate or None,
        ssl_keyfile=plan.door.certificate_key or None,
    )
    serve.start(proxy_location="EveryNode", http_options=options, logging_config=LOG)
    try:
        serve.run(application(plan, wanted), name=NAME, route_prefix="/", logging_config=LOG)
    except RuntimeError as error:
        raise EngineUnavailable(
            "fleet",
            f"not every engine could be started ({type(error).__name__}).",
            retryable=True,
            safe="Replicas of an older version go on.",
            mend="`voice-agent fleet status` says which; their reasons lie in the cluster's folder.",
        ) from None


def join(plan: Plan) -> None:
    """Join the cluster of the plan, or begin one. Raises EngineUnavailable."""
    if ray.is_initialized():
        return
    begins = not plan.cluster.address
    own: dict[str, Any] = {
        "include_dashboard": False,
        "_temp_dir": plan.cluster.folder,
        "object_store_memory": plan.cluster.store << 20,
    }
    try:
        ray.init(
            address=plan.cluster.address or "local",
            namespace="fleet",
            log_to_driver=False,
            configure_logging=False,
            **(own if begins else {}),
        )
    except (ConnectionError, RuntimeError, OSError, ValueError) as error:
        raise EngineUnavailable(
            "fleet",
            f"the cluster cannot be reached or begun ({type(error).__name__}).",
            retryable=True,
            mend="`ray start --head` begins one on this computer; `address` under [cluster] says where it is.",
        ) from None


@dataclass(frozen=True, slots=True)
class Standing:
    """How one engine of the cluster is."""

    engine: str
    state: str
    replicas: Mapping[str, int]
    """State -> how many."""

    says: str


def standing() -> list[Standing]:
    """How the engines of the cluster that was joined are; [] where nothing is served."""
    found = serve.status().applications.get(NAME)
    if found is None:
        return []
    return [
        Standing(
            name,
            str(each.status.value),
            {str(k): v for k, v in each.replica_states.items()},
            each.message,
        )
        for name, each in sorted(found.deployments.items())
    ]


def down() -> None:
    """Let every replica finish what it has begun, then end them all, and the cluster where it was begun here."""
    serve.shutdown()
    ray.shutdown()
