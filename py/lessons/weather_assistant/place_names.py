"""What both services' lists of places need. Knows neither's fields."""

from values import Bad


def label(name, region, country):
    """ "Cambridge, England, GB"; a region of the same name as its city is left out, and so is what is missing."""
    return ", ".join(part for part in (name, region if region != name else "", country) if part)


def is_position(latitude, longitude):
    """A place without coordinates is none, and (0, 0) is a spot in the ocean: the mark of a reply that was misread."""
    return latitude is not None and longitude is not None and (latitude, longitude) != (0, 0)


def nowhere(query, hint=""):
    said = f"No place matched {query!r}. Try 'City, CC', e.g. 'Cambridge, GB'."
    return Bad("location_not_found", f"{said} {hint}".strip())
