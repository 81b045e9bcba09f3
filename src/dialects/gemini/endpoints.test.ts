import { expect, it } from "vitest";
import { listPassed } from "../fixtures/vendor-tables.ts";
import { endpoints } from "./endpoints.ts";
import { resources } from "./resources/resource-endpoints.ts";

const film = "makes:[[response,generateVideoResponse,generatedSamples,*,video,uri]]";
const lines = listPassed(endpoints.filter((endpoint) => !resources.includes(endpoint)));

it("what else models do passes through below each root of them", () => {
  const roots = [
    "/v1beta/models",
    "/v1/models",
    "/v1beta1/publishers/google/models",
    "/v1/publishers/google/models",
    "/v1beta1/projects/:project/locations/:location/publishers/google/models",
    "/v1/projects/:project/locations/:location/publishers/google/models",
    "/v1alpha/models",
  ];
  expect(lines.filter((line) => line.includes("/models/"))).toEqual(
    roots.flatMap((root) => [
      `POST ${root}/:model:embedText embeddings inference`,
      `POST ${root}/:model:batchEmbedText embeddings inference`,
      `POST ${root}/:model:computeTokens embeddings inference`,
      `POST ${root}/:model:predict images inference`,
      `POST ${root}/:model:predictLongRunning videos resource {makes:[[name]],runsModels:true}`,
      `POST ${root}/:model:fetchPredictOperation videos resource {names:[operationName]}`,
      `GET ${root}/:model/operations/:id videos resource {id:models/:model/operations/:id,${film}}`,
      `POST ${root}/:model:batchGenerateContent batches resource {makes:[[name]],runsModels:true}`,
      `POST ${root}/:model:asyncBatchEmbedContent batches resource {makes:[[name]],runsModels:true}`,
    ]),
  );
});

it("sockets and the rest of Vertex AI pass through", () => {
  expect(lines.filter((line) => !line.includes("/models/"))).toEqual([
    ...["v1beta", "v1alpha", "v1"].flatMap((version) => {
      const path = `GET /ws/google.ai.generativelanguage.${version}.GenerativeService`;
      const facts = "live inference {isSocket:true,messageModels:[[setup,model]],opensWithModel:true}";
      return [
        `${path}.BidiGenerateContent ${facts}`,
        `${path}.BidiGenerateContentConstrained ${facts}`,
        `${path}.BidiGenerateMusic ${facts}`,
      ];
    }),
    "ALL /v1beta1/projects/:project vertex account",
    "ALL /v1beta1/projects/:project/* vertex account",
    "ALL /v1/projects/:project vertex account",
    "ALL /v1/projects/:project/* vertex account",
  ]);
});
