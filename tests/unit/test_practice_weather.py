"""The practice model on the weather: what it reads in a question, and what it asks for."""

import pytest

from glassloop.practice.weather_assistant.places import read_places
from support.weather_talk import TODAY_IS, Note, ahead, answered, clean, converse, forecast, noted, remind, weather


@pytest.mark.parametrize(
    ("question", "notes"),
    [
        ("What's the weather in Tokyo?", [weather("Tokyo")]),
        ("whats the weather in tokyo", [weather("Tokyo")]),
        ("WHAT IS THE WEATHER IN LEEDS", [weather("Leeds")]),
        ("How is the weather in Leeds today?", [weather("Leeds")]),
        ("is it raining in Leeds", [weather("Leeds")]),
        ("how hot is it in new york right now?", [weather("New York")]),
        ("Is it cold in Oslo?", [weather("Oslo")]),
        ("temperature in Berlin please", [weather("Berlin")]),
        ("weather Paris", [weather("Paris")]),
        ("Leeds weather", [weather("Leeds")]),
        ("London's weather", [weather("London")]),
        ("tokyo", [weather("Tokyo")]),
        ("Oslo?", [weather("Oslo")]),
        ("Hi! What's it like outside in Bristol?", [weather("Bristol")]),
        ("do I need an umbrella in Leeds", [weather("Leeds")]),
        ("What is the weather like in Cambridge, US?", [weather("Cambridge, US")]),
        ("whats the wether in leeds", [weather("Leeds")]),
        # later
        ("What's the weather in Leeds tomorrow?", [ahead("Leeds", days=1)]),
        ("What will the weather be like in Leeds tomorow", [ahead("Leeds", days=1)]),
        ("forecast for Oslo", [ahead("Oslo")]),
        ("forcast for oslo", [ahead("Oslo")]),
        ("Will it rain in Bristol?", [ahead("Bristol")]),
        ("weather in Paris for the next 3 days", [ahead("Paris", days=3)]),
        ("next three days in Paris", [ahead("Paris", days=3)]),
        ("5-day forecast for London", [ahead("London", days=5)]),
        ("What's Paris like in the coming days?", [ahead("Paris")]),
        ("the weather in Leeds the day after tomorrow", [ahead("Leeds", days=2)]),
        ("weather in Leeds in 3 days", [ahead("Leeds", days=3)]),
        ("will it snow in Oslo on Friday", [ahead("Oslo", days=4)]),
        ("Leeds on Wednesday", [ahead("Leeds", days=2)]),
        ("weather in London this weekend", [ahead("London", days=5)]),
        ("Leeds from Tuesday to Thursday", [ahead("Leeds", days=3)]),
        ("weather on 14 October in Leeds", [ahead("Leeds", days=2)]),
        ("weather on October 15th in Leeds", [ahead("Leeds", days=3)]),
        ("weather on the 16th in Leeds", [ahead("Leeds", days=4)]),
        ("Should I take a coat to Oslo tomorrow?", [ahead("Oslo", days=1)]),
        ("I'm going to Oslo tomorrow. What's the weather there?", [ahead("Oslo", days=1)]),
        # now and later
        ("weather in Leeds today and tomorrow", [weather("Leeds"), ahead("Leeds", days=1)]),
        ("weather in Leeds now and in Cairo tomorrow", [weather("Leeds"), ahead("Cairo", days=1)]),
        ("What's the weather and the forecast for Oslo?", [weather("Oslo"), ahead("Oslo")]),
        # units
        ("weather in Leeds in Fahrenheit", [weather("Leeds", units="imperial")]),
        ("How warm is it in Leeds, in °F?", [weather("Leeds", units="imperial")]),
        ("imperial forecast for Leeds", [ahead("Leeds", units="imperial")]),
        ("weather in Leeds in celsius", [weather("Leeds", units="metric")]),
        ("is the air in Paris good, in imperial units?", [clean("Paris")]),
        (
            "weather in London in both Celsius and Fahrenheit",
            [weather("London", units="imperial"), weather("London", units="metric")],
        ),
        # more places than one
        ("Compare London and Cairo", [weather("London"), weather("Cairo")]),
        ("compare london with cairo", [weather("London"), weather("Cairo")]),
        ("Paris or Berlin, which is warmer?", [weather("Paris"), weather("Berlin")]),
        ("Is it warmer in Oslo than in Paris?", [weather("Oslo"), weather("Paris")]),
        ("London vs Cairo", [weather("London"), weather("Cairo")]),
        ("weather in London, Cairo and Oslo", [weather("London"), weather("Cairo"), weather("Oslo")]),
        ("which is warmer tomorrow, Oslo or Paris?", [ahead("Oslo", days=1), ahead("Paris", days=1)]),
        ("London/Cairo", [weather("London"), weather("Cairo")]),
        # air
        ("Is the air in Paris good?", [clean("Paris")]),
        ("air quality tokyo", [clean("Tokyo")]),
        ("How bad is the pollution in Cairo?", [clean("Cairo")]),
        ("PM2.5 in London", [clean("London")]),
        ("the weather in Leeds and the air in Paris", [weather("Leeds"), clean("Paris")]),
        ("What's the weather in Paris? And the air?", [weather("Paris"), clean("Paris")]),
        ("Is it cold in Oslo and is it raining?", [weather("Oslo")]),
        ("What's the weather in Tokyo and what is Python?", [weather("Tokyo")]),
        ("weather in Leeds and tell me a joke", [weather("Leeds")]),
        ("Give me the weather in Oslo and the forecast for Paris", [weather("Oslo"), ahead("Paris")]),
        # reminders
        ("Remind me if it rains in Leeds tomorrow", [remind("Leeds", "tomorrow")]),
        ("text me if it rains on Wednesday in Oslo", [remind("Oslo", "2026-10-14")]),
        ("let me know if it rains in London", [remind("London", "tomorrow")]),
        ("set a reminder for rain today in Leeds", [remind("Leeds", "today")]),
        ("remind me if it rains in Leeds or Oslo tomorrow", [remind("Leeds", "tomorrow"), remind("Oslo", "tomorrow")]),
        (
            "remind me of rain in Leeds on each of the next two days",
            [remind("Leeds", "tomorrow"), remind("Leeds", "2026-10-14")],
        ),
    ],
)
def test_notes(question: str, notes: list[Note]) -> None:
    [played] = converse(question, system=TODAY_IS)
    assert noted(played) == [notes]
    assert played.answer


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("weather in New York City, Los Angeles & Chicago", ("New York City", "Los Angeles", "Chicago")),
        ("weather in Rio de Janeiro", ("Rio de Janeiro",)),
        ("Newcastle upon Tyne weather", ("Newcastle upon Tyne",)),
        ("Stoke-on-Trent or St. Louis?", ("Stoke-on-Trent", "St. Louis")),
        ("weather in Paris, France and Rome, Italy", ("Paris, France", "Rome, Italy")),
        ("is it hot in paris texas", ("Paris, Texas",)),
        ("weather in Cambridge in Massachusetts", ("Cambridge, Massachusetts",)),
        ("Washington DC", ("Washington, DC",)),
        ("Is it nice in Nice?", ("Nice",)),
        ("rain in Reading on Sunday in May", ("Reading",)),
        ("temperature in Celsius in Zürich", ("Zürich",)),
        ("weather in São Paulo", ("São Paulo",)),
        ("weather in 東京", ("東京",)),
        ("forecast for nowhereville", ("Nowhereville",)),
        ("weather nowhereville tomorrow", ("Nowhereville",)),
        ("weather in 90210", ("90210",)),
        ("Is it going to rain in the afternoon?", ()),
        ("Should I walk or cycle on Monday?", ()),
        ("Will it be good for hiking?", ()),
    ],
)
def test_places(text: str, places: tuple[str, ...]) -> None:
    assert read_places(text).places == places


