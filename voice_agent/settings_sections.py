"""The tables of settings, each with its defaults and units."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Section(BaseModel):
    """A table of settings."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def Unit(unit: str, **limits: Any) -> Any:
    """A number with its unit and limits."""
    return Field(json_schema_extra={"unit": unit}, **limits)


Seconds = Annotated[float, Unit("seconds", ge=0)]
Share = Annotated[float, Unit("0..1", ge=0, le=1)]


class Narrator(Section):
    """Who tells."""

    name: str = ""
    """How the narrator likes to be called; empty: no name is spoken."""

    names: list[str] = []
    """Names that will be spoken of (people, places, the boat), the dearest first, so that they are heard right. Where one is
    not said as it is written: "Caoimhe: keeva"."""

    country: str = ""
    """ISO 3166 code; chooses the emergency and crisis numbers in config/safety.toml; empty: no number is named."""

    time_zone: str = ""
    """IANA name; empty: the machine's own."""

    birth_year: Annotated[int, Unit("year, 0: unknown", ge=0, le=2100)] = 0
    """Lets ages be turned into dates."""


class Audio(Section):
    """Sound in and out."""

    microphone: str = ""
    """The device's name or part of it, as printed by `voice-agent devices`, or its number; empty: default."""

    loudspeaker: str = ""
    """As for the microphone."""

    half_duplex: bool = False
    """True: the microphone is not judged while we speak. For rooms where echo cancelling fails."""

    echo_cancelling: bool = True
    """Take our own voice out of the microphone."""

    ring: Annotated[float, Unit("seconds", ge=1, le=120)] = 30.0
    """Sound kept between the device and the session; more than that behind is dropped and counted."""

    buffer: Annotated[float, Unit("seconds", ge=0.02, le=1)] = 0.1
    """Sound the loudspeaker keeps ready; below 0.05 it stutters on a busy machine. Delays nothing."""

    patience: Annotated[float, Unit("seconds", ge=1, le=3600)] = 120.0
    """How long a microphone or loudspeaker that vanished is waited for before the session ends."""


class Satellite(Section):
    """Microphones and loudspeakers elsewhere in the house, that speak Wyoming."""

    addresses: list[str] = []
    """Address and port of each, in figures: ["192.168.1.31:10700"]; where there is one, talks are held there and not at
    this computer's sound card; empty: none."""

    echo: Literal["ours", "theirs"] = "ours"
    """Who takes our voice out of what they hear; theirs: the satellite does it itself."""


class Hearing(Section):
    """Speech into text."""

    model: str = "whisper-base"
    """Role name in models/models.toml, or a hub name in the home-gpu profile."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """auto: the GPU where a test decode on it works, else the CPU, and it is said which."""

    language: str = "en"
    """ISO 639-1."""

    beam: Annotated[int, Unit("hypotheses", ge=1, le=10)] = 1
    """Live decoding; the archive pass uses archive_beam."""

    archive_beam: Annotated[int, Unit("hypotheses", ge=1, le=10)] = 5
    """Decoding after the session."""

    threads: Annotated[int, Unit("threads, 0: all cores", ge=0, le=64)] = 2
    """CPU threads of the recogniser."""

    preroll: Annotated[float, Unit("seconds", ge=0.2, le=3)] = 1.0
    """Sound from before the onset that belongs to the turn."""

    piece: Annotated[float, Unit("seconds", ge=8, le=29)] = 24.0
    """A long turn is decoded in pieces of about this length while it grows."""

    speaker_check: bool = True
    """Mark voices that are not the narrator's as someone else."""


class Endpoint(Section):
    """When a turn is over (product.md's table, but for where patience starts).

    A narrator not yet known is met with more patience than the table's 2.0 s: in pauses drawn for three
    kinds of narrators that start cut into 19 %, this one into 8 % (n = 240, `measuring/cut_ins.py`, seed 101),
    for 0.8 s more of waiting. What is learned in the end is the same.
    """

    onset: Annotated[float, Unit("seconds", ge=0.05, le=1)] = 0.2
    """Speech shorter than this is a cough, not a turn."""

    patience: Annotated[float, Unit("seconds", ge=1.2, le=8)] = 3.0
    """Silence that ends a turn before anything is known about the narrator."""

    settled: Annotated[float, Unit("seconds", ge=0.4, le=8)] = 2.0
    """The same where the semantic model is sure that the turn is over."""

    quick: Annotated[float, Unit("seconds", ge=0.4, le=8)] = 1.2
    """Silence that is enough where the model agrees and the narrator's words close."""

    sure: Share = 0.8
    """From this probability on the semantic model is believed."""

    shortest: Annotated[float, Unit("seconds", ge=0.4, le=8)] = 1.2
    """Fitted patience is never below this."""

    longest: Annotated[float, Unit("seconds", ge=1.2, le=20)] = 8.0
    """Fitted patience is never above this."""

    unfinished: Annotated[float, Unit("factor", ge=1, le=4)] = 2.0
    """A clause left open ("and then...") multiplies patience by this."""


