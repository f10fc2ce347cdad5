"""What the sources have in common: whichever service is asked, the handlers see these values and nothing else.

A number that the service did not give is None. It is never guessed, and never 0.
`body` is the reply that a value was read from; it is only used when the rule `small` is off.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bad:
    """What went wrong, as a code for programs and a sentence for the model: what happened, and what to try."""

    error: str
    message: str


@dataclass(frozen=True, slots=True)
class Place:
    """`label` names the place that matched, such as "Cambridge, England, GB"; `others` those that might be meant."""

    label: str
    latitude: float
    longitude: float
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Units:
    temperature: str
    wind: str
    rain: str


@dataclass(frozen=True, slots=True)
class Now:
    """`as_of` is the place's own time, such as "2026-10-12 21:00"."""

    units: Units
    temperature: float | None
    feels_like: float | None
    humidity_pct: float | None
    wind: float | None
    condition: str
    as_of: str
    body: object = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Day:
    """`date` is an ISO date; `note` says so when the service knows only a part of the day."""

    date: str
    low: float | None
    high: float | None
    condition: str
    rain_chance_pct: float | None
    rain: float | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """`today` and the days are those of the place's own calendar; `days` begins with today or tomorrow."""

    units: Units
    today: str
    days: tuple[Day, ...]
    body: object = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Air:
    """`index_name` says which scale `index` is on: services count differently."""

    index_name: str
    index: float | None
    word: str
    pm2_5_ug_m3: float | None
    pm10_ug_m3: float | None
    as_of: str
    body: object = field(default=None, repr=False)
