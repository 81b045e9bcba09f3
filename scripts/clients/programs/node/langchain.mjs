// LangChain with the chat model of a vendor.
import assert from "node:assert/strict";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";
import {
  BUSY,
  CALL,
  checkPerson,
  checkStream,
  collect,
  HELLO,
  PIXEL,
  place,
  RETURNED,
  runCases,
  SAID,
  thrownBy,
  WEATHER,
} from "./cases.mjs";

const { api, baseUrl, model } = place;
const models = {
  openai: (apiKey) =>
    new ChatOpenAI({ model, apiKey, maxRetries: 0, configuration: { baseURL: `${baseUrl}/v1` } }),
  responses: (apiKey) =>
    new ChatOpenAI({
      model,
      apiKey,
      maxRetries: 0,
      useResponsesApi: true,
      configuration: { baseURL: `${baseUrl}/v1` },
    }),
  anthropic: (apiKey) => new ChatAnthropic({ model, apiKey, maxRetries: 0, anthropicApiUrl: baseUrl }),
  google: (apiKey) => new ChatGoogleGenerativeAI({ model, apiKey, maxRetries: 0, baseUrl }),
};
const open = (token = place.token) => models[api](token);
const chat = open();

const getWeather = tool(async () => WEATHER, {
  name: "get_weather",
  description: "Tells the weather of a city.",
  schema: z.object({ city: z.string() }),
});

await runCases({
  text: async () => {
    const answer = await chat.invoke(HELLO);
    assert.equal(answer.text, SAID);
    assert.ok(answer.usage_metadata.total_tokens > 0);
  },
  stream: async () => {
    const chunks = await collect(await chat.stream(HELLO));
    checkStream(chunks.map(({ text }) => text));
  },
  tools: async () => {
    const bound = chat.bindTools([getWeather]);
    const messages = [new HumanMessage(CALL)];
    const asked = await bound.invoke(messages);
    assert.deepEqual(
      asked.tool_calls.map(({ name, args }) => [name, args]),
      [["get_weather", { city: "Rome" }]],
    );
    messages.push(asked);
    for (const call of asked.tool_calls) messages.push(await getWeather.invoke(call));
    assert.ok(messages.at(-1) instanceof ToolMessage);
    assert.match((await bound.invoke(messages)).text, RETURNED);
  },
  structured: async () => {
    const asking = chat.withStructuredOutput(z.object({ name: z.string(), age: z.int() }), {
      name: "person",
    });
    checkPerson(await asking.invoke("Who is it?"));
  },
  turns: async () => {
    const messages = [
      new SystemMessage("Be brief."),
      new HumanMessage("First"),
      new AIMessage("Noted."),
      new HumanMessage(HELLO),
    ];
    assert.equal((await chat.invoke(messages)).text, SAID);
  },
  errors: async () => {
    const busy = await thrownBy(() => chat.invoke(BUSY));
    assert.equal(busy.status, 429, `${busy.name}: ${busy.message}`);
    assert.match(busy.message, /come back later/);
    const unknown = await thrownBy(() => open("wrong").invoke(HELLO));
    assert.equal(unknown.status, 401, `${unknown.name}: ${unknown.message}`);
  },
  image: async () => {
    const content = [
      { type: "text", text: "What is it?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
    ];
    const answer = await chat.invoke([new HumanMessage({ content })]);
    assert.match(answer.text, /an image \(image\/png, 70 bytes\)/);
  },
});
