import type { Endpoint } from "../dialect.ts";
import { accountTree, passed } from "../endpoints/passed-endpoints.ts";
import { resources } from "./resources/resource-endpoints.ts";

// The Gemini API, and Vertex AI in its express mode and with a project.
const ROOTS = [
  "/v1beta/models",
  "/v1/models",
  "/v1beta1/publishers/google/models",
  "/v1/publishers/google/models",
  "/v1beta1/projects/:project/locations/:location/publishers/google/models",
  "/v1/projects/:project/locations/:location/publishers/google/models",
];

const generation: readonly Endpoint[] = ROOTS.flatMap((root): Endpoint[] => [
  {
    method: "POST",
    path: `${root}/:model:generateContent`,
    operation: "generate",
    streams: false,
  },
  {
    method: "POST",
    path: `${root}/:model:streamGenerateContent`,
    operation: "generate",
    streams: true,
    eventsQuery: "alt=sse",
  },
  { method: "POST", path: `${root}/:model:countTokens`, operation: "count_tokens" },
  { method: "GET", path: root, operation: "list_models" },
  { method: "GET", path: `${root}/:model`, operation: "get_model" },
]);

const models: readonly Endpoint[] = [...ROOTS, "/v1alpha/models"].flatMap((root): Endpoint[] => [
  { method: "POST", path: `${root}/:model:embedContent`, operation: "embed" },
  { method: "POST", path: `${root}/:model:batchEmbedContents`, operation: "embed" },
  ...passed("embeddings", "inference", [
    ["POST", `${root}/:model:embedText`],
    ["POST", `${root}/:model:batchEmbedText`],
    ["POST", `${root}/:model:computeTokens`],
  ]),
  ...passed("images", "inference", [["POST", `${root}/:model:predict`]]),
  ...passed("videos", "resource", [
    ["POST", `${root}/:model:predictLongRunning`, { makes: [["name"]], runsModels: true }],
    ["POST", `${root}/:model:fetchPredictOperation`, { names: ["operationName"] }],
    [
      "GET",
      `${root}/:model/operations/:id`,
      {
        id: "models/:model/operations/:id",
        makes: [["response", "generateVideoResponse", "generatedSamples", "*", "video", "uri"]],
      },
    ],
  ]),
  ...passed("batches", "resource", [
    ["POST", `${root}/:model:batchGenerateContent`, { makes: [["name"]], runsModels: true }],
    ["POST", `${root}/:model:asyncBatchEmbedContent`, { makes: [["name"]], runsModels: true }],
  ]),
]);

const sockets: readonly Endpoint[] = passed(
  "live",
  "inference",
  ["v1beta", "v1alpha", "v1"].flatMap((version) =>
    ["BidiGenerateContent", "BidiGenerateContentConstrained", "BidiGenerateMusic"].map(
      (method) =>
        [
          "GET",
          `/ws/google.ai.generativelanguage.${version}.GenerativeService.${method}`,
          { isSocket: true, messageModels: [["setup", "model"]], opensWithModel: true },
        ] as const,
    ),
  ),
);

/** The endpoints of the Gemini API. */
export const endpoints: readonly Endpoint[] = [
  ...generation,
  ...models,
  ...resources,
  ...sockets,
  ...accountTree("vertex", "/v1beta1/projects/:project"),
  ...accountTree("vertex", "/v1/projects/:project"),
];
