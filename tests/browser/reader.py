"""What someone who reads the site does in a browser: open, look, type, press; and what the browser says about it."""

import json
from collections.abc import Mapping
from typing import Any

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PHONE, DESK = 390, 1280
# Runs before every page: keeps what a policy refused, and what a page did that no page of ours may do.
WATCH = """
window.__refused = []; window.__pwned = [];
addEventListener("securitypolicyviolation", (event) => {
  __refused.push(event.violatedDirective + " " + event.blockedURI);
});
for (const name of ["alert", "confirm", "prompt", "print", "open"]) {
  window[name] = (said) => { __pwned.push(name + " " + said); };
}
"""


class Reader:
    """One browser. Widths are in CSS pixels; every wait ends after ten seconds with a failure."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        self.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.shape()

    def tell(self, command: str, **values: Any) -> Any:
        """A command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(command, values)

    def shape(self, width: int = DESK, scheme: str = "light", media: str = "", **features: str) -> None:
        """The window's width, the colours the system asks for, the medium, and other features (`_` stands for `-`)."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        # Where pages glide, a click may miss what still moves.
        wanted = {"prefers_color_scheme": scheme, "prefers_reduced_motion": "reduce", **features}
        rows = [{"name": name.replace("_", "-"), "value": value} for name, value in wanted.items()]
        self.tell("Emulation.setEmulatedMedia", media=media, features=rows)

    def scripts(self, state: str) -> None:
        """Turn the pages' scripts `on` or `off`; what the tests run themselves works all the same."""
        self.tell("Emulation.setScriptExecutionDisabled", value=state == "off")

    def open(self, address: str) -> "Reader":
        """Load a page; what the browser said before is forgotten."""
        if self.driver.current_url.partition("#")[0] == address.partition("#")[0]:
            # Where only the fragment differs nothing would be loaded.
            self.driver.get("about:blank")
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)
        self.driver.get(address)
        # The driver may come back a moment before the last stylesheet does.
        self.until("location.href !== 'about:blank' && document.readyState === 'complete'")
        return self

    def run(self, script: str, *given: Any) -> Any:
        """The value of a script's `return`."""
        return self.driver.execute_script(script, *given)

    def one(self, selector: str) -> WebElement:
        """The first element."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        """All elements."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, script: str, *given: Any) -> Any:
        """Wait until an expression is true; its value."""
        return WebDriverWait(self.driver, 10, 0.02).until(
            lambda _driver: self.run(f"return {script}", *given), f"never true: {script}"
        )

    def press(self, *keys: str) -> None:
        """Press keys one after another, wherever the focus is. `Control+k` holds the first."""
        for key in keys:
            held, plus, last = key.rpartition("+")
            chain = ActionChains(self.driver, duration=0)
            chain = chain.key_down(held).send_keys(last).key_up(held) if plus and held else chain.send_keys(key)
            chain.perform()

    def focused(self) -> WebElement:
        """Where the keyboard is."""
        return self.driver.switch_to.active_element

    def complaints(self) -> list[str]:
        """What stands in the console as an error or a warning, and what a policy refused."""
        rows = self.driver.get_log("browser")
        said = [row["message"] for row in rows if row["level"] in {"SEVERE", "WARNING"}]
        return said + [f"refused: {each}" for each in self.run("return window.__refused || []")]

    def requests(self) -> list[str]:
        """Every address that was asked for since the page was opened."""
        events = (json.loads(row["message"])["message"] for row in self.driver.get_log("performance"))
        return [address for event in events if (address := _asked(event))]

    def misdeeds(self) -> list[str]:
        """What ran that must not run."""
        return list(self.run("return window.__pwned || []"))


def _asked(event: Mapping[str, Any]) -> str:
    if event["method"] != "Network.requestWillBeSent":
        return ""
    address = str(event["params"]["request"]["url"])
    return "" if address.startswith(("about:", "chrome:")) else address


def outside(requests: list[str], home: str) -> list[str]:
    """Those addresses that do not begin with the site's own."""
    return [each for each in requests if not each.startswith((home, "data:"))]


def unstyled(reader: Reader) -> list[str]:
    """What a page lacks to look as it should: stylesheets that did not come, or the bar at its top."""
    return list(
        reader.run("""
            const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
            const bar = document.querySelector(".top");
            const lacks = sheets.filter((each) => !each.sheet).map((each) => each.href);
            if (!sheets.length) lacks.push("no stylesheet at all");
            if (!bar || getComputedStyle(bar).position !== "sticky") lacks.push("no bar at the top");
            return lacks;
        """)
    )