class Speaking(Section):
    """Text into speech."""

    voice: str = "piper-joe"
    """Role name in models/models.toml: piper-joe or hibari-heart."""

    pace: Annotated[float, Unit("words a minute, 0: follow the narrator", ge=0, le=240)] = 0.0
    """Fixed pace; 0: 0.9 x the narrator's, between slowest and fastest."""

    slowest: Annotated[float, Unit("words a minute", ge=60, le=240)] = 120.0
    fastest: Annotated[float, Unit("words a minute", ge=60, le=240)] = 175.0

    volume: Annotated[float, Unit("factor", ge=0.1, le=2)] = 1.0
    """Loudness of our voice; changed by voice ("louder")."""

    murmurs: bool = True
    """Small sounds of listening ("mm") where the policy allows them."""


class Language(Section):
    """The language model: who it is, and whether it may lead the talk inside our fence."""

    model: Literal["auto", "none", "ollama", "openai", "embedded"] = "auto"
    """auto: Ollama if it answers, else the embedded one if installed, else our own words."""

    ollama_host: str = "http://127.0.0.1:11434"
    ollama_model: str = "qwen3.5:9b"
    """Model tag at the Ollama server."""

    openai_url: str = ""
    """Base address of an OpenAI-compatible server in the house, e.g. http://127.0.0.1:8000/v1."""

    openai_urls: list[str] = []
    """Further servers like it, in the order in which they are asked. With the same model: where those before are late, too."""

    openai_model: str = ""
    openai_key_file: str = ""
    """A file with the key that these servers want and nothing else, readable by its owner alone; empty: they want none."""

    openai_certificate: str = ""
    """A file with a certificate that is trusted for these servers besides this computer's own."""

    elsewhere: Literal["no", "yes"] = "no"
    """May what is said leave this computer for that server? no: a server on another computer is never asked."""

    leads: Literal["auto", "yes", "no"] = "auto"
    """May it take the interviewer's seat? auto: where `voice-agent bench seat` found in this house that it may."""

    two_passes: bool = False
    """Is what its first reply calls up shown to it before a second? Twice the time; what comes too late is not waited for."""

    night_from: str = ""
    """From then on, on the narrator's clock, it may smooth chapters (`chapters write --by-night`); empty: at any hour."""

    night_until: str = ""
    """Until then."""

    embedded_model: str = "qwen-coder"
    """As `voice-agent models list` names it, or one GGUF file on a model hub: owner/name:file.gguf."""

    context: Annotated[int, Unit("tokens", ge=1024, le=131072)] = 8192
    """Sent as num_ctx with every request: one fixed value, so that nothing is cut in silence."""

    patience: Annotated[float, Unit("seconds", ge=0.2, le=900)] = 2.5
    """What it has not said by then is replaced by our own words."""


class Borrowing(Section):
    """Engines that other computers of the house lend, by OpenAI's endpoints. Empty lists: none."""

    hearing: list[str] = []
    """Addresses of servers up to and including /v1, the preferred one first; ours hears where none answers."""

    hearing_model: str = ""
    """As those servers call it; empty: none is named, and a server takes its own."""

    speaking: list[str] = []
    speaking_model: str = ""
    speaking_voice: str = ""
    """The same on every server: another one would be heard as another person."""

    embedding: list[str] = []
    """They must have the model of memory.embedder."""

    embedding_model: str = ""
    key_file: str = ""
    """A file with the key, or a line for each server: host, space, key. Readable by its owner alone."""

    certificate: str = ""
    """A file with a certificate that is trusted besides this computer's own."""

    elsewhere: Literal["no", "yes"] = "no"
    """May what is said leave the house for them? no: only a server in this house's own network is asked."""

    outside: list[str] = []
    """Networks whose addresses look like this house's own, and lead out of it by a tunnel that encrypts: ["10.8.0.0/16"].
    Believed for language servers too."""

    patience: Annotated[float, Unit("seconds", ge=0.5, le=60)] = 4.0
    """What no server has done by then our own engine does."""


class Interview(Section):
    """Manners of a session (product.md's table)."""

    length: Annotated[float, Unit("minutes", ge=1, le=120)] = 25.0
    """Soft close."""

    break_offer: Annotated[float, Unit("minutes", ge=1, le=120)] = 20.0
    hard_stop: Annotated[float, Unit("minutes", ge=1, le=240)] = 45.0
    cue_after: Annotated[float, Unit("seconds", ge=3, le=120)] = 12.0
    """No word from us before then after our question; then one gentle cue."""

    reassure_after: Annotated[float, Unit("seconds", ge=5, le=300)] = 30.0
    rest_after: Annotated[float, Unit("seconds", ge=10, le=900)] = 90.0
    """Offer to rest."""

    seed: Annotated[int, Unit("number, 0: from the clock", ge=0)] = 0
    """Same seed and same sound, same conversation."""

    topic: str = "childhood"
    """First topic, by the name of its file in config/interview."""

    heavy_topics: bool = False
    """Are loss, regret, illness and the like welcome without being offered by voice? Never in the first three talks."""


