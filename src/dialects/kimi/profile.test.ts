import { expect, it } from "vitest";
import { kimi } from "./index.ts";

it("Kimi has these endpoints, those of the coding subscription included", () => {
  const own = kimi.endpoints.filter(({ operation }) => operation !== "pass");
  expect(own.map(({ method, path, operation }) => `${method} ${path} ${operation}`)).toEqual([
    "POST /v1/chat/completions generate",
    "POST /v1/tokenizers/estimate-token-count count_tokens",
    "GET /v1/models list_models",
    "GET /v1/models/:model get_model",
    "POST /coding/v1/chat/completions generate",
    "GET /coding/v1/models list_models",
    "GET /coding/v1/models/:model get_model",
    "POST /v1/embeddings embed",
    "POST /coding/v1/embeddings embed",
  ]);
});
