import type { CloudForm } from "../../endpoints/endpoint.ts";
import { VERTEX_CHECK } from "../../endpoints/vertex.ts";

const ACTION =
  /\/models\/([\w.@%-]+):(generateContent|streamGenerateContent|countTokens|embedContent)(\?.*)?$/;

/** Gemini on Vertex AI: only the path differs. */
export const vertex: CloudForm = {
  place(path) {
    const [, model, action, query = ""] = ACTION.exec(path) ?? [];
    if (model === undefined || action === undefined) return undefined;
    return { path: `/publishers/google/models/${model}:${action}${query}`, removed: [], added: {} };
  },
  checkPath: VERTEX_CHECK,
};
