"""Bad news from a weather tool in kind words, with what to try. Knows the codes, not who was asked."""

from __future__ import annotations

from glassloop.practice import results
from glassloop.practice.weather_assistant.facts import value_in

# Code → how the sentence begins, and what to try where the result has no message of its own.
_WORDS: dict[str, tuple[str, str]] = {
    "location_not_found": (
        "Sorry, I have nothing about {place}.",
        "Check how it is written, or add the country, as in “Cambridge, GB”.",
    ),
    "invalid_location": ("Sorry, {place} is not a place I can look up.", "Give me a city, as in “Cambridge, GB”."),
    "invalid_day": ("Sorry, I can't look at that day for {place}.", "Ask for one of the next few days."),
    "weather_service_unreachable": (
        "Sorry, I could not reach the weather service for {place}.",
        "Check the connection, and ask me again in a minute.",
    ),
    "weather_service_error": (
        "Sorry, the weather service had a problem of its own with {place}.",
        "Ask me again in a few minutes.",
    ),
    "key_refused": (
        "Sorry, the weather service would not take its key, so I know nothing about {place}.",
        "A new OpenWeatherMap key can need up to two hours before it works. Or choose a source that needs none.",
    ),
    "too_many_requests": (
        "The weather service has been asked too often, so I have nothing about {place} for now.",
        "Wait a minute, and ask me again.",
    ),
    "timed_out": ("The weather service took too long over {place}.", "Ask me again in a minute."),
    "timeout": ("The tool took too long over {place} and was stopped.", "Ask me again in a minute."),
    "malformed_reply": (
        "The weather service sent something unreadable for {place}.",
        "Ask me again in a minute, or choose another source.",
    ),
    "not_in_reply": (
        "The weather service left out what I was looking for about {place}.",
        "Try a larger place nearby, or another source.",
    ),
    "cap_reached": (
        "I have written as many reminders as I may, so there is none for {place}.",
        "Start a new conversation if you need another.",
    ),
    "raised": (
        "Sorry, the tool broke down over {place}, and this does not tell me what to try:",
        "Ask me again, or in other words.",
    ),
    "invalid_arguments": (
        "My note about {place} was refused, and I don't know how to put it right:",
        "Ask me in other words.",
    ),
    "unparsable_arguments": ("My note about {place} could not be read:", "Ask me once more."),
    "unknown_tool": (
        "The program has no such tool, so I know nothing about {place}:",
        "Put it into the dict of tools.",
    ),
}
_ANY = ("Sorry, that did not work for {place}.", "Ask me again in a minute, or in other words.")
_ADVISED = frozenset(("raised", "invalid_arguments", "unparsable_arguments"))  # their messages say what, not what to do


def in_kind_words(place: str, content: str) -> str:
    """Two or three sentences: what happened, in the tool's own words where it has any, and what to try."""
    opening, advice = _WORDS.get(code_of(content), _ANY)
    value = value_in(content)
    message = value.get("message") if isinstance(value, dict) else content
    said = results.reason(content).strip() if isinstance(message, str) else ""
    if said and code_of(content) in _ADVISED:
        return f"{opening.format(place=place)} “{said}” {advice}"
    return f"{opening.format(place=place)} {_begun(said) or advice}"


def _begun(sentence: str) -> str:
    """With a capital letter, unless it begins with an address."""
    first = sentence.partition(" ")[0]
    return sentence if "." in first.rstrip(".") else sentence[:1].upper() + sentence[1:]


def code_of(content: str) -> str:
    value = value_in(content)
    return str(value.get("error", "")) if isinstance(value, dict) else ""
