import { describe, expect, it } from "vitest";
import { claude } from "./index.ts";

describe("token counts and models", () => {
  it("H18: come in the shape of this dialect, and back", () => {
    const known = {
      lifecycle: "active",
      deprecated_at: null,
      retires_at: null,
      line: null,
      capabilities: null,
    };
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
          ...known,
          max_input_tokens: 200_000,
          max_tokens: 64_000,
        },
        {
          type: "model",
          id: "b",
          display_name: "b",
          created_at: "1970-01-01T00:00:00Z",
          ...known,
          max_input_tokens: null,
          max_tokens: null,
        },
      ],
      has_more: false,
      first_id: "a",
      last_id: "b",
    });
    const active = models.map((model) => ({ ...model, lifecycle: "active" }));
    expect(claude.readModels(body)).toEqual(active);
    expect(claude.writeModels([])).toEqual({ data: [], has_more: false, first_id: null, last_id: null });
  });

  it("keeps the lifecycle of a model and what only this vendor says of it", () => {
    const body = {
      type: "model",
      id: "a",
      display_name: "A",
      created_at: "2023-11-14T22:13:20Z",
      lifecycle: "deprecated",
      deprecated_at: "2026-01-01T00:00:00Z",
      retires_at: "2026-07-01T00:00:00Z",
      line: "opus",
      capabilities: { batch: { supported: true } },
      max_input_tokens: 1,
      max_tokens: 2,
    };
    const [read] = claude.readModels({ data: [body] });
    expect(read).toMatchObject({
      lifecycle: "deprecated",
      deprecated: Date.UTC(2026, 0) / 1000,
      retires: Date.UTC(2026, 6) / 1000,
    });
    expect(claude.writeModel(read!)).toEqual(body);
  });

  it("G10: are the exact count", () => {
    expect(claude.readTokenCount(claude.writeTokenCount(7))).toBe(7);
    expect(() => claude.readTokenCount({})).toThrow(/input_tokens is required/);
    expect(() => claude.readModels({})).toThrow(/data is required/);
  });
});
