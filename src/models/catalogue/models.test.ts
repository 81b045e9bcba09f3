import { describe, expect, it } from "vitest";
import type { ModelEntry } from "./model-entry.ts";
import { findModel } from "./model-lookup.ts";
import { modelCatalogue } from "./models.ts";

const sampled = "claude-opus-4-5 claude-opus-4-6 claude-sonnet-4-5 claude-sonnet-4-6 claude-haiku-4-5";
const neverForced =
  "claude-fable-5-1 claude-fable-5-2 claude-mythos-5-1 claude-mythos-5-2 claude-opus-5-5 claude-sonnet-5-5";
const forced =
  "claude-opus-4-7 claude-opus-4-8 claude-opus-5 claude-sonnet-5 claude-fable-5 claude-mythos-5 claude-haiku-5-5";
const claude = `${sampled} ${neverForced} ${forced}`;
const gpt4 = "gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini gpt-4.1-nano";
const gpt5 = "gpt-5 gpt-5-mini gpt-5-nano";
const oSeries = "o3 o4-mini";
const codex = "gpt-5-codex gpt-5.1-codex gpt-5.1-codex-mini gpt-5.1-codex-max gpt-5.2-codex gpt-5.3-codex";
const to54 = "gpt-5.1 gpt-5.2 gpt-5.4 gpt-5.4-mini gpt-5.4-nano";
const gpt56 = "gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna";
const gpt6 = "gpt-6-sol gpt-6-luna gpt-6.1-terra";
const astra = "gpt-6-astra gpt-6.1-sol";
const reasoning = `${oSeries} ${gpt5} ${codex} ${to54} gpt-5.5 ${gpt56} ${gpt6} ${astra}`;
const speech = "gpt-audio gpt-audio-mini";
const vectors = "text-embedding-3-large text-embedding-3-small";
const gemini25 = "gemini-2.5-pro gemini-2.5-flash gemini-2.5-flash-lite";
const gemini3 = "gemini-3-flash-preview gemini-3.1-pro-preview";
const plainGemini = "gemini-3.5-flash gemini-3.1-flash-lite";
const fixedGemini = "gemini-3.5-flash-lite gemini-3.6-flash gemini-3.7-flash gemini-3.8-flash gemini-4-argon";
const gemini = `${gemini25} ${gemini3} ${plainGemini} ${fixedGemini}`;
const painting = "gemini-2.5-flash-image gemini-3-pro-image gemini-3.1-flash-image";
const watching = "kimi-k2.5 kimi-k2.6 kimi-k2.7-code kimi-k2.7-code-highspeed kimi-k3 kimi-k3.1-pro";
const kimi = `${watching} kimi-k2-thinking kimi-k2-thinking-turbo`;
const v1 = "moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k";
const copilotPlain = "gpt-4o gpt-4o-mini gpt-4.1";
const copilot =
  "gpt-6-astra gpt-6-sol gpt-6-luna gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-5.5 gpt-5.4 gpt-5.4-mini gpt-5.3-codex gpt-5-mini claude-fable-5.1 claude-opus-5.5 claude-opus-5 claude-opus-4.8 claude-sonnet-5 claude-haiku-4.5 gemini-3.8-flash kimi-k3";

const entryOf = (provider: string, model: string): ModelEntry | undefined =>
  findModel(provider, model)?.entry;
const levelOf = (cell: string | undefined) => cell?.split(":")[0] ?? "unknown";

function expectOfAll(models: string, read: (model: string) => unknown, expected: unknown): void {
  for (const model of models.split(" ")) expect([model, read(model)]).toEqual([model, expected]);
}

