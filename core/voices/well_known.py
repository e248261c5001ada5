"""Servers that many people have: what they are called, where they are, and how they speak."""

from __future__ import annotations

from typing import NamedTuple

from parley.core.settings import Server


class WellKnown(NamedTuple):
    """One of them: its usual name in the settings, its title, and its address."""

    name: str
    title: str
    url: str


WELL_KNOWN = (
    WellKnown("openai", "OpenAI", "https://api.openai.com/v1"),
    WellKnown("openrouter", "OpenRouter", "https://openrouter.ai/api/v1"),
    WellKnown("gemini", "Google Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    WellKnown("mistral", "Mistral", "https://api.mistral.ai/v1"),
    WellKnown("ollama", "Ollama", "http://127.0.0.1:11434"),
    WellKnown("lmstudio", "LM Studio", "http://127.0.0.1:1234"),
    WellKnown("llamacpp", "llama.cpp", "http://127.0.0.1:8080"),
    WellKnown("vllm", "vLLM", "http://127.0.0.1:8000"),
)


def well_known(name: str) -> Server | None:
    """Return the server of that name, where many people have it."""
    return next((Server(url=each.url) for each in WELL_KNOWN if each.name == name), None)
