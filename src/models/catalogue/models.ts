/**
 * The current models of the six vendors, as of the date below. A limit, list or cell that is absent is not
 * known; if two sources disagree, it is left out.
 *
 * Names and parameters: the types of `@anthropic-ai/sdk` 1.8, `openai` 7.53 and `@google/genai` 2.32.
 * Windows: `@pydantic/genai-prices` 0.1.8 and the vendors' model pages (platform.claude.com,
 * developers.openai.com, ai.google.dev, platform.kimi.ai). Output limits and modalities: those pages and models.dev,
 * which reads GitHub Copilot's from its models endpoint. What models reject: the model tables of
 * `@ai-sdk/anthropic`, `@ai-sdk/openai`, `@ai-sdk/google` and `@ai-sdk/moonshotai`, the vendors' migration
 * guides, and recorded exchanges.
 */
import type { Cell, Modality, ModelCatalogue, ModelEntry, Profile } from "./model-entry.ts";

/**
 * One model: id, profile, context window, maximum output, kinds of input, and everything that differs from the
 * profile.
 */
type Row = readonly [
  model: string,
  profile: Profile,
  contextWindow: number | undefined,
  maxOutput: number | undefined,
  input: readonly Modality[] | undefined,
  more?: { aliases?: readonly string[]; output?: readonly Modality[]; support?: Profile },
];

const unknown = undefined;
const text = ["text"] as const;
const seeing = ["text", "image"] as const;
const reading = ["text", "image", "pdf"] as const;
const watching = ["text", "image", "video"] as const;
const everything = ["text", "image", "audio", "video", "pdf"] as const;

const bestEffort = "restricted: best effort, the vendor does not promise the same reply";
const automaticCache = "restricted: automatic, the caller cannot mark what to cache";

/** Anthropic's Messages API. */
const messages: Profile = {
  ...all("native", "streaming tool_use function_calling extended_thinking system_message max_tokens"),
  ...all("native", "stop_sequences structured_output_json_schema cache_control batch_mode"),
  ...all("native", "code_execution tool_web_search tool_web_fetch"),
  ...all("unsupported", "json_mode logprobs seed_determinism frequency_penalty presence_penalty"),
  ...all("unsupported", "embeddings image_generation"),
};
const messagesSampled: Profile = {
  ...messages,
  ...all("native", "temperature top_k"),
  top_p: "restricted: not together with temperature",
};
// Since Claude Opus 4.7 the API answers a sampling parameter with status 400.
const messagesFixed: Profile = { ...messages, ...all("unsupported", "temperature top_p top_k") };
const messagesAlwaysThinking: Profile = {
  ...messagesFixed,
  ...all("native: a call cannot be forced, because thinking is always on", "tool_use function_calling"),
};

/** OpenAI's Chat Completions and Responses APIs together, for models that do not reason. */
const completions: Profile = {
  ...all("native", "streaming tool_use function_calling structured_output_json_schema json_mode"),
  ...all("native", "system_message max_tokens temperature top_p logprobs batch_mode"),
  ...all("native: by a tool of the Responses API", "tool_web_search code_execution image_generation"),
  ...all("restricted: Chat Completions only", "stop_sequences frequency_penalty presence_penalty"),
  seed_determinism: bestEffort,
  cache_control: automaticCache,
  ...all("unsupported", "extended_thinking top_k embeddings"),
};
const reasoning: Profile = {
  ...completions,
  extended_thinking: "native",
  ...all("unsupported", "stop_sequences frequency_penalty presence_penalty temperature top_p"),
  logprobs: "unknown",
};
const sampled = "temperature top_p logprobs";
const optionalReasoning: Profile = {
  ...reasoning,
  ...all("restricted: only with reasoning effort none, which is the default", sampled),
};
const usualReasoning: Profile = {
  ...reasoning,
  ...all(
    "restricted: only where the request names the reasoning effort none; the default is medium",
    sampled,
  ),
};
const gpt56: Profile = { ...usualReasoning, cache_control: "native" };
const gpt6: Profile = { ...reasoning, logprobs: "unsupported", cache_control: "native" };
// Sources disagree on whether sampling is accepted with effort none.
const gpt6Optional: Profile = { ...gpt6, ...all("unknown", sampled) };
// The codex models are served by the Responses API only, which has no seed.
const codex: Profile = { ...reasoning, seed_determinism: "unsupported" };
const speech: Profile = {
  ...all("native", "streaming tool_use function_calling system_message max_tokens temperature top_p"),
  ...all("unsupported", "structured_output_json_schema extended_thinking top_k embeddings image_generation"),
};
const embedding: Profile = {
  embeddings: "native",
  ...all("unsupported", "streaming tool_use function_calling structured_output_json_schema json_mode"),
  ...all("unsupported", "extended_thinking system_message stop_sequences logprobs image_generation"),
};

