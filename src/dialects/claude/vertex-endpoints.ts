import type { Endpoint } from "../dialect.ts";
import { COUNT_PATH, MESSAGES_PATH } from "./wire.ts";

const ROOT = "/v1/projects/:project/locations/:location/publishers/anthropic/models";
/** The version stands in the body there, and in a header of the vendor's own API. */
const MEMBERS = ["anthropic_version"];

/** The endpoints under the paths of Google's Vertex AI. The body says whether the answer is a stream, as everywhere. */
export const vertexEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: `${ROOT}/count-tokens:rawPredict`,
    operation: "count_tokens",
    hosted: { path: COUNT_PATH, members: MEMBERS },
  },
  ...["rawPredict", "streamRawPredict"].map(
    (action): Endpoint => ({
      method: "POST",
      path: `${ROOT}/:hosted_model:${action}`,
      operation: "generate",
      hosted: { path: MESSAGES_PATH, members: MEMBERS },
    }),
  ),
];