class Safety(Section):
    """Who is told when somebody is in danger."""

    contacts: list[str] = []
    """In the order in which they are told of an emergency: "name | relation | household | address", where
    the address is one that apprise knows (mailto://..., signal://..., ntfy://...) or file:///... ; empty: nobody."""

    advocate: str = ""
    """The one person, chosen by the narrator alone, who is told of abuse; written in the same way. Whom the narrator has
    let in as advocate on the pages comes before."""

    mail: str = ""
    """How this house sends e-mail, as apprise knows it: mailtos://user:password@example.org; empty: it cannot."""


class Memory(Section):
    """What is remembered."""

    uri: str = ""
    """Where the LanceDB index lies; empty: inside the state directory. s3:// works where configured."""

    optimise_every: Annotated[int, Unit("writes", ge=1, le=1000)] = 32
    """LanceDB slows down 25-fold after a thousand single writes without it (measured)."""

    embedder: str = "minilm-int8"
    """Role name in models/models.toml."""

    passes: Literal[1, 2] = 1
    """Looks before a memory comes to mind; two take twice as long and help no more (nDCG@5 .597, one .603)."""

    pin: str = ""
    """Asked before a command prints the narrator's words; empty: none."""


class Copies(Section):
    """Copies of the record, made by themselves when a talk is over. Sound is not in them."""

    days: Annotated[int, Unit("days, 0: no copies", ge=0, le=60)] = 7
    """The newest copy of so many days with a talk stays."""

    weeks: Annotated[int, Unit("weeks", ge=0, le=52)] = 4
    """Besides, the newest copy of each of so many weeks with a talk."""


class Emotion(Section):
    """How feelings are read from what is said."""

    reader: str = "shipped"
    """"shipped": our own; "none"; or the name of a text classifier in models/models.toml, for a graphics card."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where a named classifier runs; ours needs no graphics card."""


class Schedule(Section):
    """When the narrator may be invited; what is planned stands in the record."""

    quiet_from: str = "20:00"
    """From then on nobody is invited, on the narrator's clock."""

    quiet_until: str = "09:00"
    """Until then nobody is invited."""

    nap_from: str = ""
    """From then on nobody is invited either, as at noon; "" for both: there is no such rest."""

    nap_until: str = ""
    """Until then."""

    daily: Annotated[int, Unit("sessions", ge=1, le=4)] = 1
    """No more than so many sessions a day are invited to."""


class Web(Section):
    """The pages for caregiver, family and narrator."""

    on: bool = True
    """Served by `voice-agent serve`, to this computer alone unless it is started with --lan."""

    port: Annotated[int, Unit("port", ge=1024, le=65535)] = 8470
    """Where a browser finds them."""

    names: str = ""
    """With --lan: further names or addresses of this computer, with commas between, for its certificate."""

    set_up_by: str = ""
    """Who set up this device, by name: the caregiver's pages say whom to ask. Empty: nobody is named."""

    set_up_reach: str = ""
    """How to reach them, by telephone or mail."""


class Lending(Section):
    """Our recogniser, voice and embedder for other programs in the house."""

    on: bool = False
    """Lent by `voice-agent serve` too; `voice-agent lend` lends them by itself."""

    reaches: Literal["this computer", "the house"] = "this computer"
    """Who may ask over OpenAI's endpoints; the house: over TLS, with the key."""

    port: Annotated[int, Unit("port", ge=1024, le=65535)] = 8471
    """OpenAI's endpoints."""

    key: Literal["always", "not on this computer"] = "always"
    """When the house's key is asked for; from other computers it always is."""

    wyoming_port: Annotated[int, Unit("port, 0: none", ge=0, le=65535)] = 10300
    """Wyoming's services."""

    wyoming_reaches: Literal["this computer", "the whole network, without key or encryption"] = (
        "this computer"
    )
    """Wyoming knows neither key nor encryption."""


class Telemetry(Section):
    """For whoever keeps several devices: how they are, never what is said."""

    endpoint: str = ""
    """OTLP/HTTP address on this computer or in its own network, e.g. http://192.168.1.20:4318; empty: nothing is measured."""

    name: str = ""
    """Which device this is, told with everything; never a person's name; empty: none."""


class HomeAssistant(Section):
    """For a house with Home Assistant: four plain things by MQTT, never what is said."""

    broker: str = ""
    """The MQTT broker on this computer or its own network: localhost, or an address in figures; empty: nobody is told."""

    port: Annotated[int, Unit("port", ge=1, le=65535)] = 1883
    """With tls usually 8883."""

    user: str = ""
    """By which the broker knows us; empty: it asks for none."""

    password_file: str = ""
    """A file that only this program's user may read, with the password in its first line."""

    tls: str = ""
    """Empty: none. "system": the broker's certificate must be one this computer trusts; else the file (PEM) of who signed it."""

    prefix: str = "homeassistant"
    """Where Home Assistant looks for devices."""

    name: str = ""
    """What this device is called there; empty: Interviewer."""


class Models(Section):
    """Weights."""

    directory: str = ""
    """Empty: $XDG_DATA_HOME/voice-agent/models, under systemd $STATE_DIRECTORY/models."""

    offline: bool = False
    """True: never fetch; a missing model is an error that says so."""
