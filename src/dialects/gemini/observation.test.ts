import { describe, expect, it } from "vitest";
import { eventMarkers, observe } from "./observation.ts";

const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2 };

describe("observing the Gemini API", () => {
  it("sees id, model and usage", () => {
    expect(observe({ responseId: "r", modelVersion: "m", usageMetadata })).toEqual({
      id: "r",
      model: "m",
      usage: { input: 3, output: 2 },
      usageRaw: usageMetadata,
    });
  });

  it("sees the end in a finish reason and in a blocked prompt", () => {
    expect(observe({ candidates: [{}, { finishReason: "STOP" }] })).toEqual({ end: "complete" });
    expect(observe({ promptFeedback: { blockReason: "SAFETY" } })).toEqual({ end: "complete" });
    for (const value of [
      { candidates: [{ finishReason: null }, 3] },
      { candidates: "x" },
      { promptFeedback: { blockReason: null } },
      { promptFeedback: 3 },
    ])
      expect(observe(value)).toEqual({});
  });

  it("sees a failure and nothing else of it", () => {
    expect(observe({ error: {}, responseId: "r" })).toEqual({ end: "failed" });
    expect(observe({ error: "x", responseId: "r" })).toEqual({ id: "r" });
  });

  it("has markers for every event with something to see", () => {
    expect(eventMarkers).toEqual([
      '"usageMetadata"',
      '"finishReason"',
      '"promptFeedback"',
      '"webSearchQueries"',
      '"error"',
    ]);
  });

  it.each([
    ["gemini-3-pro-preview", 2],
    ["gemini-flash-latest", 2],
    ["gemini-2.5-flash", 1],
    ["models/gemini-1.5-pro", 1],
  ])("counts the searches of %s as they are billed", (modelVersion, searches) => {
    const groundingMetadata = { webSearchQueries: ["", "rain", "snow"] };
    const seen = observe({
      modelVersion,
      candidates: [{ groundingMetadata }],
      usageMetadata: { promptTokenCount: 1 },
    });
    expect(seen.usage).toEqual({ input: 1, serverTools: { web_search: searches } });
  });

  it("counts no search without a query or a page", () => {
    const seen = observe({
      candidates: [{ groundingMetadata: { webSearchQueries: [""] } }, { groundingMetadata: {} }],
    });
    expect(seen.usage).toBeUndefined();
  });
});
