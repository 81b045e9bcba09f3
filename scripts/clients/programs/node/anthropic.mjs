// Anthropic's package on Messages, with its tool runner.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
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
  weatherSchema,
} from "./cases.mjs";
import { anthropicSettings, weatherTeller } from "./connections.mjs";

const open = (token) => new Anthropic(anthropicSettings(token));
const client = open();
const basics = { model: place.model, max_tokens: 2048 };
const user = (content) => ({ role: "user", content });
const textOf = ({ content }) => content.map((block) => (block.type === "text" ? block.text : "")).join("");

function weatherTool(cities) {
  return betaZodTool({
    name: "get_weather",
    description: "Tells the weather of a city.",
    inputSchema: z.object({ city: z.string() }),
    run: weatherTeller(cities),
  });
}

await runCases({
  text: async () => {
    const answer = await client.messages.create({ ...basics, messages: [user(HELLO)] });
    assert.equal(textOf(answer), SAID);
    assert.equal(answer.stop_reason, "end_turn");
    assert.ok(answer.usage.input_tokens > 0 && answer.usage.output_tokens > 0);
  },
  stream: async () => {
    const pieces = [];
    const running = client.messages.stream({ ...basics, messages: [user(HELLO)] });
    running.on("text", (piece) => pieces.push(piece));
    assert.equal(textOf(await running.finalMessage()), SAID);
    checkStream(pieces);
  },
  tools: async () => {
    const tools = [{ name: "get_weather", input_schema: weatherSchema }];
    const asked = await client.messages.create({ ...basics, tools, messages: [user(CALL)] });
    assert.equal(asked.stop_reason, "tool_use");
    const calls = asked.content.filter(({ type }) => type === "tool_use");
    assert.deepEqual(
      calls.map(({ name, input }) => [name, input]),
      [["get_weather", { city: "Rome" }]],
    );
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: WEATHER }));
    const messages = [user(CALL), { role: "assistant", content: asked.content }, user(results)];
    assert.match(textOf(await client.messages.create({ ...basics, tools, messages })), RETURNED);
  },
  runner: async () => {
    const cities = [];
    const tools = [weatherTool(cities)];
    const final = await client.beta.messages.toolRunner({
      ...basics,
      system: "Be brief.",
      messages: [user(`${CALL}\nsim: call get_weather Oslo`)],
      tools,
    });
    assert.deepEqual(cities, ["Rome", "Oslo"]);
    assert.match(textOf(final), RETURNED);
  },
  runner_stream: async () => {
    const cities = [];
    const runner = client.beta.messages.toolRunner({
      ...basics,
      messages: [user(CALL)],
      tools: [weatherTool(cities)],
      stream: true,
    });
    let last;
    for await (const running of runner) last = await running.finalMessage();
    assert.deepEqual(cities, ["Rome"]);
    assert.match(textOf(last), RETURNED);
  },
  structured: async () => {
    const answer = await client.messages.parse({
      ...basics,
      messages: [user("Who is it?")],
      output_config: { format: zodOutputFormat(z.object({ name: z.string(), age: z.int() })) },
    });
    checkPerson(answer.parsed_output);
  },
  turns: async () => {
    const messages = [user("First"), { role: "assistant", content: "Noted." }, user(HELLO)];
    const answer = await client.messages.create({ ...basics, system: "Be brief.", messages });
    assert.equal(textOf(answer), SAID);
  },
  errors: async () => {
    const ask = (client, text) => client.messages.create({ ...basics, messages: [user(text)] });
    const busy = await thrownBy(() => ask(client, BUSY));
    assert.ok(busy instanceof Anthropic.RateLimitError, `${busy.name} was thrown`);
    assert.match(busy.message, /come back later/);
    assert.equal(busy.type, "rate_limit_error");
    const unknown = await thrownBy(() => ask(open("wrong"), HELLO));
    assert.ok(unknown instanceof Anthropic.AuthenticationError, `${unknown.name} was thrown`);
  },
  image: async () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
    const parts = [{ type: "text", text: "What is it?" }, image];
    const answer = await client.messages.create({ ...basics, messages: [user(parts)] });
    assert.match(textOf(answer), /an image \(image\/png, 70 bytes\)/);
  },
  reasoning: async () => {
    const answer = await client.messages.create({
      ...basics,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "high" },
      messages: [user(WHY)],
    });
    checkReasoning(answer.content.map((block) => (block.type === "thinking" ? block.thinking : "")).join(""));
  },
});
