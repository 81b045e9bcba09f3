import { describe, expect, it } from "vitest";
import { profile as copilot } from "../copilot/profile.ts";
import { profile as kimi } from "../kimi/profile.ts";
import { profile as openai } from "../openai/profile.ts";
import { detect } from "./detection.ts";

const path = "/v1/chat/completions";
const user = { role: "user", content: "x" };

function score(body: object, hint = {}, profile = openai): number {
  return Number(detect({ ...body }, hint, profile).toFixed(3));
}

describe("a Chat Completions request", () => {
  it.each<[string, object, object, number]>([
    ["without messages", {}, { path }, 0],
    ["of the Messages API, by path", { messages: [user] }, { path: "/v1/messages" }, 0],
    ["of the Messages API, by header", { messages: [user] }, { headers: { "anthropic-version": "1" } }, 0],
    ["with messages alone", { messages: [user] }, {}, 0.54],
    ["at its own path", { messages: [user] }, { path }, 0.84],
    ["at its own path with a slash", { messages: [user] }, { path: `${path}/` }, 0.84],
    ["with a system prompt beside the messages", { messages: [user], system: "s" }, {}, 0],
    ["with a system prompt of blocks", { messages: [user], system: [], n: 1 }, {}, 0.48],
    ["with a tool of its own", { messages: [user], tools: [{ function: {} }] }, {}, 0.72],
    ["with a freeform tool", { messages: [user], tools: [{ custom: {} }] }, {}, 0.72],
    ["with another vendor's tool", { messages: [user], tools: [{ name: "f" }] }, {}, 0.36],
    ["with a turn of calls", { messages: [{ tool_calls: [] }] }, {}, 0.72],
    ["with something that is no message", { messages: [3, user] }, {}, 0.54],
    ["with a part of its own", { messages: [{ content: [{ type: "image_url" }] }] }, {}, 0.72],
    ["with a foreign block", { messages: [{ content: [{ type: "tool_result" }] }] }, { path }, 0.54],
    ["with something that is no part", { messages: [{ content: [3] }] }, {}, 0.54],
    ["with everything", { messages: [{ role: "system" }, { role: "tool" }], n: 1 }, { path }, 0.9],
  ])("%s", (_, body, hint, expected) => expect(score(body, hint)).toBe(expected));

  it.each([
    "max_completion_tokens",
    "stream_options",
    "response_format",
    "frequency_penalty",
    "presence_penalty",
    "logit_bias",
    "logprobs",
    "n",
    "parallel_tool_calls",
    "reasoning_effort",
    "functions",
  ])("is likelier with the member %s", (member) => {
    expect(score({ messages: [user], [member]: 1 })).toBe(0.72);
  });

  it.each(["system", "developer", "tool", "function"])("is likelier with the role %s", (role) => {
    expect(score({ messages: [{ role }] })).toBe(0.72);
  });

  it.each(["image_url", "input_audio", "file", "refusal", "video_url"])(
    "is likelier with a part %s",
    (type) => {
      expect(score({ messages: [{ content: [{ type }] }] })).toBe(0.72);
    },
  );

  it.each(["tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document"])(
    "is less likely with a block %s",
    (type) => expect(score({ messages: [{ content: [{ type }] }] }, { path })).toBe(0.54),
  );

  it("is OpenAI's by header", () => {
    const body = { messages: [user] };
    expect(score(body, { headers: { "OpenAI-Organization": "o" } })).toBe(0.84);
    expect(score(body, { headers: { "openai-project": "p" } })).toBe(0.84);
    expect(score(body, { headers: { "openai-project": undefined } })).toBe(0.54);
  });

  it("is nobody's by the name of a model", () => {
    for (const profile of [openai, kimi, copilot])
      for (const model of ["gpt-5", "o3", "chatgpt-4o", "kimi-k3", "moonshot-v1-8k", "copilot-x"])
        expect(score({ messages: [user], model }, {}, profile)).toBe(
          score({ messages: [user] }, {}, profile),
        );
  });

  it("is Moonshot's by header or member", () => {
    const body = { messages: [user] };
    const of = (more: object, hint = {}) => score({ ...body, ...more }, hint, kimi);
    expect(of({})).toBe(0.49);
    for (const headers of [
      { "x-msh-device": "d" },
      { "user-agent": "KimiCLI" },
      { host: "api.moonshot.ai" },
      { host: "api.kimi.com" },
    ])
      expect(of({}, { headers })).toBe(0.79);
    for (const host of ["kimi.example", "notmoonshot.ai", "localhost"])
      expect(of({}, { headers: { host } })).toBe(0.49);
    expect(of({ thinking: { keep: "all" } })).toBe(0.64);
    for (const type of ["enabled", "disabled"]) expect(of({ thinking: { type } })).toBe(0.64);
    expect(of({ thinking: { budget_tokens: 5 } })).toBe(0.49);
    expect(of({ messages: [3, { ...user, partial: true }] })).toBe(0.64);
    expect(of({ messages: [{ ...user, partial: false }] })).toBe(0.49);
    expect(of({ tools: [3, { type: "builtin_function", function: {} }] })).toBe(0.82);
    expect(of({ tools: [{ type: "function", function: {} }] })).toBe(0.67);
  });

  it("is Copilot's by header, path or the members of a message", () => {
    const body = { messages: [user] };
    const of = (more: object, hint = {}) => score({ ...body, ...more }, hint, copilot);
    expect(of({})).toBe(0.44);
    for (const headers of [
      { "copilot-integration-id": "i" },
      { "editor-version": "v" },
      { "x-interaction-type": "t" },
      { host: "api.githubcopilot.com" },
    ])
      expect(of({}, { headers })).toBe(0.74);
    expect(of({}, { path: "/chat/completions" })).toBe(0.89);
    expect(of({}, { path: "/v1/chat/completions" })).toBe(0.74);
    expect(of({ messages: [3, { ...user, reasoning_opaque: "z" }] })).toBe(0.59);
    expect(of({ messages: [{ ...user, copilot_references: [] }] })).toBe(0.59);
  });
});
