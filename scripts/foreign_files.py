"""Files that other programs' libraries write, for the tests of the importers: run it in an environment of its own.

    pip install autogen-agentchat autogen-ext langchain-core langgraph inspect-ai openai
    python scripts/foreign_files.py tests/foreign

The files that are here were made with the versions that `README.md` names. No model is asked: every library has a
model that says what it is told.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any


def _write(folder: Path, name: str, value: Any) -> None:
    (folder / name).write_text(json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n", "utf-8")


async def autogen(folder: Path) -> None:
    """Write a team of two agents and a person, with a tool: its saved state, and the result of its task."""
    from autogen_agentchat.agents import AssistantAgent, UserProxyAgent
    from autogen_agentchat.conditions import MaxMessageTermination
    from autogen_agentchat.teams import RoundRobinGroupChat
    from autogen_core import FunctionCall
    from autogen_core.models import CreateResult, ModelFamily, ModelInfo, RequestUsage
    from autogen_ext.models.replay import ReplayChatCompletionClient

    info = ModelInfo(
        vision=False, function_calling=True, json_output=False, family=ModelFamily.UNKNOWN, structured_output=False
    )

    def client(*said: Any) -> ReplayChatCompletionClient:
        return ReplayChatCompletionClient(list(said), model_info=info)

    async def depth(lake: str) -> str:
        """How deep a lake is."""
        return f"{lake}: 31 metres"

    called = CreateResult(
        content=[FunctionCall(id="call_1", name="depth", arguments='{"lake": "Weiher"}')],
        finish_reason="function_calls",
        usage=RequestUsage(prompt_tokens=40, completion_tokens=9),
        cached=False,
    )
    writer = AssistantAgent("writer", client("The lake is still.", "Then it froze."), system_message="You write.")
    critic = AssistantAgent(
        "critic", client(called, "Thirty-one metres is not still.", "Better."), tools=[depth],
        reflect_on_tool_use=True, system_message="You criticise.",
    )  # fmt: skip
    person = UserProxyAgent("reader", input_func=lambda _prompt: "I would stop here.")
    team = RoundRobinGroupChat([writer, critic, person], termination_condition=MaxMessageTermination(7))
    result = await team.run(task="Write a sentence about a lake.")
    _write(folder, "autogen-result.json", json.loads(result.model_dump_json()))
    state = await team.save_state()
    _write(folder, "autogen-team.json", state)
    _write(folder, "autogen-agent.json", await writer.save_state())


def langchain(folder: Path) -> None:
    """Write the same few messages as `messages_to_dict` and as `dumpd` give them."""
    from langchain_core.load import dumpd
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage, messages_to_dict

    messages = [
        SystemMessage("You are brief."),
        HumanMessage("How deep is the Weiher?", name="Nim"),
        AIMessage(
            "", name="Guide", tool_calls=[{"id": "call_1", "name": "depth", "args": {"lake": "Weiher"}}],
            response_metadata={"model_name": "small-1"},
        ),
        ToolMessage("31 metres", tool_call_id="call_1", name="depth"),
        AIMessage(
            [{"type": "thinking", "thinking": "Metres will do."}, {"type": "text", "text": "Thirty-one metres."}],
            name="Guide", response_metadata={"model_name": "small-1"},
            usage_metadata={"input_tokens": 30, "output_tokens": 6, "total_tokens": 36},
        ),
    ]  # fmt: skip
    _write(folder, "langchain-dict.json", messages_to_dict(messages))
    _write(folder, "langchain-dumpd.json", dumpd(messages))


def langgraph(folder: Path) -> None:
    """Write a graph of two speakers with a checkpointer: its state, and its history with a branch that was left."""
    from langchain_core.messages import AIMessage, HumanMessage
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import END, START, MessagesState, StateGraph

    def ada(state: Any) -> Any:
        return {"messages": [AIMessage(f"I counted {len(state['messages'])}.", name="Ada")]}

    def bo(_state: Any) -> Any:
        return {"messages": [AIMessage("I did not count.", name="Bo")]}

    graph = StateGraph(MessagesState)
    graph.add_node("ada", ada)
    graph.add_node("bo", bo)
    graph.add_edge(START, "ada")
    graph.add_edge("ada", "bo")
    graph.add_edge("bo", END)
    app = graph.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "lake"}}
    app.invoke({"messages": [HumanMessage("How many are we?")]}, config)
    app.invoke({"messages": [HumanMessage("And now?")]}, config)
    state = app.get_state(config)
    # From where the first answer stood it is asked once more.
    early = next(each for each in app.get_state_history(config) if len(each.values.get("messages", [])) == 3)
    app.invoke({"messages": [HumanMessage("And otherwise?")]}, early.config)

    def dumped(each: Any) -> Any:
        return {
            "values": {"messages": [one.model_dump(mode="json") for one in each.values.get("messages", [])]},
            "next": list(each.next), "config": each.config, "metadata": each.metadata,
            "created_at": each.created_at, "parent_config": each.parent_config,
        }  # fmt: skip

    _write(folder, "langgraph-state.json", dumped(state))
    _write(folder, "langgraph-history.json", [dumped(each) for each in app.get_state_history(config)])


def inspect(folder: Path) -> None:
    """Write two samples with a tool and a score, as a .json log and as an .eval one."""
    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai.dataset import Sample
    from inspect_ai.log import read_eval_log, write_eval_log
    from inspect_ai.model import ChatMessageUser, ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import includes
    from inspect_ai.solver import generate, system_message, use_tools
    from inspect_ai.tool import tool

    @tool  # type: ignore[untyped-decorator]  # its types are not here
    def depth() -> Any:
        async def execute(lake: str) -> str:
            """How deep a lake is.

            Args:
                lake: Its name.
            """
            return f"{lake}: 31 metres"

        return execute

    said = [
        ModelOutput.for_tool_call("mockllm/model", "depth", {"lake": "Weiher"}),
        ModelOutput.from_content("mockllm/model", "It is 31 metres deep."),
        ModelOutput.from_content("mockllm/model", "I cannot say."),
    ]
    lakes = Task(
        name="lakes",
        dataset=[
            Sample(id="weiher", input="How deep is the Weiher?", target="31 metres"),
            Sample(
                id="long",
                target="No",
                input=[ChatMessageUser(content="Is this a lake? " + "A long description. " * 30)],
            ),
        ],
        solver=[system_message("You measure lakes."), use_tools(depth()), generate()],
        scorer=includes(),
    )  # fmt: skip
    for each in said:
        # Else the library counts tokens with a table that it downloads.
        each.usage = ModelUsage(input_tokens=20, output_tokens=5, total_tokens=25)
    (log,) = evaluate(
        lakes, model=get_model("mockllm/model", custom_outputs=said), log_dir=str(folder / "logs"), display="none",
        max_samples=1, log_format="eval",
    )  # fmt: skip
    Path(str(log.location)).replace(folder / "inspect.eval")
    (folder / "logs").rmdir()
    write_eval_log(read_eval_log(str(folder / "inspect.eval")), str(folder / "inspect.json"))


def main() -> None:
    """Make all of them in the folder that is named."""
    folder = Path(sys.argv[1])
    asyncio.run(autogen(folder))
    langchain(folder)
    langgraph(folder)
    inspect(folder)


if __name__ == "__main__":
    main()
