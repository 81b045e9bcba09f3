import { describe, expect, it } from "vitest";
import { canonicalProvider, findModel } from "./model-lookup.ts";

describe("a provider's name", () => {
  it.each([
    ["claude", "anthropic"],
    ["Anthropic", "anthropic"],
    ["codex", "openai"],
    ["azure", "openai"],
    ["OpenAI", "openai"],
    ["gemini", "google"],
    ["vertex", "google"],
    ["moonshotai", "moonshot"],
    ["Moonshot AI", "moonshot"],
    ["kimi", "moonshot"],
    ["github", "copilot"],
    ["GitHub-Copilot", "copilot"],
    ["nobody", "nobody"],
  ])("%s stands for %s", (provider, expected) => {
    expect(canonicalProvider(provider)).toBe(expected);
  });
});

describe("a model's id", () => {
  it.each<[string, string, string, boolean]>([
    ["anthropic", "claude-opus-4-8", "claude-opus-4-8", true],
    ["anthropic", "Claude-Opus-4.8", "claude-opus-4-8", true],
    ["anthropic", "claude-opus-4-5-20251101", "claude-opus-4-5", false],
    ["anthropic", "claude-opus-4-5@20251101", "claude-opus-4-5", false],
    ["openai", "gpt-5.4-2026-03-01", "gpt-5.4", false],
    ["openai", "gpt-5.4-mini", "gpt-5.4-mini", true],
    ["openai", "openai/gpt-5.6", "gpt-5.6", true],
    ["openai", "gpt-5.6-2026-03-01", "gpt-5.6", false],
    ["google", "publishers/google/models/gemini-2.5-pro", "gemini-2.5-pro", true],
    ["google", "gemini-2.5-flash-001", "gemini-2.5-flash", false],
    ["google", "gemini-2.5-flash-latest", "gemini-2.5-flash", false],
    ["google", "gemini-2.5-flash-preview", "gemini-2.5-flash", false],
    ["google", "gemini-2.5-pro-preview-05-06", "gemini-2.5-pro", false],
    ["google", "gemini-2.5-flash-lite-preview-09-2025", "gemini-2.5-flash-lite", false],
    ["moonshot", "kimi-k2.7-code-highspeed", "kimi-k2.7-code-highspeed", true],
  ])("of %s finds %s by %s, exactly: %s", (provider, model, matched, exact) => {
    expect(findModel(provider, model)).toMatchObject({ matched, exact });
  });

  it("finds the entry behind an alias", () => {
    expect(findModel("openai", "gpt-5.6")!.entry.model).toBe("gpt-5.6-sol");
    expect(findModel("kimi", "kimi-k2-thinking-turbo")!.entry.model).toBe("kimi-k2-thinking");
  });

  it.each([
    ["openai", "gpt-5.5-pro"],
    ["openai", "gpt-5.40"],
    ["openai", "my-gpt-5.4"],
    ["openai", "gpt-5.4-2026-03-01-x"],
    ["openai", "claude-opus-5"],
    ["anthropic", "gpt-5.4"],
    ["nobody", "gpt-5.4"],
    ["openai", ""],
  ])("of %s finds nothing by another model's name: %j", (provider, model) => {
    expect(findModel(provider, model)).toBeUndefined();
  });
});