describe("the catalogue", () => {
  it("has cells of the known forms only, and a name for each model", () => {
    for (const { provider, model, support } of modelCatalogue.models) {
      expect(findModel(provider, model)?.entry.model).toBe(model);
      for (const [capability, cell] of Object.entries(support)) {
        expect(capability).toMatch(/^[a-z_]+$/);
        expect(cell).toMatch(/^(?:native|unsupported|unknown|native: .+|restricted: .+)$/);
      }
    }
    expect(modelCatalogue.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("has no member without a value", () => {
    for (const entry of modelCatalogue.models) expect(Object.values(entry)).not.toContain(undefined);
  });

  it.each<[string, string, string, string]>([
    ["anthropic", claude, "native", "streaming tool_use function_calling extended_thinking system_message"],
    ["anthropic", claude, "native", "max_tokens stop_sequences structured_output_json_schema cache_control"],
    ["anthropic", claude, "native", "batch_mode code_execution tool_web_search tool_web_fetch"],
    ["anthropic", claude, "unsupported", "json_mode logprobs seed_determinism frequency_penalty"],
    ["anthropic", claude, "unsupported", "presence_penalty embeddings image_generation"],
    ["anthropic", sampled, "native", "temperature top_k"],
    ["anthropic", sampled, "restricted", "top_p"],
    ["anthropic", `${neverForced} ${forced}`, "unsupported", "temperature top_p top_k"],
    ["openai", `${gpt4} ${reasoning}`, "native", "streaming tool_use function_calling json_mode batch_mode"],
    ["openai", `${gpt4} ${reasoning}`, "native", "structured_output_json_schema system_message max_tokens"],
    ["openai", `${gpt4} ${reasoning}`, "native", "code_execution image_generation"],
    ["openai", `gpt-4o gpt-4.1 ${reasoning}`, "native", "tool_web_search"],
    ["openai", "gpt-4.1-nano", "unknown", "tool_web_search"],
    ["openai", `${gpt4} ${reasoning}`, "unsupported", "top_k embeddings"],
    ["openai", gpt4, "native", "temperature top_p logprobs"],
    ["openai", gpt4, "restricted", "stop_sequences frequency_penalty presence_penalty"],
    ["openai", gpt4, "unsupported", "extended_thinking"],
    ["openai", reasoning, "native", "extended_thinking"],
    ["openai", reasoning, "unsupported", "stop_sequences frequency_penalty presence_penalty"],
    ["openai", `${oSeries} ${gpt5} ${codex} ${astra}`, "unsupported", "temperature top_p"],
    ["openai", `${to54} gpt-5.5 ${gpt56}`, "restricted", "temperature top_p logprobs"],
    ["openai", gpt6, "unknown", "temperature top_p logprobs"],
    ["openai", `${oSeries} ${gpt5} ${codex}`, "unknown", "logprobs"],
    ["openai", astra, "unsupported", "logprobs"],
    ["openai", `${gpt56} ${gpt6} ${astra}`, "native", "cache_control"],
    ["openai", `${gpt4} ${oSeries} ${gpt5} ${codex} ${to54} gpt-5.5`, "restricted", "cache_control"],
    ["openai", codex, "unsupported", "seed_determinism"],
    ["openai", `${gpt4} ${oSeries} ${gpt5} ${to54} ${gpt6}`, "restricted", "seed_determinism"],
    ["openai", "gpt-6.1-sol gpt-6.1-terra gpt-5-codex gpt-5.1-codex", "native", "image_input vision"],
    ["openai", "gpt-5.1-codex-max gpt-5.1-codex-mini", "native", "image_input vision"],
    ["openai", speech, "native", "streaming tool_use function_calling system_message max_tokens"],
    ["openai", speech, "native", "temperature top_p"],
    ["openai", speech, "unsupported", "structured_output_json_schema extended_thinking top_k"],
    ["openai", speech, "unsupported", "embeddings image_generation"],
    ["openai", vectors, "native", "embeddings"],
    ["openai", vectors, "unsupported", "streaming tool_use function_calling structured_output_json_schema"],
    ["openai", vectors, "unsupported", "json_mode extended_thinking system_message stop_sequences"],
    ["openai", vectors, "unsupported", "logprobs image_generation"],
    [
      "google",
      gemini,
      "native",
      "streaming tool_use function_calling structured_output_json_schema json_mode",
    ],
    ["google", gemini, "native", "extended_thinking system_message max_tokens stop_sequences cache_control"],
    ["google", gemini, "native", "batch_mode code_execution tool_web_search tool_web_fetch"],
    ["google", gemini, "restricted", "seed_determinism"],
    ["google", gemini, "unsupported", "embeddings image_generation"],
    ["google", gemini25, "native", "temperature top_p top_k"],
    ["google", gemini25, "restricted", "logprobs frequency_penalty presence_penalty"],
    ["google", gemini3, "native", "temperature top_p"],
    ["google", "gemini-3-flash-preview", "restricted", "top_k"],
    ["google", plainGemini, "unknown", "temperature top_p top_k"],
    ["google", fixedGemini, "unsupported", "temperature top_p top_k frequency_penalty presence_penalty"],
    ["google", "gemini-4-argon gemini-3.6-flash gemini-3.1-flash-lite", "native", "image_input vision"],
    ["google", painting, "native", "streaming image_generation"],
    ["google", painting, "unsupported", "embeddings"],
    ["google", "gemini-embedding-2", "native", "embeddings"],
    ["moonshot", `${kimi} ${v1}`, "native", "streaming tool_use function_calling json_mode system_message"],
    ["moonshot", `${kimi} ${v1}`, "native", "max_tokens stop_sequences tool_web_search"],
    ["moonshot", `${kimi} ${v1}`, "unsupported", "top_k seed_determinism embeddings image_generation"],
    ["moonshot", `${kimi} ${v1}`, "restricted", "cache_control"],
    ["moonshot", kimi, "native", "extended_thinking structured_output_json_schema"],
    ["moonshot", kimi, "unsupported", "temperature top_p frequency_penalty presence_penalty"],
    ["moonshot", v1, "native", "temperature top_p frequency_penalty presence_penalty"],
    ["moonshot", v1, "unsupported", "extended_thinking"],
    ["moonshot", v1, "unknown", "structured_output_json_schema"],
    ["copilot", `${copilot} ${copilotPlain}`, "native", "streaming tool_use function_calling system_message"],
    ["copilot", `${copilot} ${copilotPlain}`, "native", "max_tokens"],
    ["copilot", `${copilot} ${copilotPlain}`, "unsupported", "batch_mode embeddings image_generation"],
    ["copilot", `${copilot} gpt-4o gpt-4.1`, "restricted", "image_input vision"],
    ["copilot", "gpt-4o-mini", "unknown", "image_input vision"],
    ["copilot", copilot, "restricted", "extended_thinking"],
    ["copilot", copilot, "unknown", "temperature top_p stop_sequences"],
    ["copilot", copilotPlain, "unsupported", "extended_thinking"],
    ["copilot", copilotPlain, "native", "temperature top_p stop_sequences"],
    ["copilot", "gpt-4.1 claude-opus-5", "native", "structured_output_json_schema"],
    ["copilot", "gpt-4o gpt-5.4 claude-sonnet-5", "unknown", "structured_output_json_schema"],
  ])("says of %s %s: %s %s", (provider, models, level, capabilities) => {
    for (const capability of capabilities.split(" "))
      expectOfAll(models, (model) => levelOf(entryOf(provider, model)!.support[capability]), level);
  });

  it.each<[string, string, string]>([
    ["anthropic", neverForced, "native: a call cannot be forced, because thinking is always on"],
    ["anthropic", `${sampled} ${forced}`, "native"],
  ])("says whether a call of %s %s can be forced: %s", (provider, models, cell) => {
    expectOfAll(models, (model) => entryOf(provider, model)!.support.tool_use, cell);
  });

  it.each<[string, string, string]>([
    ["sampling is free with the default effort", to54, "which is the default"],
    ["sampling needs an effort that is not the default", `gpt-5.5 ${gpt56}`, "the default is medium"],
  ])("says that %s: %s", (_, models, reason) => {
    for (const model of models.split(" "))
      expect([model, entryOf("openai", model)!.support.temperature]).toEqual([
        model,
        expect.stringContaining(reason),
      ]);
  });

  it.each<[string, string, number | undefined, number | undefined]>([
    ["anthropic", "claude-opus-4-5 claude-sonnet-4-5 claude-haiku-4-5", 200_000, 64_000],
    ["anthropic", "claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-7", 1_000_000, 128_000],
    ["anthropic", "claude-fable-5-2 claude-opus-5-5 claude-haiku-5-5", 1_000_000, 128_000],
    ["anthropic", "claude-mythos-5-1 claude-mythos-5-2", undefined, undefined],
    ["openai", "gpt-4o gpt-4o-mini gpt-audio", 128_000, 16_384],
    ["openai", "gpt-4.1 gpt-4.1-mini gpt-4.1-nano", 1_047_576, 32_768],
    ["openai", oSeries, 200_000, 100_000],
    ["openai", `${gpt5} ${codex} gpt-5.1 gpt-5.2`, 400_000, 128_000],
    ["openai", "gpt-5.4 gpt-5.5 gpt-5.6-sol gpt-6-astra gpt-6.1-sol", 1_050_000, 128_000],
    ["google", `${gemini25} ${gemini3} gemini-3.8-flash gemini-4-argon`, 1_048_576, 65_536],
    ["moonshot", "kimi-k2.5 kimi-k2.6 kimi-k2.7-code kimi-k2-thinking", 262_144, undefined],
    ["moonshot", "kimi-k3", 1_048_576, undefined],
    ["copilot", "claude-opus-5 claude-fable-5.1 gpt-5-mini", 264_000, 64_000],
  ])("knows the window and the output of %s %s: %s %s", (provider, models, window, output) => {
    expectOfAll(
      models,
      (model) => [entryOf(provider, model)!.contextWindow, entryOf(provider, model)!.maxOutput],
      [window, output],
    );
  });

  it.each<[string, string, string | undefined]>([
    ["anthropic", claude, "text image pdf"],
    ["openai", `${gpt4} ${oSeries} ${gpt5} ${to54} gpt-5.5 ${gpt56}`, "text image pdf"],
    ["openai", "gpt-6.1-sol gpt-6.1-terra gpt-5-codex", undefined],
    ["openai", speech, "text audio"],
    ["openai", vectors, "text"],
    ["google", `${gemini25} gemini-3.8-flash gemini-3.5-flash-lite`, "text image audio video pdf"],
    ["google", "gemini-4-argon gemini-3.6-flash", undefined],
    ["google", painting, "text image"],
    ["moonshot", watching, "text image video"],
    ["moonshot", `kimi-k2-thinking ${v1}`, "text"],
    ["copilot", `${copilot} gpt-4o gpt-4.1`, "text image"],
    ["copilot", "gpt-4o-mini", undefined],
  ])("knows what %s %s read: %s", (provider, models, kinds) => {
    expectOfAll(models, (model) => entryOf(provider, model)!.input?.join(" "), kinds);
  });

  it.each<[string, string, string]>([
    ["anthropic", claude, "text"],
    ["openai", `${gpt4} ${reasoning}`, "text"],
    ["openai", speech, "text audio"],
    ["openai", vectors, ""],
    ["google", painting, "text image"],
    ["google", "gemini-embedding-2", ""],
    ["copilot", copilot, "text"],
  ])("knows what %s %s write: %s", (provider, models, kinds) => {
    expectOfAll(models, (model) => entryOf(provider, model)!.output?.join(" "), kinds);
  });
});
