from __future__ import annotations

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.sql import Projection
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.settings import Settings
from parley.core.studio.studio import Studio
from tests.scripted_voices import to_the_end


def begun(studio: Studio, seed: int = 7) -> Run:
    wish = RoundtableRequest(seed=seed, turns=6, voice=VoiceSpec(provider="rehearsal"), simulated=True, fresh=True)
    run = studio.start(studio.compose(wish))
    run.play()
    return run


def afresh(home: Home) -> list[str]:
    """What the database would be if it were made from the logs alone."""
    other = Projection(home.path / "other.db")
    other.sync(home.runs)
    rows = other.dump()
    other.close()
    return rows


async def test_a_run_that_is_played_is_in_an_open_database_without_its_log_being_read(
    home: Home, studio: Studio
) -> None:
    studio.sync()
    run = begun(studio)
    await run.live(until_paused=True)
    await run.close()
    assert studio.projection.sync(home.runs) == 0
    assert [(row.status, row.turns) for row in studio.projection.runs()] == [("ended", 6)]
    assert studio.projection.dump() == afresh(home)


async def test_a_run_that_another_process_went_on_with_is_read_again(home: Home) -> None:
    studio, other = Studio(home, Settings()), Studio(home, Settings())
    studio.sync()
    run = begun(studio)
    run.pause()
    await run.close()
    studio.sync()
    assert [row.status for row in studio.projection.runs()] == ["paused"]
    again = other.resume(run.state.run)
    await to_the_end(again)
    await again.close()
    await other.close()
    assert studio.projection.sync(home.runs) == 1
    assert [(row.status, row.turns) for row in studio.projection.runs()] == [("ended", 6)]
    assert studio.projection.dump() == afresh(home)
    await studio.close()


async def test_a_database_that_is_opened_in_the_middle_catches_up(home: Home, studio: Studio) -> None:
    run = begun(studio)
    run.step()
    run.stage.log.taps.append(lambda seq, _event: studio.sync() if seq == 9 else None)
    await to_the_end(run)
    await run.close()
    studio.sync()
    assert [(row.status, row.turns) for row in studio.projection.runs()] == [("ended", 6)]
    assert studio.projection.dump() == afresh(home)
