import { describe, expect, it } from "vitest";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { chatRequest, messagesRequest, translating } from "../fixtures/applying.ts";

const tool = { type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } };
const toClaude = (model: string, effort: string, more: object = {}) =>
  translating("openai", "claude", model, {
    ...chatRequest,
    max_tokens: 4096,
    reasoning_effort: effort,
    ...more,
  });
const fromClaude = (to: string, model: string, more: object) =>
  translating("claude", to, model, { ...messagesRequest, max_tokens: 50_000, ...more });
const toClaudeWithBudget = (model: string, thinkingBudget: number, maxOutputTokens = 4096) =>
  translating("gemini", "claude", model, {
    contents: [{ role: "user", parts: [{ text: "hi" }] }],
    generationConfig: { maxOutputTokens, thinkingConfig: { thinkingBudget } },
  });

describe("thinking of Claude models", () => {
  it("is a budget if the model takes no effort", () => {
    const { body, said } = toClaude("claude-haiku-4-5", "low");
    expect(body["thinking"]).toEqual({ type: "enabled", budget_tokens: 1024 });
    expect(body).not.toHaveProperty("output_config");
    expect(said).toContain("reasoning.effort mapped");
    expect(toClaude("claude-haiku-4-5", "high").body["thinking"]).toEqual({
      type: "enabled",
      budget_tokens: 4095,
    });
    expect(toClaude("claude-haiku-4-5", "none").body["thinking"]).toEqual({ type: "disabled" });
  });

  it("is a budget if the model is not adaptive", () => {
    const { body, said } = toClaudeWithBudget("claude-opus-4-5", -1, 20_000);
    expect(body["thinking"]).toEqual({ type: "enabled", budget_tokens: 8192 });
    expect(said).toContain("reasoning.mode disclosed");
  });

  it("is adaptive if the model takes no budget, with the effort that stands for it", () => {
    const { body, said } = toClaudeWithBudget("claude-opus-4-7", 2000);
    expect(body).not.toHaveProperty("thinking.budget_tokens");
    expect(body["output_config"]).toEqual({ effort: "low" });
    expect(said).toContain("reasoning.mode disclosed");
  });

  it("stays on with the least effort if it cannot be off", () => {
    for (const model of ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5", "claude-mythos-5-1"]) {
      const { body, said } = toClaude(model, "none");
      expect(body).not.toHaveProperty("thinking");
      expect(body["output_config"]).toEqual({ effort: "low" });
      expect(said).toContain("reasoning.mode disclosed");
    }
    expect(toClaude("claude-sonnet-5", "none").body["thinking"]).toEqual({ type: "disabled" });
  });

  it("has an effort that the model knows", () => {
    expect(toClaude("claude-opus-4-5", "xhigh").body["output_config"]).toEqual({ effort: "high" });
    expect(toClaude("claude-opus-4-6", "xhigh").body["output_config"]).toEqual({ effort: "max" });
    expect(toClaude("claude-opus-4-7", "xhigh").said).toEqual([]);
    expect(toClaude("claude-opus-5", "minimal").body["output_config"]).toEqual({ effort: "low" });
    const unknown = toClaude("claude-opus-5", "turbo");
    expect(unknown.body).not.toHaveProperty("output_config");
    expect(unknown.said).toContain("reasoning.effort disclosed");
  });

  it("has a budget within its bounds, and is off if none fits", () => {
    const thinkingOf = (budget: number, limit: number) => {
      const { body, said } = toClaudeWithBudget("claude-sonnet-4-5", budget, limit);
      return [body["thinking"], said.includes("reasoning.budget disclosed")];
    };
    expect(thinkingOf(5000, 4096)).toEqual([{ type: "enabled", budget_tokens: 4095 }, true]);
    expect(thinkingOf(100, 4096)).toEqual([{ type: "enabled", budget_tokens: 1024 }, true]);
    expect(thinkingOf(2000, 4096)).toEqual([{ type: "enabled", budget_tokens: 2000 }, false]);
    expect(thinkingOf(2000, 1024)).toEqual([{ type: "disabled" }, true]);
    expect(thinkingOf(2000, 1025)).toEqual([{ type: "enabled", budget_tokens: 1024 }, true]);
  });

  it("is off for a tool loop whose thinking is not there", () => {
    const calls = [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }];
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "c", content: "ok" },
    ];
    const { body, said } = toClaude("claude-sonnet-4-5", "high", { messages, tools: [tool] });
    expect(body["thinking"]).toEqual({ type: "disabled" });
    expect(said).toContain("reasoning.tool_turn disclosed");
    const later = [...messages, { role: "assistant", content: "done" }, { role: "user", content: "again" }];
    expect(
      toClaude("claude-sonnet-4-5", "high", { messages: later, tools: [tool] }).body["thinking"],
    ).toMatchObject({
      type: "enabled",
    });
    expect(toClaude("claude-opus-4-6", "high", { messages, tools: [tool] }).said).toEqual([]);
  });

  it("is asked for by a prompt of models that do not think", () => {
    expect(toClaude("claude-3-5-haiku-20241022", "high").said).toContain("reasoning.support emulated");
    const { body, said } = toClaude("claude-3-5-haiku-20241022", "none");
    expect(body).not.toHaveProperty("thinking");
    expect(said).toEqual(["reasoning.support mapped"]);
    expect(fromClaude("codex", "gpt-4o", { thinking: { type: "disabled" } }).body).not.toHaveProperty(
      "reasoning",
    );
  });
});

