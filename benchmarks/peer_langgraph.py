"""The work of `engine.echo` as a graph of LangGraph; run by `benchmarks.peers` with the Python that has it installed.

Five speak in turn by chance. A turn is two nodes, as a supervisor and its agents are: one draws who speaks, the other
returns a constant line of forty words. So what was chosen is written down before anybody is asked, as in our log. The
list of lines is a delta channel: a checkpoint holds what is new. Every checkpoint is in the SQLite file before the next
node runs. Prints turns a CPU second; with "lean" behind the number of turns, of a graph in which one node does both.
"""

import operator
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langgraph.channels.delta import DeltaChannel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

LINE = " ".join(f"word{number:02d}" for number in range(40))
MEMBERS = ("boss", "analyst", "hustler", "writer", "wildcard")
SNAPSHOTS = 5_000
"""Updates between two snapshots of the whole list: as rare as the library has them at most."""


def added(lines: list[Any], writes: Any) -> list[Any]:
    """The list with what was written."""
    for write in writes:
        lines = operator.add(lines, write)
    return lines


class State(TypedDict):
    """What the graph knows."""

    turn: int
    speaker: str
    lines: Annotated[list[tuple[str, str]], DeltaChannel(added, snapshot_frequency=SNAPSHOTS)]


def graph(turns: int, lean: bool) -> StateGraph[State]:
    """The loop of so many turns."""
    chance = random.Random(7)  # who speaks is no secret

    def choose(state: State) -> dict[str, Any]:
        return {"speaker": chance.choice([one for one in MEMBERS if one != state["speaker"]])}

    def speak(state: State) -> dict[str, Any]:
        return {"turn": state["turn"] + 1, "lines": [(state["speaker"], LINE)]}

    def both(state: State) -> dict[str, Any]:
        chosen = choose(state)["speaker"]
        return {"speaker": chosen, "turn": state["turn"] + 1, "lines": [(chosen, LINE)]}

    made: StateGraph[State] = StateGraph(State)
    first = "speak" if lean else "choose"
    made.add_node("speak", both if lean else speak)
    if not lean:
        made.add_node("choose", choose)
        made.add_edge("choose", "speak")
    made.add_edge(START, first)
    made.add_conditional_edges("speak", lambda state: END if state["turn"] >= turns else first)
    return made


def rate(turns: int, lean: bool) -> float:
    """Turns a CPU second of one run."""
    with tempfile.TemporaryDirectory() as folder, SqliteSaver.from_conn_string(str(Path(folder) / "graph.db")) as saver:
        app = graph(turns, lean).compile(checkpointer=saver)
        config: Any = {"configurable": {"thread_id": "one"}, "recursion_limit": 2 * turns + 10}
        begin = time.process_time()
        end = app.invoke({"turn": 0, "speaker": "", "lines": []}, config, durability="sync")
        spent = time.process_time() - begin
        if len(end["lines"]) != turns:
            raise RuntimeError(f"the graph did not come to its end: {len(end['lines'])} turns")
        return turns / spent


if __name__ == "__main__":
    rate(50, lean=False)
    print(rate(int(sys.argv[1]), lean="lean" in sys.argv), flush=True)
