import { describe, expect, it } from "vitest";
import { describeForms, showUndefined } from "../fixtures/forms.ts";
import { callMarkers, eventMarkers, observe, observeCalls } from "./observation.ts";

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

/** The parts of calls that each body shows, one line each. */
const listObserved = (bodies: Readonly<Record<string, object>>) =>
  Object.entries(bodies)
    .map(
      ([name, body]) =>
        `${name}: ${JSON.stringify(observeCalls(body as Record<string, unknown>), showUndefined)}`,
    )
    .join("\n");

describe("the calls of an answer", () => {
  describeForms(
    "are observed in each form",
    listObserved({
      "whole calls": {
        candidates: [
          { content: { parts: [{ text: "x" }, { functionCall: { id: "a", name: "f", args: { a: 1 } } }] } },
          {
            content: {
              parts: [{ functionCall: { name: "g" } }, { functionCall: { id: "", name: "h", args: null } }],
            },
          },
        ],
      },
      "a call that goes on": {
        candidates: [{ content: { parts: [{ functionCall: { name: "f", willContinue: true } }] } }],
      },
      "a call in pieces": {
        candidates: [{ content: { parts: [{ functionCall: { name: "f", partialArgs: [] } }] } }],
      },
      "a further piece": { candidates: [{ content: { parts: [{ functionCall: { partialArgs: [] } }] } }] },
      "members of other types": {
        candidates: [{ content: 5 }, { content: { parts: [6, { functionCall: 7 }] } }, 8],
      },
      "no candidates": { candidates: 5 },
    }),
    `
    whole calls: [{"id":"a","name":"f","whole":{"a":1}},{"name":"g","whole":{}},{"name":"h","whole":{}}]
    a call that goes on: [{"name":"f","isPartial":true}]
    a call in pieces: [{"name":"f","isPartial":true}]
    a further piece: []
    members of other types: []
    no candidates: []
    `,
  );
});

it("has a marker for every call", () => {
  expect(callMarkers).toEqual(['"functionCall"']);
});
