"""LlamaIndex with the model of a vendor."""

from cases import *
from connections import Person, anthropic_settings, vendor_errors
import base64
from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock
from llama_index.core.tools import FunctionTool


def connect(token=place.token):
    if place.api in ("openai", "responses"):
        from llama_index.llms.openai import OpenAI, OpenAIResponses

        kind = OpenAI if place.api == "openai" else OpenAIResponses
        return kind(model="gpt-4o", api_key=token, api_base=f"{place.base_url}/v1", max_retries=0)
    if place.api == "anthropic":
        from llama_index.llms.anthropic import Anthropic

        return Anthropic(model="claude-sonnet-4-5", **anthropic_settings(token))
    from llama_index.llms.google_genai import GoogleGenAI

    # The model's limits are asked for at the start, so that this token must be a good one.
    options = {"base_url": place.base_url}
    return GoogleGenAI(model=place.model, api_key=token, http_options=options, max_retries=0, context_window=100_000)


def error_kinds():
    if (kinds := vendor_errors()) is not None:
        return kinds
    from google.genai.errors import ClientError

    return ClientError, ClientError


def weather_of(city: str) -> str:
    """Tells the weather of a city."""
    return WEATHER


get_weather = FunctionTool.from_defaults(weather_of, name="get_weather")
llm = connect()


def user(text):
    return ChatMessage(role="user", content=text)


def text():
    equal(llm.chat([user(HELLO)]).message.content, SAID)


def stream():
    check_stream([piece.delta for piece in llm.stream_chat([user(HELLO)])])


def tools():
    history = [user(CALL)]
    asked = llm.chat_with_tools([get_weather], chat_history=history)
    calls = llm.get_tool_calls_from_response(asked)
    equal([(call.tool_name, call.tool_kwargs) for call in calls], [("get_weather", {"city": "Rome"})])
    history.append(asked.message)
    for call in calls:
        result = get_weather(**call.tool_kwargs)
        named = {"tool_call_id": call.tool_id, "name": call.tool_name}
        history.append(ChatMessage(role="tool", content=str(result), additional_kwargs=named))
    check_returned(llm.chat_with_tools([get_weather], chat_history=history).message.content)


def structured():
    answer = llm.as_structured_llm(Person).chat([user("Who is it?")])
    check_person(answer.raw.model_dump())


def turns():
    messages = [
        ChatMessage(role="system", content="Be brief."),
        user("First"),
        ChatMessage(role="assistant", content="Noted."),
        user(HELLO),
    ]
    equal(llm.chat(messages).message.content, SAID)


def errors():
    busy_kind, unknown_kind = error_kinds()
    busy = thrown_by(lambda: llm.chat([user(BUSY)]), busy_kind)
    assert "come back later" in str(busy), str(busy)
    thrown_by(lambda: connect("wrong").chat([user(HELLO)]), unknown_kind)


def image():
    picture = ImageBlock(image=base64.b64decode(PIXEL), image_mimetype="image/png")
    message = ChatMessage(role="user", blocks=[TextBlock(text="What is it?"), picture])
    answer = llm.chat([message]).message.content
    assert "an image (image/png, 70 bytes)" in answer, answer


run_cases(text, stream, tools, structured, turns, errors, image)