describe("an effort for Claude models whose thinking is apart from it", () => {
  const models46to48 = ["claude-opus-4-6", "claude-sonnet-4-6", "claude-opus-4-7", "claude-opus-4-8"];
  const thinkingOf = (model: string, effort: string, more: object = {}) => {
    const { body, said } = toClaude(model, effort, more);
    return { thinking: body["thinking"], config: body["output_config"], said };
  };

  it.each(models46to48)("switches adaptive thinking on for %s", (model) => {
    for (const effort of ["low", "medium", "high"])
      expect(thinkingOf(model, effort)).toEqual({
        thinking: { type: "adaptive" },
        config: { effort },
        said: [],
      });
    expect(thinkingOf(model, "none").thinking).toEqual({ type: "disabled" });
    expect(
      translating("gemini", "claude", model, {
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        generationConfig: { thinkingConfig: { thinkingLevel: "HIGH" } },
      }).body["thinking"],
    ).toEqual({ type: "adaptive" });
  });

  it("switches thinking on for Opus 4.5 by a budget, beside the effort", () => {
    const { thinking, config, said } = thinkingOf("claude-opus-4-5", "medium", { max_tokens: 20_000 });
    expect(thinking).toEqual({ type: "enabled", budget_tokens: 8192 });
    expect(config).toEqual({ effort: "medium" });
    expect(said).toEqual(["reasoning.switch mapped"]);
    const calls = [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }];
    const loop = [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, tool_calls: calls },
      { role: "tool", tool_call_id: "c", content: "ok" },
    ];
    const within = thinkingOf("claude-opus-4-5", "high", { messages: loop, tools: [tool] });
    expect(within.thinking).toBeUndefined();
    expect(within.config).toEqual({ effort: "high" });
    expect(within.said).toContain("reasoning.switch disclosed");
  });

  it.each(["claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-4-6", "claude-opus-4-5"])(
    "is sent alone to %s beside a forced tool, and that is disclosed",
    (model) => {
      for (const tool_choice of ["required", { type: "function", function: { name: "f" } }]) {
        const { thinking, config, said } = thinkingOf(model, "high", { tools: [tool], tool_choice });
        expect(thinking).toBeUndefined();
        expect(config).toEqual({ effort: "high" });
        expect(said).toContain("reasoning.switch disclosed");
      }
      expect(thinkingOf(model, "high", { tools: [tool], tool_choice: "auto" }).thinking).toBeDefined();
    },
  );

  it("is sent alone beside sampling that excludes thinking, and keeps the sampling", () => {
    for (const more of [{ temperature: 0.2 }, { top_p: 0.5 }]) {
      const { body, said } = toClaude("claude-sonnet-4-6", "high", more);
      expect(body).toMatchObject({ ...more, output_config: { effort: "high" } });
      expect(body).not.toHaveProperty("thinking");
      expect(said).toEqual(["reasoning.switch disclosed"]);
    }
    for (const more of [{ temperature: 1 }, { top_p: 0.97 }, {}])
      expect(thinkingOf("claude-sonnet-4-6", "high", more).thinking).toEqual({ type: "adaptive" });
    // From 4.7 on these settings are left out in any case, so nothing excludes thinking.
    expect(thinkingOf("claude-opus-4-7", "high", { temperature: 0.2 }).thinking).toEqual({
      type: "adaptive",
    });
  });

  it("stands for a budget of a model that has none, and thinking is on", () => {
    const { body } = toClaudeWithBudget("claude-opus-4-7", 2000);
    expect(body).toMatchObject({ thinking: { type: "adaptive" }, output_config: { effort: "low" } });
  });
});

