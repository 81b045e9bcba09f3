import type { FamilyLimits } from "../limit-row.ts";
import { type ModelName, version } from "../names/model-name.ts";

type Line = "opus" | "sonnet" | "haiku" | "fable" | "mythos";

const never = Number.POSITIVE_INFINITY;

/** Models of each line from a version on; a line that is not named here begins with version 5. */
function since(versions: Partial<Record<Line, number>>): (name: ModelName) => boolean {
  return ({ maker, line, version: own }) => {
    const from = versions[line as Line] ?? version(5);
    // The newest of a line has an infinite version, and is not of a family that the line never enters.
    return maker === "Claude" && from !== never && own >= from;
  };
}

function upTo(limit: number, ...lines: readonly string[]): (name: ModelName) => boolean {
  return ({ maker, line, version: own }) =>
    maker === "Claude" && own <= limit && (lines.length === 0 || lines.includes(line));
}

function only(line: Line, ...versions: readonly number[]): (name: ModelName) => boolean {
  return (name) => name.maker === "Claude" && name.line === line && versions.includes(name.version);
}

const rejected = { is: "rejected" } as const;
const lowToHigh = ["low", "medium", "high"];
const lowToMax = [...lowToHigh, "xhigh", "max"];

const fixedSince = since({
  opus: version(4, 7),
  sonnet: version(5),
  haiku: version(5),
  fable: version(5),
  mythos: version(5),
});
const alwaysThinking = since({
  opus: version(5, 5),
  sonnet: version(5, 5),
  haiku: never,
  fable: version(5),
  mythos: version(5),
});
const neverForced = since({
  opus: version(5, 5),
  sonnet: version(5, 5),
  haiku: never,
  fable: version(5, 1),
  mythos: version(5, 1),
});

/** What Claude models accept, wherever they are served. */
export const claudeModels: readonly FamilyLimits[] = [
  {
    family: "Claude 4 to 4.6",
    includes: ({ maker, version: own }) => maker === "Claude" && own >= version(4) && own <= version(4, 6),
    limits: {
      sampling: {
        exclusive: true,
        thinking: {
          temperature: { is: "only", value: 1 },
          topP: { is: "range", min: 0.95, max: 1 },
          topK: rejected,
        },
      },
    },
    source: "open-webui/pipelines#546, SalesforceAIResearch/MCP-Universe#49, modelparams.dev",
    mark: "F",
  },
  {
    family: "Claude 3.7",
    includes: only("sonnet", version(3, 7)),
    limits: {
      sampling: {
        thinking: {
          temperature: { is: "only", value: 1 },
          topP: { is: "range", min: 0.95, max: 1 },
          topK: rejected,
        },
      },
      output: { max: 64_000 },
      choice: { forced: "without thinking" },
      reasoning: { byDefault: false, modes: ["off", "budget"], efforts: [], opensToolTurns: true },
    },
    source: "Anthropic documentation of extended thinking",
    mark: "M",
  },
  {
    family: "Claude 3 and 3.5",
    includes: upTo(version(3, 5)),
    limits: { output: { max: 8192 }, reasoning: { supported: false } },
    source: "Anthropic model overview; retired",
    mark: "M",
  },
  {
    family: "Opus 4.7, Sonnet 5, Haiku 5.5, Fable 5, Mythos 5 and later",
    includes: fixedSince,
    limits: { sampling: { temperature: { is: "only", value: 1 }, topP: rejected, topK: rejected } },
    source: "mnfst/modelparams.dev#238, LiteLLM, @ai-sdk/anthropic",
    mark: "F",
  },
  {
    family: "Claude 4.6 and later",
    includes: ({ maker, version: own }) => maker === "Claude" && own >= version(4, 6),
    limits: { output: { max: 128_000 }, turns: { prefill: false, continues: false } },
    source: "anthropics/skills, LiteLLM, @ai-sdk/anthropic",
    mark: "F",
  },
  {
    family: "Sonnet 4, Sonnet, Opus and Haiku 4.5",
    includes: ({ maker, line, version: own }) =>
      maker === "Claude" && (own === version(4, 5) || (line === "sonnet" && own === version(4))),
    limits: { output: { max: 64_000 } },
    source: "@ai-sdk/anthropic, LiteLLM",
    mark: "F",
  },
  {
    family: "Opus 4 and 4.1",
    includes: only("opus", version(4), version(4, 1)),
    limits: { output: { max: 32_000 } },
    source: "@ai-sdk/anthropic, LiteLLM",
    mark: "F",
  },
  {
    family: "Claude 4 to Opus 5, Sonnet 5 and Haiku 5.5",
    includes: ({ maker, version: own }) => maker === "Claude" && own >= version(4),
    limits: { choice: { forced: "without thinking" } },
    source: "withceleste/celeste-python#393, @ai-sdk/anthropic",
    mark: "F",
  },
  {
    family: "Fable 5 and Mythos 5",
    includes: ({ maker, line, version: own }) =>
      maker === "Claude" && (line === "fable" || line === "mythos") && own === version(5),
    limits: { choice: { forced: "always" } },
    source: "withceleste/celeste-python#393, @ai-sdk/anthropic",
    mark: "F",
  },
  {
    family: "Opus 5.5, Sonnet 5.5, Fable 5.1, Mythos 5.1 and later",
    includes: neverForced,
    limits: { choice: { forced: "never" } },
    source: "can1357/oh-my-pi#12939, LiteLLM, @ai-sdk/anthropic",
    mark: "F",
  },
];

