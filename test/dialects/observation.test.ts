import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamEvent, TokenUsage, ToolCallRecord, ToolUseBlock } from "../../src/contract/index.ts";
import { collapse, mergeUsage, Origins } from "../../src/dialects/index.ts";
import { digestArguments, ToolCallLog } from "../../src/gateway/facts/tool-call-log.ts";
import { SseReader } from "../../src/lib/index.ts";
import { corpusExists, recordedErrors, recordedReplies, recordedStreams } from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { dialects } from "./subjects.ts";

const named = dialects.map((dialect) => [dialect.id, dialect] as const);

describe.skipIf(!corpusExists).each(named)("what can be seen of answers in %s", (id, dialect) => {
  it("stands in events with a mark, and in no others", () => {
    const failures = recordedStreams(id).flatMap((recording) => {
      const missed: string[] = [];
      readEvents(recording.bytes(), (data, event) => {
        if (data.startsWith("[DONE]")) return;
        const seen = dialect.observe(JSON.parse(data), event);
        const isSeen = seen.usage !== undefined || seen.end !== undefined;
        if (isSeen && !dialect.eventMarkers.some((marker) => data.includes(marker)))
          missed.push(`${recording.name}: ${data.slice(0, 200)}`);
      });
      return missed;
    });
    expectNone(failures);
  });

  it("is the usage and the end that the reader of streams gives", () => {
    const failures = recordedStreams(id).flatMap((recording) => {
      let usage: TokenUsage | undefined;
      let end: string | undefined;
      let isDone = false;
      const reader = dialect.openReader();
      const events: Parameters<Parameters<typeof reader.end>[0]>[0][] = [];
      readEvents(recording.bytes(), (data, event) => {
        reader.push(data, event, (one) => events.push(one));
        // The end of chat streams is no JSON; it says that the answer is whole, and nothing after it counts.
        if (data.startsWith("[DONE]")) isDone = true;
        if (isDone || !dialect.eventMarkers.some((marker) => data.includes(marker))) return;
        const seen = dialect.observe(JSON.parse(data), event);
        if (seen.usage !== undefined) usage = mergeUsage(usage, seen.usage);
        end = seen.end ?? end;
      });
      reader.end((one) => events.push(one));
      const { reply, error } = collapse(events);
      const counts = (one: TokenUsage | undefined) => [one?.input, one?.output, one?.cacheRead];
      // Tokens that are counted after an error are paid for all the same; readers stop at the error.
      if (error === undefined && JSON.stringify(counts(usage)) !== JSON.stringify(counts(reply.usage)))
        return [
          `${recording.name}: ${JSON.stringify(counts(usage))} is not ${JSON.stringify(counts(reply.usage))}`,
        ];
      if (error === undefined && !isDone && end !== "complete") return [`${recording.name}: ends as ${end}`];
      return error !== undefined && error.code !== "stream_closed" && end !== "failed"
        ? [`${recording.name}: fails as ${end}`]
        : [];
    });
    expectNone(failures);
  });

  it("is every tool call that the reader of streams gives, by events with a mark", () => {
    const failures = recordedStreams(id).flatMap((recording) => {
      const log = new ToolCallLog();
      const events: StreamEvent[] = [];
      const reader = dialect.openReader();
      readEvents(recording.bytes(), (data, event) => {
        reader.push(data, event, (one) => events.push(one));
        if (data.startsWith("[DONE]")) return;
        const parts = dialect.observeCalls(JSON.parse(data));
        if (parts.length > 0 && !dialect.callMarkers.some((marker) => data.includes(marker)))
          throw new Error(`${recording.name}: a call without a mark: ${data.slice(0, 200)}`);
        for (const part of parts) log.add(part);
      });
      reader.end((one) => events.push(one));
      const { reply, error } = collapse(events);
      if (error !== undefined) return [];
      const found = log.finish()?.calls ?? [];
      const missed = reply.candidates
        .flatMap(({ content }) => content)
        .flatMap((block) => (block.type === "tool_use" ? [block] : []))
        .filter((block) => !found.some((call) => isRecordOf(block, call)));
      return missed.length === 0 ? [] : [`${recording.name}: ${JSON.stringify({ missed, found })}`];
    });
    expectNone(failures);
  });

  it("is the usage of whole replies, and that errors are errors", () => {
    const failures = recordedReplies(id).flatMap((recording) => {
      const body = recording.body() as Record<string, unknown>;
      const seen = dialect.observe(body);
      let expected: TokenUsage | undefined;
      try {
        expected = dialect.readReply(body, new Origins()).usage;
      } catch {
        return seen.end === "failed" ? [] : [`${recording.name}: an error that is none`];
      }
      return JSON.stringify(seen.usage) === JSON.stringify(expected)
        ? []
        : [`${recording.name}: other usage`];
    });
    expectNone(failures);
    for (const recording of recordedErrors(id)) {
      const body = recording.body();
      if (typeof body === "object" && body !== null && "error" in body && typeof body.error === "object")
        expect(dialect.observe(body as Record<string, unknown>).end).toBe("failed");
    }
  });
});

describe.each(named)("observing in %s", (_, dialect) => {
  it("never throws, whatever stands there", () => {
    const names = [
      "type",
      "usage",
      "usageMetadata",
      "choices",
      "candidates",
      "response",
      "message",
      "error",
      "content",
      "content_block",
      "delta",
      "item",
      "output",
    ];
    const value = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, "error", "x"), (one, event) => {
        dialect.observe(one, event);
        dialect.observeCalls(one);
      }),
    );
  });
});

// Arguments that were streamed in a form of their own have no digest.
function isRecordOf({ name, namespace, input, inputText }: ToolUseBlock, call: ToolCallRecord): boolean {
  const isNamed = call.name === name || call.name === `${namespace}__${name}`;
  const digest = call.arguments_sha256;
  return isNamed && (digest === undefined || digest === digestArguments(inputText ?? input));
}

function readEvents(bytes: Uint8Array, sink: (data: string, event: string | undefined) => void): void {
  const sse = new SseReader(sink);
  sse.push(bytes);
  sse.end();
}
