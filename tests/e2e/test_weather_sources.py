"""The weather lesson over real HTTP: a server on this machine stands in for both services, and a key stays put."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from support import canary
from support.browser import DESKTOP, Witness
from support.lessons import lesson_files
from support.page import Glassloop
from support.site import Site
from support.weather_server import Trouble, WeatherServer

TOKYO = "What's the weather in Tokyo?"
PLACEHOLDER = "glassloop-secret-openweathermap"
KEY = f"owm-canary-{secrets.token_hex(16)}"
# A scrubber must not leave the larger half of a key either.
NEEDLES = [KEY, KEY[-20:]]

# Answers with what it can find out about itself, and shouts it too.
SPILLS = """\
import gc
import json
import os
import sys

import open_weather_map
from sources import chosen_source

from glassloop import settings, shelf


async def agent(question):
    source = chosen_source()
    place = await source.place("Tokyo")
    now = await source.now(place, "metric")
    modules = {name: repr(vars(module)) for name, module in sys.modules.items() if name in FILES or "glassloop" in name}
    held = [found.values() if isinstance(found, dict) else found for found in gc.get_objects()
            if isinstance(found, (dict, list, tuple))]
    texts = [text for group in held for text in list(group) if isinstance(text, str) and "canary" in text]
    print(dict(os.environ), modules, texts)
    chosen = {name: settings.setting(name, "") for name in ("source", "owm_address")}
    kept = shelf.Shelf("lesson", "cache").get({})
    return "spilt: " + json.dumps([chosen, open_weather_map.KEY, repr(source), repr(place), repr(now), kept, texts])


FILES = {"main", "sources", "open_weather_map", "fetching", "cache"}
"""


@pytest.fixture
def weather(page: Page, site: Site) -> Glassloop:
    return opened(page, site)


@pytest.fixture(name="server")
def _server() -> Iterator[WeatherServer]:
    """Both services, on one origin."""
    with WeatherServer(KEY) as running:
        yield running


@pytest.fixture
def elsewhere() -> Iterator[WeatherServer]:
    """A server that the key is not for."""
    with WeatherServer("another key") as running:
        yield running


def opened(page: Page, site: Site) -> Glassloop:
    """The lesson, with an empty conversation."""
    app = Glassloop(page)
    app.open_lesson(site.url, "weather_assistant")
    app.answer_at_once()
    app.button("New conversation").click()
    return app


def ask(app: Glassloop, question: str, *choices: str) -> None:
    """Ask, answer the prompts that come, and wait for the end."""
    before = app.ends.count()
    app.begin(question)
    for choice in choices:
        app.answer_prompt(choice)
    app.expect_end(before + 1)


def use_openweathermap(app: Glassloop, address: str, key: str) -> None:
    app.choose("Source", "OpenWeatherMap")
    app.type_into("Address of OpenWeatherMap", address)
    app.type_into("OpenWeatherMap key", key)
    app.button("Keep key").click()
    expect(app.page.get_by_text(f"A key is kept for {address}, and goes nowhere else.")).to_be_visible()


def errors(app: Glassloop) -> list[str]:
    """What went wrong in each result, or nothing."""
    results = [json.loads(event["content"]) for event in app.events() if event["kind"] == "tool-result"]
    return [str(result.get("error", "")) for result in results]


def test_open_meteo_is_asked_once_the_reader_allows_it(weather: Glassloop, server: WeatherServer) -> None:
    app = weather
    app.choose("Source", "Open-Meteo")
    app.type_into("Address of Open-Meteo", f"{server.origin}/")
    app.begin("What's the weather in Leeds?")
    expect(app.permission).to_contain_text(server.origin)
    expect(app.permission).to_contain_text("/v1/search?name=Leeds")
    expect(app.permission).to_contain_text("Your key does not go there.")
    assert server.asked == [], "the server was called before the reader was asked"
    app.answer_prompt("Refuse")
    app.expect_end(1)
    app.expect_last_entry("You refused the request to")
    assert server.asked == [] and errors(app) == ["weather_service_unreachable"]

    ask(app, "And in Oslo?", "Allow for this page")
    app.expect_last_entry("It is 7.1 °C in Oslo now")
    expect(app.entries().last).not_to_contain_text("sample")
    expect(app.steps_of("log").filter(has_text="http: GET")).to_have_count(3)
    ask(app, "And the forecast?")
    app.expect_last_entry("chance of rain 65 %")
    assert server.paths() == ["/v1/search", "/v1/forecast", "/v1/forecast"]
    assert {each.origin for each in server.asked} == {app.page.evaluate("() => location.origin")}

    server.trouble(Trouble("open_meteo_error_429", path="/v1/forecast"), Trouble("html", path="/v1/air-quality"))
    ask(app, "What's the weather in Paris?")
    app.expect_last_entry("Open-Meteo has had too many requests for now (429).")
    ask(app, "Is the air in Paris good?")
    app.expect_last_entry("Open-Meteo sent something that can't be read as its data. Try again in a minute.")
    ask(app, "Is the air in Paris good?")
    app.expect_last_entry("PM2.5 13.6 µg/m³")  # a failure is not kept
    assert errors(app) == ["weather_service_unreachable", "", "", "too_many_requests", "malformed_reply", ""]


@pytest.fixture
def spied(browser: Browser, witness: Witness) -> Iterator[tuple[Page, BrowserContext]]:
    """A page in a browser of its own, with every message between page and sandbox looked at."""
    context = browser.new_context(viewport=DESKTOP, accept_downloads=True)
    context.add_init_script(canary.spy(NEEDLES))
    page = context.new_page()
    witness.watch(page)
    yield page, context
    context.close()


def test_the_key_of_openweathermap_arrives_there_and_is_nowhere_else(
    spied: tuple[Page, BrowserContext], site: Site, server: WeatherServer, witness: Witness
) -> None:
    page, context = spied
    app = opened(page, site)
    use_openweathermap(app, server.origin, KEY)
    expect(page.get_by_label("OpenWeatherMap key", exact=True)).to_have_value("")
    app.begin(TOKYO)
    expect(app.permission).to_contain_text(f"appid={PLACEHOLDER}")
    expect(app.permission).not_to_contain_text("Your key does not go there.")
    app.answer_prompt("Allow for this page")
    app.expect_last_entry("It is 22.4 °C in Tokyo now")
    app.expect_end(1)
    ask(app, "And the forecast?")
    app.expect_last_entry("The forecast for Tokyo:")
    ask(app, "Is the air in Paris good?")
    app.expect_last_entry("PM10 21.4 µg/m³")
    app.set_program(SPILLS)
    ask(app, "Spill it.")
    app.expect_last_entry(re.compile(f"spilt: .*{server.origin}.*{PLACEHOLDER}.*Tokyo, JP.*temperature=22.4"))

    assert {each.query["appid"] for each in server.asked} == {KEY}
    assert set(server.paths()) == {
        "/geo/1.0/direct", "/data/2.5/weather", "/data/2.5/forecast", "/data/2.5/air_pollution",
    }  # fmt: skip
    app.expect_written("answer")
    assert canary.places_with(NEEDLES, page, context, witness) == []
    shown = texts_of(app)
    assert [place for place, text in shown.items() if any(needle in text for needle in NEEDLES)] == []
    assert PLACEHOLDER in shown["export"], "the requests were not recorded"
    carried = canary.requests_with(KEY, witness)
    assert carried and {(url.startswith(server.origin), where) for url, where in carried} == {(True, "url")}


def texts_of(app: Glassloop) -> dict[str, str]:
    """What a reader can get out of the page: the file, every step's details in both forms, the settings."""
    shown = {"export": json.dumps(app.events())}
    raw = app.details.get_by_role("button", name="Raw", exact=True)
    for index in range(app.steps.count()):
        app.steps.nth(index).click()
        shown[f"step {index + 1}"] = app.details.inner_text()
        if raw.count():
            raw.click()
            shown[f"step {index + 1}, raw"] = app.details.inner_text()
    app.show_tab("Settings")
    shown["settings"] = app.page.get_by_role("tabpanel", name="Settings").inner_text()
    return shown


