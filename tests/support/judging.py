"""Holds a value against a type of another project's, with every object closed. Not for Pyodide."""

from __future__ import annotations

from typing import Any

import fastjsonschema
from pydantic import TypeAdapter

Wrong = fastjsonschema.JsonSchemaValueException


def closed(schema: Any) -> Any:
    """The same schema with every object closed: the SDK's own validation lets extra keys through."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items()}
    return (
        {**inner, "additionalProperties": False} if "properties" in inner and inner.get("type") == "object" else inner
    )


def judge(kind: Any, value: Any) -> None:
    """Raises `Wrong`."""
    fastjsonschema.validate(closed(TypeAdapter(kind).json_schema()), value)
