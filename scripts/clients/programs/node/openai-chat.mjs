// The openai package on Chat Completions.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { zodFunction, zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";
import {
  BUSY,
  CALL,
  checkPerson,
  checkStream,
  HELLO,
  PIXEL,
  place,
  RETURNED,
  runCases,
  SAID,
  thrownBy,
} from "./cases.mjs";
import { openaiSettings, weatherTeller } from "./connections.mjs";

const open = (token) => new OpenAI(openaiSettings(token));
const client = open();
const { model } = place;
const user = (content) => ({ role: "user", content });

await runCases({
  text: async () => {
    const answer = await client.chat.completions.create({ model, messages: [user(HELLO)] });
    assert.equal(answer.choices[0].message.content, SAID);
    assert.equal(answer.choices[0].finish_reason, "stop");
    assert.ok(answer.usage.total_tokens > 0);
  },
  stream: async () => {
    const running = client.chat.completions.stream({
      model,
      messages: [user(HELLO)],
      stream_options: { include_usage: true },
    });
    const pieces = [];
    running.on("content", (piece) => pieces.push(piece));
    const whole = await running.finalChatCompletion();
    checkStream(pieces);
    assert.ok(whole.usage.total_tokens > 0);
  },
  tools: async () => {
    const cities = [];
    const runner = client.chat.completions.runTools({
      model,
      messages: [user(CALL)],
      tools: [
        zodFunction({
          name: "get_weather",
          parameters: z.object({ city: z.string() }),
          function: weatherTeller(cities),
        }),
      ],
    });
    assert.match(await runner.finalContent(), RETURNED);
    assert.deepEqual(cities, ["Rome"]);
  },
  structured: async () => {
    const answer = await client.chat.completions.parse({
      model,
      messages: [user("Who is it?")],
      response_format: zodResponseFormat(z.object({ name: z.string(), age: z.int() }), "person"),
    });
    checkPerson(answer.choices[0].message.parsed);
  },
  turns: async () => {
    const messages = [
      { role: "developer", content: "Be brief." },
      user("First"),
      { role: "assistant", content: "Noted." },
      user(HELLO),
    ];
    const answer = await client.chat.completions.create({ model, messages });
    assert.equal(answer.choices[0].message.content, SAID);
  },
  errors: async () => {
    const ask = (client, text) => client.chat.completions.create({ model, messages: [user(text)] });
    const busy = await thrownBy(() => ask(client, BUSY));
    assert.ok(busy instanceof OpenAI.RateLimitError, `${busy.name} was thrown`);
    assert.match(busy.message, /come back later/);
    const unknown = await thrownBy(() => ask(open("wrong"), HELLO));
    assert.ok(unknown instanceof OpenAI.AuthenticationError, `${unknown.name} was thrown`);
  },
  image: async () => {
    const url = `data:image/png;base64,${PIXEL}`;
    const parts = [
      { type: "text", text: "What is it?" },
      { type: "image_url", image_url: { url } },
    ];
    const answer = await client.chat.completions.create({ model, messages: [user(parts)] });
    assert.match(answer.choices[0].message.content, /an image \(image\/png, 70 bytes\)/);
  },
});
