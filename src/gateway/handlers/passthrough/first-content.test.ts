import { describe, expect, it } from "vitest";
import { type Dialect, findDialect } from "../../../dialects/index.ts";
import { blockStart, errorEvent, messageStart, ping, textDelta } from "../../fixtures/claude-stream.ts";
import { FirstContent } from "./first-content.ts";

const claude = findDialect("claude");

function pushed(...chunks: readonly (string | Uint8Array)[]): FirstContent {
  const first = new FirstContent(claude);
  for (const chunk of chunks) first.push(Buffer.from(chunk as string));
  return first;
}

describe("the first content of a stream", () => {
  it("has not come with the events that only begin the answer, and every byte is held", () => {
    const first = pushed(messageStart, ping, blockStart);
    expect([first.hasCome, first.failure]).toEqual([false, undefined]);
    expect(first.held.view().toString()).toBe(messageStart + ping + blockStart);
  });

  it("has come with a text, however the event is cut", () => {
    const text = textDelta("a");
    const first = pushed(messageStart, text.slice(0, 30));
    expect(first.hasCome).toBe(false);
    first.push(Buffer.from(text.slice(30)));
    expect(first.hasCome).toBe(true);
    expect(first.held.length).toBe(messageStart.length + text.length);
  });

  it("has not come with an error, of which the first counts", () => {
    const first = pushed(messageStart, errorEvent("first"), errorEvent("second"));
    expect([first.hasCome, first.failure?.message]).toEqual([false, "first"]);
  });

  it("makes later errors those of an answer that has begun", () => {
    expect(pushed(messageStart, textDelta("a"), errorEvent("late")).failure).toBeUndefined();
  });

  it("counts as come if the bytes cannot be read: an event that is no JSON, or no UTF-8", () => {
    expect(pushed("data: {\n\n").hasCome).toBe(true);
    expect(pushed(Uint8Array.of(0xff, 0xfe, 0x0a)).hasCome).toBe(true);
  });

  it("does not hide a defect of the dialect", () => {
    const fault = new TypeError("a defect");
    const dialect = {
      ...claude,
      openReader: () => ({
        push: () => {
          throw fault;
        },
        end: () => undefined,
      }),
    } satisfies Dialect;
    expect(() => new FirstContent(dialect).push(Buffer.from(ping))).toThrow(fault);
  });
});
