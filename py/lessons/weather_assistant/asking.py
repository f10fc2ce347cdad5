"""One request to a weather service, and every way in which it can fail, told as a `Bad`. Knows no service's fields."""

from fetching import FetchFailed
from reading import parsed
from values import Bad


async def ask(get, url, service, complaint, kind=dict):
    """The reply's JSON, which should be a dict or another `kind`, or a Bad.

    `complaint(body)` finds an error that a body tells of: (status, the service's words), or None.
    """
    try:
        fetched = await get(url)
    except FetchFailed as failure:
        return Bad(failure.error, str(failure))
    body = parsed(fetched.text)
    told, said = complaint(body) or (200, "")
    status = fetched.status if fetched.status != 200 else told
    if status != 200:
        return refused(service, status, said)
    if not isinstance(body, kind):
        return malformed(service)
    return body


def malformed(service):
    return Bad("malformed_reply", f"{service} sent something that can't be read as its data. Try again in a minute.")


def not_in_reply(service, what, label):
    return Bad("not_in_reply", f"{service} has no {what} for {label} at present. Try a larger place nearby.")


def refused(service, status, said):
    """The service answered, but with an error."""
    words = f" It said: {said.strip()[:200]}" if said.strip() else ""
    match status:
        case 401 | 403 if "subscription" in said.lower():
            advice = "This key has no subscription for what was asked; choose another source in the settings."
            return Bad("key_refused", f"{service} refused the request ({status}).{words} {advice}")
        case 401 | 403:
            advice = "A new OpenWeatherMap key can take up to two hours to work; else check the key in the settings."
            return Bad("key_refused", f"{service} refused the key ({status}).{words} {advice}")
        case 429:
            advice = "Wait a minute before you ask again."
            return Bad("too_many_requests", f"{service} has had too many requests for now (429).{words} {advice}")
        case _:
            advice = "Try again in a few minutes."
            return Bad("weather_service_error", f"{service} answered with an error ({status}).{words} {advice}")
