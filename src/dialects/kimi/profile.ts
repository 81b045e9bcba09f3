import { type ChatProfile, SEARCH_FUNCTION } from "../chat/index.ts";
import { signals } from "./detection.ts";
import { features } from "./features.ts";
import { replyFeatures } from "./reply-features.ts";

/** Moonshot's Chat Completions. */
export const profile: ChatProfile = {
  id: "kimi",
  title: "Moonshot Chat Completions",
  modelPrefix: "moonshot",
  endpoints: [
    { method: "POST", path: "/v1/chat/completions", operation: "generate" },
    { method: "POST", path: "/v1/tokenizers/estimate-token-count", operation: "count_tokens" },
    { method: "GET", path: "/v1/models", operation: "list_models" },
    { method: "GET", path: "/v1/models/:model", operation: "get_model" },
    // The Kimi Code subscription has the base URL api.kimi.com/coding/v1.
    { method: "POST", path: "/coding/v1/chat/completions", operation: "generate" },
    { method: "GET", path: "/coding/v1/models", operation: "list_models" },
    { method: "GET", path: "/coding/v1/models/:model", operation: "get_model" },
  ],
  ownHeaders: [],
  features,
  replyFeatures,
  toolCallIds: undefined,
  thinking: { text: ["reasoning_content"], sealed: [], writes: "any", requiredWithCalls: true },
  // Moonshot documents max_completion_tokens and still takes max_tokens.
  outputLimit: "max_completion_tokens",
  developerRole: "system",
  prefill: "partial",
  efforts: ["low", "medium", "high", "max"],
  effortOff: undefined,
  thinkingSwitch: "thinking",
  thinkingBudget: undefined,
  serviceTiers: [],
  cacheLifetimes: [],
  padding: [],
  billedSearch: { call: SEARCH_FUNCTION },
  usage: { cachedAtTop: true, reasoningAtTop: false },
  namesObject: true,
  tokenCount: ["data", "total_tokens"],
  modelOwner: "owned_by",
  echoesSearch: true,
  signals,
};
