"""LiteLLM's library with the provider of a vendor."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS"] = "True"

from cases import *
from connections import Person
import json
import litellm

litellm.telemetry = False
litellm.drop_params = False


PREFIXES = {"openai": "openai/", "responses": "openai/responses/", "anthropic": "anthropic/", "google": "gemini/"}
BASES = {"openai": "/v1", "responses": "/v1", "anthropic": "", "google": "/v1beta"}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": WEATHER_OF}}]


def ask(messages, token=place.token, **more):
    if isinstance(messages, str):
        messages = [{"role": "user", "content": messages}]
    return litellm.completion(
        model=PREFIXES[place.api] + place.model,
        messages=messages,
        api_key=token,
        api_base=place.base_url + BASES[place.api],
        num_retries=0,
        **more,
    )


def text():
    answer = ask(HELLO)
    equal(answer.choices[0].message.content, SAID)
    assert answer.usage.total_tokens > 0


def stream():
    check_stream([chunk.choices[0].delta.content for chunk in ask(HELLO, stream=True)])


def tools():
    messages = [{"role": "user", "content": CALL}]
    message = ask(messages, tools=TOOLS).choices[0].message
    equal([(c.function.name, json.loads(c.function.arguments)) for c in message.tool_calls], [("get_weather", {"city": "Rome"})])
    messages.append(message)
    for call in message.tool_calls:
        messages.append({"role": "tool", "tool_call_id": call.id, "name": "get_weather", "content": WEATHER})
    check_returned(ask(messages, tools=TOOLS).choices[0].message.content)


def structured():
    check_person(json.loads(ask("Who is it?", response_format=Person).choices[0].message.content))


def turns():
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "First"},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": HELLO},
    ]
    equal(ask(messages).choices[0].message.content, SAID)


def errors():
    busy = thrown_by(lambda: ask(BUSY), litellm.RateLimitError)
    assert "come back later" in str(busy), str(busy)
    thrown_by(lambda: ask(HELLO, "wrong"), litellm.AuthenticationError)


def image():
    url = {"url": f"data:image/png;base64,{PIXEL}"}
    content = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": url}]
    answer = ask([{"role": "user", "content": content}]).choices[0].message.content
    assert "an image (image/png, 70 bytes)" in answer, answer


run_cases(text, stream, tools, structured, turns, errors, image)
