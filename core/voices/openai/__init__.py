"""OpenAI, or any server that speaks chat completions. Importing this does not load the SDK."""
