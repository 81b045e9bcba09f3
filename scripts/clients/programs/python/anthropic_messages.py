"""Anthropic's package on Messages, with its tool runner."""

from cases import *
from connections import Person, anthropic_settings
import anthropic
from anthropic import beta_tool


def connect(token=place.token):
    return anthropic.Anthropic(**anthropic_settings(token))


client = connect()
BASICS = {"model": place.model, "max_tokens": 2048}
TOOLS = [{"name": "get_weather", "input_schema": WEATHER_OF}]


def user(content):
    return {"role": "user", "content": content}


def ask(messages, client=client, **more):
    if isinstance(messages, str):
        messages = [user(messages)]
    return client.messages.create(**BASICS, messages=messages, **more)


def text_of(message):
    return "".join(block.text for block in message.content if block.type == "text")


def weather_tool(cities):
    @beta_tool
    def get_weather(city: str) -> str:
        """Tells the weather of a city.

        Args:
            city: The city.
        """
        cities.append(city)
        return WEATHER

    return get_weather


def text():
    answer = ask(HELLO)
    equal(text_of(answer), SAID)
    equal(answer.stop_reason, "end_turn")
    assert answer.usage.input_tokens > 0


def stream():
    with client.messages.stream(**BASICS, messages=[user(HELLO)]) as running:
        check_stream(list(running.text_stream))
        equal(text_of(running.get_final_message()), SAID)


def tools():
    asked = ask(CALL, tools=TOOLS)
    calls = [block for block in asked.content if block.type == "tool_use"]
    equal([(call.name, call.input) for call in calls], [("get_weather", {"city": "Rome"})])
    results = [{"type": "tool_result", "tool_use_id": call.id, "content": WEATHER} for call in calls]
    messages = [user(CALL), {"role": "assistant", "content": asked.content}, user(results)]
    check_returned(text_of(ask(messages, tools=TOOLS)))


def runner():
    cities = []
    final = client.beta.messages.tool_runner(
        **BASICS,
        system="Be brief.",
        messages=[user(f"{CALL}\nsim: call get_weather Oslo")],
        tools=[weather_tool(cities)],
    ).until_done()
    equal(cities, ["Rome", "Oslo"])
    check_returned(text_of(final))


def runner_stream():
    cities = []
    last = None
    for running in client.beta.messages.tool_runner(
        **BASICS, messages=[user(CALL)], tools=[weather_tool(cities)], stream=True
    ):
        last = running.get_final_message()
    equal(cities, ["Rome"])
    check_returned(text_of(last))


def structured():
    answer = client.messages.parse(**BASICS, messages=[user("Who is it?")], output_format=Person)
    check_person(answer.parsed_output.model_dump())


def turns():
    messages = [user("First"), {"role": "assistant", "content": "Noted."}, user(HELLO)]
    equal(text_of(ask(messages, system="Be brief.")), SAID)


def errors():
    busy = thrown_by(lambda: ask(BUSY), anthropic.RateLimitError)
    assert "come back later" in str(busy), str(busy)
    thrown_by(lambda: ask(HELLO, connect("wrong")), anthropic.AuthenticationError)


def image():
    source = {"type": "base64", "media_type": "image/png", "data": PIXEL}
    answer = text_of(ask([user([{"type": "text", "text": "What is it?"}, {"type": "image", "source": source}])]))
    assert "an image (image/png, 70 bytes)" in answer, answer


def reasoning():
    answer = ask(WHY, thinking={"type": "adaptive", "display": "summarized"}, output_config={"effort": "high"})
    check_reasoning("".join(block.thinking for block in answer.content if block.type == "thinking"))


run_cases(text, stream, tools, runner, runner_stream, structured, turns, errors, image, reasoning)
