import { describe, expect, it } from "vitest";
import { describeForms, showUndefined } from "../fixtures/forms.ts";
import { kimi } from "../kimi/index.ts";
import { openai } from "../openai/index.ts";
import { callMarkers, eventMarkers, observeCalls } from "./observation.ts";

const usage = { prompt_tokens: 3, completion_tokens: 2 };

describe("observing Chat Completions", () => {
  it("sees id, model, usage and the end of a whole reply", () => {
    expect(openai.observe({ id: "r", model: "m", choices: [{ finish_reason: "stop" }], usage })).toEqual({
      id: "r",
      model: "m",
      usage: { input: 3, output: 2 },
      usageRaw: usage,
      end: "complete",
    });
  });

  it("sees no end before every choice of a chunk has a finish reason", () => {
    expect(openai.observe({ choices: [{ finish_reason: null }] })).toEqual({});
    expect(openai.observe({ choices: [{ finish_reason: "stop" }, { finish_reason: null }] })).toEqual({});
    expect(openai.observe({ choices: [{ finish_reason: "stop" }, 3] })).toEqual({});
    expect(openai.observe({ choices: [] })).toEqual({});
    expect(openai.observe({})).toEqual({});
  });

  it("sees usage inside a choice, unless the chunk has its own", () => {
    expect(openai.observe({ choices: [{ usage }] })).toMatchObject({ usageRaw: usage });
    const own = { prompt_tokens: 9 };
    expect(openai.observe({ usage: own, choices: [{ usage }] })).toMatchObject({ usageRaw: own });
  });

  it("sees usage inside Groq's own member, unless the chunk has it outside", () => {
    const chunk = { choices: [{ finish_reason: "stop" }], x_groq: { usage } };
    expect(openai.observe(chunk)).toMatchObject({ usageRaw: usage, usage: { input: 3, output: 2 } });
    const own = { prompt_tokens: 9 };
    expect(openai.observe({ ...chunk, usage: own })).toMatchObject({ usageRaw: own });
    expect(openai.observe({ x_groq: { id: "req" } })).toEqual({});
  });

  it("sees a failure in an error member and in an event of that name", () => {
    expect(openai.observe({ error: { message: "x" } })).toEqual({ end: "failed" });
    expect(openai.observe({ error: "x", choices: [{ finish_reason: "stop" }] })).toEqual({ end: "failed" });
    expect(openai.observe({}, "error")).toEqual({ end: "failed" });
    expect(openai.observe({ error: null })).toEqual({});
  });

  it("has markers for every chunk with something to see, with and without spaces", () => {
    expect(openai.eventMarkers).toEqual([
      '"usage":{',
      '"usage": {',
      '"finish_reason":"',
      '"finish_reason": "',
      '"error"',
      '"$web_search"',
    ]);
  });

  it("counts one search for a reply of a model that always searches", () => {
    const reply = { model: "gpt-4o-mini-search-preview-2025-03-11", usage, choices: [] };
    expect(openai.observe(reply).usage).toMatchObject({ serverTools: { web_search: 1 } });
    expect(openai.observe({ ...reply, model: "gpt-5" }).usage).not.toHaveProperty("serverTools");
    expect(openai.observe({ model: reply.model, choices: [] }).usage).toBeUndefined();
  });

  it("counts one search for a reply that calls Moonshot's own tool, whole or streamed", () => {
    const call = (name: string) => ({ tool_calls: [{ function: { name } }, { function: { name } }] });
    const whole = { choices: [{ message: call("$web_search") }] };
    expect(kimi.observe(whole).usage).toEqual({ serverTools: { web_search: 1 } });
    const chunk = { choices: [{ delta: call("$web_search") }] };
    expect(kimi.observe(chunk).usage).toEqual({ serverTools: { web_search: 1 } });
    expect(kimi.observe({ choices: [{ delta: call("f") }] }).usage).toBeUndefined();
    expect(openai.observe(whole).usage).toBeUndefined();
  });
});

/** The parts of calls that each body shows, one line each. */
const listObserved = (bodies: Readonly<Record<string, object>>) =>
  Object.entries(bodies)
    .map(
      ([name, body]) =>
        `${name}: ${JSON.stringify(observeCalls(body as Record<string, unknown>), showUndefined)}`,
    )
    .join("\n");

describe("the calls of an answer", () => {
  describeForms(
    "are observed in each form",
    listObserved({
      "a whole reply": {
        choices: [
          {
            index: 2,
            message: {
              tool_calls: [
                { id: "a", type: "function", function: { name: "f", arguments: "{}" } },
                { id: "b", type: "custom", custom: { name: "g", input: "x" } },
                { id: "c", function: { name: "h", arguments: { a: 1 } } },
              ],
            },
          },
        ],
      },
      "a first chunk": {
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 1, id: "a", function: { name: "f", arguments: "" } }] },
          },
        ],
      },
      "a further chunk": {
        choices: [{ delta: { tool_calls: [{ index: 1, function: { arguments: "{" } }] } }],
      },
      "calls without an index": {
        choices: [
          {
            delta: {
              tool_calls: [
                { id: "a", function: { name: "f" } },
                { id: "", function: { name: "g" } },
              ],
            },
          },
        ],
      },
      "calls without an id": {
        choices: [{ delta: { tool_calls: [{ function: { name: "f" } }, { id: 5 }] } }],
      },
      "a call of the older form": {
        choices: [
          { message: { function_call: { name: "f", arguments: "{}" } } },
          { message: { function_call: 5 } },
        ],
      },
      "arguments that are null": {
        choices: [{ message: { tool_calls: [{ function: { name: "f", arguments: null } }] } }],
      },
      "members of other types": {
        choices: [{ message: 5, delta: 6 }, 7, { delta: { tool_calls: [8, { custom: 9 }] } }],
      },
      "no choices": { choices: 5 },
    }),
    `
    a whole reply: [{"key":"2.a","id":"a","name":"f"},{"key":"2.a","text":"{}"},{"key":"2.b","id":"b","name":"g"},{"key":"2.b","text":"x"},{"key":"2.c","id":"c","name":"h"},{"key":"2.c","whole":{"a":1}}]
    a first chunk: [{"key":"0.1","id":"a","name":"f"},{"key":"0.1","text":""}]
    a further chunk: [{"key":"0.1","text":"{"}]
    calls without an index: [{"key":"0.a","id":"a","name":"f"},{"key":"0.1","name":"g"}]
    calls without an id: [{"key":"0.0","name":"f"}]
    a call of the older form: [{"key":"0.function","name":"f"},{"key":"0.function","text":"{}"}]
    arguments that are null: [{"key":"0.0","name":"f"}]
    members of other types: []
    no choices: []
    `,
  );
});

it("has markers for every chunk with a call or a fact", () => {
  expect(callMarkers).toEqual([
    '"tool_calls":[',
    '"tool_calls": [',
    '"function_call":{',
    '"function_call": {',
  ]);
  expect(eventMarkers).toEqual([
    '"usage":{',
    '"usage": {',
    '"finish_reason":"',
    '"finish_reason": "',
    '"error"',
    '"$web_search"',
  ]);
});