describe("a wanted summary of the thinking", () => {
  const fromResponses = (model: string, reasoning: object, more: object = {}) =>
    translating("codex", "claude", model, { input: "hi", max_output_tokens: 4096, reasoning, ...more });

  it.each(["claude-sonnet-5", "claude-opus-5", "claude-opus-5-5", "claude-fable-5-2", "claude-haiku-5-5"])(
    "is asked of %s, which shows none by itself",
    (model) => {
      for (const reasoning of [{ effort: "high", summary: "auto" }, { summary: "detailed" }])
        expect(fromResponses(model, reasoning).body["thinking"]).toEqual({
          type: "adaptive",
          display: "summarized",
        });
      const gemini = translating("gemini", "claude", model, {
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        generationConfig: { thinkingConfig: { includeThoughts: true } },
      });
      expect(gemini.body["thinking"]).toEqual({ type: "adaptive", display: "summarized" });
      expect(gemini.entries.filter(({ feature }) => feature === "reasoning.display")).toEqual([]);
      const budget = translating("gemini", "claude", model, {
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2000 } },
      });
      expect(budget.body).toMatchObject({
        thinking: { type: "adaptive", display: "summarized" },
        output_config: { effort: "low" },
      });
    },
  );

  it("is asked of Claude 4.6 to 4.8 if an effort switches thinking on", () => {
    for (const model of ["claude-opus-4-6", "claude-opus-4-7", "claude-opus-4-8"])
      expect(fromResponses(model, { effort: "low", summary: "auto" }).body["thinking"]).toEqual({
        type: "adaptive",
        display: "summarized",
      });
    // Thinking is off without an effort, and a summary alone does not switch it on.
    expect(fromResponses("claude-opus-4-7", { summary: "auto" }).body).not.toHaveProperty("thinking");
  });

  it("is named as lost if a forced tool switches thinking off", () => {
    const tools = [{ type: "function", name: "f", parameters: { type: "object", properties: {} } }];
    const { request, report } = translateRequest(findDialect("codex"), findDialect("claude"), {
      model: "claude-sonnet-5",
      input: "hi",
      reasoning: { effort: "high", summary: "auto" },
      tools,
      tool_choice: "required",
    });
    expect((request.body as Record<string, unknown>)["thinking"]).toEqual({ type: "disabled" });
    expect(report.entries).toContainEqual(
      expect.objectContaining({ feature: "reasoning.display", disposition: "disclosed" }),
    );
  });
});

describe("thinking of OpenAI models", () => {
  const effortAt = (model: string, more: object) => fromClaude("codex", model, more).body["reasoning"];

  it("has an effort that the model knows", () => {
    const effort = (word: string) => ({ output_config: { effort: word } });
    expect(effortAt("gpt-5", effort("max"))).toEqual({ effort: "high" });
    expect(effortAt("gpt-5.6-sol", effort("max"))).toEqual({ effort: "xhigh" });
    expect(effortAt("gpt-6-sol", effort("max"))).toEqual({ effort: "max" });
    expect(effortAt("o3", effort("xhigh"))).toEqual({ effort: "high" });
    expect(effortAt("gpt-5.1-codex-max", effort("max"))).toEqual({ effort: "xhigh" });
    expect(effortAt("gpt-5-chat-latest", effort("low"))).toEqual({ effort: "medium" });
    expect(fromClaude("openai", "gpt-6-sol", effort("max")).body["reasoning_effort"]).toBe("xhigh");
  });

  it("that cannot be off has the least effort", () => {
    const off = { thinking: { type: "disabled" } };
    expect(effortAt("gpt-5", off)).toEqual({ effort: "minimal" });
    expect(effortAt("gpt-5.4", off)).toEqual({ effort: "none" });
    expect(effortAt("gpt-6-astra", off)).toEqual({ effort: "low" });
    expect(fromClaude("codex", "gpt-6.1-sol", off).said).toContain("reasoning.mode disclosed");
    expect(fromClaude("codex", "gpt-5.4", off).said).toEqual([]);
  });

  it("is switched on by an effort if the model would not think, and by none if it does", () => {
    const on = { thinking: { type: "adaptive" } };
    expect(effortAt("gpt-5.4", on)).toEqual({ effort: "medium" });
    expect(effortAt("gpt-5.5", on)).toBeUndefined();
    expect(effortAt("gpt-5.5", { thinking: { type: "enabled", budget_tokens: 20_000 } })).toEqual({
      effort: "high",
    });
  });

  it("is off at Chat Completions if tools are offered", () => {
    const tools = [{ name: "f", input_schema: { type: "object", properties: {} } }];
    const { body, said } = fromClaude("openai", "gpt-5.6-sol", { tools });
    expect(body["reasoning_effort"]).toBe("none");
    expect(said).toContain("reasoning.with_tools disclosed");
    const chat = (model: string, more = {}) =>
      fromClaude("openai", model, { tools, ...more }).body["reasoning_effort"];
    expect(chat("gpt-6-luna")).toBe("none");
    expect(chat("gpt-5.4")).toBeUndefined();
    expect(chat("gpt-5.4", { output_config: { effort: "high" } })).toBe("none");
    expect(chat("gpt-5.2", { output_config: { effort: "high" } })).toBe("high");
    expect(fromClaude("openai", "gpt-5.6-sol", {}).said).toEqual([]);
    expect(fromClaude("codex", "gpt-5.6-sol", { tools }).said).toEqual([]);
  });

  it("that is always on is refused at Chat Completions with tools, by the name of the other API", () => {
    const tools = [{ name: "f", input_schema: { type: "object", properties: {} } }];
    for (const model of ["gpt-6-astra", "gpt-6.1-sol"])
      expect(() => fromClaude("openai", model, { tools })).toThrow("Responses API");
  });
});