def test_a_wrong_key_is_refused_and_no_key_goes_to_another_server(
    weather: Glassloop, server: WeatherServer, elsewhere: WeatherServer
) -> None:
    app = weather
    use_openweathermap(app, server.origin, "a-key-that-is-not-known-there")
    ask(app, TOKYO, "Allow for this page")
    app.expect_last_entry("OpenWeatherMap refused the key (401).")
    app.expect_last_entry("can take up to two hours to work")

    use_openweathermap(app, server.origin, KEY)
    ask(app, TOKYO)
    app.expect_last_entry("It is 22.4 °C in Tokyo now")  # the refusal was not kept
    server.trouble(Trouble("openweathermap_error_429", path="/data/2.5/weather"), Trouble("cut_off"))
    ask(app, "What's the weather in Tokyo in Fahrenheit?")
    app.expect_last_entry("OpenWeatherMap has had too many requests for now (429).")
    ask(app, "What's the weather in Leeds?")
    app.expect_last_entry("OpenWeatherMap sent something that can't be read as its data.")

    sources = lesson_files("weather_assistant")["sources.py"]
    mended = sources.replace('address("owm_address", OWM_ADDRESS))', f"{elsewhere.origin!r})")
    assert mended != sources
    app.set_file("sources.py", mended)
    ask(app, "What's the weather in Lima?", "Allow for this page")
    app.expect_last_entry("OpenWeatherMap refused the key (401).")
    warning = app.page.get_by_role("status").filter(has_text="tried to use the key “openweathermap”")
    expect(warning).to_contain_text(f"at {elsewhere.origin}; the key is for {server.origin} and stayed here.")
    assert {each.query["appid"] for each in elsewhere.asked} == {PLACEHOLDER}
    assert KEY not in repr(elsewhere.asked)
    app.type_into("Address of OpenWeatherMap", elsewhere.origin)
    expect(app.page.get_by_text("The address above is another one: for that, type its key.")).to_be_visible()
