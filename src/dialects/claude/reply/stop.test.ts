import { describe, expect, it } from "vitest";
import type { Stop } from "../../../contract/index.ts";
import { readStop, writeStop } from "./stop.ts";

const nothing = { hasCalls: false, hasRefusal: false };
/** Members that the API has in every answer. */
const none = { stop_details: null, container: null };
const called = { hasCalls: true, hasRefusal: false };

describe("a stop reason", () => {
  it.each<[string, Stop["reason"]]>([
    ["end_turn", "end_turn"],
    ["stop_sequence", "stop_sequence"],
    ["max_tokens", "max_tokens"],
    ["tool_use", "tool_use"],
    ["pause_turn", "pause_turn"],
    ["refusal", "refusal"],
    ["model_context_window_exceeded", "context_window"],
  ])("%s is read as %s and written back", (word, reason) => {
    expect(readStop(word, undefined, undefined, false)).toEqual({ stop: { reason, raw: word } });
    expect(writeStop({ stop: { reason } }, { ...nothing, hasCalls: word === "tool_use" })).toEqual({
      stop_reason: word,
      stop_sequence: null,
      ...none,
    });
  });

  it("that nobody knows goes with the answer, for the way back", () => {
    const read = readStop("brand_new", undefined, { container: 1 }, false);
    expect(read).toEqual({
      stop: { reason: "other", raw: "brand_new" },
      vendor: { claude: { container: 1, stop_reason: "brand_new" } },
    });
    expect(writeStop(read, nothing)).toEqual({
      stop_reason: "brand_new",
      stop_sequence: null,
      ...none,
      container: 1,
    });
    expect(readStop("toString", undefined, undefined, false).stop.reason).toBe("other");
    expect(readStop("brand_new", undefined, undefined, true).stop.reason).toBe("tool_use");
    expect(readStop("max_tokens", undefined, undefined, true).stop.reason).toBe("max_tokens");
  });

  it("keeps the sequence that was met and the members beside it", () => {
    const read = readStop("stop_sequence", "END", { stop_details: {} }, false);
    expect(read.stop).toEqual({ reason: "stop_sequence", sequence: "END", raw: "stop_sequence" });
    expect(read.vendor).toEqual({ claude: { stop_details: {} } });
    expect(writeStop(read, nothing)).toEqual({
      stop_reason: "stop_sequence",
      stop_sequence: "END",
      ...none,
      stop_details: {},
    });
  });

  it.each<[Stop["reason"], string]>([
    ["content_filter", "refusal"],
    ["malformed", "end_turn"],
    ["error", "end_turn"],
    ["other", "end_turn"],
  ])("of another vendor's %s is %s", (reason, word) => {
    expect(writeStop({ stop: { reason } }, nothing)["stop_reason"]).toBe(word);
  });

  it("agrees with the content", () => {
    const word = (reason: Stop["reason"] | undefined, summary: typeof nothing) =>
      writeStop(reason === undefined ? {} : { stop: { reason } }, summary)["stop_reason"];
    expect(word("end_turn", called)).toBe("tool_use");
    expect(word("tool_use", nothing)).toBe("end_turn");
    expect(word("tool_use", called)).toBe("tool_use");
    expect(word("max_tokens", called)).toBe("max_tokens");
    expect(word("end_turn", { hasCalls: false, hasRefusal: true })).toBe("refusal");
    expect(word("max_tokens", { hasCalls: false, hasRefusal: true })).toBe("max_tokens");
    expect(word(undefined, nothing)).toBe("end_turn");
  });
});
