// Vercel's AI SDK with the provider of a vendor.
import assert from "node:assert/strict";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateText, Output, stepCountIs, streamText, tool } from "ai";
import { z } from "zod";
import {
  BUSY,
  CALL,
  checkPerson,
  checkReasoning,
  checkStream,
  collect,
  HELLO,
  PIXEL,
  place,
  RETURNED,
  runCases,
  SAID,
  thrownBy,
  WHY,
} from "./cases.mjs";
import { weatherTeller } from "./connections.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;
const { api, baseUrl } = place;
const providers = {
  openai: (apiKey) => createOpenAI({ apiKey, baseURL: `${baseUrl}/v1` }).chat(place.model),
  responses: (apiKey) => createOpenAI({ apiKey, baseURL: `${baseUrl}/v1` }).responses(place.model),
  anthropic: (apiKey) => createAnthropic({ apiKey, baseURL: `${baseUrl}/v1` })(place.model),
  google: (apiKey) => createGoogle({ apiKey, baseURL: `${baseUrl}/v1beta` })(place.model),
};
const reasoningOptions = {
  openai: { openai: { reasoningEffort: "medium" } },
  responses: { openai: { reasoningEffort: "medium", reasoningSummary: "auto" } },
  anthropic: { anthropic: { thinking: { type: "adaptive", display: "summarized" }, effort: "high" } },
  google: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: "medium" } } },
};
const open = (token = place.token) => ({ model: providers[api](token), maxRetries: 0 });
const basics = open();

function weatherTool(cities) {
  return tool({
    description: "Tells the weather of a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: weatherTeller(cities),
  });
}

await runCases({
  text: async () => {
    const answer = await generateText({ ...basics, prompt: HELLO });
    assert.equal(answer.text, SAID);
    assert.equal(answer.finishReason, "stop");
    assert.ok(answer.usage.totalTokens > 0);
  },
  stream: async () => {
    const answer = streamText({ ...basics, prompt: HELLO });
    checkStream(await collect(answer.textStream));
    assert.ok((await answer.usage).totalTokens > 0);
  },
  tools: async () => {
    const cities = [];
    const answer = await generateText({
      ...basics,
      prompt: `${CALL}\nsim: call get_weather Oslo`,
      tools: { get_weather: weatherTool(cities) },
      stopWhen: stepCountIs(5),
    });
    assert.deepEqual(cities, ["Rome", "Oslo"]);
    assert.match(answer.text, RETURNED);
  },
  stream_tools: async () => {
    const cities = [];
    const answer = streamText({
      ...basics,
      prompt: CALL,
      tools: { get_weather: weatherTool(cities) },
      stopWhen: stepCountIs(5),
    });
    assert.match((await collect(answer.textStream)).join(""), RETURNED);
    assert.deepEqual(cities, ["Rome"]);
  },
  structured: async () => {
    const output = Output.object({ schema: z.object({ name: z.string(), age: z.int() }) });
    checkPerson((await generateText({ ...basics, prompt: "Who is it?", output })).output);
  },
  turns: async () => {
    const messages = [
      { role: "user", content: "First" },
      { role: "assistant", content: "Noted." },
      { role: "user", content: HELLO },
    ];
    const answer = await generateText({ ...basics, instructions: "Be brief.", messages });
    assert.equal(answer.text, SAID);
  },
  errors: async () => {
    const busy = await thrownBy(() => generateText({ ...basics, prompt: BUSY }));
    assert.ok(APICallError.isInstance(busy), `${busy.name} was thrown`);
    assert.equal(busy.statusCode, 429);
    assert.ok(busy.isRetryable);
    assert.match(busy.message, /come back later/);
    const unknown = await thrownBy(() => generateText({ ...open("wrong"), prompt: HELLO }));
    assert.equal(unknown.statusCode, 401);
  },
  image: async () => {
    const content = [
      { type: "text", text: "What is it?" },
      { type: "file", mediaType: "image/png", data: Buffer.from(PIXEL, "base64") },
    ];
    const answer = await generateText({ ...basics, messages: [{ role: "user", content }] });
    assert.match(answer.text, /an image \(image\/png, 70 bytes\)/);
  },
  reasoning: async () => {
    const providerOptions = reasoningOptions[api];
    const answer = await generateText({ ...basics, prompt: WHY, providerOptions });
    // Vercel's provider for Chat Completions reads no reasoning.
    if (api !== "openai") checkReasoning(answer.reasoningText ?? "");
    assert.match(answer.text, /You said/);
  },
  reasoning_tools: async () => {
    const cities = [];
    const answer = await generateText({
      ...basics,
      prompt: CALL,
      tools: { get_weather: weatherTool(cities) },
      stopWhen: stepCountIs(5),
      providerOptions: reasoningOptions[api],
    });
    assert.deepEqual(cities, ["Rome"]);
    assert.match(answer.text, RETURNED);
  },
});
