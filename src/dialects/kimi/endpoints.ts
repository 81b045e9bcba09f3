import type { Endpoint } from "../dialect.ts";
import { collection, passed } from "../endpoints/passed-endpoints.ts";
import { accountIds } from "./account-ids.ts";

// The Kimi Code subscription has the base URL api.kimi.com/coding/v1.
const ROOTS = ["/v1", "/coding/v1"];

/** The endpoints of Moonshot's API. */
export const endpoints: readonly Endpoint[] = [
  { method: "POST", path: "/v1/chat/completions", operation: "generate" },
  { method: "POST", path: "/v1/tokenizers/estimate-token-count", operation: "count_tokens" },
  { method: "GET", path: "/v1/models", operation: "list_models" },
  { method: "GET", path: "/v1/models/:model", operation: "get_model" },
  { method: "POST", path: "/coding/v1/chat/completions", operation: "generate" },
  { method: "GET", path: "/coding/v1/models", operation: "list_models" },
  { method: "GET", path: "/coding/v1/models/:model", operation: "get_model" },
  ...ROOTS.flatMap((root): Endpoint[] => [
    { method: "POST", path: `${root}/embeddings`, operation: "embed" },
    ...collection("files", `${root}/files`, { content: { ids: accountIds } }),
    ...passed("batches", "resource", [
      [
        "POST",
        `${root}/batches`,
        {
          makes: [["id"], ["output_file_id"], ["error_file_id"]],
          runsModels: true,
        },
      ],
      ["GET", `${root}/batches/:id`, { makes: [["output_file_id"], ["error_file_id"]] }],
      ["POST", `${root}/batches/:id/cancel`, { makes: [["output_file_id"], ["error_file_id"]] }],
    ]),
    ...passed("batches", "account", [["GET", `${root}/batches`]]),
    ...passed("account", "account", [["GET", `${root}/users/me/balance`]]),
  ]),
  ...passed("account", "account", [["GET", "/coding/v1/usages"]]),
  ...passed("search", "inference", [
    ["POST", "/coding/v1/search", { tool: "web_search" }],
    ["POST", "/coding/v1/fetch", { tool: "web_fetch" }],
  ]),
];
