"""Pydantic AI with the model of a vendor."""

from cases import *
from connections import Person, anthropic_settings, openai_settings
import base64
from pydantic_ai import Agent, BinaryContent, NativeOutput
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ThinkingPart


def connect(token=place.token):
    if place.api in ("openai", "responses"):
        import openai
        from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
        from pydantic_ai.providers.openai import OpenAIProvider

        client = openai.AsyncOpenAI(**openai_settings(token))
        kind = OpenAIResponsesModel if place.api == "responses" else OpenAIChatModel
        return kind(place.model, provider=OpenAIProvider(openai_client=client))
    if place.api == "anthropic":
        import anthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        client = anthropic.AsyncAnthropic(**anthropic_settings(token))
        return AnthropicModel(place.model, provider=AnthropicProvider(anthropic_client=client))
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(place.model, provider=GoogleProvider(api_key=token, base_url=place.base_url))


REASONING = {
    "responses": {"openai_reasoning_effort": "medium", "openai_reasoning_summary": "auto"},
    "anthropic": {"anthropic_thinking": {"type": "adaptive", "display": "summarized"}, "anthropic_effort": "high"},
    "google": {"google_thinking_config": {"include_thoughts": True, "thinking_level": "MEDIUM"}},
}


def agent(**more):
    return Agent(connect(), instructions="Be brief.", **more)


def weather_agent(cities):
    made = agent()

    @made.tool_plain
    def get_weather(city: str) -> str:
        """Tells the weather of a city."""
        cities.append(city)
        return WEATHER

    return made


async def text():
    result = await agent().run(HELLO)
    equal(result.output, SAID)
    assert result.usage.total_tokens > 0


async def stream():
    async with agent().run_stream(HELLO) as result:
        check_stream([piece async for piece in result.stream_text(delta=True, debounce_by=None)])


async def tools():
    cities = []
    result = await weather_agent(cities).run(f"{CALL}\nsim: call get_weather Oslo")
    equal(cities, ["Rome", "Oslo"])
    check_returned(result.output)


async def stream_tools():
    cities = []
    async with weather_agent(cities).run_stream(CALL) as result:
        check_returned(await result.get_output())
    equal(cities, ["Rome"])


async def structured():
    check_person((await agent(output_type=Person).run("Who is it?")).output.model_dump())
    check_person((await agent(output_type=NativeOutput(Person)).run("Who is it?")).output.model_dump())


async def turns():
    first = await agent().run("First")
    equal((await agent().run(HELLO, message_history=first.all_messages())).output, SAID)


async def errors():
    for model, text, status in [(connect(), BUSY, 429), (connect("wrong"), HELLO, 401)]:
        try:
            await Agent(model).run(text)
        except ModelHTTPError as error:
            equal(error.status_code, status)
            continue
        raise AssertionError(f"no error was raised for {status}")


async def image():
    picture = BinaryContent(data=base64.b64decode(PIXEL), media_type="image/png")
    answer = (await agent().run(["What is it?", picture])).output
    assert "an image (image/png, 70 bytes)" in answer, answer


async def reasoning():
    result = await agent().run(WHY, model_settings=REASONING.get(place.api, {}))
    parts = [part for message in result.new_messages() for part in message.parts]
    # The openai package has no reasoning on Chat Completions unless the request asks for it.
    if place.api != "openai":
        check_reasoning("".join(part.content for part in parts if isinstance(part, ThinkingPart)))


run_cases(text, stream, tools, stream_tools, structured, turns, errors, image, reasoning)
