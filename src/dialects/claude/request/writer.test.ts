import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { conversation, f, say, write } from "../fixtures/foreign.ts";
import { claude } from "../index.ts";

const read = (body: object) => claude.readRequest(body, { origins: new Origins() });
const base = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hi" }] };

describe("a writer of requests", () => {
  it("G6, G7: puts the prefix first, in one order, whatever the order of the conversation", () => {
    const parts = { tools: [f], system: [{ type: "text" as const, text: "s" }], stop: ["x"], user: "u" };
    const { body } = write(parts);
    expect(Object.keys(body).slice(0, 4)).toEqual(["model", "system", "tools", "messages"]);
    const turned = Object.fromEntries(Object.entries(conversation(parts)).toReversed());
    expect(JSON.stringify(write(turned).body)).toBe(JSON.stringify(body));
  });

  it("G8: leaves cache breakpoints where they are, on tools, system, blocks and results", () => {
    const cache_control = { type: "ephemeral", ttl: "5m" };
    const body = {
      ...base,
      system: [{ type: "text", text: "s", cache_control }],
      tools: [{ name: "f", input_schema: { type: "object" }, cache_control }],
      messages: [{ role: "user", content: [{ type: "text", text: "t", cache_control }] }],
    };
    expect(write(read(body)).body).toEqual(body);
  });

  it("F8: adds nothing to what was asked", () => {
    const { body, notes } = write({}, ["maxOutputTokens"]);
    expect(body).toEqual({ model: "claude-opus-5", messages: [{ role: "user", content: "hello" }] });
    expect(notes).toEqual([]);
  });

  it("F4: writes the effort as it is, and never replaces a word in silence", () => {
    expect(write({ reasoning: { effort: "xhigh" } }).body["output_config"]).toEqual({ effort: "xhigh" });
    expect(write({ reasoning: { effort: "minimal" } })).toMatchObject({
      body: { output_config: { effort: "low" } },
      notes: [{ disposition: "disclosed" }],
    });
    expect(write({ reasoning: { effort: "turbo" } }).notes).toMatchObject([{ disposition: "refused" }]);
    expect(write({ reasoning: { effort: "none" } }).body["thinking"]).toEqual({ type: "disabled" });
  });

  it("writes thinking that is on, off or adaptive, and how it is shown", () => {
    const configOf = (reasoning: Conversation["reasoning"]) => write({ reasoning }).body["thinking"];
    expect(configOf({ mode: "off" })).toEqual({ type: "disabled" });
    expect(configOf({ mode: "on" })).toEqual({ type: "adaptive" });
    expect(configOf({ mode: "adaptive", display: "summary" })).toEqual({
      type: "adaptive",
      display: "summarized",
    });
    expect(configOf({ mode: "adaptive", display: "none" })).toEqual({ type: "adaptive", display: "omitted" });
    expect(configOf({ mode: "adaptive", display: "detailed" })).toEqual({
      type: "adaptive",
      display: "summarized",
    });
    expect(configOf({ display: "summary", effort: "low" })).toBeUndefined();
  });

  it("F5, F7: writes a schema as structured output, never as a forced tool", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
    const { body } = write({ output: { kind: "json_schema", name: "n", schema, strict: true } });
    expect(body["output_config"]).toEqual({ format: { type: "json_schema", schema } });
    expect(body["tools"]).toBeUndefined();
  });

  it("F1: writes stop sequences and sampling", () => {
    expect(write({ stop: ["END", "\nUser:"] })).toMatchObject({
      body: { stop_sequences: ["END", "\nUser:"] },
      notes: [],
    });
    expect(write({ sampling: { temperature: 1, topP: 0.5, topK: 3 } }).body).toMatchObject({
      temperature: 1,
      top_p: 0.5,
      top_k: 3,
    });
  });

  it("leaves out citations that it could not check, and says so", () => {
    const citations = [{ kind: "url_citation", url: "https://a.example" }];
    const { body, notes } = write({
      messages: [{ role: "assistant", content: [{ type: "text", text: "a", citations }] }],
    });
    expect(body["messages"]).toEqual([{ role: "assistant", content: "a" }]);
    expect(notes).toMatchObject([{ feature: "citation", disposition: "disclosed" }]);
  });

  it("maps the tiers that mean the same and discloses the others", () => {
    expect(write({ serviceTier: "default" }).body["service_tier"]).toBe("standard_only");
    expect(write({ serviceTier: "flex" })).toMatchObject({ notes: [{ disposition: "disclosed" }] });
  });

  it("ignores the members and units of other dialects", () => {
    const { body } = write({
      vendor: { openai: { logit: 1 } },
      tools: [{ kind: "server", name: "s", dialect: "codex", value: { type: "web_search" } }],
      messages: [
        { ...say("user", "x"), vendor: { openai: { a: 1 } } },
        { role: "assistant", content: [{ type: "opaque", dialect: "codex", kind: "k", value: {} }] },
      ],
    });
    expect(body).toEqual({
      model: "claude-opus-5",
      messages: [{ role: "user", content: "x" }],
      max_tokens: 4096,
    });
  });
});
