import { describe, expect, it } from "vitest";
import type { Block, StreamEvent } from "../../../contract/index.ts";
import { dataOf, writeStream } from "../fixtures/calls.ts";

const begin = (block: number, content: Block): StreamEvent => ({
  type: "block_start",
  candidate: 0,
  block,
  content,
});
const stop = (block: number): StreamEvent => ({ type: "block_stop", candidate: 0, block });
const said = (block: number, text: string): StreamEvent => ({
  type: "text_delta",
  candidate: 0,
  block,
  text,
});
const thought = (block: number, text: string): StreamEvent => ({
  type: "thinking_delta",
  candidate: 0,
  block,
  text,
});
const sign = (block: number, signature: string): StreamEvent => ({
  type: "signature",
  candidate: 0,
  block,
  signature,
});
const input = (block: number, text: string): StreamEvent => ({
  type: "input_delta",
  candidate: 0,
  block,
  text,
});
const call: Block = { type: "tool_use", id: "c", name: "f", kind: "function", input: {} };
const noThought: Block = { type: "thinking", text: "", summary: true };
const proof: Block = { type: "thinking", text: "", signature: "UQ==" };
const noText: Block = { type: "text", text: "" };

// The ways in which a stream may go on from a part that waits.
const goesOn: StreamEvent[] = [
  begin(1, noText),
  said(1, "more"),
  stop(1),
  { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
  { type: "reply_stop" },
];
const ends: StreamEvent[] = goesOn.slice(3);
const breaksOff: StreamEvent[] = [{ type: "error", code: "stream_closed", message: "gone" }];

function partsOf(events: readonly StreamEvent[]): unknown[] {
  return dataOf(writeStream([{ type: "reply_start" }, ...events]))
    .map((data) => JSON.parse(data))
    .flatMap(({ candidates, error }) =>
      error === undefined
        ? candidates.flatMap(({ content }: { content: { parts: unknown[] } }) => content.parts)
        : [`error: ${error.message}`],
    );
}

const last = { text: "" };
const more = { text: "more" };
const error = "error: gone";

describe("a part that waits is written whether the stream goes on, ends or breaks off", () => {
  const open = [begin(0, noThought), thought(0, "a"), thought(0, "b")];
  const a = { text: "a", thought: true };
  const b = { text: "b", thought: true };
  const signed = { ...b, thoughtSignature: "UQ==" };
  const args = [begin(0, call), input(0, '{"a":"x'), input(0, "y")];
  const functionCall = { id: "c", name: "f" };
  const whole = { functionCall: { ...functionCall, args: { a: "xy" } } };
  const broken = { functionCall: { ...functionCall, args: { a: "xy" }, willContinue: true } };
  const sound: Block = { type: "audio", source: { kind: "base64", mediaType: "audio/wav", data: "QU" } };
  const heard = [begin(0, sound), { type: "audio_delta", candidate: 0, block: 0, data: "JD" } as const];
  const audio = { inlineData: { mimeType: "audio/wav", data: "QUJD" } };

  it.each<[string, StreamEvent[], unknown[]]>([
    ["a thought: goes on", [...open, stop(0), ...goesOn], [a, b, more, last]],
    ["a thought: ends", [...open, stop(0), ...ends], [a, b, last]],
    ["a thought: breaks off", [...open, ...breaksOff], [a, b, error]],
    ["a signed thought: goes on", [...open, sign(0, "UQ=="), stop(0), ...goesOn], [a, signed, more, last]],
    ["a signed thought: ends", [...open, sign(0, "UQ=="), stop(0), ...ends], [a, signed, last]],
    ["a signed thought: breaks off", [...open, sign(0, "UQ=="), ...breaksOff], [a, signed, error]],
    [
      "a signature alone: goes on",
      [begin(0, proof), stop(0), ...goesOn],
      [{ text: "", thoughtSignature: "UQ==" }, more, last],
    ],
    [
      "a signature alone: ends",
      [begin(0, proof), stop(0), ...ends],
      [{ text: "", thoughtSignature: "UQ==" }],
    ],
    [
      "a signature alone: breaks off",
      [begin(0, proof), stop(0), ...breaksOff],
      [{ text: "", thoughtSignature: "UQ==" }, error],
    ],
    [
      "a signature that is still open: breaks off",
      [begin(0, proof), ...breaksOff],
      [{ text: "", thoughtSignature: "UQ==" }, error],
    ],
    ["a call: goes on", [...args, input(0, '"}'), stop(0), ...goesOn], [whole, more, last]],
    ["a call: ends", [...args, input(0, '"}'), stop(0), ...ends], [whole, last]],
    ["a call that a limit cut off: ends", [...args, stop(0), ...ends], [broken, last]],
    ["a call: breaks off", [...args, ...breaksOff], [broken, error]],
    // The arguments may be whole; only the end of the block would have said so.
    ["a call that looks whole: breaks off", [...args, input(0, '"}'), ...breaksOff], [broken, error]],
    [
      "a call without arguments so far: breaks off",
      [begin(0, call), ...breaksOff],
      [{ functionCall: { ...functionCall, args: {}, willContinue: true } }, error],
    ],
    [
      "a call behind a signature: breaks off",
      [begin(0, proof), stop(0), begin(1, { ...call, signature: "Ug==" }), ...breaksOff],
      [
        { text: "", thoughtSignature: "UQ==" },
        { functionCall: { ...functionCall, args: {}, willContinue: true }, thoughtSignature: "Ug==" },
        error,
      ],
    ],
    ["sound: goes on", [...heard, stop(0), ...goesOn], [audio, more, last]],
    ["sound: ends", [...heard, stop(0), ...ends], [audio, last]],
    ["sound: breaks off", [...heard, ...breaksOff], [audio, error]],
    [
      "text, which never waits: breaks off",
      [begin(0, noText), said(0, "a"), ...breaksOff],
      [{ text: "a" }, error],
    ],
  ])("%s", (_, events, parts) => expect(partsOf(events)).toEqual(parts));
});

it("a stream that breaks off keeps the citations of its text, and what waits in every candidate", () => {
  const citation = { kind: "url_citation", url: "https://example.org/", start: 0, end: 5 };
  const written = dataOf(
    writeStream([
      { type: "reply_start" },
      {
        type: "block_start",
        candidate: 0,
        block: 0,
        content: { ...noText, text: "cited", citations: [citation] } as Block,
      },
      { type: "block_start", candidate: 1, block: 0, content: { ...noThought, text: "b" } as Block },
      ...breaksOff,
    ]),
  ).map((data) => JSON.parse(data));
  const content = (part: object) => ({ parts: [part], role: "model" });
  expect(written).toEqual([
    { candidates: [{ content: content({ text: "cited" }), index: 0 }] },
    {
      candidates: [
        {
          content: content({ text: "" }),
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://example.org/" } }],
            groundingSupports: [{ segment: { endIndex: 5, text: "cited" }, groundingChunkIndices: [0] }],
          },
          index: 0,
        },
      ],
    },
    { candidates: [{ index: 0 }, { content: content({ text: "b", thought: true }), index: 1 }] },
    { error: expect.objectContaining({ message: "gone" }) },
  ]);
});
