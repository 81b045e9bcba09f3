import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedExists, sharedPath } from "../../../test/shared.ts";
import { canonicalize, sha256Hex } from "../../lib/index.ts";
import { canonicalProvider, findModel, modelCatalogue } from "../../models/index.ts";
import { capabilityIds } from "./capabilities.ts";
import { catalogueManifest } from "./model-manifest.ts";

function supportOf(provider: string, model: string, capability: string): string | undefined {
  return catalogueManifest({ provider, model })?.claims[capability]?.support;
}

describe("the model table", () => {
  it("has a date, every vendor, and each id or alias of a vendor once", () => {
    expect(modelCatalogue.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect([...new Set(modelCatalogue.models.map(({ provider }) => provider))]).toEqual([
      "anthropic",
      "openai",
      "google",
      "moonshot",
      "copilot",
    ]);
    const names = modelCatalogue.models.flatMap(({ provider, model, aliases }) =>
      [model, ...aliases].map((name) => `${provider}/${name}`),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it("has the content that belongs to its date: a changed table needs a new date and a new digest", () => {
    expect([modelCatalogue.date, sha256Hex(canonicalize(modelCatalogue))]).toEqual([
      "2026-11-16",
      "dc65c5e6f627e39d68885c175a2ee48c7a6c6b4eebfb4506f0294042a2939a7e",
    ]);
  });

  it("speaks only of capabilities that there are, and of limits that make sense", () => {
    for (const { model, support, contextWindow, maxOutput, input } of modelCatalogue.models) {
      const unknown = Object.keys(support).filter((name) => !capabilityIds.includes(name));
      expect([model, unknown]).toEqual([model, []]);
      for (const limit of [contextWindow, maxOutput]) {
        expect(limit === undefined || (Number.isSafeInteger(limit) && limit > 0)).toBe(true);
      }
      expect((maxOutput ?? 0) <= (contextWindow ?? Number.POSITIVE_INFINITY)).toBe(true);
      expect(input?.includes("text") ?? true).toBe(true);
    }
  });

  it("says nothing of what an agent adds around a model", () => {
    const around = capabilityIds.filter((id) =>
      /^(tool_(?!use|web)|hooks_|session_|mcp_|checkpointing)/.test(id),
    );
    expect(around).toContain("tool_bash");
    for (const { support } of modelCatalogue.models) {
      expect(around.filter((id) => Object.hasOwn(support, id))).toEqual([]);
    }
  });
});

describe("finding a model", () => {
  it.each([
    ["anthropic", "claude-opus-5-5", "claude-opus-5-5", true],
    ["claude", "claude-haiku-4-5-20251001", "claude-haiku-4-5", false],
    ["anthropic", "claude-sonnet-4-5@20250929", "claude-sonnet-4-5", false],
    ["anthropic", "anthropic/claude-opus-4.8", "claude-opus-4-8", true],
    ["openai", "gpt-5.5-2026-04-23", "gpt-5.5", false],
    ["openai", "gpt-5.6", "gpt-5.6", true],
    ["codex", "gpt-5.1-codex-mini", "gpt-5.1-codex-mini", true],
    ["openai", "gpt-4o-mini-2024-07-18", "gpt-4o-mini", false],
    ["google", "models/gemini-2.5-pro", "gemini-2.5-pro", true],
    ["gemini", "publishers/google/models/gemini-3.8-flash", "gemini-3.8-flash", true],
    ["google", "gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash", false],
    ["moonshotai", "kimi-k2-thinking", "kimi-k2-thinking", true],
    ["github-copilot", "claude-opus-4-8", "claude-opus-4.8", true],
    ["GitHub", "GPT-4o", "gpt-4o", true],
  ])("%s/%s is %s", (provider, model, matched, exact) => {
    expect(findModel(provider, model)).toMatchObject({ matched, exact });
  });

  it("takes the longest id that fits", () => {
    expect(findModel("openai", "gpt-5.4-mini-2026-03-17")?.entry.model).toBe("gpt-5.4-mini");
    expect(findModel("openai", "gpt-5.6-sol")?.entry.model).toBe("gpt-5.6-sol");
  });

  it.each([
    ["openai", "gpt-5.5-pro"],
    ["openai", "gpt-5.5-pro-2026-04-23"],
    ["openai", "gpt-4o-audio-preview"],
    ["openai", "gpt-4o-mini-nonexistent"],
    ["anthropic", "claude-opus-5-9"],
    ["anthropic", "claude-sonnet-5-6-20270101"],
    ["anthropic", "gpt-5.5"],
    ["mistral", "gpt-5.5"],
    ["openai", ""],
  ])("%s/%s is another model", (provider, model) => {
    expect(findModel(provider, model)).toBeUndefined();
    const { closed, claims } = catalogueManifest({ provider, model });
    expect(closed).toBe(false);
    expect(Object.values(claims).every(({ support }) => support === "unknown")).toBe(true);
    expect(claims["cache_control"]).toMatchObject({ evidence: "probed" });
  });

  it("knows providers under other names", () => {
    expect(
      [
        "Claude",
        "anthropic",
        "codex",
        "openai",
        "gemini",
        "Vertex",
        "google",
        "moonshot-ai",
        "kimi",
        "moonshot",
        "github_copilot",
        "GitHub",
        "copilot",
        "Mistral AI",
      ].map(canonicalProvider),
    ).toEqual([
      "anthropic",
      "anthropic",
      "openai",
      "openai",
      "google",
      "google",
      "google",
      "moonshot",
      "moonshot",
      "moonshot",
      "copilot",
      "copilot",
      "copilot",
      "mistralai",
    ]);
  });
});

describe("the manifest of a model", () => {
  it("carries limits, kinds, reasons, evidence and date", () => {
    const manifest = catalogueManifest({ provider: "openai", model: "gpt-5.4-2026-03-05" })!;
    const origin = { evidence: "catalog", at: "2026-11-16T00:00:00Z" };
    expect(manifest.target).toEqual({ provider: "openai", model: "gpt-5.4-2026-03-05" });
    expect(manifest.closed).toBe(false);
    expect(manifest.claims["context_window"]).toEqual({ support: "native", limit: 1_050_000, ...origin });
    expect(manifest.claims["max_tokens"]).toEqual({ support: "native", limit: 128_000, ...origin });
    expect(manifest.claims["input_modality"]).toEqual({
      support: "native",
      kinds: ["text", "image", "pdf"],
      ...origin,
    });
    expect(manifest.claims["temperature"]).toEqual({
      support: "restricted",
      reason: "only with reasoning effort none, which is the default",
      ...origin,
    });
    expect(manifest.claims["audio"]?.support).toBe("unsupported");
    expect(manifest.claims).not.toHaveProperty("tool_bash");
  });

  it("leaves out what is not known", () => {
    const claims = catalogueManifest({ provider: "openai", model: "gpt-5" })!.claims;
    expect(claims).not.toHaveProperty("logprobs");
    expect(
      catalogueManifest({ provider: "anthropic", model: "claude-mythos-5-2" })?.claims,
    ).not.toHaveProperty("context_window");
    expect(catalogueManifest({ provider: "google", model: "gemini-4-argon" })?.claims).not.toHaveProperty(
      "input_modality",
    );
    expect(catalogueManifest({ provider: "copilot", model: "gpt-4o-mini" })?.claims).not.toHaveProperty(
      "vision",
    );
  });

  it.each([
    ["anthropic", "claude-opus-5-5", "structured_output_json_schema", "native"],
    ["anthropic", "claude-opus-5-5", "logprobs", "unsupported"],
    ["anthropic", "claude-opus-5-5", "temperature", "unsupported"],
    ["anthropic", "claude-haiku-4-5", "temperature", "native"],
    ["openai", "gpt-5.5", "extended_thinking", "native"],
    ["openai", "gpt-5.5", "stop_sequences", "unsupported"],
    ["openai", "gpt-4o", "stop_sequences", "restricted"],
    ["openai", "gpt-5.3-codex", "seed_determinism", "unsupported"],
    ["openai", "gpt-audio", "audio", "native"],
    ["openai", "text-embedding-3-small", "embeddings", "native"],
    ["google", "gemini-3.8-flash", "extended_thinking", "native"],
    ["google", "gemini-3.8-flash", "pdf_input", "native"],
    ["google", "gemini-3-pro-image", "image_generation", "native"],
    ["moonshot", "kimi-k2-thinking", "extended_thinking", "native"],
    ["moonshot", "kimi-k2-thinking", "vision", "unsupported"],
    ["moonshot", "moonshot-v1-8k", "extended_thinking", "unsupported"],
    ["copilot", "gpt-5.4", "vision", "restricted"],
    ["copilot", "gpt-5.4", "batch_mode", "unsupported"],
  ])("%s/%s: %s is %s", (provider, model, capability, support) => {
    expect(supportOf(provider, model, capability)).toBe(support);
  });
});

describe("the manifest of a model", () => {
  const at = `${modelCatalogue.date}T00:00:00Z`;

  it("that nobody knows leaves all open, and has a cache that is found out on use", () => {
    const { closed, claims } = catalogueManifest({ provider: "nobody", model: "none" });
    const open = {
      support: "unknown",
      evidence: "catalog",
      at,
      reason: "the catalogue does not know the model",
    };
    expect(closed).toBe(false);
    expect(claims).toEqual({
      streaming: expect.objectContaining(open),
      tool_use: expect.objectContaining(open),
      structured_output_json_schema: expect.objectContaining(open),
      input_modality: expect.objectContaining(open),
      extended_thinking: expect.objectContaining(open),
      context_window: expect.objectContaining(open),
      cache_control: expect.objectContaining({ ...open, evidence: "probed", reason: "found out on use" }),
    });
  });

  it("has the limits and the modalities of its entry, and a level for each kind of input", () => {
    const origin = { evidence: "catalog", at };
    for (const {
      provider,
      model,
      contextWindow,
      maxOutput,
      input,
      output,
      support,
    } of modelCatalogue.models) {
      const { claims } = catalogueManifest({ provider, model });
      expect(claims["context_window"]?.limit).toBe(contextWindow);
      if (claims["max_tokens"] !== undefined) expect(claims["max_tokens"].limit).toBe(maxOutput);
      const kinds = (list: readonly string[] | undefined) =>
        list === undefined ? undefined : { support: "native", kinds: list, ...origin };
      expect(claims["input_modality"]).toEqual(kinds(input));
      expect(claims["output_modality"]).toEqual(kinds(output));
      const levels = { image_input: "image", vision: "image", pdf_input: "pdf", audio: "audio" } as const;
      for (const [capability, kind] of Object.entries(levels)) {
        if (Object.hasOwn(support, capability) || input === undefined) continue;
        const level = input.includes(kind) ? "native" : "unsupported";
        expect(claims[capability]).toEqual({ support: level, ...origin });
      }
    }
  });
});

describe.skipIf(!sharedExists)("recorded exchanges", () => {
  it("name models that are found under the id they were recorded with, or not at all", () => {
    const lines = readFileSync(sharedPath("corpus", "index.jsonl"), "utf8").split("\n").filter(Boolean);
    const models = lines
      .map((line) => JSON.parse(line) as { vendor: string; model: string | null; status: number })
      .filter(
        ({ vendor, model }) =>
          ["anthropic", "openai", "google", "moonshot", "copilot"].includes(vendor) && model,
      );
    const found = models.filter(({ vendor, model }) => findModel(vendor, model!) !== undefined);
    // The vendors answered for none that does not exist, so none of those may be found.
    const failing = found.filter(({ model }) =>
      /nonexistent|not-found|does-not-exist|-wrong$|sonet|proo$|flahs/.test(model!),
    );
    expect(failing).toEqual([]);
    expect(found.length).toBeGreaterThan(400);
  });
});
