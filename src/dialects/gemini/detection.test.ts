import { describe, expect, it } from "vitest";
import { detect } from "./detection.ts";

describe("a request of the Gemini API", () => {
  it.each([
    "/v1beta/models/gemini-2.5-pro:generateContent",
    "/v1/models/m:streamGenerateContent?alt=sse",
    "/v1beta1/projects/p/locations/l/publishers/google/models/m:countTokens",
  ])("is known by its path %s", (path) => expect(detect({}, { path })).toBe(1));

  it("is not known by another path", () => {
    expect(detect({}, { path: "/v1/models/m:embedContent" })).toBe(0);
    expect(detect({}, { path: "/v1/models/m" })).toBe(0);
  });

  it.each<[object, number]>([
    [{ contents: [{ parts: [] }] }, 0.95],
    [{ contents: [3, { role: "model" }] }, 0.95],
    [{ contents: [{ parts: [] }], messages: [] }, 0.5],
    [{ contents: [{ role: "user" }] }, 0.6],
    [{ contents: "x" }, 0.6],
    [{}, 0],
    [{ generationConfig: {} }, 0.3],
    [{ generation_config: {}, safetySettings: [] }, 0.4],
    [
      { generationConfig: {}, systemInstruction: {}, safetySettings: [], toolConfig: {}, cachedContent: "" },
      0.5,
    ],
  ])("%j scores %d", (body, score) => expect(detect({ ...body }, {})).toBeCloseTo(score));

  it.each(["systemInstruction", "safety_settings", "toolConfig", "cached_content"])(
    "is likelier with the member %s",
    (member) => expect(detect({ [member]: 1 }, {})).toBeCloseTo(0.3),
  );

  it("is hinted at by Google's header", () => {
    expect(detect({}, { headers: { "x-goog-api-key": "k" } })).toBe(0.2);
    expect(detect({}, { headers: { "x-api-key": "k" } })).toBe(0);
  });
});
