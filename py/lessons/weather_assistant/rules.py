"""The rules of the bookkeeping, each of which can be switched off on the page to see what it prevents."""

from dataclasses import asdict, dataclass

from glassloop.settings import setting


@dataclass(frozen=True, slots=True)
class Rules:
    """`trim`: "off", or how many tokens of the conversation are sent."""

    notes_kept: bool = True  # the model's notes go back before their results
    every_call: bool = True  # every note gets a result
    validate: bool = True  # arguments are checked before a handler runs
    closed: bool = True  # arguments that nobody asked for are refused
    total: bool = True  # a handler gives back an error, and raises nothing
    units: bool = True  # a unit travels with every number
    small: bool = True  # the smallest useful result, not the service's whole reply
    cache: bool = True  # the same thing is fetched once in ten minutes
    failures_not_cached: bool = True
    cap: bool = True  # four rounds, then a polite stop
    once: bool = True  # a reminder is written once
    trim: str = "off"


def chosen_rules():
    return Rules(**{name: setting(name, default) for name, default in asdict(Rules()).items()})
