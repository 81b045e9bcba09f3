import type { Endpoint } from "../dialect.ts";
import { passed } from "../endpoints/passed-endpoints.ts";

/** The endpoints of GitHub Copilot. */
export const endpoints: readonly Endpoint[] = [
  { method: "POST", path: "/chat/completions", operation: "generate" },
  { method: "GET", path: "/models", operation: "list_models" },
  { method: "GET", path: "/models/:model", operation: "get_model" },
  { method: "POST", path: "/embeddings", operation: "embed" },
  ...passed("agents", "account", [["GET", "/agents"]]),
];
