"""Which days a sentence speaks of, and which day today is. Has no clock: today is read from texts, or not known."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from glassloop.practice.weather_assistant.words import HOLIDAYS, MONTHS, NUMBERS, WEEKDAYS

_WEEK, _FORTNIGHT, _MONTH = 7, 14, 30
_SHORT = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6}
_DAY_NAMES = {name: number for number, name in enumerate(WEEKDAYS)}

_NUMBER = r"(?P<number>\d{1,3}|" + "|".join(NUMBERS) + r"|a couple of|couple of|a|an)"
_MONTH_NAMES = "|".join(f"{month}|{month[:3]}" for month in MONTHS)
# "sat", "sun" and "wed" are other words too, but not after these.
_WEEKDAY_NAMES = (
    "(?:" + "|".join(WEEKDAYS) + "|(?:(?<=on )|(?<=next )|(?<=this )|(?<=to ))(?:" + "|".join(_SHORT) + "))"
)

_NOW = re.compile(r"\b(?:(?:right |just )?now|at (?:the|this) (?:moment|minute)|at present|currently|as we speak)\b")
_TODAY = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|later on|later|in (?:an?|\w+) (?:hours?|minutes?))\b"
)
_NOT_YET = re.compile(r"\b(?:tonight|this (?:afternoon|evening)|later|in (?:an?|\w+) hours?)\b")
_PAST = re.compile(
    r"\b(?:yesterday|last (?:night|week|month|year|weekend|" + _WEEKDAY_NAMES + r")|(?:days?|weeks?|hours?) ago"
    r"|(?:was|were) it|did it)\b"
)
_AFTER_TOMORROW = re.compile(r"\b(?:the )?day after(?: tomorrow)?\b")
_TOMORROW = re.compile(r"\b(?:tomorrow|tmrw|next day)\b")
_THAT_DAY = re.compile(
    rf"\b(?:in {_NUMBER}[ -]days?(?:' time| time)?|{_NUMBER.replace('number', 'other')} days from)\b"
)
_DAYS = re.compile(rf"\b{_NUMBER}[ -]days?\b(?! ago)")
_WEEKS = re.compile(rf"\b{_NUMBER}[ -]weeks?\b(?! ago)")
_A_WEEK = re.compile(
    r"\b(?:(?:next|this|coming|whole|all|entire|the|rest of the|per) week|week ahead|weekly|all week)\b(?! ?end)"
)
_A_FORTNIGHT = re.compile(r"\bfortnight\b")
_A_MONTH = re.compile(r"\b(?:next|this|coming|whole|the|a) month\b")
_WEEKEND = re.compile(r"\bweek-?ends?\b")
_AHEAD = re.compile(
    r"\b(?:(?:next|coming|following) (?:few |couple of |several )?days|days (?:ahead|to come)|few days|soon|outlook"
    r"|forecasts?|each day|every day|day by day|daily)\b"
)
_RANGE = re.compile(rf"\b(?P<first>{_WEEKDAY_NAMES})s? (?:to|until|till|through|-|–) (?P<last>{_WEEKDAY_NAMES})\b")
_WEEKDAY = re.compile(rf"\b({_WEEKDAY_NAMES})s?\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH_NAMES})\b(?:,? (\d{{4}}))?")
_MONTH_DAY = re.compile(rf"\b({_MONTH_NAMES}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?")
_NTH = re.compile(r"\bthe (\d{1,2})(?:st|nd|rd|th)\b")


@dataclass(frozen=True, slots=True)
class When:
    """`count`: so many days from tomorrow on. `offsets`: days from today. `weekdays`: 0 is Monday.

    `dates`: year, month and day as said, 0 where it wasn't. `ahead`: later, no matter when. `not_yet`: later today.
    """

    now: bool = False
    today: bool = False
    not_yet: bool = False
    past: bool = False
    ahead: bool = False
    count: int = 0
    offsets: tuple[int, ...] = ()
    weekdays: tuple[int, ...] = ()
    dates: tuple[tuple[int, int, int], ...] = ()

    @property
    def later(self) -> bool:
        return self.ahead or self.count > 0 or self.names_days

    @property
    def names_days(self) -> bool:
        return bool(self.offsets or self.weekdays or self.dates)


TOMORROW = When(offsets=(1,))


def read_when(text: str) -> When | None:
    """From a sentence in lower case. None where it speaks of no time."""
    offsets, rest = _offsets(text)
    count = 0 if offsets else _count(rest)
    weekdays = _weekdays(rest)
    when = When(
        now=bool(_NOW.search(text)),
        today=bool(_TODAY.search(text)),
        not_yet=bool(_NOT_YET.search(text)),
        past=bool(_PAST.search(text)),
        ahead=bool(_AHEAD.search(text)),
        count=count,
        offsets=offsets,
        weekdays=() if _PAST.search(text) else weekdays,
        dates=_dates(text),
    )
    return when if when != When() else None


def _offsets(text: str) -> tuple[tuple[int, ...], str]:
    """Days that are named by how far off they are, and the text without them."""
    found: list[int] = []
    if match := _THAT_DAY.search(text):
        found.append(_number(match["number"] or match["other"]))
        text = text[: match.start()] + text[match.end() :]
    for pattern, offset in ((_AFTER_TOMORROW, 2), (_TOMORROW, 1)):
        if match := pattern.search(text):
            found.append(offset)
            text = text[: match.start()] + text[match.end() :]
    return tuple(sorted(found)), text


def _count(text: str) -> int:
    if match := _DAYS.search(text):
        return _number(match["number"])
    if match := _WEEKS.search(text):
        return _WEEK * _number(match["number"])
    patterns = ((_A_WEEK, _WEEK), (_A_FORTNIGHT, _FORTNIGHT), (_A_MONTH, _MONTH))
    return next((days for pattern, days in patterns if pattern.search(text)), 0)


def _weekdays(text: str) -> tuple[int, ...]:
    found: list[int] = []
    if match := _RANGE.search(text):
        first, last = _weekday(match["first"]), _weekday(match["last"])
        found += [(first + step) % 7 for step in range((last - first) % 7 + 1)]
    found += [_weekday(match[1]) for match in _WEEKDAY.finditer(text)]
    found += [5, 6] if _WEEKEND.search(text) else []
    return tuple(dict.fromkeys(found))


def _dates(text: str) -> tuple[tuple[int, int, int], ...]:
    found = [(int(m[1]), int(m[2]), int(m[3])) for m in _ISO.finditer(text)]
    found += [(int(m[3] or 0), _month(m[2]), int(m[1])) for m in _DAY_MONTH.finditer(text)]
    found += [(int(m[3] or 0), _month(m[1]), int(m[2])) for m in _MONTH_DAY.finditer(text) if not found]
    found += [(0, *HOLIDAYS[name]) for name in HOLIDAYS if name in text]
    return tuple(found or [(0, 0, int(m[1])) for m in _NTH.finditer(text)])


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    return NUMBERS.index(text) if text in NUMBERS else 2 if "couple" in text else 1


def _weekday(name: str) -> int:
    return _DAY_NAMES.get(name, _SHORT.get(name, 0))


def _month(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name[:3]))


def date_in(texts: Iterable[str]) -> date | None:
    """The first whole date in the first text that has one: "12 October 2026", "October 12, 2026", "2026-10-12"."""
    for text in texts:
        lower = text.lower()
        whole = [
            (found.start(), found) for pattern in (_ISO, _DAY_MONTH, _MONTH_DAY) for found in pattern.finditer(lower)
        ]
        for _, found in sorted(whole, key=lambda entry: entry[0]):
            for year, month, day in _dates(found[0]):
                if year and (real := _date(year, month, day)):
                    return real
    return None


def iso_date(text: object) -> date | None:
    """The date at the beginning of an ISO time, if there is one."""
    match = _ISO.match(text) if isinstance(text, str) else None
    return _date(int(match[1]), int(match[2]), int(match[3])) if match else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def wanted_offsets(when: When, today: date) -> tuple[int, ...]:
    """Every single day that is named, as days from today; a weekday is the next of its name."""
    out = [*when.offsets, *((weekday - today.weekday()) % 7 or 7 for weekday in when.weekdays)]
    out += [(day - today).days for said in when.dates if (day := _filled(said, today))]
    return tuple(sorted(dict.fromkeys(out)))


def is_wanted(when: When, day: date, today: date | None) -> bool:
    """Whether this day is one that `when` names."""
    if day.weekday() in when.weekdays:
        return True
    if any((y in (0, day.year)) and m in (0, day.month) and d == day.day for y, m, d in when.dates):
        return True
    return today is not None and (day - today).days in when.offsets


def _filled(said: tuple[int, int, int], today: date) -> date | None:
    """A date of which the year, or the month too, was left out: the next one of that kind."""
    year, month, day = said
    if year:
        return _date(year, month, day)
    if month:
        found = _date(today.year, month, day)
        return _date(today.year + 1, month, day) if found is not None and found < today else found
    for step in range(62):
        if (ahead := today + timedelta(days=step)).day == day:
            return ahead
    return None


def days_to_ask(when: When | None, today: date | None, limit: int) -> int:
    """The number of days for the note; 0 leaves it to the tool.

    As many as were asked for, even if that is too many: the tool says so. Of single days those within `limit` count.
    """
    if when is None:
        return 0
    if when.count:
        return when.count
    if not when.names_days:
        return 0
    if today is None and (when.weekdays or when.dates):
        return limit
    offsets = wanted_offsets(when, today) if today is not None else when.offsets
    within = [offset for offset in offsets if 0 < offset <= limit]
    return max(within or offsets, default=0)
