"""The openai package on Chat Completions."""

from cases import *
from connections import Person, openai_settings
import json
import openai


def connect(token=place.token):
    return openai.OpenAI(**openai_settings(token))


client = connect()
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": WEATHER_OF, "strict": True}}]


def ask(messages, client=client, **more):
    if isinstance(messages, str):
        messages = [{"role": "user", "content": messages}]
    return client.chat.completions.create(model=place.model, messages=messages, **more)


def text():
    answer = ask(HELLO)
    equal(answer.choices[0].message.content, SAID)
    assert answer.usage.total_tokens > 0


def stream():
    chunks = list(ask(HELLO, stream=True, stream_options={"include_usage": True}))
    check_stream([chunk.choices[0].delta.content for chunk in chunks if chunk.choices])
    assert chunks[-1].usage.total_tokens > 0


def tools():
    messages = [{"role": "user", "content": CALL}]
    message = ask(messages, tools=TOOLS).choices[0].message
    equal([(c.function.name, json.loads(c.function.arguments)) for c in message.tool_calls], [("get_weather", {"city": "Rome"})])
    messages.append(message)
    for call in message.tool_calls:
        messages.append({"role": "tool", "tool_call_id": call.id, "content": WEATHER})
    check_returned(ask(messages, tools=TOOLS).choices[0].message.content)


def structured():
    answer = client.chat.completions.parse(
        model=place.model, messages=[{"role": "user", "content": "Who is it?"}], response_format=Person
    )
    check_person(answer.choices[0].message.parsed.model_dump())


def turns():
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "First"},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": HELLO},
    ]
    equal(ask(messages).choices[0].message.content, SAID)


def errors():
    busy = thrown_by(lambda: ask(BUSY), openai.RateLimitError)
    assert "come back later" in busy.message, busy.message
    thrown_by(lambda: ask(HELLO, connect("wrong")), openai.AuthenticationError)


def image():
    url = {"url": f"data:image/png;base64,{PIXEL}"}
    content = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": url}]
    answer = ask([{"role": "user", "content": content}]).choices[0].message.content
    assert "an image (image/png, 70 bytes)" in answer, answer


run_cases(text, stream, tools, structured, turns, errors, image)
