import type { FamilyLimits } from "../limit-row.ts";
import { type ModelName, version } from "../names/model-name.ts";

const rejected = { is: "rejected" } as const;
const one = { is: "only", value: 1 } as const;

/** Sampling of a model that reasons: everything is fixed. */
const fixed = { temperature: one, topP: one, logprobs: "rejected" } as const;
const noPenalties = {
  frequencyPenalty: rejected,
  presencePenalty: rejected,
  logitBias: "rejected",
} as const;

function gpt(from: number, to = Number.POSITIVE_INFINITY): (name: ModelName) => boolean {
  return ({ maker, version: own }) => maker === "GPT" && own >= from && own <= to;
}

function isCodex({ maker, variant }: ModelName): boolean {
  return maker === "GPT" && /^codex\b/.test(variant);
}

/** Models that cannot answer without reasoning. */
export function alwaysReasons(name: ModelName): boolean {
  const { maker, version: own, variant } = name;
  if (maker !== "GPT") return maker === "o";
  return (
    /^astra\b/.test(variant) || (/^sol\b/.test(variant) && own >= version(6, 1)) || /^pro\b/.test(variant)
  );
}

/** What OpenAI's models accept, wherever they are served. */
export const gptModels: readonly FamilyLimits[] = [
  {
    family: "GPT-4o",
    includes: ({ maker, line }) => maker === "GPT" && line === "o",
    limits: { output: { max: 16_384 }, reasoning: { supported: false }, format: { verbosities: ["medium"] } },
    source: "openai-node 7.53, LiteLLM",
    mark: "F",
  },
  {
    family: "GPT-4.1",
    includes: gpt(version(4, 1), version(4, 1)),
    limits: { output: { max: 32_768 }, reasoning: { supported: false }, format: { verbosities: ["medium"] } },
    source: "openai-node 7.53, LiteLLM",
    mark: "F",
  },
  {
    family: "o-series",
    includes: ({ maker }) => maker === "o",
    limits: {
      sampling: { ...fixed, ...noPenalties, candidates: one },
      output: { max: 100_000, field: "max_completion_tokens" },
      reasoning: { byDefault: true, modes: [], efforts: ["low", "medium", "high"] },
      choice: { parallel: false },
    },
    source: "openai-node 7.53, stanford-crfm/helm#3586, LiteLLM",
    mark: "F",
  },
  {
    family: "GPT-5 and later",
    includes: gpt(version(5)),
    limits: {
      sampling: { ...fixed, ...noPenalties },
      output: { max: 128_000, field: "max_completion_tokens" },
      reasoning: { byDefault: true, modes: [], efforts: ["minimal", "low", "medium", "high"] },
    },
    source: "LiteLLM, johny-b/llmcomp#69, pydantic/pydantic-ai#1205",
    mark: "F",
  },
  {
    family: "GPT-5 Pro",
    includes: ({ maker, version: own, variant }) =>
      maker === "GPT" && own === version(5) && /^pro\b/.test(variant),
    limits: { output: { max: 272_000 }, reasoning: { efforts: ["high"] } },
    source: "LiteLLM",
    mark: "P",
  },
  {
    family: "GPT-5.1",
    includes: gpt(version(5, 1)),
    limits: {
      sampling: {
        temperature: { is: "range", min: 0, max: 2 },
        topP: { is: "range", min: 0, max: 1 },
        logprobs: "accepted",
        thinking: fixed,
      },
      reasoning: { byDefault: false, efforts: ["none", "low", "medium", "high"] },
    },
    source: "UKGovernmentBEIS/inspect_ai#5242, LiteLLM",
    mark: "F",
  },
  {
    family: "GPT-5.2 to 5.4",
    includes: gpt(version(5, 2)),
    limits: { reasoning: { efforts: ["none", "low", "medium", "high", "xhigh"] } },
    source: "UKGovernmentBEIS/inspect_ai#5242, LiteLLM",
    mark: "F",
  },
  {
    family: "GPT-5.5 and later",
    includes: gpt(version(5, 5)),
    limits: { reasoning: { byDefault: true } },
    source: "UKGovernmentBEIS/inspect_ai#5242, livekit/agents#7169",
    mark: "F",
  },
  {
    family: "GPT-6 and later",
    includes: gpt(version(6)),
    limits: {
      sampling: fixed,
      reasoning: { efforts: ["none", "low", "medium", "high", "xhigh", "max"] },
    },
    source: "@ai-sdk/openai and agnt5dev/sdk-python never send sampling; others say effort none allows it",
    mark: "U",
  },
  {
    family: "GPT-6 Astra, GPT-6.1 Sol and later",
    includes: (name) => name.maker === "GPT" && name.version >= version(6) && alwaysReasons(name),
    limits: { reasoning: { efforts: ["low", "medium", "high", "xhigh", "max"] } },
    source: "CopilotKit/CopilotKit#7191, BerriAI/litellm#39631",
    mark: "F",
  },
  {
    family: "GPT-5.2 Pro to 5.5 Pro",
    includes: ({ maker, version: own, variant }) =>
      maker === "GPT" && own > version(5) && own < version(6) && /^pro\b/.test(variant),
    limits: { sampling: fixed, reasoning: { byDefault: true, efforts: ["medium", "high", "xhigh"] } },
    source: "modelparams.dev, LiteLLM",
    mark: "P",
  },
  {
    family: "GPT-5 Codex to GPT-5.3 Codex",
    includes: isCodex,
    limits: { sampling: fixed, reasoning: { byDefault: true, efforts: ["low", "medium", "high"] } },
    source: "LiteLLM, modelparams.dev",
    mark: "P",
  },
  {
    family: "GPT-5.1 Codex Max, GPT-5.2 Codex and later",
    includes: (name) => isCodex(name) && (name.version >= version(5, 2) || name.variant === "codex-max"),
    limits: { reasoning: { efforts: ["low", "medium", "high", "xhigh"] } },
    source: "LiteLLM, modelparams.dev",
    mark: "P",
  },
  {
    family: "chat variants",
    includes: ({ maker, version: own, variant }) =>
      maker === "GPT" && own >= version(5) && /^chat\b/.test(variant),
    limits: { sampling: fixed, reasoning: { byDefault: true, efforts: ["medium"] } },
    source: "LiteLLM",
    mark: "P",
  },
];
