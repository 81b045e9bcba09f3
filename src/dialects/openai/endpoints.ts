import type { Endpoint } from "../dialect.ts";
import { openaiPlatform } from "../endpoints/openai-platform.ts";
import { passed, things } from "../endpoints/passed-endpoints.ts";
import { deploymentEndpoints } from "./deployment-endpoints.ts";

const own: readonly Endpoint[] = [
  { method: "POST", path: "/v1/chat/completions", operation: "generate" },
  { method: "GET", path: "/v1/models", operation: "list_models" },
  { method: "GET", path: "/v1/models/:model", operation: "get_model" },
  ...passed("chat_completions", "account", [["GET", "/v1/chat/completions"]]),
  ...things("chat_completions", "/v1/chat/completions"),
  ...openaiPlatform,
];

/** The endpoints of Chat Completions, and of the rest of OpenAI's API; also under the paths of Azure. */
export const endpoints: readonly Endpoint[] = [...own, ...deploymentEndpoints(own)];
