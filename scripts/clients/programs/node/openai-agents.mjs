// OpenAI's Agents SDK, on Responses or on Chat Completions.
import assert from "node:assert/strict";
import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import OpenAI from "openai";
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
} from "./cases.mjs";
import { openaiSettings, weatherTeller } from "./connections.mjs";

const { model } = place;
function open(token) {
  const openAIClient = new OpenAI(openaiSettings(token));
  const modelProvider = new OpenAIProvider({ openAIClient, useResponses: place.api === "responses" });
  return new Runner({ modelProvider, tracingDisabled: true });
}
const runner = open();
const plain = new Agent({ name: "plain", instructions: "Be brief.", model });

function weatherAgent(cities) {
  const getWeather = tool({
    name: "get_weather",
    description: "Tells the weather of a city.",
    parameters: z.object({ city: z.string() }),
    execute: weatherTeller(cities),
  });
  return new Agent({ name: "weather", model, tools: [getWeather] });
}

await runCases({
  text: async () => {
    const result = await runner.run(plain, HELLO);
    assert.equal(result.finalOutput, SAID);
  },
  stream: async () => {
    const result = await runner.run(plain, HELLO, { stream: true });
    checkStream(await collect(result.toTextStream()));
    await result.completed;
  },
  tools: async () => {
    const cities = [];
    const result = await runner.run(weatherAgent(cities), `${CALL}\nsim: call get_weather Oslo`);
    assert.deepEqual(cities, ["Rome", "Oslo"]);
    assert.match(result.finalOutput, RETURNED);
  },
  stream_tools: async () => {
    const cities = [];
    const result = await runner.run(weatherAgent(cities), CALL, { stream: true });
    const text = (await collect(result.toTextStream())).join("");
    await result.completed;
    assert.deepEqual(cities, ["Rome"]);
    assert.match(text, RETURNED);
  },
  structured: async () => {
    const outputType = z.object({ name: z.string(), age: z.int() });
    const agent = new Agent({ name: "person", model, outputType });
    checkPerson((await runner.run(agent, "Who is it?")).finalOutput);
  },
  turns: async () => {
    const first = await runner.run(plain, "First");
    const second = await runner.run(plain, [...first.history, { role: "user", content: HELLO }]);
    assert.equal(second.finalOutput, SAID);
  },
  errors: async () => {
    const busy = await thrownBy(() => runner.run(plain, BUSY));
    assert.ok(busy instanceof OpenAI.RateLimitError, `${busy.name} was thrown: ${busy.message}`);
    const unknown = await thrownBy(() => open("wrong").run(plain, HELLO));
    assert.ok(unknown instanceof OpenAI.AuthenticationError, `${unknown.name} was thrown`);
  },
  image: async () => {
    const content = [
      { type: "input_text", text: "What is it?" },
      { type: "input_image", image: `data:image/png;base64,${PIXEL}` },
    ];
    const result = await runner.run(plain, [{ role: "user", content }]);
    assert.match(result.finalOutput, /an image \(image\/png, 70 bytes\)/);
  },
});
