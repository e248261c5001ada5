"""The embedded voice: llama.cpp in a child process, no key and no network needed."""
