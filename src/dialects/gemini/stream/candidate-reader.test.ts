import { expect, it } from "vitest";
import type { StreamEvent } from "../../../contract/index.ts";
import { gemini } from "../index.ts";

function stopOf(...candidates: readonly object[]): StreamEvent | undefined {
  const events: StreamEvent[] = [];
  const emit = (event: StreamEvent) => void events.push(event);
  const reader = gemini.openReader();
  for (const candidate of candidates)
    reader.push(JSON.stringify({ candidates: [{ index: 0, ...candidate }] }), undefined, emit);
  reader.end(emit);
  return events.find(({ type }) => type === "candidate_stop");
}

const content = { role: "model", parts: [{ text: "x" }] };

it("metadata of a candidate that no other dialect has is kept as it came", () => {
  const urlContextMetadata = { urlMetadata: [{ retrievedUrl: "https://a.test" }] };
  expect(stopOf({ content, urlContextMetadata, finishReason: "STOP" })).toMatchObject({
    vendor: { gemini: { urlContextMetadata } },
  });
});

it("the citations of several chunks are joined", () => {
  const source = (uri: string) => ({ citationMetadata: { citationSources: [{ uri }] } });
  expect(
    stopOf({ content, ...source("a") }, { content, ...source("b"), finishReason: "STOP" }),
  ).toMatchObject({
    vendor: { gemini: { citationMetadata: { citationSources: [{ uri: "a" }, { uri: "b" }] } } },
  });
});