/** Google's generateContent API. */
const generate: Profile = {
  ...all("native", "streaming tool_use function_calling structured_output_json_schema json_mode"),
  ...all("native", "extended_thinking system_message max_tokens stop_sequences cache_control batch_mode"),
  ...all("native", "code_execution tool_web_search tool_web_fetch"),
  seed_determinism: bestEffort,
  ...all("unsupported", "embeddings image_generation"),
};
const gemini25: Profile = {
  ...generate,
  ...all("native", "temperature top_p top_k"),
  ...all("restricted: Vertex AI only", "logprobs frequency_penalty presence_penalty"),
};
const gemini3: Profile = { ...generate, ...all("native", "temperature top_p") };
// Sampling has no effect since Gemini 3.6 Flash and 3.5 Flash-Lite, and penalties are an error.
const geminiFixed: Profile = {
  ...generate,
  ...all("unsupported", "temperature top_p top_k frequency_penalty presence_penalty"),
};
const painting: Profile = { ...all("native", "streaming image_generation"), embeddings: "unsupported" };

/** Moonshot's Chat Completions API; the platform fixes the sampling of Kimi models. */
const kimi: Profile = {
  ...all("native", "streaming tool_use function_calling structured_output_json_schema json_mode"),
  ...all("native", "extended_thinking system_message max_tokens stop_sequences tool_web_search"),
  ...all("unsupported", "temperature top_p top_k frequency_penalty presence_penalty seed_determinism"),
  ...all("unsupported", "embeddings image_generation"),
  cache_control: automaticCache,
};
const moonshotV1: Profile = {
  ...kimi,
  ...all("native", "temperature top_p frequency_penalty presence_penalty"),
  extended_thinking: "unsupported",
  structured_output_json_schema: "unknown",
};

/** GitHub Copilot's Chat Completions API. */
const copilot: Profile = {
  ...all("native", "streaming tool_use function_calling system_message max_tokens"),
  ...all("restricted: how many images and how large differs by model", "image_input vision"),
  extended_thinking: "restricted: effort is accepted, the thinking comes back as a summary if at all",
  ...all("unsupported", "batch_mode embeddings image_generation"),
};
const copilotPlain: Profile = {
  ...copilot,
  ...all("native", "temperature top_p stop_sequences"),
  extended_thinking: "unsupported",
};
const schema: Profile = { structured_output_json_schema: "native" };

// For models of which only image input is known.
const images = all("native", "image_input vision");

