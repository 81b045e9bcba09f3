import type { ChatProfile } from "../chat/index.ts";
import { NO_ACCOUNT_IDS } from "../endpoints/account-ids.ts";
import { signals } from "./detection.ts";
import { endpoints } from "./endpoints.ts";
import { features } from "./features.ts";
import { replyFeatures } from "./reply-features.ts";
import { turnHeaders } from "./turn-headers.ts";

/** GitHub Copilot's chat endpoint. */
export const profile: ChatProfile = {
  id: "copilot",
  title: "GitHub Copilot Chat",
  modelPrefix: "copilot",
  endpoints,
  accountIds: NO_ACCOUNT_IDS,
  embeddingsPath: "/embeddings",
  ownHeaders: [
    "editor-version",
    "editor-plugin-version",
    "copilot-integration-id",
    "openai-intent",
    "x-initiator",
    "copilot-vision-request",
  ],
  otherApis: { withoutPrefix: "/v1" },
  turnHeaders,
  features,
  replyFeatures,
  toolCallIds: undefined,
  // `cot_*` are the older names; `cot_id` refers to reasoning that the server keeps.
  thinking: {
    text: ["reasoning_text", "cot_summary", "reasoning_content"],
    sealed: ["reasoning_opaque", "cot_id"],
    writes: "any",
    requiredWithCalls: false,
  },
  outputLimit: "max_tokens",
  developerRole: "system",
  prefill: undefined,
  efforts: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  effortOff: "none",
  thinkingSwitch: undefined,
  thinkingBudget: "thinking_budget",
  serviceTiers: [],
  cacheLifetimes: [],
  cacheOptionLifetimes: [],
  padding: ["obfuscation", "padding"],
  billedSearch: {},
  usage: { cachedAtTop: false, reasoningAtTop: true },
  namesObject: false,
  tokenCount: ["input_tokens"],
  modelOwner: "vendor",
  signals,
};
