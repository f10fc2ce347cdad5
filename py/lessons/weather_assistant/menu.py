"""The menu: all that the model is told about the tools. Definitions only; what they do is in handlers.py."""

LOCATION = {
    "type": "string",
    "minLength": 1,
    "maxLength": 100,
    "description": "A town or city; add the country's two-letter code where the name is common, as in 'Cambridge, GB'.",
}

UNITS = {
    "type": "string",
    "enum": ["metric", "imperial"],
    "default": "metric",
    "description": "metric: °C and km/h. imperial: °F and mph. Without it, metric.",
}

NOW = {
    "name": "get_current_weather",
    "description": (
        "How the weather is at this moment in one place: temperature, wind, humidity, condition. "
        "Only for the present. For tomorrow or any later day use get_forecast."
    ),
    "parameters": {
        "type": "object",
        "properties": {"location": LOCATION, "units": UNITS},
        "required": ["location"],
        "additionalProperties": False,
    },
}

FORECAST = {
    "name": "get_forecast",
    "description": (
        "How the weather will be in one place on each of the coming 1 to 5 days. The first day is tomorrow. "
        "For this moment use get_current_weather. Nothing beyond five days is known."
    ),
    "parameters": {
        "type": "object",
        "properties": {
            "location": LOCATION,
            "days": {
                "type": "integer",
                "minimum": 1,
                "maximum": 5,
                "default": 3,
                "description": "How many days, counted from tomorrow: 1 is tomorrow alone. Without it, 3.",
            },
            "units": UNITS,
        },
        "required": ["location"],
        "additionalProperties": False,
    },
}

AIR = {
    "name": "get_air_quality",
    "description": (
        "How clean the air is at this moment in one place: an index with its word, and fine dust (PM2.5, PM10). "
        "It says nothing about temperature, rain or wind."
    ),
    "parameters": {
        "type": "object",
        "properties": {"location": LOCATION},
        "required": ["location"],
        "additionalProperties": False,
    },
}

REMIND = {
    "name": "remind_if_rain",
    "description": (
        "Puts a reminder into the outbox if rain is likely in one place on one day, and says so if it is not. "
        "This one does something, so use it only when a reminder is asked for; to answer a question about rain, "
        "use get_forecast."
    ),
    "parameters": {
        "type": "object",
        "properties": {
            "location": LOCATION,
            "day": {
                "type": "string",
                "pattern": r"^(today|tomorrow|\d{4}-\d{2}-\d{2})$",
                "description": "today, tomorrow, or a date such as 2026-10-14, at most five days ahead.",
            },
        },
        "required": ["location", "day"],
        "additionalProperties": False,
    },
}

MENU = (NOW, FORECAST, AIR, REMIND)
