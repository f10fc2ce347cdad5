"""Values → results: the smallest useful JSON, each number with its unit beside it or in its name. Knows no service."""

from datetime import date

# What the rule `units` adds; without it these are gone, or have a shorter name.
UNIT_FIELDS = ("units", "wind_units", "rain_units")
NAMED_UNITS = {
    "humidity_pct": "humidity",
    "rain_chance_pct": "rain_chance",
    "pm2_5_ug_m3": "pm2_5",
    "pm10_ug_m3": "pm10",
}


def error(bad):
    return {"ok": False, "error": bad.error, "message": bad.message}


def now_result(now):
    numbers = {"temperature": now.temperature, "feels_like": now.feels_like, "units": now.units.temperature}
    sky = {"condition": now.condition, "humidity_pct": now.humidity_pct}
    return filled({**numbers, **sky, "wind": now.wind, "wind_units": now.units.wind, "as_of": now.as_of})


def forecast_result(forecast):
    days = [day_result(day, forecast.units) for day in forecast.days]
    return {"units": forecast.units.temperature, "today": forecast.today, "days": days}


def day_result(day, units):
    temperatures = {"low": day.low, "high": day.high, "condition": day.condition}
    rain = {"rain_chance_pct": day.rain_chance_pct, "rain": day.rain, "rain_units": units.rain}
    known = filled({"date": day.date, "weekday": weekday(day.date), **temperatures, **rain})
    return {**known, "note": day.note} if day.note else known


def air_result(air):
    dust = {"pm2_5_ug_m3": air.pm2_5_ug_m3, "pm10_ug_m3": air.pm10_ug_m3}
    return filled({"air": air.word, air.index_name: air.index, **dust, "as_of": air.as_of})


def filled(result):
    """Without what the service left out, which is named instead: a gap must not look like a zero."""
    missing = [name for name, value in result.items() if value in (None, "")]
    kept = {name: value for name, value in result.items() if name not in missing}
    return {**kept, "missing": missing} if missing else kept


def without_units(result):
    """What happens when the rule `units` is off: bare numbers."""
    match result:
        case dict():
            kept = {name: value for name, value in result.items() if name not in UNIT_FIELDS}
            return {NAMED_UNITS.get(name, name): without_units(value) for name, value in kept.items()}
        case list():
            return [without_units(item) for item in result]
        case _:
            return result


def weekday(iso_date):
    """Empty when it is no date."""
    try:
        return date.fromisoformat(iso_date).strftime("%A")
    except ValueError:
        return ""
