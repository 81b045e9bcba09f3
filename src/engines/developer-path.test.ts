import { describe, expect, it } from "vitest";
import { developerPath } from "./developer-path.ts";

describe("a path of Google's Developer API", () => {
  it.each([
    ["/v1beta1/publishers/google/models/m:generateContent", "/v1beta/models/m:generateContent"],
    [
      "/v1/projects/p/locations/us-1/publishers/google/models/m:streamGenerateContent?alt=sse",
      "/v1beta/models/m:streamGenerateContent?alt=sse",
    ],
    ["/v1beta1/projects/p/locations/l/publishers/google/models", "/v1beta/models"],
    ["/v1beta/models/m:generateContent", "/v1beta/models/m:generateContent"],
    ["/v1beta/files/f?x=/v1/projects/p/", "/v1beta/files/f?x=/v1/projects/p/"],
    ["/v1beta/tunedModels/publishers:generateContent", "/v1beta/tunedModels/publishers:generateContent"],
  ])("stands for one of Vertex AI: %s", (path, own) => {
    expect(developerPath(path)).toBe(own);
  });

  it.each(["/v1beta1/projects/p/locations/l/batchPredictionJobs", "/v1/projects/p/locations/l/endpoints/e"])(
    "stands for no other thing of a project: %s",
    (path) => {
      expect(developerPath(path)).toBeUndefined();
    },
  );
});
