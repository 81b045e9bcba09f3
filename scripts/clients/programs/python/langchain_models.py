"""LangChain with the chat model of a vendor."""

from cases import *
from connections import Person, anthropic_settings, openai_settings, vendor_errors
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.tools import tool


def connect(token=place.token):
    if place.api in ("openai", "responses"):
        from langchain_openai import ChatOpenAI

        return ChatOpenAI(
            model=place.model, use_responses_api=place.api == "responses", **openai_settings(token)
        )
    if place.api == "anthropic":
        from langchain_anthropic import ChatAnthropic

        return ChatAnthropic(model=place.model, **anthropic_settings(token))
    from langchain_google_genai import ChatGoogleGenerativeAI

    return ChatGoogleGenerativeAI(model=place.model, api_key=token, base_url=place.base_url, max_retries=1)


def error_kinds():
    if (kinds := vendor_errors()) is not None:
        return kinds
    from langchain_google_genai.chat_models import ChatGoogleGenerativeAIError
    from google.genai.errors import ClientError

    return (ChatGoogleGenerativeAIError, ClientError), (ChatGoogleGenerativeAIError, ClientError)


@tool
def get_weather(city: str) -> str:
    """Tells the weather of a city."""
    return WEATHER


chat = connect()


def text():
    answer = chat.invoke(HELLO)
    equal(answer.text, SAID)
    assert answer.usage_metadata["total_tokens"] > 0


def stream():
    check_stream([chunk.text for chunk in chat.stream(HELLO)])


def tools():
    bound = chat.bind_tools([get_weather])
    messages = [HumanMessage(CALL)]
    asked = bound.invoke(messages)
    equal([(call["name"], call["args"]) for call in asked.tool_calls], [("get_weather", {"city": "Rome"})])
    messages.append(asked)
    messages += [get_weather.invoke(call) for call in asked.tool_calls]
    check_returned(bound.invoke(messages).text)


def structured():
    # LangChain forces no tool on this model of Anthropic.
    method = {"method": "json_schema"} if place.api == "anthropic" else {}
    check_person(chat.with_structured_output(Person, **method).invoke("Who is it?").model_dump())


def turns():
    messages = [SystemMessage("Be brief."), HumanMessage("First"), AIMessage("Noted."), HumanMessage(HELLO)]
    equal(chat.invoke(messages).text, SAID)


def errors():
    busy_kind, unknown_kind = error_kinds()
    busy = thrown_by(lambda: chat.invoke(BUSY), busy_kind)
    assert "come back later" in str(busy), str(busy)
    thrown_by(lambda: connect("wrong").invoke(HELLO), unknown_kind)


def image():
    content = [
        {"type": "text", "text": "What is it?"},
        {"type": "image", "base64": PIXEL, "mime_type": "image/png"},
    ]
    answer = chat.invoke([HumanMessage(content=content)]).text
    assert "an image (image/png, 70 bytes)" in answer, answer


run_cases(text, stream, tools, structured, turns, errors, image)
