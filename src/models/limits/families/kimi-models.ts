import type { FamilyLimits } from "../limit-row.ts";
import { type ModelName, version } from "../names/model-name.ts";

const rejected = { is: "rejected" } as const;
const one = { is: "only", value: 1 } as const;
const topP = { is: "only", value: 0.95 } as const;

/** Models from a version on; those before another version, if one is given. */
function kimi(from: number, before?: number): (name: ModelName) => boolean {
  return ({ maker, version: own }) =>
    maker === "Kimi" && own >= from && (before === undefined || own < before);
}

/** What Moonshot's models accept, wherever they are served. */
export const kimiModels: readonly FamilyLimits[] = [
  {
    family: "Kimi",
    includes: ({ maker }) => maker === "Kimi",
    limits: {
      sampling: {
        temperature: one,
        topP,
        topK: rejected,
        candidates: one,
        frequencyPenalty: { is: "only", value: 0 },
        presencePenalty: { is: "only", value: 0 },
        logitBias: "rejected",
      },
    },
    source: "simstudioai/sim#5716, LiteLLM, agentscope",
    mark: "F",
  },
  {
    family: "Kimi K2.5 and K2.6",
    includes: kimi(version(2, 5), version(2, 7)),
    limits: {
      sampling: { temperature: { is: "only", value: 0.6 }, thinking: { temperature: one, topP } },
    },
    source: "iOfficeAI/gemini-cli-pro#30, simstudioai/sim#5716",
    mark: "F",
  },
  {
    family: "Kimi K2.5 to K2.7",
    includes: kimi(version(2, 5)),
    limits: { output: { min: 1, max: 262_144 }, choice: { forced: "without thinking" } },
    source: "UKGovernmentBEIS/inspect_ai#5152, simstudioai/sim#5716",
    mark: "F",
  },
  {
    family: "Kimi K3 and later",
    includes: kimi(version(3)),
    limits: { output: { min: 1, max: 1_048_576 }, choice: { forced: "always", named: "never" } },
    source: "simstudioai/sim#5716, modelparams.dev",
    mark: "F",
  },
];

/** What Moonshot's models accept of thinking at its own API. */
export const kimiReasoning: readonly FamilyLimits[] = [
  {
    family: "Kimi K2 and Moonshot v1",
    includes: ({ maker, version: own, variant }) =>
      maker === "Moonshot" || (maker === "Kimi" && own < version(2, 5) && !variant.startsWith("thinking")),
    limits: { reasoning: { supported: false } },
    source: "modelparams.dev",
    mark: "M",
  },
  {
    family: "Kimi K2.5 and K2.6",
    includes: kimi(version(2, 5), version(2, 7)),
    limits: { reasoning: { byDefault: true, modes: ["off", "adaptive"], efforts: [] } },
    source: "modelparams.dev",
    mark: "F",
  },
  {
    family: "Kimi K2.7",
    includes: kimi(version(2, 7)),
    limits: { reasoning: { byDefault: true, modes: ["adaptive"], efforts: [] } },
    source: "modelparams.dev, agentscope documentation",
    mark: "F",
  },
  {
    family: "Kimi K3 and later",
    includes: kimi(version(3)),
    limits: { reasoning: { byDefault: true, modes: [], efforts: ["low", "high", "max"] } },
    source: "LiteLLM, mnfst/modelparams.dev#168",
    mark: "F",
  },
];
