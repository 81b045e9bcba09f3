import { type ChatProfile, SEARCH_FUNCTION } from "../chat/index.ts";
import { accountIds } from "./account-ids.ts";
import { signals } from "./detection.ts";
import { endpoints } from "./endpoints.ts";
import { features } from "./features.ts";
import { replyFeatures } from "./reply-features.ts";

/** Moonshot's Chat Completions. */
export const profile: ChatProfile = {
  id: "kimi",
  title: "Moonshot Chat Completions",
  modelPrefix: "moonshot",
  endpoints,
  accountIds,
  embeddingsPath: "/v1/embeddings",
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
  cacheOptionLifetimes: [],
  padding: [],
  billedSearch: { call: SEARCH_FUNCTION },
  usage: { cachedAtTop: true, reasoningAtTop: false },
  namesObject: true,
  tokenCount: ["data", "total_tokens"],
  modelOwner: "owned_by",
  listsContext: true,
  echoesSearch: true,
  signals,
};
