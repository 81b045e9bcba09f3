import type { FamilyLimits } from "../limit-row.ts";
import { type ModelName, version } from "../names/model-name.ts";

const rejected = { is: "rejected" } as const;
const ignored = { is: "ignored" } as const;

/** Models from a version on; those before another version, if one is given. */
function gemini(from: number, before?: number): (name: ModelName) => boolean {
  return ({ maker, version: own }) =>
    maker === "Gemini" && own >= from && (before === undefined || own < before);
}

/** Models that choose their sampling themselves. */
function isFixed({ maker, version: own, variant }: ModelName): boolean {
  if (maker !== "Gemini") return false;
  return own >= version(3, 6) || (own === version(3, 5) && /^flash-lite\b/.test(variant));
}

/** What Gemini models accept, wherever they are served. */
export const geminiModels: readonly FamilyLimits[] = [
  {
    family: "Gemini",
    includes: ({ maker }) => maker === "Gemini",
    limits: {
      sampling: {
        temperature: { is: "range", min: 0, max: 2 },
        topP: { is: "range", min: 0, max: 1 },
        frequencyPenalty: rejected,
        presencePenalty: rejected,
      },
    },
    source: "mnfst/modelparams.dev#16, mnfst/modelparams.dev#293; Vertex accepts penalties",
    mark: "F",
  },
  {
    family: "Gemini 2.5 and later",
    includes: gemini(version(2, 5)),
    limits: { output: { min: 1, max: 65_536 } },
    source: "mnfst/modelparams.dev#293",
    mark: "F",
  },
  {
    family: "Gemini 3.5 Flash-Lite, 3.6 Flash and later",
    includes: isFixed,
    limits: {
      sampling: { temperature: ignored, topP: ignored, topK: ignored },
      turns: { prefill: false },
    },
    source: "Google model page of Gemini 3.6 Flash",
    mark: "F",
  },
];

/** What Gemini models accept of thinking and formats at Google's own API. */
export const geminiReasoning: readonly FamilyLimits[] = [
  {
    family: "before Gemini 2.5",
    includes: gemini(0, version(2, 5)),
    limits: { reasoning: { supported: false } },
    source: "Google documentation of thinking",
    mark: "M",
  },
  {
    family: "Gemini 2.5 Flash",
    includes: gemini(version(2, 5), version(3)),
    limits: {
      reasoning: {
        byDefault: true,
        modes: ["off", "adaptive", "budget"],
        efforts: [],
        budget: { min: 1, max: 24_576 },
      },
      format: { withTools: false },
    },
    source: "modelparams.dev, RooCodeInc/Roo-Code#10700",
    mark: "F",
  },
  {
    family: "Gemini 2.5 Pro",
    includes: (name) => gemini(version(2, 5), version(3))(name) && /^pro\b/.test(name.variant),
    limits: { reasoning: { modes: ["adaptive", "budget"], budget: { min: 128, max: 32_768 } } },
    source: "modelparams.dev, Google documentation of thinking",
    mark: "F",
  },
  {
    family: "Gemini 2.5 Flash-Lite",
    includes: (name) => gemini(version(2, 5), version(3))(name) && /^flash-lite\b/.test(name.variant),
    limits: { reasoning: { byDefault: false, budget: { min: 512, max: 24_576 } } },
    source: "modelparams.dev",
    mark: "F",
  },
  {
    family: "Gemini 3 and later",
    includes: gemini(version(3)),
    limits: {
      reasoning: { byDefault: true, modes: ["adaptive"], efforts: ["minimal", "low", "medium", "high"] },
    },
    source: "withceleste/celeste-python#292, maximhq/bifrost#7287",
    mark: "F",
  },
  {
    family: "Gemini 3 Pro and 3.1 Pro",
    includes: (name) => gemini(version(3))(name) && /^pro\b/.test(name.variant),
    limits: { reasoning: { efforts: ["low", "medium", "high"] } },
    source: "Google documentation of thinking",
    mark: "M",
  },
  {
    family: "Gemini 3.6 Flash",
    includes: gemini(version(3, 6), version(3, 7)),
    limits: { reasoning: { efforts: ["low", "medium", "high"] } },
    source: "whether it takes minimal is contested; low is the next one",
    mark: "U",
  },
  {
    family: "Gemini 3.7 Flash, 3.8 Flash, 4 Argon and later",
    includes: gemini(version(3, 7)),
    limits: { reasoning: { efforts: ["low", "medium", "high"] } },
    source: "dograh-hq/dograh#689, earendil-works/pi#9455, LiteLLM",
    mark: "F",
  },
  {
    family: "Gemini 3.1 Flash-Lite Image",
    includes: (name) => gemini(version(3, 1), version(3, 2))(name) && name.variant === "flash-lite-image",
    limits: { reasoning: { efforts: ["minimal", "high"] } },
    source: "maximhq/bifrost#7287",
    mark: "P",
  },
];
