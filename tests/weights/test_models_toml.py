"""The shipped models.toml says everything it should, and the real weights are what it says."""

import re

import pytest

from voice_agent.settings import PROFILES, keys, load
from voice_agent.weights import check, read
from voice_agent.weights.fetching import MAKERS
from voice_agent.weights.manifest import packs


def test_every_profile_has_its_set_of_models() -> None:
    assert set(read().sets) == set(PROFILES)


def test_every_model_says_what_it_is_for_and_where_it_comes_from() -> None:
    for model in read().models.values():
        assert model.role and model.engine and model.licence and model.upstream and model.languages
        assert model.files or model.hub or model.path


def test_every_file_and_every_pack_has_a_length_and_a_checksum() -> None:
    for model in read().models.values():
        for thing in (*model.files, *packs(model.files)):
            assert thing.bytes > 0
            assert re.fullmatch("[0-9a-f]{64}", thing.sha256)
        for file in model.files:
            assert ".." not in file.path.split("/") and not file.path.startswith("/")


def test_a_part_is_taken_from_a_pack_of_pinned_version() -> None:
    for model in read().models.values():
        for pack in packs(model.files):
            assert re.fullmatch(r"\d+(\.\d+)+", pack.version)


def test_whoever_makes_a_file_is_known_and_told_from_what() -> None:
    made = [file for model in read().models.values() for file in model.files if file.made]
    assert made
    for file in made:
        assert file.made in MAKERS and file.inside and file.unpacked > 0


def test_the_models_that_settings_name_by_default_are_fetched_with_the_starter_profile() -> None:
    defaults = {key: default for key, _, default, _ in keys()}
    starter = read().sets["starter"]
    for key in ("hearing.model", "speaking.voice", "memory.embedder"):
        assert defaults[key] in starter


@pytest.mark.models
def test_the_weights_on_this_machine_are_whole() -> None:
    for model in read().of_profile("ci"):
        assert not check(load().weights, model, thorough=True), model.mend
