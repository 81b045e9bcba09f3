import type { FamilyLimits } from "../limit-row.ts";
import type { ModelLimits } from "../model-limits.ts";
import { version } from "../names/model-name.ts";

const common: ModelLimits = {
  identity: {
    userLength: 64,
    cacheKeyLength: 64,
    metadata: { pairs: 16, keyLength: 64, valueLength: 512 },
  },
  toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  schema: {
    rootRejected: ["oneOf", "anyOf", "allOf", "enum", "not"],
    strict: "all required",
    complete: "required",
  },
  format: { root: "object", enforced: "if strict" },
  choice: { withoutTools: "rejected" },
  messages: { paired: true, blank: "answers", first: "any" },
  media: {
    imageTypes: ["image/jpeg", "image/png", "image/gif", "image/webp"],
    urls: /^(?:https?:\/\/|data:)/i,
    base64: "standard",
  },
};

const source = "openai-node 7.53, theopenco/llmgateway#3110, nspady/google-calendar-mcp#39";

/**
 * The breakpoints of prompt caches that OpenAI's two APIs take. A model of another name behind them, such as an alias, may be
 * any model, and an API that imitates them may refuse the member.
 */
const breakpoints: readonly FamilyLimits[] = [
  {
    family: "before GPT-5.6, and models of other names",
    limits: { cache: { breakpoints: "rejected" } },
    source: "BerriAI/litellm#37628, maximhq/bifrost#7261, ENTERPILOT/GoModel#861",
    mark: "P",
  },
  {
    family: "GPT-5.6 and later",
    includes: ({ maker, version: own }) => maker === "GPT" && own >= version(5, 6),
    limits: { cache: { breakpoints: "of the prompt" } },
    source: "openai-node 7.53, BerriAI/litellm#37628",
    mark: "F",
  },
  {
    family: "GPT-5.6 Terra",
    includes: ({ maker, version: own, variant }) =>
      maker === "GPT" && own === version(5, 6) && /^terra\b/.test(variant),
    limits: { cache: { breakpoints: "rejected" } },
    source: "Kilo-Org/kilocode#13052",
    mark: "P",
  },
];

/** What Chat Completions takes of names, schemas, messages and media; Copilot's endpoint does the same. */
export const chatContent: readonly FamilyLimits[] = [
  { family: "every model", limits: common, source, mark: "F" },
  {
    family: "every model",
    limits: { toolNames: { count: 128 }, callIds: { maxLength: 40 } },
    source:
      "microsoft/vscode-copilot-release#13065, BerriAI/litellm#17343; ids were not limited in vercel/ai#8132",
    mark: "U",
  },
];

/** What Chat Completions takes of OpenAI's own models; other vendors behind it have members of their own. */
export const chatOwnContent: readonly FamilyLimits[] = [
  ...breakpoints,
  {
    family: "GPT and the o series",
    includes: ({ maker }) => maker === "GPT" || maker === "o",
    limits: { messages: { thinkingText: "rejected" } },
    source: "openai-node 7.53",
    mark: "F",
  },
];

/** What Copilot's endpoint takes of Anthropic's models. */
export const copilotContent: readonly FamilyLimits[] = [
  {
    family: "Claude",
    includes: ({ maker }) => maker === "Claude",
    limits: { messages: { blank: "all", blankResults: "rejected" } },
    source: "anomalyco/opencode#31259",
    mark: "F",
  },
];

/** The same of the Responses API. */
export const responsesContent: readonly FamilyLimits[] = [
  { family: "every model", limits: common, source, mark: "F" },
  ...breakpoints,
  {
    family: "every model",
    limits: { callIds: { maxLength: 64 } },
    source: "AnswerDotAI/fastllm#45",
    mark: "F",
  },
  {
    family: "before GPT-5",
    includes: ({ maker, version: own }) => maker === "o" || (maker === "GPT" && own < version(5)),
    limits: { toolNames: { count: 128 } },
    source: "reports; newer models take more",
    mark: "U",
  },
];
