import { describe, expect, it } from "vitest";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";

describe("models and token counts", () => {
  it("have the vendor's shape, both ways", () => {
    const methods = { supportedGenerationMethods: ["generateContent", "countTokens"] };
    expect(writeModel({ id: "m" })).toStrictEqual({ name: "models/m", displayName: "m", ...methods });
    expect(writeModel({ id: "m", name: "M", contextWindow: 9, maxOutput: 3 })).toEqual({
      name: "models/m",
      displayName: "M",
      inputTokenLimit: 9,
      outputTokenLimit: 3,
      ...methods,
    });
    expect(writeModels([{ id: "m" }])).toEqual({ models: [writeModel({ id: "m" })] });
    expect(readModels({ publisherModels: [{ name: "publishers/google/models/a" }] })).toStrictEqual([
      { id: "a" },
    ]);
    expect(readModels(writeModels([{ id: "m", name: "M", contextWindow: 9, maxOutput: 3 }]))).toEqual([
      { id: "m", name: "M", contextWindow: 9, maxOutput: 3 },
    ]);
    expect(readModels({})).toEqual([]);
    expect(() => readModels({ models: [{}] })).toThrow("$.models[0].name is required");
    expect(readTokenCount(writeTokenCount(5))).toBe(5);
    expect(writeTokenCount(5)).toEqual({ totalTokens: 5 });
    expect(readTokenCount({})).toBe(0);
  });
});
