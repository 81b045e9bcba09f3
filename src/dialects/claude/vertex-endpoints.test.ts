import { expect, it } from "vitest";
import { vertexEndpoints } from "./vertex-endpoints.ts";

it("the endpoints of Vertex AI stand below a project and a location, and mean those of the vendor's own API", () => {
  const models = "/v1/projects/:project/locations/:location/publishers/anthropic/models";
  const members = ["anthropic_version"];
  expect(vertexEndpoints).toEqual([
    {
      method: "POST",
      path: `${models}/count-tokens:rawPredict`,
      operation: "count_tokens",
      hosted: { path: "/v1/messages/count_tokens", members },
    },
    {
      method: "POST",
      path: `${models}/:hosted_model:rawPredict`,
      operation: "generate",
      hosted: { path: "/v1/messages", members },
    },
    {
      method: "POST",
      path: `${models}/:hosted_model:streamRawPredict`,
      operation: "generate",
      hosted: { path: "/v1/messages", members },
    },
  ]);
});
