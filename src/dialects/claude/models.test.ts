import { describe, expect, it } from "vitest";
import { claude } from "./index.ts";

describe("token counts and models", () => {
  it("H18: come in the shape of this dialect, and back", () => {
    const models = [
      { id: "a", name: "A", created: 1_700_000_000, contextWindow: 200_000, maxOutput: 64_000 },
      { id: "b", name: "b" },
    ];
    const body = claude.writeModels(models);
    expect(body).toEqual({
      data: [
        {
          type: "model",
          id: "a",
          display_name: "A",
          created_at: "2023-11-14T22:13:20Z",
          max_input_tokens: 200_000,
          max_tokens: 64_000,
        },
        { type: "model", id: "b", display_name: "b", created_at: "1970-01-01T00:00:00Z" },
      ],
      has_more: false,
      first_id: "a",
      last_id: "b",
    });
    expect(claude.readModels(body)).toEqual(models);
    expect(claude.writeModels([])).toEqual({ data: [], has_more: false, first_id: null, last_id: null });
  });

  it("G10: are the exact count", () => {
    expect(claude.readTokenCount(claude.writeTokenCount(7))).toBe(7);
    expect(() => claude.readTokenCount({})).toThrow(/input_tokens is required/);
    expect(() => claude.readModels({})).toThrow(/data is required/);
  });
});
