"""What a program may know of the connection: the names that lesson code imports. Holds no key: only its placeholder.

The session sets these before it loads a program, so `from glassloop.connection import LLM_MODEL` gets this run's.
"""

from __future__ import annotations

from glassloop.endpoint import Endpoint
from glassloop.practice import PRACTICE_MODEL, PRACTICE_URL

# The page swaps this for the real key on its way out, and only on the way to the address the key was typed for.
KEY_PLACEHOLDER = "glassloop-secret-llm"

LLM_BASE_URL: str = PRACTICE_URL
LLM_API_KEY: str = KEY_PLACEHOLDER
LLM_MODEL: str = PRACTICE_MODEL


def use(endpoint: Endpoint) -> None:
    global LLM_BASE_URL, LLM_API_KEY, LLM_MODEL
    LLM_BASE_URL, LLM_API_KEY, LLM_MODEL = endpoint.base_url, endpoint.api_key, endpoint.model
