"""Takes values out of JSON that may be anything. Nothing here raises: what is missing or of another kind is None."""

import math
from datetime import date

from glassloop.jsontext import read_json


def parsed(text):
    """The JSON value of a text, or None where it is a web page, half a reply, nothing at all."""
    try:
        return read_json(text)
    except ValueError:
        return None


def at(body, *path):
    """`at(body, "list", 0, "main")` is body["list"][0]["main"], or None."""
    for step in path:
        if isinstance(body, dict):
            body = body.get(step)
        elif isinstance(body, list) and isinstance(step, int) and 0 <= step < len(body):
            body = body[step]
        else:
            return None
    return body


def number(body, *path):
    """A number, or None: True is not a number here, and neither is NaN."""
    value = at(body, *path)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return value


def text(body, *path):
    """A text, or an empty one."""
    value = at(body, *path)
    return value if isinstance(value, str) else ""


def rows(body, *path):
    """A list, or an empty one."""
    value = at(body, *path)
    return value if isinstance(value, list) else []


def is_date(value):
    """Whether it is an ISO date, such as "2026-10-12"."""
    try:
        return isinstance(value, str) and len(value) == 10 and bool(date.fromisoformat(value))
    except ValueError:
        return False


def rounded(value, digits=1):
    """A number rounded for reading, or None."""
    return None if value is None else round(value, digits)