@pytest.mark.parametrize(
    ("questions", "notes"),
    [
        (["What's the weather in Tokyo?", "and the forecast?"], [ahead("Tokyo")]),
        (["What's the weather in Tokyo?", "and in Oslo?"], [weather("Oslo")]),
        (["forecast for Leeds for 2 days", "and in Oslo?"], [ahead("Oslo", days=2)]),
        (["forecast for Leeds", "what about Paris?"], [ahead("Paris")]),
        (["What's the weather in Tokyo?", "what about tomorrow?"], [ahead("Tokyo", days=1)]),
        (["What's the weather in Tokyo?", "tomorrow?"], [ahead("Tokyo", days=1)]),
        (["What's the weather in Tokyo?", "and on Friday?"], [ahead("Tokyo", days=4)]),
        (["What's the weather in Tokyo?", "will it rain there tomorrow?"], [ahead("Tokyo", days=1)]),
        (["What's the weather in Tokyo?", "is it warmer than Paris?"], [weather("Tokyo"), weather("Paris")]),
        (["What's the weather in Tokyo?", "compare it with Oslo"], [weather("Tokyo"), weather("Oslo")]),
        (["What's the weather in Tokyo?", "and the air?"], [clean("Tokyo")]),
        (["Is the air in Paris good?", "and in Cairo?"], [clean("Cairo")]),
        (["Is the air in Paris good?", "and the weather?"], [weather("Paris")]),
        (["Is the air in Paris good?", "in Fahrenheit?"], [weather("Paris", units="imperial")]),
        (["weather in Oslo in Fahrenheit", "and tomorrow?"], [ahead("Oslo", days=1, units="imperial")]),
        (["weather in Oslo", "in Fahrenheit please"], [weather("Oslo", units="imperial")]),
        (["weather in Oslo", "weather in Paris", "which is warmer?"], [weather("Oslo"), weather("Paris")]),
        (["compare London and Cairo", "and tomorrow?"], [ahead("London", days=1), ahead("Cairo", days=1)]),
        (["weather in Oslo", "thanks!", "and the forecast?"], [ahead("Oslo")]),
        (["weather in Oslo", "tell me a joke", "and the forecast?"], [ahead("Oslo")]),
        (["What's the weather?", "Leeds"], [weather("Leeds")]),
        (["Will it rain tomorrow?", "leeds"], [ahead("Leeds", days=1)]),
        (["Is the air good?", "nowhereville"], [clean("Nowhereville")]),
        (["weather in Oslo", "and timbuktu?"], [weather("Timbuktu")]),
        (["Remind me if it rains in Leeds tomorrow", "and in Oslo?"], [remind("Oslo", "tomorrow")]),
        (["Remind me if it rains in Leeds tomorrow", "and on Wednesday?"], [remind("Leeds", "2026-10-14")]),
        (["Will it rain in Leeds on Wednesday?", "remind me then if it does"], [remind("Leeds", "2026-10-14")]),
        (["weather in Oslo", "again"], [weather("Oslo")]),
        (["keep checking Leeds forever", "and the forecast?"], [ahead("Leeds")]),
    ],
)
def test_follow_ups_do_without_the_city(questions: list[str], notes: list[Note]) -> None:
    played = converse(*questions, system=TODAY_IS, cap=4)[-1]
    assert noted(played) == [notes]
    assert played.answer


