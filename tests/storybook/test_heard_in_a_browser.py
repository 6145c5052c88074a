import re
from pathlib import Path

import browsers
import pytest
from bookmaking import NOW, agree, house, pitch, teller, told

from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.sound import RATE
from voice_agent.storybook.house import Wanted

PLAYED = """new Promise(done => {
  const player = document.getElementById("player");
  player.addEventListener("pause", () => done({
    file: player.getAttribute("src"), began: player.played.start(0), ended: player.played.end(0),
    lit: document.querySelectorAll(".now").length }));
})"""


def test_a_click_on_a_sentence_plays_its_own_seconds_from_the_disk(tmp_path: Path) -> None:
    who = teller()
    voice = told(tmp_path / "state", who)
    with Record.open(tmp_path / "state") as record:
        house(who).write(record, NOW)
        agree(record, house(who))
        made = house(who).copy(record, Wanted("folder", tmp_path / "book"), NOW)
    browsers.needed("chromium")
    with browsers.page("chromium", tmp_path / "profile") as page:
        for number, said in (
            (1, "nineteen forty-one in Galena"),
            (3, "dance in Hanover"),
        ):
            path = next(made.glob(f"{number:02d}-*.html"))
            html = path.read_text(encoding="utf-8")
            id, file, began, ended, text = next(
                m.groups()
                for m in re.finditer(
                    r'id="(c\d+s\d+)"><a class="play" href="[^"]+" data-file="([^"]+)" data-from="([\d.]+)" '
                    r'data-to="([\d.]+)"[^>]*>▸</a>([^<]+)</span>',
                    html,
                )
                if said in m[5]
            )
            page.open(path.resolve().as_uri())
            page.run(f"window.played = {PLAYED}; 0")
            page.click(f"#{id}")
            played = page.run("window.played")
            assert played["file"] == file
            assert played["began"] == pytest.approx(float(began), abs=0.05)
            # it stops by itself; how soon after the end depends on how busy the machine is
            assert played["ended"] > float(ended) - 0.1
            assert played["lit"] <= 1
            # and those seconds of that file are this sentence: each is said at a pitch of its own
            sound = files.read(made / file).samples
            heard = sound[round(played["began"] * RATE) : round(float(ended) * RATE)]
            own = next(hz for sentence, hz in voice.pitches.items() if said in sentence)
            assert pitch(heard) == pytest.approx(own, abs=4), text
        page.open((made / "timeline.html").resolve().as_uri())
        assert "1963" in page.run("document.body.innerText")
        assert page.run(
            "performance.getEntriesByType('resource').every(e => e.name.startsWith('file:'))"
        )
