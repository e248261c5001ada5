"""A headless Chromium, driven by selenium: what the tests of exported pages do in it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 120
"""Seconds after which something in a page is taken never to happen."""
KEYS = {"Space": " ", "ArrowLeft": Keys.LEFT, "ArrowRight": Keys.RIGHT, "Home": Keys.HOME, "End": Keys.END}

# The page itself counts the keys that reach it: the listener stands before those of the page, in every document.
COUNTING = "window.keysSeen = 0; addEventListener('keydown', () => { window.keysSeen += 1; }, true);"


class Browser:
    """One browser with one page. Closing it ends the browser and the driver."""

    def __init__(self, profile: Path, *, width: int = 1440, height: int = 900) -> None:
        chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
        assert chromium
        assert driver
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in (
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage",
            "--disable-component-update", "--disable-sync", "--no-first-run", f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
        ):  # fmt: skip
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        # With the driver's path given, selenium looks for none; should it ever, then not on the network.
        service = webdriver.ChromeService(
            executable_path=driver, env=os.environ | {"SE_OFFLINE": "true", "SE_AVOID_STATS": "true"}
        )
        self.driver = webdriver.Chrome(options=options, service=service)
        self.emulate("Page.addScriptToEvaluateOnNewDocument", source=COUNTING)

    def open(self, page: Path, fragment: str = "") -> None:
        """Show a file."""
        self.driver.get(page.as_uri() + fragment)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function body returns in the page."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str) -> None:
        """Until the expression is true in the page."""
        WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02).until(
            lambda driver: driver.execute_script(f"return Boolean({condition})"), f"waited in vain for: {condition}"
        )

    def click(self, selector: str) -> None:
        """A real click into the middle of the element."""
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def press(self, *keys: str) -> None:
        """Real key presses, wherever the focus is, one after the other: each has reached the page when the next begins.

        A browser that shows a new page may swallow a key before any page sees it; that key is pressed again. A key
        that the page saw is not, whatever the page did with it.
        """
        for key in keys:
            value, seen = KEYS.get(key, key), self.run("return window.keysSeen")
            chain = ActionChains(self.driver, duration=0).key_down(value).key_up(value)
            WebDriverWait(self.driver, PATIENCE).until(
                lambda _, chain=chain, seen=seen: chain.perform() or self.run("return window.keysSeen") > seen,
                f"the page was never told of the key {key}",
            )

    def emulate(self, command: str, **parameters: Any) -> None:
        """A DevTools command: colour scheme, size, scripts on or off."""
        self.driver.execute_cdp_cmd(command, parameters)

    def text(self, selector: str) -> str:
        """The visible text of the first element."""
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def complaints(self) -> list[str]:
        """What the console said since the last call, at level warning or above."""
        entries = self.driver.get_log("browser")
        return [entry["message"] for entry in entries if entry["level"] in {"SEVERE", "WARNING"}]

    def requests(self) -> list[str]:
        """Every address that was asked for since the last call."""
        messages = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]

    def reset(self) -> None:
        """Take back what was emulated, leave the page, and forget what it said."""
        self.emulate("Emulation.clearDeviceMetricsOverride")
        self.emulate("Emulation.setEmulatedMedia", media="", features=[])
        self.emulate("Emulation.setScriptExecutionDisabled", value=False)
        self.driver.get("about:blank")
        self.complaints()
        self.requests()

    def close(self) -> None:
        """End the browser and the driver."""
        self.driver.quit()