const anthropicRows: readonly Row[] = [
  ["claude-fable-5-2", messagesAlwaysThinking, 1_000_000, 128_000, reading],
  ["claude-fable-5-1", messagesAlwaysThinking, 1_000_000, 128_000, reading],
  ["claude-fable-5", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-mythos-5-2", messagesAlwaysThinking, unknown, unknown, reading],
  ["claude-mythos-5-1", messagesAlwaysThinking, unknown, unknown, reading],
  ["claude-mythos-5", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-opus-5-5", messagesAlwaysThinking, 1_000_000, 128_000, reading],
  ["claude-opus-5", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-opus-4-8", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-opus-4-7", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-opus-4-6", messagesSampled, 1_000_000, 128_000, reading],
  ["claude-opus-4-5", messagesSampled, 200_000, 64_000, reading],
  ["claude-sonnet-5-5", messagesAlwaysThinking, 1_000_000, 128_000, reading],
  ["claude-sonnet-5", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-sonnet-4-6", messagesSampled, 1_000_000, 128_000, reading],
  ["claude-sonnet-4-5", messagesSampled, 200_000, 64_000, reading],
  ["claude-haiku-5-5", messagesFixed, 1_000_000, 128_000, reading],
  ["claude-haiku-4-5", messagesSampled, 200_000, 64_000, reading],
];

const openaiRows: readonly Row[] = [
  ["gpt-6.1-sol", gpt6, 1_050_000, 128_000, unknown, { support: images }],
  ["gpt-6.1-terra", gpt6Optional, unknown, unknown, unknown, { support: images }],
  ["gpt-6-astra", gpt6, 1_050_000, 128_000, reading],
  ["gpt-6-sol", gpt6Optional, 1_050_000, 128_000, reading],
  ["gpt-6-luna", gpt6Optional, 1_050_000, 128_000, reading],
  ["gpt-5.6-sol", gpt56, 1_050_000, 128_000, reading, { aliases: ["gpt-5.6"] }],
  ["gpt-5.6-terra", gpt56, 1_050_000, 128_000, reading],
  ["gpt-5.6-luna", gpt56, 1_050_000, 128_000, reading],
  ["gpt-5.5", usualReasoning, 1_050_000, 128_000, reading],
  ["gpt-5.4", optionalReasoning, 1_050_000, 128_000, reading],
  ["gpt-5.4-mini", optionalReasoning, 400_000, 128_000, reading],
  ["gpt-5.4-nano", optionalReasoning, 400_000, 128_000, reading],
  ["gpt-5.2", optionalReasoning, 400_000, 128_000, reading],
  ["gpt-5.1", optionalReasoning, 400_000, 128_000, reading],
  ["gpt-5", reasoning, 400_000, 128_000, reading],
  ["gpt-5-mini", reasoning, 400_000, 128_000, reading],
  ["gpt-5-nano", reasoning, 400_000, 128_000, reading],
  ["gpt-5.3-codex", codex, 400_000, 128_000, reading],
  ["gpt-5.2-codex", codex, 400_000, 128_000, reading],
  ["gpt-5.1-codex-max", codex, 400_000, 128_000, unknown, { support: images }],
  ["gpt-5.1-codex", codex, 400_000, 128_000, unknown, { support: images }],
  ["gpt-5.1-codex-mini", codex, 400_000, 128_000, unknown, { support: images }],
  ["gpt-5-codex", codex, 400_000, 128_000, unknown, { support: images }],
  ["o4-mini", reasoning, 200_000, 100_000, reading],
  ["o3", reasoning, 200_000, 100_000, reading],
  ["gpt-4.1", completions, 1_047_576, 32_768, reading],
  ["gpt-4.1-mini", completions, 1_047_576, 32_768, reading],
  ["gpt-4.1-nano", completions, 1_047_576, 32_768, reading, { support: { tool_web_search: "unknown" } }],
  ["gpt-4o", completions, 128_000, 16_384, reading],
  ["gpt-4o-mini", completions, 128_000, 16_384, reading],
  ["gpt-audio", speech, 128_000, 16_384, ["text", "audio"], { output: ["text", "audio"] }],
  ["gpt-audio-mini", speech, 128_000, 16_384, ["text", "audio"], { output: ["text", "audio"] }],
  ["text-embedding-3-large", embedding, 8_192, unknown, text, { output: [] }],
  ["text-embedding-3-small", embedding, 8_192, unknown, text, { output: [] }],
];

const googleRows: readonly Row[] = [
  // One request returns at most 65,536 tokens unless it asks for long decoding.
  ["gemini-4-argon", geminiFixed, 1_048_576, 65_536, unknown, { support: images }],
  ["gemini-3.8-flash", geminiFixed, 1_048_576, 65_536, everything],
  ["gemini-3.7-flash", geminiFixed, 1_048_576, 65_536, everything],
  ["gemini-3.6-flash", geminiFixed, unknown, unknown, unknown, { support: images }],
  ["gemini-3.5-flash", generate, 1_048_576, 65_536, everything],
  ["gemini-3.5-flash-lite", geminiFixed, 1_048_576, 65_536, everything],
  ["gemini-3.1-pro-preview", gemini3, 1_048_576, 65_536, everything],
  ["gemini-3.1-flash-lite", generate, unknown, unknown, unknown, { support: images }],
  ["gemini-3-flash-preview", { ...gemini3, top_k: "restricted: fixed at 64" }, 1_048_576, 65_536, everything],
  ["gemini-2.5-pro", gemini25, 1_048_576, 65_536, everything],
  ["gemini-2.5-flash", gemini25, 1_048_576, 65_536, everything],
  ["gemini-2.5-flash-lite", gemini25, 1_048_576, 65_536, everything],
  ["gemini-3.1-flash-image", painting, unknown, unknown, seeing, { output: seeing }],
  ["gemini-3-pro-image", painting, unknown, unknown, seeing, { output: seeing }],
  ["gemini-2.5-flash-image", painting, unknown, unknown, seeing, { output: seeing }],
  ["gemini-embedding-2", embedding, 8_192, unknown, unknown, { output: [] }],
];

const moonshotRows: readonly Row[] = [
  ["kimi-k3.1-pro", kimi, 1_048_576, 1_048_576, watching],
  ["kimi-k3", kimi, 1_048_576, unknown, watching],
  ["kimi-k2.7-code", kimi, 262_144, unknown, watching, { aliases: ["kimi-k2.7-code-highspeed"] }],
  ["kimi-k2.6", kimi, 262_144, unknown, watching],
  ["kimi-k2.5", kimi, 262_144, unknown, watching],
  ["kimi-k2-thinking", kimi, 262_144, unknown, text, { aliases: ["kimi-k2-thinking-turbo"] }],
  ["moonshot-v1-128k", moonshotV1, 131_072, unknown, text],
  ["moonshot-v1-32k", moonshotV1, 32_768, unknown, text],
  ["moonshot-v1-8k", moonshotV1, 8_192, unknown, text],
];

const copilotRows: readonly Row[] = [
  ["gpt-6-astra", copilot, 400_000, 128_000, seeing],
  ["gpt-6-sol", copilot, 400_000, 128_000, seeing],
  ["gpt-6-luna", copilot, 400_000, 128_000, seeing],
  ["gpt-5.6-sol", copilot, 400_000, unknown, seeing],
  ["gpt-5.6-terra", copilot, 400_000, unknown, seeing],
  ["gpt-5.6-luna", copilot, 328_000, 128_000, seeing],
  ["gpt-5.5", copilot, 400_000, unknown, seeing],
  ["gpt-5.4", copilot, 400_000, 128_000, seeing],
  ["gpt-5.4-mini", copilot, 400_000, unknown, seeing],
  ["gpt-5.3-codex", copilot, 400_000, unknown, seeing],
  ["gpt-5-mini", copilot, 264_000, 64_000, seeing],
  ["gpt-4.1", copilotPlain, 128_000, 16_384, seeing, { support: schema }],
  ["gpt-4o", copilotPlain, 128_000, unknown, seeing],
  ["gpt-4o-mini", copilotPlain, 128_000, unknown, unknown, { support: all("unknown", "image_input vision") }],
  ["claude-fable-5.1", copilot, 264_000, 64_000, seeing],
  ["claude-opus-5.5", copilot, 328_000, 128_000, seeing],
  ["claude-opus-5", copilot, 264_000, 64_000, seeing, { support: schema }],
  ["claude-opus-4.8", copilot, unknown, unknown, seeing],
  ["claude-sonnet-5", copilot, unknown, unknown, seeing],
  ["claude-haiku-4.5", copilot, unknown, unknown, seeing],
  ["gemini-3.8-flash", copilot, unknown, unknown, seeing],
  ["kimi-k3", copilot, 1_048_576, unknown, seeing],
];

export const modelCatalogue: ModelCatalogue = {
  date: "2026-11-16",
  models: [
    ...read("anthropic", anthropicRows),
    ...read("openai", openaiRows),
    ...read("google", googleRows),
    ...read("moonshot", moonshotRows),
    ...read("copilot", copilotRows),
  ],
};

function all(cell: Cell, names: string): Profile {
  return Object.fromEntries(names.split(" ").map((name) => [name, cell]));
}

function read(provider: string, rows: readonly Row[]): readonly ModelEntry[] {
  return rows.map(([model, profile, contextWindow, maxOutput, input, more = {}]) => ({
    provider,
    model,
    aliases: more.aliases ?? [],
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(input === undefined ? {} : { input }),
    output: more.output ?? text,
    support: { ...profile, ...more.support },
  }));
}
