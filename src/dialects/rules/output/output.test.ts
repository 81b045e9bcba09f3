import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { applying, chatRequest, messagesRequest, translating } from "../fixtures/applying.ts";
import { outputFormat } from "./format.ts";

const tool = { type: "function", function: { name: "f", parameters: { type: "object" } } };
const asked = (text: string) => ({ messages: [{ role: "user", content: text }] });

describe("the output limit", () => {
  it.each([
    ["claude", "codex", "gpt-4o", { ...messagesRequest, max_tokens: 64_000 }, "max_output_tokens", 16_384],
    [
      "claude",
      "openai",
      "gpt-4.1",
      { ...messagesRequest, max_tokens: 64_000 },
      "max_completion_tokens",
      32_768,
    ],
    ["kimi", "claude", "claude-haiku-4-5", { ...chatRequest, max_tokens: 262_144 }, "max_tokens", 64_000],
    ["kimi", "codex", "gpt-6-sol", { ...chatRequest, max_tokens: 262_144 }, "max_output_tokens", 128_000],
  ])("of %s to %s is at most what %s generates", (from, to, model, request, member, expected) => {
    const { body, said } = translating(from, to, model, request);
    expect(body[member]).toBe(expected);
    expect(said).toContain("output.limit disclosed");
  });

  it("is at least 16 at the Responses API", () => {
    const { body, said } = translating("openai", "codex", "gpt-5", { ...chatRequest, max_tokens: 5 });
    expect(body["max_output_tokens"]).toBe(16);
    expect(said).toContain("output.limit disclosed");
    expect(translating("openai", "codex", "gpt-5", { ...chatRequest, max_tokens: 16 }).said).toEqual([]);
  });

  it("that Claude requires is within the model's, if the request has none", () => {
    const { body, said } = translating("openai", "claude", "claude-3-5-haiku-20241022", chatRequest);
    expect(body["max_tokens"]).toBe(8192);
    expect(said).toEqual(["output.assumed mapped"]);
    expect(translating("openai", "claude", "claude-opus-5", chatRequest).body["max_tokens"]).toBe(32_000);
    const thinking = translating("gemini", "claude", "claude-sonnet-4-5", {
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: { thinkingConfig: { thinkingBudget: 40_000 } },
    });
    expect(thinking.body).toMatchObject({ max_tokens: 64_000, thinking: { budget_tokens: 40_000 } });
  });

  it("has the name that the model takes", () => {
    const body = (model: string) => translating("claude", "copilot", model, messagesRequest).body;
    expect(body("gpt-5.4")).toMatchObject({ max_completion_tokens: 4096 });
    expect(body("gpt-4.1")).toMatchObject({ max_tokens: 4096 });
  });
});

describe("stop sequences", () => {
  const emulated = ["stop emulated"];
  const stop = (to: string, model: string, sequences: readonly string[]) =>
    translating("claude", to, model, { ...messagesRequest, stop_sequences: sequences }).said;
  const six = ["a", "b", "c", "d", "e", "f"];

  it("beyond the number that the target takes are emulated", () => {
    expect(stop("openai", "gpt-4o", six)).toEqual(emulated);
    expect(stop("openai", "gpt-4o", six.slice(2))).toEqual([]);
    expect(stop("gemini", "gemini-2.5-flash", six)).toEqual(emulated);
    expect(stop("gemini", "gemini-2.5-flash", six.slice(1))).toEqual([]);
    expect(stop("kimi", "kimi-k3", six)).toEqual(emulated);
  });

  it("are emulated for models that take none", () => {
    for (const model of ["gpt-5", "gpt-6-sol", "o3"])
      expect(stop("openai", model, ["END"])).toEqual(emulated);
  });

  it("of white space, or too long, are emulated", () => {
    const toClaude = (sequence: string) =>
      translating("openai", "claude", "claude-opus-5", {
        ...chatRequest,
        max_tokens: 9,
        stop: ["END", sequence],
      }).said;
    expect(toClaude("\n")).toEqual(emulated);
    expect(toClaude("\nUser:")).toEqual([]);
    expect(stop("kimi", "kimi-k3", ["é".repeat(17)])).toEqual(emulated);
    expect(stop("kimi", "kimi-k3", ["é".repeat(16)])).toEqual([]);
  });

  it("are refused if the emulator is not in use", () => {
    const request = { model: "m", ...chatRequest, stop: [" "] };
    const translate = () => translateRequest(findDialect("openai"), findDialect("claude"), request);
    expect(translate).toThrow(
      "more than white space here; the emulator stop_sequences.truncate is not in use",
    );
  });
});

describe("the form of an answer", () => {
  const schema = { type: "json_schema", json_schema: { name: "n", schema: { type: "object" } } };

  it("is emulated if the model takes no schema, or none beside tools", () => {
    const old = translating("openai", "claude", "claude-sonnet-4-20250514", {
      ...chatRequest,
      response_format: schema,
    });
    expect(old.said).toContain("output.format emulated");
    const beside = { ...chatRequest, tools: [tool], response_format: schema };
    expect(translating("openai", "gemini", "gemini-2.5-flash", beside).said).toContain(
      "output.format emulated",
    );
    expect(translating("openai", "gemini", "gemini-3.8-flash", beside).said).toEqual([]);
  });

  it("is emulated beside a function, whatever the vendor's tools are, and not beside those alone", () => {
    const server = { kind: "server", name: "s", dialect: "gemini", value: {} } as const;
    const own = { kind: "function", name: "f", parameters: {} } as const;
    const notes = (...tools: Conversation["tools"]) =>
      applying(outputFormat, { tools, output: { kind: "json" } }, { format: { withTools: false } }).notes;
    expect(notes(server, own)).toMatchObject([{ emulator: "json_mode.instruct", feature: "output.json" }]);
    expect(notes(server)).toEqual([]);
    expect(notes()).toEqual([]);
  });

  it("is JSON only if a message says so", () => {
    const json = {
      contents: [{ role: "user", parts: [{ text: "List three." }] }],
      generationConfig: { responseMimeType: "application/json" },
    };
    const { body, said } = translating("gemini", "codex", "gpt-5", json);
    expect(JSON.stringify(body["input"])).toContain("Answer in JSON.");
    expect(said).toEqual(["output.json_word mapped"]);
    const named = { ...json, contents: [{ role: "user", parts: [{ text: "List three as JSON." }] }] };
    expect(translating("gemini", "codex", "gpt-5", named).said).toEqual([]);
    const system = { ...json, systemInstruction: { parts: [{ text: "Use JSON." }] } };
    expect(translating("gemini", "openai", "gpt-5", system).said).toEqual([]);
    expect(translating("gemini", "codex", "gpt-5", system).said).toEqual(["output.json_word mapped"]);
  });

  it("has the verbosity that the model knows", () => {
    const ask = (model: string) =>
      translating("openai", "codex", model, { ...asked("hi"), verbosity: "low" }).body["text"];
    expect(ask("gpt-4.1")).toBeUndefined();
    expect(ask("gpt-5")).toEqual({ verbosity: "low" });
  });
});
