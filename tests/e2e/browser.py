"""A headless Chromium over the WebDriver protocol: only what the tests of the HTML replay need."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
MISSING = "Chromium and its chromedriver are not installed: the replay cannot be driven in a real browser here."

_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Space": " ", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010"}


class Browser:
    """One session. Closing it ends the browser and the driver."""

    def __init__(self, profile: Path, *, width: int = 1440, height: int = 900) -> None:
        assert DRIVER
        assert CHROMIUM
        self._driver = subprocess.Popen(
            [DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._driver.stdout
        port = 0
        for line in self._driver.stdout:
            if found := re.search(r"successfully on port (\d+)", line):
                port = int(found.group(1))
                break
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage",
            "--disable-component-update", "--disable-sync", "--no-first-run", f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
        ]  # fmt: skip
        options = {"args": arguments, "binary": CHROMIUM}
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        self._session = ""
        try:
            made = self._call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
            self._session = f"/session/{made['sessionId']}"
        except BaseException:
            self.close()
            raise

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        self._connection.request(method, path, data, {"Content-Type": "application/json"})
        value = json.loads(self._connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{value['error']}: {value['message']}")
        return value

    def open(self, page: Path, fragment: str = "") -> None:
        """Show a file."""
        self._call("POST", self._session + "/url", {"url": page.as_uri() + fragment})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function body returns in the page."""
        return self._call("POST", self._session + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, condition: str) -> None:
        """Until the expression is true; raises after the driver's script timeout."""
        script = (
            f"const done = arguments[0]; const look = () => ({condition}) ? done(true) : setTimeout(look, 20); look();"
        )
        self._call("POST", self._session + "/execute/async", {"script": script, "args": []})

    def click(self, selector: str) -> None:
        """A real click into the middle of the element."""
        found = self._call("POST", self._session + "/element", {"using": "css selector", "value": selector})
        self._call("POST", f"{self._session}/element/{found[_ELEMENT]}/click", {})

    def press(self, *keys: str) -> None:
        """Real key presses, wherever the focus is."""
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._call("POST", self._session + "/actions", {"actions": [keyboard]})

    def emulate(self, command: str, **parameters: Any) -> None:
        """A DevTools command: colour scheme, size, scripts on or off."""
        self._call("POST", self._session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def text(self, selector: str) -> str:
        """The visible text of the first element."""
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def complaints(self) -> list[str]:
        """What the console said since the last call, at level warning or above."""
        entries = self._call("POST", self._session + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in {"SEVERE", "WARNING"}]

    def requests(self) -> list[str]:
        """Every address that was asked for since the last call."""
        found = []
        for entry in self._call("POST", self._session + "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def close(self) -> None:
        """End the browser and the driver."""
        try:
            if self._session:
                self._call("DELETE", self._session)
        finally:
            self._connection.close()
            self._driver.terminate()
            self._driver.wait(20)
            if self._driver.stdout:
                self._driver.stdout.close()
