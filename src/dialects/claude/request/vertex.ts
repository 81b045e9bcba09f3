import type { CloudForm } from "../../endpoints/endpoint.ts";
import { VERTEX_CHECK, vertexModel } from "../../endpoints/vertex.ts";
import { COUNT_PATH, MESSAGES_PATH } from "../wire.ts";

/** Stands in the body, in place of the header of the vendor's own API. */
const VERSION = { anthropic_version: "vertex-2023-10-16" };

/** Messages on Vertex AI: the path names the model, except for a count of tokens. */
export const vertex: CloudForm = {
  place(path, { model, streams }) {
    const [own] = path.split("?", 1);
    if (own === COUNT_PATH)
      return { path: vertexModel("anthropic", "count-tokens", "rawPredict"), removed: [], added: VERSION };
    if (own !== MESSAGES_PATH || model === undefined) return undefined;
    const action = streams ? "streamRawPredict" : "rawPredict";
    return { path: vertexModel("anthropic", model, action), removed: ["model"], added: VERSION };
  },
  checkPath: VERTEX_CHECK,
};
