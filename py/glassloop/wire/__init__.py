"""The wire: Chat Completions as bytes and text ↔ messages. Pure: no I/O, no clock, no random, no transport."""
