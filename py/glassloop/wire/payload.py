"""One payload of a stream → its value, as `read_wire_json` reads it, and fast: there is one for every few characters.

Refuses to know what a payload means.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from glassloop.jsontext import MAX_DEPTH, read_wire_json


def _finite(literal: str) -> float | None:
    value = float(literal)
    return value if isfinite(value) else None


# `json.loads` makes a new decoder for every text when it is told anything beside the text.
_decode = json.JSONDecoder(strict=False, parse_constant=lambda name: None, parse_float=_finite).raw_decode


def read_payload(text: str) -> Any:
    """`text` has no blanks around it. Raises `ValueError`."""
    # More brackets than that may be too deep; the slower way counts.
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        value, end = _decode(text)
        if end == len(text):
            return value
    return read_wire_json(text)