describe("thinking of Gemini models", () => {
  const configOf = (model: string, more: object, limit = 50_000) => {
    const { body } = fromClaude("gemini", model, { max_tokens: limit, ...more });
    return (body["generationConfig"] as Record<string, unknown>)["thinkingConfig"];
  };
  const effort = (word: string) => ({ output_config: { effort: word } });
  const budget = (tokens: number) => ({ thinking: { type: "enabled", budget_tokens: tokens } });

  it("is a budget within the bounds of Gemini 2.5", () => {
    expect(configOf("gemini-2.5-flash", effort("high"))).toMatchObject({ thinkingBudget: 24_576 });
    expect(configOf("gemini-2.5-flash", effort("high"), 2000)).toMatchObject({ thinkingBudget: 1999 });
    expect(configOf("gemini-2.5-flash", budget(30_000))).toMatchObject({ thinkingBudget: 24_576 });
    expect(configOf("gemini-2.5-pro", budget(30_000))).toMatchObject({ thinkingBudget: 30_000 });
    expect(configOf("gemini-2.5-pro", { thinking: { type: "disabled" } })).toMatchObject({
      thinkingBudget: 128,
    });
    expect(configOf("gemini-2.5-flash", { thinking: { type: "disabled" } })).toEqual({ thinkingBudget: 0 });
    expect(configOf("gemini-2.5-flash-lite", effort("max"))).toMatchObject({ thinkingBudget: 24_576 });
  });

  it("is a level from Gemini 3 on, one that the model knows", () => {
    expect(configOf("gemini-3-flash-preview", effort("minimal"))).toEqual({ thinkingLevel: "MINIMAL" });
    expect(configOf("gemini-3.8-flash", effort("minimal"))).toEqual({ thinkingLevel: "LOW" });
    expect(configOf("gemini-flash-latest", effort("minimal"))).toEqual({ thinkingLevel: "LOW" });
    expect(configOf("gemini-3.8-flash", effort("max"))).toEqual({ thinkingLevel: "HIGH" });
    expect(configOf("gemini-3.8-flash", { thinking: { type: "disabled" } })).toEqual({
      thinkingLevel: "LOW",
    });
    expect(configOf("gemini-3-flash-preview", { thinking: { type: "disabled" } })).toEqual({
      thinkingLevel: "MINIMAL",
    });
    expect(configOf("gemini-3.8-flash", budget(9000))).toEqual({
      includeThoughts: true,
      thinkingLevel: "MEDIUM",
    });
  });
});

describe("thinking of Kimi models", () => {
  const bodyOf = (model: string, more: object) => fromClaude("kimi", model, more).body;

  it("is a switch before K3, and an effort from K3 on", () => {
    expect(bodyOf("kimi-k2.6", { thinking: { type: "disabled" } })["thinking"]).toEqual({ type: "disabled" });
    expect(bodyOf("kimi-k2.7-code", { thinking: { type: "disabled" } })).not.toHaveProperty("thinking");
    const effort = bodyOf("kimi-k2.6", { output_config: { effort: "high" } });
    expect(effort).not.toHaveProperty("reasoning_effort");
    const k3 = bodyOf("kimi-k3", { thinking: { type: "adaptive" }, output_config: { effort: "medium" } });
    expect(k3).not.toHaveProperty("thinking");
    expect(k3["reasoning_effort"]).toBe("high");
    expect(bodyOf("kimi-k3", { thinking: { type: "disabled" } })["reasoning_effort"]).toBe("low");
    expect(bodyOf("kimi-k3", { thinking: { type: "adaptive" } })).not.toHaveProperty("thinking");
  });
});

describe("thinking that is off", () => {
  it("lowers an effort that Opus 5 takes only with thinking", () => {
    const request = {
      ...chatRequest,
      max_tokens: 4096,
      reasoning_effort: "max",
      tools: [tool],
      tool_choice: "required",
    };
    const { body, said } = translating("openai", "claude", "claude-opus-5", request);
    expect(body).toMatchObject({ thinking: { type: "disabled" }, output_config: { effort: "high" } });
    expect(said).toContain("reasoning.off_effort disclosed");
  });
});
