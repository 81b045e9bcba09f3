import type { CloudForm } from "../../endpoints/endpoint.ts";
import { VERTEX_CHECK } from "../../endpoints/vertex.ts";

const ACTION =
  /\/models\/([\w.@%-]+):(generateContent|streamGenerateContent|countTokens|embedContent)(\?.*)?$/;

/** Members of a request that the counter does not know. */
const UNCOUNTED = ["model", "toolConfig", "safetySettings", "cachedContent", "serviceTier", "store"];

/** Gemini on Vertex AI: the path differs, and the counter takes a request as it is. */
export const vertex: CloudForm = {
  place(path) {
    const [, model, action, query = ""] = ACTION.exec(path) ?? [];
    if (model === undefined || action === undefined) return undefined;
    const placed = `/publishers/google/models/${model}:${action}${query}`;
    return action === "countTokens"
      ? { path: placed, unwrapped: "generateContentRequest", removed: UNCOUNTED, added: {} }
      : { path: placed, removed: [], added: {} };
  },
  checkPath: VERTEX_CHECK,
};
