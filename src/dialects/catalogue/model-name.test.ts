import { describe, expect, it } from "vitest";
import { dialects, findDialect } from "../registry/lookup.ts";
import { canonicalModel, nativeModel } from "./model-name.ts";

describe("names of models", () => {
  it.each([
    ["claude", "claude-sonnet-4-5", "anthropic/claude-sonnet-4-5"],
    ["openai", "gpt-4o", "openai/gpt-4o"],
    ["codex", "gpt-5-codex", "openai/gpt-5-codex"],
    ["gemini", "gemini-2.5-pro", "google/gemini-2.5-pro"],
    ["kimi", "kimi-k2", "moonshot/kimi-k2"],
    ["copilot", "gpt-4o", "copilot/gpt-4o"],
  ])("carry their provider outside %s", (id, native, canonical) => {
    const dialect = findDialect(id);
    expect(canonicalModel(dialect, native)).toBe(canonical);
    expect(nativeModel(dialect, canonical)).toBe(native);
  });

  it("are the same however often they are converted", () => {
    for (const dialect of dialects) {
      const once = canonicalModel(dialect, "m-1");
      expect(canonicalModel(dialect, once)).toBe(once);
      expect(nativeModel(dialect, nativeModel(dialect, once))).toBe("m-1");
    }
    expect(nativeModel(findDialect("gemini"), "models/gemini-2.5-pro")).toBe("gemini-2.5-pro");
  });
});
