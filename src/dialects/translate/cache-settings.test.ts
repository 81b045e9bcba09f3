import { describe, expect, it } from "vitest";
import type { Members } from "../members/members.ts";
import { findDialect } from "../registry/lookup.ts";
import { translateRequest } from "./request.ts";

const mark = { type: "ephemeral" };
const hour = { type: "ephemeral", ttl: "1h" };
const schema = { type: "object", properties: {} };
const calls = [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }];

// As clients of OpenRouter and LiteLLM mark a prompt: on parts, on messages, on tools and on the request.
const marked = {
  model: "m",
  max_tokens: 50,
  cache_control: mark,
  messages: [
    { role: "system", content: [{ type: "text", text: "rules", cache_control: hour }] },
    { role: "user", content: "first", cache_control: mark },
    { role: "assistant", content: "calling", tool_calls: calls, cache_control: mark },
    { role: "tool", tool_call_id: "c1", content: "done", cache_control: hour },
    { role: "user", content: [{ type: "text", text: "next", cache_control: mark }] },
  ],
  tools: [
    { type: "function", function: { name: "f", parameters: schema }, cache_control: mark },
    { type: "function", function: { name: "g", parameters: schema, cache_control: hour } },
  ],
};

function translate(from: string, to: string, body: object) {
  const { request, report } = translateRequest(findDialect(from), findDialect(to), body);
  const lost = report.entries.filter(({ disposition }) => disposition !== "mapped").map(({ path }) => path);
  return { body: request.body, lost };
}

describe("cache_control of a Chat client", () => {
  it("reaches Claude from wherever it stands, with its lifetime, and nothing is lost", () => {
    const { body, lost } = translate("openai", "claude", marked);
    expect(lost).toEqual([]);
    expect(body).toMatchObject({
      cache_control: mark,
      system: [{ type: "text", text: "rules", cache_control: hour }],
      tools: [
        { name: "f", cache_control: mark },
        { name: "g", cache_control: hour },
      ],
      messages: [
        { role: "user", content: [{ type: "text", text: "first", cache_control: mark }] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "calling" },
            { type: "tool_use", id: "c1", cache_control: mark },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", cache_control: hour },
            { type: "text", text: "next", cache_control: mark },
          ],
        },
      ],
    });
    expect(JSON.stringify(body["messages"]).split("cache_control")).toHaveLength(5);
  });

  it("is named at its own place if an API has no marks", () => {
    for (const to of ["gemini", "kimi", "copilot"])
      expect(translate("openai", to, marked).lost).toEqual(
        expect.arrayContaining([
          "$.tools[0].cache_control",
          "$.tools[1].function.cache_control",
          "$.messages[0].content[0].cache_control",
          "$.messages[1].cache_control",
          "$.messages[2].cache_control",
          "$.messages[3].cache_control",
          "$.messages[4].content[0].cache_control",
          "$.cache_control",
        ]),
      );
  });

  it("comes back as it stood in its own dialect", () => {
    const { body, lost } = translate("openai", "openai", marked);
    expect(body).toEqual(marked);
    expect(lost).toEqual([]);
  });

  it("is a breakpoint for Responses, as the marks of Claude are", () => {
    const said = { model: "gpt-6-sol", messages: [{ role: "user", content: "hi", cache_control: mark }] };
    const [item] = translate("openai", "codex", said).body["input"] as Members[];
    expect(item!["content"]).toEqual([
      { type: "input_text", text: "hi", prompt_cache_breakpoint: { mode: "explicit" } },
    ]);
  });

  it("stays an unknown member if it marks nothing that can be cached", () => {
    const empty = { model: "m", messages: [{ role: "user", content: "", cache_control: mark }] };
    expect(translate("openai", "claude", empty).lost).toContain("$.messages[0].cache_control");
    const odd = { model: "m", messages: [{ role: "user", content: "x", cache_control: "on" }] };
    expect(translate("openai", "claude", odd).lost).toEqual(["$.messages[0].cache_control"]);
  });
});

describe("the cache settings of a request", () => {
  const options = { mode: "explicit", ttl: "30m" };

  it("reach Responses from Chat, and Chat from Responses", () => {
    const chat = {
      model: "gpt-6-sol",
      prompt_cache_options: options,
      messages: [{ role: "user", content: "x" }],
    };
    const responses = { model: "gpt-6-sol", prompt_cache_options: options, input: "x" };
    for (const [from, to, body] of [
      ["openai", "codex", chat],
      ["codex", "openai", responses],
    ] as const) {
      const translated = translate(from, to, body);
      expect(translated.body["prompt_cache_options"]).toEqual(options);
      expect(translated.lost).toEqual([]);
      expect(translate(from, from, body).body).toEqual(body);
    }
  });

  it("lose a lifetime that the other API does not take, and say so", () => {
    const responses = {
      model: "gpt-6-sol",
      prompt_cache_options: { mode: "implicit", ttl: "12h" },
      input: "x",
    };
    const { body, lost } = translate("codex", "openai", responses);
    expect(body["prompt_cache_options"]).toEqual({ mode: "implicit" });
    expect(lost).toEqual(["$.prompt_cache_options"]);
  });

  it("are left out for a model that takes none, and everywhere else, and named", () => {
    const responses = { model: "gpt-5", prompt_cache_options: options, input: "x" };
    expect(translate("codex", "openai", responses)).toMatchObject({ lost: ["$.prompt_cache_options"] });
    expect(translate("codex", "openai", responses).body).not.toHaveProperty("prompt_cache_options");
    for (const to of ["claude", "gemini", "kimi", "copilot"])
      expect(translate("codex", to, responses).lost).toEqual(["$.prompt_cache_options"]);
  });

  it("let Claude mark the prompt by itself only when Claude's own member says so", () => {
    const body = {
      model: "m",
      max_tokens: 50,
      cache_control: hour,
      messages: [{ role: "user", content: "x" }],
    };
    expect(translate("claude", "claude", body).body).toEqual(body);
    for (const to of ["openai", "codex", "gemini", "kimi", "copilot"])
      expect(translate("claude", to, body).lost).toEqual(["$.cache_control"]);
  });
});
