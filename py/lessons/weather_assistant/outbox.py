"""The reminders that were written: the only thing here that a tool changes. Sends nothing to anybody.

A loop repeats itself and a model gets confused, so there is one reminder for a place and a day, and there are few.
"""

from datetime import UTC, datetime

from values import Bad

from glassloop.tracing import trace

MOST = 3


class Outbox:
    """`shelf` holds a list of {"key", "place", "day", "text", "written"}. `once` is the rule of that name."""

    def __init__(self, shelf, clock, *, once=True):
        self.shelf, self.clock, self.once = shelf, clock, once

    async def write(self, place, day, text):
        """True when it was written, False when it was there already, Bad when there are too many."""
        kept, key = self.reminders(), f"{place} {day}"
        if self.once and any(reminder["key"] == key for reminder in kept):
            return False
        if len(kept) >= MOST:
            said = f"There are {MOST} reminders already, and no more are written in one conversation."
            return Bad("cap_reached", f"{said} Tell the user, and suggest a new conversation.")
        written = datetime.fromtimestamp(self.clock(), UTC).isoformat(timespec="seconds")
        self.shelf.put([*kept, {"key": key, "place": place, "day": day, "text": text, "written": written}])
        await trace("log", text=f"outbox: wrote {text!r}")
        return True

    def reminders(self):
        kept = self.shelf.get([])
        return kept if isinstance(kept, list) else []
