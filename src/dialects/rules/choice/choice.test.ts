import { describe, expect, it } from "vitest";
import { chatRequest, messagesRequest, translating } from "../fixtures/applying.ts";

const named = (name: string) => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: {} } },
});
const chat = { ...chatRequest, max_tokens: 4096, tools: [named("f"), named("g")] };
const required = { ...chat, tool_choice: "required" };
const byName = { ...chat, tool_choice: { type: "function", function: { name: "g" } } };

describe("a forced call", () => {
  it("is emulated by Claude models that cannot be forced", () => {
    for (const model of ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-1", "claude-mythos-5-2"])
      for (const request of [required, byName])
        expect(translating("openai", "claude", model, request).said).toEqual(["choice.forced emulated"]);
  });

  it("switches thinking off if the model can be forced only without", () => {
    for (const model of ["claude-opus-5", "claude-sonnet-5", "claude-haiku-5-5"]) {
      const { body, said } = translating("openai", "claude", model, required);
      expect(body).toMatchObject({ thinking: { type: "disabled" }, tool_choice: { type: "any" } });
      expect(said).toEqual(["choice.forced disclosed"]);
    }
    const off = translating("openai", "claude", "claude-opus-4-8", required);
    expect(off.said).toEqual([]);
    const budget = { ...required, reasoning_effort: "high" };
    expect(translating("openai", "claude", "claude-haiku-4-5", budget).body["thinking"]).toEqual({
      type: "disabled",
    });
  });

  it("stays as it is if the model always takes it", () => {
    const { body, said } = translating("openai", "claude", "claude-fable-5", byName);
    expect(body["tool_choice"]).toEqual({ type: "tool", name: "g" });
    expect(said).toEqual([]);
    const free = translating("openai", "claude", "claude-opus-5-5", { ...chat, tool_choice: "auto" });
    expect(free.said).toEqual([]);
  });

  it("switches thinking off for Kimi K2.6, and is emulated by K2.7, which always thinks", () => {
    const { body, said } = translating("openai", "kimi", "kimi-k2.6", required);
    expect(body).toMatchObject({ thinking: { type: "disabled" }, tool_choice: "required" });
    expect(said).toEqual(["choice.forced disclosed"]);
    expect(translating("openai", "kimi", "kimi-k2.7-code", required).said).toEqual([
      "choice.forced emulated",
    ]);
  });

  it("of one tool is any call of that tool alone for Kimi K3", () => {
    const { body, said } = translating("openai", "kimi", "kimi-k3", byName);
    expect(body["tool_choice"]).toBe("required");
    expect(body["tools"]).toMatchObject([{ function: { name: "g" } }]);
    expect(said).toEqual(["choice.forced mapped"]);
    expect(translating("openai", "kimi", "kimi-k3", required).said).toEqual([]);
  });

  it("leaves thinking out of the request of a relay", () => {
    const { body } = translating("codex", "openai", "anthropic/claude-opus-4.5", {
      input: "hi",
      reasoning: { effort: "high" },
      tools: [{ type: "function", name: "f", parameters: { type: "object", properties: {} } }],
      tool_choice: "required",
    });
    expect(body).not.toHaveProperty("reasoning_effort");
    expect(body["tool_choice"]).toBe("required");
  });
});

describe("a forced call of a model that always thinks", () => {
  it("is asked for by a prompt, also if the request switches thinking off", () => {
    const ask = (to: string, model: string) =>
      translating("gemini", to, model, {
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        tools: [
          { functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object", properties: {} } }] },
        ],
        toolConfig: { functionCallingConfig: { mode: "ANY" } },
        generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
      }).said;
    expect(ask("kimi", "kimi-k2.7-code")).toContain("choice.forced emulated");
    expect(ask("kimi", "kimi-k2.6")).not.toContain("choice.forced emulated");
  });
});

describe("parallel calls", () => {
  const request = (isOff: boolean) => ({
    ...messagesRequest,
    tools: [{ name: "f", input_schema: { type: "object", properties: {} } }],
    tool_choice: { type: "auto", disable_parallel_tool_use: isOff },
  });

  it("are switched off by an emulator for o-series models, and on by nothing", () => {
    expect(translating("claude", "openai", "o3", request(true)).said).toEqual(["choice.parallel emulated"]);
    const on = translating("claude", "openai", "o3", request(false));
    expect(on.said).toEqual(["choice.parallel mapped"]);
    expect(on.body).not.toHaveProperty("parallel_tool_calls");
    expect(translating("claude", "openai", "gpt-4o", request(true)).body["parallel_tool_calls"]).toBe(false);
  });
});
