"""The practice model: rules in Python that answer as an LLM server would, with no key. Refuses to be mistaken for one.

A question travels: `model` (HTTP) → `check` (is the body valid?) → `scene` (what a model can see of it) → `decide`
(which rule answers) → `speech` (the bytes that go back).
"""

from glassloop.practice.model import PRACTICE_MODEL, PRACTICE_URL, PracticeModel

__all__ = ["PRACTICE_MODEL", "PRACTICE_URL", "PracticeModel"]
