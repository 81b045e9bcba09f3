import { expect, it } from "vitest";
import { codex } from "./index.ts";

it("the Responses API has these endpoints", () => {
  const own = codex.endpoints.filter(({ operation }) => operation !== "pass");
  expect(own.map(({ method, path, operation }) => `${method} ${path} ${operation}`)).toEqual([
    "POST /v1/responses generate",
    "POST /v1/responses/input_tokens count_tokens",
    "GET /v1/responses/:id get_response",
    "DELETE /v1/responses/:id delete_response",
    "POST /v1/responses/:id/cancel cancel_response",
    "GET /v1/responses/:id/input_items list_response_input",
    "POST /v1/responses/compact generate",
    "POST /v1/conversations create_conversation",
    "GET /v1/conversations/:id get_conversation",
    "POST /v1/conversations/:id update_conversation",
    "DELETE /v1/conversations/:id delete_conversation",
    "POST /v1/conversations/:id/items create_items",
    "GET /v1/conversations/:id/items list_items",
    "GET /v1/conversations/:id/items/:item get_item",
    "DELETE /v1/conversations/:id/items/:item delete_item",
    "POST /v1/alpha/search search",
    "GET /v1/models list_models",
    "GET /v1/models/:model get_model",
    "POST /v1/embeddings embed",
  ]);
});
