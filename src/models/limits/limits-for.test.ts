import { describe, expect, it } from "vitest";
import { limitRows } from "./apis/limit-rows.ts";
import { limitsFor } from "./limits-for.ts";

describe("the limits of a model", () => {
  it("are those of its API alone if the model is unknown", () => {
    expect(limitsFor("claude", "m")).toMatchObject({
      sampling: { temperature: { is: "range", max: 1 } },
      stop: { blank: false },
    });
    expect(limitsFor("claude", "m").output?.max).toBeUndefined();
    expect(limitsFor("nobody", "m")).toEqual({});
  });

  it("are the same object for the same model", () => {
    expect(limitsFor("claude", "claude-opus-5")).toBe(limitsFor("claude", "claude-opus-5"));
  });

  it("stay correct when many models were asked for", () => {
    const before = limitsFor("codex", "gpt-5");
    for (let index = 0; index < 600; index += 1) limitsFor("codex", `m${index}`);
    expect(limitsFor("codex", "gpt-5")).toEqual(before);
  });

  it.each([
    ["claude-opus-4-6", { is: "range", min: 0, max: 1 }],
    ["claude-opus-4-7", { is: "only", value: 1 }],
    ["claude-sonnet-4-6", { is: "range", min: 0, max: 1 }],
    ["claude-sonnet-5", { is: "only", value: 1 }],
    ["claude-haiku-4-5", { is: "range", min: 0, max: 1 }],
    ["claude-haiku-5-5", { is: "only", value: 1 }],
    ["claude-nova-6", { is: "only", value: 1 }],
  ])("say of the temperature of %s: %j", (model, expected) => {
    expect(limitsFor("claude", model).sampling?.temperature).toEqual(expected);
  });

  it("of a model later than all that are known are the newest of its line", () => {
    // What a model reads is known of the models in the catalogue alone.
    const of = (api: string, model: string) => ({ ...limitsFor(api, model), media: undefined });
    expect(of("claude", "claude-opus-7")).toEqual(of("claude", "claude-opus-5-5"));
    expect(of("codex", "gpt-7-luna")).toEqual(of("codex", "gpt-6-luna"));
    expect(of("gemini", "gemini-flash-latest")).toEqual(of("gemini", "gemini-3.8-flash"));
    expect(of("kimi", "kimi-for-coding")).toEqual(of("kimi", "kimi-k3"));
  });

  it("say what a model of the catalogue reads", () => {
    expect(limitsFor("kimi", "kimi-k2-thinking").media?.kinds).toEqual(["text"]);
    expect(limitsFor("codex", "gpt-5.4").media?.kinds).toContain("image");
    expect(limitsFor("codex", "nobody-knows").media?.kinds).toBeUndefined();
  });

  it.each([
    ["claude-opus-4-1", 32_000],
    ["claude-haiku-4-5", 64_000],
    ["claude-sonnet-4-6", 128_000],
    ["claude-opus-5-5", 128_000],
  ])("bound the output of %s by %d", (model, expected) => {
    expect(limitsFor("claude", model).output?.max).toBe(expected);
  });

  it.each([
    ["claude-fable-5", "always"],
    ["claude-fable-5-1", "never"],
    ["claude-opus-5", "without thinking"],
    ["claude-opus-5-5", "never"],
    ["claude-haiku-5-5", "without thinking"],
  ])("say whether a call can be forced of %s: %s", (model, expected) => {
    expect(limitsFor("claude", model).choice?.forced).toBe(expected);
  });

  it("of Claude models hold behind relays that speak another API", () => {
    for (const api of ["openai", "copilot", "codex"]) {
      const limits = limitsFor(api, "anthropic/claude-opus-5");
      expect(limits.sampling).toMatchObject({ temperature: { is: "only", value: 1 } });
      expect(limits.turns?.prefill).toBe(false);
      expect(limits.reasoning).toBeUndefined();
    }
  });

  it("of OpenAI's models differ by API", () => {
    expect(limitsFor("openai", "gpt-5.6-sol").reasoning?.withTools).toBe(false);
    expect(limitsFor("codex", "gpt-5.6-sol").reasoning?.withTools).toBeUndefined();
    expect(limitsFor("openai", "gpt-6-sol").reasoning?.efforts).not.toContain("max");
    expect(limitsFor("codex", "gpt-6-sol").reasoning?.efforts).toContain("max");
    expect(limitsFor("codex", "gpt-4o").output).toEqual({ min: 16, max: 16_384 });
  });

  it.each([
    ["gpt-5", "rejected"],
    ["gpt-5.1", "accepted"],
    ["gpt-5.4-mini", "accepted"],
    ["gpt-6-sol", "rejected"],
  ])("say of log probabilities of %s, while it does not think: %s", (model, expected) => {
    expect(limitsFor("openai", model).sampling?.logprobs).toBe(expected);
  });

  it("all have a family, a source and a mark", () => {
    for (const { family, source, mark } of limitRows) {
      expect(family).not.toBe("");
      expect(source).not.toBe("");
      expect(mark).toMatch(/^[FPUM]$/);
    }
  });
});