/** What Claude models accept of thinking, turns and formats at Anthropic's own API. */
export const claudeReasoning: readonly FamilyLimits[] = [
  {
    family: "Claude 4 to 4.5",
    includes: ({ maker, version: own }) => maker === "Claude" && own >= version(4) && own <= version(4, 5),
    limits: {
      reasoning: { byDefault: false, modes: ["off", "budget"], efforts: [], opensToolTurns: true },
    },
    source: "anthropics/skills, modelparams.dev, anthropics/claude-code#20717",
    mark: "F",
  },
  {
    family: "Opus 4.5",
    includes: only("opus", version(4, 5)),
    limits: { reasoning: { efforts: lowToHigh } },
    source: "modelparams.dev, LiteLLM",
    mark: "F",
  },
  {
    family: "Opus 4.6 and Sonnet 4.6",
    includes: ({ maker, version: own }) => maker === "Claude" && own === version(4, 6),
    limits: {
      reasoning: { byDefault: false, modes: ["off", "adaptive", "budget"], efforts: [...lowToHigh, "max"] },
    },
    source: "anthropics/skills, LiteLLM",
    mark: "F",
  },
  {
    family: "Opus 4.7 and 4.8",
    includes: only("opus", version(4, 7), version(4, 8)),
    limits: { reasoning: { byDefault: false, modes: ["off", "adaptive"], efforts: lowToMax } },
    source: "anthropics/skills",
    mark: "F",
  },
  {
    family: "Claude 5 and later",
    includes: ({ maker, version: own }) => maker === "Claude" && own >= version(5),
    limits: { reasoning: { byDefault: true, modes: ["off", "adaptive"], efforts: lowToMax } },
    source: "Anthropic migration guide of Sonnet 5",
    mark: "F",
  },
  {
    family: "Opus 5 and Haiku 5.5",
    includes: ({ maker, line, version: own }) =>
      maker === "Claude" &&
      ((line === "opus" && own === version(5)) || (line === "haiku" && own >= version(5, 5))),
    limits: { reasoning: { offUpTo: "high" } },
    source: "@ai-sdk/anthropic, modelparams.dev",
    mark: "F",
  },
  {
    family: "Opus 5.5, Sonnet 5.5, Fable 5, Mythos 5 and later",
    includes: alwaysThinking,
    limits: { reasoning: { modes: ["adaptive"] } },
    source: "Anthropic documentation: what is new in Opus 5.5 and Fable 5.2",
    mark: "F",
  },
  {
    family: "before Opus 4.8 and Claude 5",
    includes: ({ maker, line, version: own }) =>
      maker === "Claude" && own < (line === "opus" ? version(4, 8) : version(5)),
    limits: { turns: { systemMidway: false } },
    source: "Anthropic documentation of system messages",
    mark: "F",
  },
  {
    family: "Sonnet 5",
    includes: only("sonnet", version(5)),
    limits: { turns: { systemMidway: false } },
    source: "LiteLLM says yes, gproxy no; as a text of the user, a system message keeps its words",
    mark: "U",
  },
  {
    family: "before Opus 4.1 and Claude 4.5",
    includes: ({ maker, line, version: own }) =>
      maker === "Claude" && own < version(4, 5) && !(line === "opus" && own === version(4, 1)),
    limits: { format: { schema: false } },
    source: "@ai-sdk/anthropic",
    mark: "F",
  },
];
