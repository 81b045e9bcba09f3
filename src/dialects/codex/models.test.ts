import { describe, expect, it } from "vitest";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";

describe("models and token counts", () => {
  it("have the vendor's shape, both ways", () => {
    expect(writeModel({ id: "m", created: 5, owner: "o" })).toEqual({
      id: "m",
      object: "model",
      created: 5,
      owned_by: "o",
    });
    expect(writeModel({ id: "m" })).toEqual({ id: "m", object: "model", created: 0, owned_by: "system" });
    expect(writeModels([{ id: "m" }])).toEqual({ object: "list", data: [writeModel({ id: "m" })] });
    expect(readModels({ models: [{ slug: "s", display_name: "S", context_window: 9 }] })).toStrictEqual([
      { id: "s", name: "S", contextWindow: 9 },
    ]);
    expect(readModels({ data: [{ id: "a", created: 1, owned_by: "o" }] })).toStrictEqual([
      { id: "a", created: 1, owner: "o" },
    ]);
    expect(readModels({})).toEqual([]);
    expect(readTokenCount(writeTokenCount(5))).toBe(5);
    expect(writeTokenCount(5)).toEqual({ object: "response.input_tokens", input_tokens: 5 });
    expect(() => readTokenCount({})).toThrow("$.input_tokens is required");
  });
});
