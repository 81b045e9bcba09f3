import type { ChatProfile } from "../chat/index.ts";
import { chatIds } from "../endpoints/openai-ids.ts";
import { signals } from "./detection.ts";
import { endpoints } from "./endpoints.ts";
import { features } from "./features.ts";
import { replyFeatures } from "./reply-features.ts";

/** OpenAI's Chat Completions, and the servers that imitate it. */
export const profile: ChatProfile = {
  id: "openai",
  title: "OpenAI Chat Completions",
  modelPrefix: "openai",
  endpoints,
  accountIds: chatIds,
  embeddingsPath: "/v1/embeddings",
  ownHeaders: ["openai-beta", "openai-organization", "openai-project"],
  features,
  replyFeatures,
  // The published limit is 64; older endpoints refuse ids beyond 40.
  toolCallIds: { pattern: /^[\s\S]+$/, maxLength: 40 },
  fileIssuers: ["codex"],
  // OpenAI itself has neither; DeepSeek, vLLM and others have the first, OpenRouter and Groq the second.
  thinking: {
    text: ["reasoning_content", "reasoning"],
    sealed: [],
    writes: "plain",
    requiredWithCalls: false,
  },
  outputLimit: "max_completion_tokens",
  developerRole: "developer",
  prefill: undefined,
  efforts: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  effortOff: "none",
  thinkingSwitch: undefined,
  thinkingBudget: undefined,
  // The last two are Groq's.
  serviceTiers: ["auto", "default", "flex", "scale", "priority", "fast", "on_demand", "performance"],
  cacheLifetimes: ["30m", "12h"],
  cacheOptionLifetimes: ["30m"],
  // `p` is Mistral's.
  padding: ["obfuscation", "p"],
  billedSearch: { models: /-search-(?:preview|api)(?:-|$)/ },
  usage: { cachedAtTop: false, reasoningAtTop: false },
  namesObject: true,
  // Chat Completions has no counter of its own; this is the answer of the Responses API's.
  tokenCount: ["input_tokens"],
  modelOwner: "owned_by",
  signals,
};