def test_a_follow_up_to_what_is_no_longer_there_asks_for_the_city() -> None:
    assert "Which city" in answered("and the forecast?")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What's the weather?", "Which city"),
        ("Will it rain tomorrow?", "Which city"),
        ("Is the air good?", "Which city"),
        ("Remind me if it rains", "Which city"),
        ("What was the weather in Leeds yesterday?", "look back"),
        ("tell me a joke", "Here I can tell how the weather is now"),
        ("What is the capital of France?", "Connection"),
        ("What time is it in Tokyo?", "beyond me"),
        ("Have a nice day", "beyond me"),
        ("Will you marry me?", "beyond me"),
        ("what can you do?", "What's the weather in Tokyo?"),
        ("hi", "Is the air in Paris good?"),
        ("2 + 2", "beyond me"),
        ("tell me a poem about rain", "beyond me"),
        ("what does AQI mean?", "air quality index"),
        ("What is PM2.5?", "dust"),
        ("thanks, that was very kind", "You are welcome"),
    ],
)
def test_what_needs_no_note(question: str, words: str) -> None:
    [played] = converse(question)
    assert played.rounds == []
    assert played.answer is not None and words in played.answer


# The days


def test_a_week_is_asked_for_and_five_days_are_given_with_a_word_about_it() -> None:
    [played] = converse("What will the weather be in Bristol over the next week?")
    assert noted(played) == [[ahead("Bristol", days=7)], [ahead("Bristol", days=5)]]
    assert played.answer is not None
    assert "Five days is as far ahead as I can see" in played.answer
    assert "Tuesday 13 October" in played.answer and "Saturday 17 October" in played.answer


def test_two_cities_over_a_week_are_both_mended() -> None:
    [played] = converse("Compare London and Cairo over the next week")
    assert noted(played) == [
        [ahead("London", days=7), ahead("Cairo", days=7)],
        [ahead("London", days=5), ahead("Cairo", days=5)],
    ]


def test_a_week_that_nobody_refuses_is_worded_as_it_came() -> None:
    text = answered("Bristol next week", using={"get_forecast": lambda location, days: forecast(location, 4)})
    assert "Friday 16 October" in text and "as I can see" not in text


@pytest.mark.parametrize(
    ("question", "there", "not_there"),
    [
        ("weather in Leeds on Wednesday", ["Wednesday 14 October"], ["Tuesday 13"]),
        ("weather in Leeds tomorrow", ["Tuesday 13 October"], ["Wednesday"]),
        ("weather in Leeds the day after tomorrow", ["Wednesday 14 October"], ["Tuesday 13"]),
        ("Leeds this weekend", ["Saturday 17 October", "Sunday is further off"], ["Friday"]),
        ("weather in Leeds in 9 days", ["That day is further off", "Five days is as far"], []),
        ("weather in Leeds on 20 October", ["20 October is further off"], []),
        ("will there be snow in Oslo on Christmas?", ["25 December is further off"], []),
    ],
)
@pytest.mark.parametrize("system", ["", TODAY_IS])
def test_the_days_that_are_told(question: str, there: list[str], not_there: list[str], system: str) -> None:
    text = answered(question, system=system)
    assert [words for words in there if words not in text] == []
    assert [words for words in not_there if words in text] == []


@pytest.mark.parametrize(
    "system", ["Today is 2026-10-12.", "It is October 12, 2026.", "Today: Monday, the 12th of October 2026"]
)
def test_today_is_read_from_the_system_prompt(system: str) -> None:
    [played] = converse("remind me if it rains in Oslo on Thursday", system=system)
    assert noted(played) == [[remind("Oslo", "2026-10-15")]]


def test_without_it_a_weekday_is_looked_up_in_a_forecast() -> None:
    [played] = converse("remind me if it rains in Oslo on Wednesday")
    assert noted(played) == [[ahead("Oslo", days=5)], [remind("Oslo", "2026-10-14")]]
    assert played.answer is not None and "The forecast for" not in played.answer


def test_what_is_left_of_today_is_not_known() -> None:
    assert "rest of today" in answered("will it rain in Leeds tonight?")
