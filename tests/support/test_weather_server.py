"""The stand-in for the weather services, over real HTTP: the lesson's sources can't tell it from the real ones."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from support.weather_lesson import NOON, fetching, made_handlers, open_meteo, open_weather_map
from support.weather_server import Trouble, WeatherServer

KEY = "owm-key-for-tests"


@pytest.fixture(name="server")
def _server() -> Iterator[WeatherServer]:
    with WeatherServer(KEY, now=lambda: NOON) as running:
        yield running


async def over_the_wire(url: str) -> Any:
    """As the page does it: the key is filled in on the way out."""

    def send() -> Any:
        try:
            with urllib.request.urlopen(url.replace(open_weather_map.KEY, KEY), timeout=5) as response:
                return fetching.Fetched(response.status, response.read().decode())
        except urllib.error.HTTPError as failure:
            return fetching.Fetched(failure.code, failure.read().decode())
        except (OSError, http.client.HTTPException):
            raise fetching.FetchFailed("weather_service_unreachable", "It hung up.") from None

    return await asyncio.to_thread(send)


def meteo(server: WeatherServer) -> Any:
    return made_handlers(open_meteo.OpenMeteo(over_the_wire, server.origin, server.origin, server.origin))


def weather_map(server: WeatherServer) -> Any:
    return made_handlers(open_weather_map.OpenWeatherMap(over_the_wire, lambda: NOON, server.origin))


def test_open_meteo(server: WeatherServer) -> None:
    made = meteo(server)
    assert asyncio.run(made.get_current_weather("Tokyo"))["temperature"] == 22.4
    assert len(asyncio.run(made.get_forecast("Tokyo", 5))["days"]) == 5
    assert asyncio.run(made.get_air_quality("Tokyo"))["european_aqi"] == 34
    assert server.paths() == ["/v1/search", "/v1/forecast", "/v1/forecast", "/v1/air-quality"]
    assert server.asked[0].query["name"] == "Tokyo" and server.asked[0].method == "GET"


def test_openweathermap_tells_the_same_weather(server: WeatherServer) -> None:
    made, other = weather_map(server), meteo(server)
    now, same = (asyncio.run(each.get_current_weather("Tokyo")) for each in (made, other))
    assert (now["temperature"], now["location"], now["wind"]) == (same["temperature"], same["location"], 3.3)
    days, others = (asyncio.run(each.get_forecast("Tokyo", 4))["days"] for each in (made, other))
    for name in ("date", "low", "high", "condition", "rain_chance_pct"):
        assert [day[name] for day in days] == [day[name] for day in others], name
    assert asyncio.run(made.get_air_quality("Tokyo"))["openweathermap_index_1_to_5"] == 2
    assert asyncio.run(made.remind_if_rain("Leeds", "tomorrow"))["written"]
    assert all(each.query["appid"] == KEY for each in server.asked if not each.path.startswith("/v1/"))


def test_a_wrong_key_is_refused(server: WeatherServer) -> None:
    server.key = "another"
    result = asyncio.run(weather_map(server).get_current_weather("Tokyo"))
    assert result["error"] == "key_refused" and "Invalid API key" in result["message"]


def test_an_unknown_place_in_both_shapes(server: WeatherServer) -> None:
    for made in (meteo(server), weather_map(server)):
        assert asyncio.run(made.get_current_weather("Nowhereville"))["error"] == "location_not_found"


def test_troubles_come_in_order_and_once_and_may_wait_for_their_path(server: WeatherServer) -> None:
    server.trouble(
        Trouble("html", path="/v1/forecast"), Trouble("open_meteo_error_503"), Trouble(hang_up=True), Trouble("cut_off")
    )
    made = meteo(server)
    told = [asyncio.run(made.get_current_weather("Leeds")).get("error") for _ in range(5)]
    unreachable = "weather_service_unreachable"
    assert told == ["weather_service_error", unreachable, "malformed_reply", "malformed_reply", None]


def test_a_reply_waits_for_its_gate(server: WeatherServer) -> None:
    gate, got = threading.Event(), list[Any]()
    server.trouble(Trouble(gate=gate))
    asking = threading.Thread(target=lambda: got.append(asyncio.run(meteo(server).get_current_weather("Leeds"))))
    asking.start()
    assert server.wait_for(1).path == "/v1/search" and got == []
    gate.set()
    asking.join(5)
    assert got[0]["ok"]


def test_any_page_may_call(server: WeatherServer) -> None:
    request = urllib.request.Request(f"{server.origin}/v1/search?name=Leeds", method="OPTIONS")
    request.add_header("Access-Control-Request-Headers", "x-odd")
    with urllib.request.urlopen(request, timeout=5) as response:
        assert response.status == 204 and response.headers["Access-Control-Allow-Headers"] == "x-odd"
    assert server.asked == []
    with urllib.request.urlopen(f"{server.origin}/v1/search?name=Leeds", timeout=5) as response:
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert json.loads(response.read())["results"][0]["name"] == "Leeds"


def test_other_paths_and_bad_queries(server: WeatherServer) -> None:
    for path, status in (("/", 404), (f"/geo/1.0/direct?appid={KEY}", 400), (f"/data/2.5/weather?appid={KEY}", 400)):
        assert asyncio.run(over_the_wire(server.origin + path)).status == status
