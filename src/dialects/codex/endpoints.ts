import type { Endpoint } from "../dialect.ts";
import { openaiPlatform } from "../endpoints/openai-platform.ts";
import { SEARCH_PATH, searchDialect } from "./search/search-dialect.ts";
import { COMPACT_PATH, compactDialect } from "./state/compact-dialect.ts";
import { CONVERSATIONS_PATH, COUNT_PATH, RESPONSES_PATH } from "./wire.ts";

/** The endpoints of the Responses API, and of the rest of OpenAI's API. */
export const endpoints: readonly Endpoint[] = [
  { method: "POST", path: RESPONSES_PATH, operation: "generate" },
  { method: "POST", path: COUNT_PATH, operation: "count_tokens" },
  { method: "GET", path: `${RESPONSES_PATH}/:id`, operation: "get_response" },
  { method: "DELETE", path: `${RESPONSES_PATH}/:id`, operation: "delete_response" },
  { method: "POST", path: `${RESPONSES_PATH}/:id/cancel`, operation: "cancel_response" },
  { method: "GET", path: `${RESPONSES_PATH}/:id/input_items`, operation: "list_response_input" },
  { method: "POST", path: COMPACT_PATH, operation: "generate", form: compactDialect },
  { method: "POST", path: CONVERSATIONS_PATH, operation: "create_conversation" },
  { method: "GET", path: `${CONVERSATIONS_PATH}/:id`, operation: "get_conversation" },
  { method: "POST", path: `${CONVERSATIONS_PATH}/:id`, operation: "update_conversation" },
  { method: "DELETE", path: `${CONVERSATIONS_PATH}/:id`, operation: "delete_conversation" },
  { method: "POST", path: `${CONVERSATIONS_PATH}/:id/items`, operation: "create_items" },
  { method: "GET", path: `${CONVERSATIONS_PATH}/:id/items`, operation: "list_items" },
  { method: "GET", path: `${CONVERSATIONS_PATH}/:id/items/:item`, operation: "get_item" },
  { method: "DELETE", path: `${CONVERSATIONS_PATH}/:id/items/:item`, operation: "delete_item" },
  { method: "POST", path: SEARCH_PATH, operation: "search", form: searchDialect },
  { method: "GET", path: "/v1/models", operation: "list_models" },
  { method: "GET", path: "/v1/models/:model", operation: "get_model" },
  ...openaiPlatform,
];
