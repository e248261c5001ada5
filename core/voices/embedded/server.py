"""The child process of the embedded voice: llama.cpp's server on loopback, until standard input closes.

Run by path, with the standard library and xllamacpp alone, so that it starts quickly and a crash in native code takes
nothing else along. The first line of standard input is JSON (the `model`'s file, `key`, `context`, `threads`,
`draws`, and `embeds` where it is to embed texts instead of speaking: "mean" or, for a model made for that,
"own"); the first line of standard output is JSON too (`address`, or `error`).
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

CACHE_MEGABYTES = 512
"""Memory for the prompts of conversations that are not being served at the moment."""

DRAWN = 256
"""Tokens of room for each of the lines that are drawn at once."""
SPARE = 1
"""Places beside the drawn lines', in which a prompt stays where it is."""


def start_server(settings: dict[str, Any]) -> object:
    """Return the running server; keep it. `settings` as in the first line of standard input."""
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = settings["model"]
    params.n_parallel = 1
    params.n_ctx = settings["context"]
    if (draws := settings["draws"]) > 1:
        # Lines that are drawn at once have one prompt, which is kept once; each needs room for its own words alone.
        params.n_parallel = draws + SPARE
        params.n_ctx += DRAWN * params.n_parallel
        params.kv_unified = True
    params.n_gpu_layers = 0
    params.fit_params = False
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [settings["key"]]
    params.cpuparams.n_threads = settings["threads"]
    params.cpuparams_batch.n_threads = settings["threads"]
    params.use_jinja = True
    # A line in a talk is said, not reasoned out: what a model thinks would use up the line's tokens.
    params.enable_reasoning = 0
    params.cache_ram_mib = CACHE_MEGABYTES
    params.ui = False
    # No page in a browser has any business here; llama.cpp would let every one read the answers.
    params.cors_origins = params.cors_methods = params.cors_headers = ""
    params.cors_origins_explicit = True
    params.cors_credentials = False
    params.endpoint_slots = False
    params.verbosity = 1
    if settings.get("embeds"):
        _set_embedding(params, xllamacpp.llama_pooling_type, settings)
    return xllamacpp.Server(params)


def _set_embedding(params: Any, pooling: Any, settings: dict[str, Any]) -> None:
    """Give vectors instead of words: a server does one of the two."""
    params.embedding = True
    if settings["embeds"] == "mean":
        params.pooling_type = pooling.LLAMA_POOLING_TYPE_MEAN
    # A text has to fit into one batch.
    params.n_batch = params.n_ubatch = settings["context"]
    params.cache_ram_mib = 0
    if hasattr(os, "nice"):
        # Measuring can wait: whoever speaks goes first.
        os.nice(5)


def send_message(message: dict[str, str]) -> None:
    """Write one line to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Serve until the parent lets go."""
    # Ctrl-C in a terminal reaches the whole group; the parent decides when this ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = json.loads(sys.stdin.readline())
    try:
        server = start_server(settings)
        send_message({"address": getattr(server, "listening_address", "")})
    except ImportError as error:
        send_message({"error": "missing", "detail": str(error)})
        sys.exit(3)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent is to know
        send_message({"error": "model", "detail": str(error)})
        sys.exit(4)
    while sys.stdin.readline():
        pass
    # Native threads may still be at work on a reply that nobody waits for.
    os._exit(0)


if __name__ == "__main__":
    main()
