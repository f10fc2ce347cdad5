"""The menu and the handlers, put together as tools. Two of the rules are kept here, or not."""

from dataclasses import replace

from menu import MENU

from glassloop.tools import tool_from_schema


def tools_for(handlers, rules):
    return [made(definition, getattr(handlers, definition["name"]), rules) for definition in MENU]


def made(definition, handler, rules):
    async def call(**arguments):
        return await handler(**arguments)

    checked = tool_from_schema(definition if rules.closed else opened(definition), call)
    return checked if rules.validate else replace(checked, validator=lambda arguments: arguments)


def opened(definition):
    """Without `additionalProperties: false`: an argument that the model made up gets through to the handler."""
    parameters = {name: value for name, value in definition["parameters"].items() if name != "additionalProperties"}
    return {**definition, "parameters": parameters}
