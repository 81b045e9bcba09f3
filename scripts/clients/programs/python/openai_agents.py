"""OpenAI's Agents SDK, on Responses or on Chat Completions."""

from cases import *
from connections import Person, openai_settings
import openai
from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)

set_tracing_disabled(True)


def model(token=place.token):
    client = openai.AsyncOpenAI(**openai_settings(token))
    kind = OpenAIResponsesModel if place.api == "responses" else OpenAIChatCompletionsModel
    return kind(model=place.model, openai_client=client)


def plain(token=place.token):
    return Agent(name="plain", instructions="Be brief.", model=model(token))


def weather_agent(cities):
    @function_tool
    def get_weather(city: str) -> str:
        """Tells the weather of a city."""
        cities.append(city)
        return WEATHER

    return Agent(name="weather", model=model(), tools=[get_weather])


async def pieces_of(agent, text):
    pieces = []
    result = Runner.run_streamed(agent, text)
    async for event in result.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            pieces.append(event.data.delta)
    return pieces


async def text():
    equal((await Runner.run(plain(), HELLO)).final_output, SAID)


async def stream():
    check_stream(await pieces_of(plain(), HELLO))


async def tools():
    cities = []
    result = await Runner.run(weather_agent(cities), f"{CALL}\nsim: call get_weather Oslo")
    equal(cities, ["Rome", "Oslo"])
    check_returned(result.final_output)


async def stream_tools():
    cities = []
    check_returned("".join(await pieces_of(weather_agent(cities), CALL)))
    equal(cities, ["Rome"])


async def structured():
    agent = Agent(name="person", model=model(), output_type=Person)
    check_person((await Runner.run(agent, "Who is it?")).final_output.model_dump())


async def turns():
    agent = plain()
    first = await Runner.run(agent, "First")
    second = await Runner.run(agent, [*first.to_input_list(), {"role": "user", "content": HELLO}])
    equal(second.final_output, SAID)


async def errors():
    for agent, text, kind in [
        (plain(), BUSY, openai.RateLimitError),
        (plain("wrong"), HELLO, openai.AuthenticationError),
    ]:
        try:
            await Runner.run(agent, text)
        except kind:
            continue
        raise AssertionError(f"{kind.__name__} was not raised")


async def image():
    content = [
        {"type": "input_text", "text": "What is it?"},
        {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}", "detail": "auto"},
    ]
    answer = (await Runner.run(plain(), [{"role": "user", "content": content}])).final_output
    assert "an image (image/png, 70 bytes)" in answer, answer


run_cases(text, stream, tools, stream_tools, structured, turns, errors, image)
