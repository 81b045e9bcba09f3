// The openai package on Responses.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { zodResponsesFunction, zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";
import {
  BUSY,
  CALL,
  checkPerson,
  checkReasoning,
  checkStream,
  HELLO,
  PIXEL,
  place,
  RETURNED,
  runCases,
  SAID,
  thrownBy,
  WEATHER,
  WHY,
} from "./cases.mjs";
import { openaiSettings } from "./connections.mjs";

const open = (token) => new OpenAI(openaiSettings(token));
const client = open();
const { model } = place;

await runCases({
  text: async () => {
    const answer = await client.responses.create({ model, input: HELLO, store: false });
    assert.equal(answer.output_text, SAID);
    assert.equal(answer.status, "completed");
    assert.ok(answer.usage.total_tokens > 0);
  },
  stream: async () => {
    const running = client.responses.stream({ model, input: HELLO, store: false });
    const pieces = [];
    running.on("response.output_text.delta", ({ delta }) => pieces.push(delta));
    const whole = await running.finalResponse();
    checkStream(pieces);
    assert.equal(whole.output_text, SAID);
  },
  tools: async () => {
    const tools = [zodResponsesFunction({ name: "get_weather", parameters: z.object({ city: z.string() }) })];
    const input = [{ role: "user", content: CALL }];
    const asked = await client.responses.parse({ model, input, tools, store: false });
    const calls = asked.output.filter(({ type }) => type === "function_call");
    assert.deepEqual(
      calls.map(({ name, parsed_arguments }) => [name, parsed_arguments]),
      [["get_weather", { city: "Rome" }]],
    );
    const next = [...input, ...asked.output];
    for (const { call_id } of calls) next.push({ type: "function_call_output", call_id, output: WEATHER });
    const answer = await client.responses.create({ model, input: next, tools, store: false });
    assert.match(answer.output_text, RETURNED);
  },
  structured: async () => {
    const format = zodTextFormat(z.object({ name: z.string(), age: z.int() }), "person");
    const answer = await client.responses.parse({
      model,
      input: "Who is it?",
      text: { format },
      store: false,
    });
    checkPerson(answer.output_parsed);
  },
  turns: async () => {
    const first = await client.responses.create({ model, instructions: "Be brief.", input: "First" });
    const second = await client.responses.create({ model, input: HELLO, previous_response_id: first.id });
    assert.equal(second.output_text, SAID);
    const kept = await client.responses.retrieve(second.id);
    assert.equal(kept.output_text, SAID);
    assert.equal(kept.previous_response_id, first.id);
  },
  errors: async () => {
    const ask = (client, input) => client.responses.create({ model, input, store: false });
    const busy = await thrownBy(() => ask(client, BUSY));
    assert.ok(busy instanceof OpenAI.RateLimitError, `${busy.name} was thrown`);
    assert.match(busy.message, /come back later/);
    const unknown = await thrownBy(() => ask(open("wrong"), HELLO));
    assert.ok(unknown instanceof OpenAI.AuthenticationError, `${unknown.name} was thrown`);
  },
  image: async () => {
    const content = [
      { type: "input_text", text: "What is it?" },
      { type: "input_image", image_url: `data:image/png;base64,${PIXEL}`, detail: "auto" },
    ];
    const answer = await client.responses.create({ model, input: [{ role: "user", content }], store: false });
    assert.match(answer.output_text, /an image \(image\/png, 70 bytes\)/);
  },
  reasoning: async () => {
    const reasoning = { effort: "medium", summary: "auto" };
    const answer = await client.responses.create({ model, input: WHY, reasoning, store: false });
    const summaries = answer.output.flatMap((item) => (item.type === "reasoning" ? item.summary : []));
    checkReasoning(summaries.map(({ text }) => text).join(""));
  },
});
