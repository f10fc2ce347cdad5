"""The source that was chosen on the page. Knows which there are; refuses to know what they answer."""

import time

from bad_days import troubled
from fetching import over_http, patient
from open_meteo import OpenMeteo
from open_weather_map import OpenWeatherMap
from sample import HINT, SAYS, sample

from glassloop.settings import setting

OWM_ADDRESS = "https://api.openweathermap.org"


def chosen_source(get=over_http, clock=time.time):
    """`get` is where online sources send; `clock` gives seconds since 1970."""
    match setting("source", "sample"):
        case "open-meteo":
            own = address("openmeteo_address", "")
            hosts = (own, own, own) if own else ()
            return OpenMeteo(patient(get, patience_s()), *hosts)
        case "openweathermap":
            return OpenWeatherMap(patient(get, patience_s()), clock, address("owm_address", OWM_ADDRESS))
        case _:
            get = patient(troubled(sample, setting("service", "ok")), patience_s())
            return OpenMeteo(get, name="The sample service", says=SAYS, unknown_hint=HINT)


def patience_s():
    """Seconds for one request. An address of the reader's own takes longer: the page asks before it sends there."""
    match setting("source", "sample"):
        case "open-meteo":
            public = not address("openmeteo_address", "")
        case "openweathermap":
            public = address("owm_address", OWM_ADDRESS) == OWM_ADDRESS
        case _:
            public = True
    return 5 if public else 60


def address(name, default):
    """As it was typed, without the slash that people put at the end."""
    return setting(name, default).strip().rstrip("/") or default
