"""What a lesson.json may hold, checked by Pydantic; the page's types are made from it. Knows no single lesson.

Runs inside .venv.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class When(_Part):
    """Shown only while the choice `id` has this value."""

    id: str
    value: str


class _Setting(_Part):
    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    label: str
    hint: str
    group: str
    when: When | None = None


class Option(_Part):
    """`origins`: what may be reached without asking while this is chosen."""

    value: str
    label: str
    hint: str = ""
    origins: list[str] = []


class Choice(_Setting):
    """One of several values."""

    kind: Literal["choice"]
    default: str
    options: list[Option]

    @model_validator(mode="after")
    def _default_is_an_option(self) -> Choice:
        if self.default not in [option.value for option in self.options]:
            raise ValueError(f"the default of {self.id} is none of its options")
        return self


class Switch(_Setting):
    """On or off. `ask`: a question that shows the difference; empty when there is none."""

    kind: Literal["switch"]
    default: bool
    ask: str = ""


class Text(_Setting):
    """One line of text."""

    kind: Literal["text"]
    default: str


class Secret(_Setting):
    """A key that Python never sees. It goes into the query parameter `query`, and only to the origin of the address in
    the text setting `address`. `name`: what it is called in the vault, and in the placeholder that programs use.
    """

    kind: Literal["secret"]
    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    query: str
    address: str


class Experiment(_Part):
    """A run of another file of the program, in a conversation of its own."""

    id: str
    title: str
    hint: str
    main: str
    question: str


Figure = Literal["stages", "fields", "winner", "waterfall", "rounds", "burst", "outbox", "context"]


class Lesson(_Part):
    """One lesson: its facts, its prose and its program."""

    id: str
    title: str
    order: int = Field(description="Position in the list of lessons, counting from 1.")
    opening: str = Field(description="The question that the lesson opens with.")
    suggestions: list[str]
    settings: list[Annotated[Choice | Switch | Text | Secret, Field(discriminator="kind")]] = []
    experiments: list[Experiment] = []
    figures: list[Figure] = Field(
        default=["stages", "fields", "waterfall", "context"],
        description="What the lesson is about, in this order; any other figure follows when it has something to show.",
    )
    text: str = Field(description="Markdown.")
    program: dict[str, str] = Field(description="File name → source text.")

    @model_validator(mode="after")
    def _settings_fit_together(self) -> Lesson:
        by_id = {setting.id: setting for setting in self.settings}
        if len(by_id) < len(self.settings):
            raise ValueError("two settings have the same id")
        for setting in self.settings:
            if setting.when is not None and not isinstance(by_id.get(setting.when.id), Choice):
                raise ValueError(f"{setting.id} depends on {setting.when.id}, which is no choice")
            if isinstance(setting, Secret) and not isinstance(by_id.get(setting.address), Text):
                raise ValueError(f"the address of {setting.id} is no text setting")
        return self


def lesson_schema() -> dict[str, Any]:
    """The JSON Schema that the TypeScript types are made from."""
    return Lesson.model_json_schema(mode="serialization")
