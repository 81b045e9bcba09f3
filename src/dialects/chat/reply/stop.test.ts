import { describe, expect, it } from "vitest";
import type { Stop } from "../../../contract/index.ts";
import { readStop, writeStop } from "./stop.ts";

const nothing = { hasCalls: false, hasLegacyCall: false, hasRefusal: false };
const called = { ...nothing, hasCalls: true };
const refused = { ...nothing, hasRefusal: true };

describe("a finish reason", () => {
  it.each<[word: string, reason: Stop["reason"], withCalls: Stop["reason"]]>([
    ["stop", "end_turn", "tool_use"],
    ["eos", "end_turn", "tool_use"],
    ["", "end_turn", "tool_use"],
    ["end_turn", "end_turn", "tool_use"],
    ["length", "max_tokens", "max_tokens"],
    ["max_tokens", "max_tokens", "max_tokens"],
    ["model_length", "context_window", "context_window"],
    ["tool_calls", "end_turn", "tool_use"],
    ["tool_call", "end_turn", "tool_use"],
    ["function_call", "end_turn", "tool_use"],
    ["content_filter", "content_filter", "content_filter"],
    ["error", "error", "error"],
    ["brand_new", "other", "tool_use"],
    ["toString", "other", "tool_use"],
  ])("%j is read as %s without calls and as %s with them", (word, reason, withCalls) => {
    expect(readStop(word, nothing)).toEqual({ reason, raw: word });
    expect(readStop(word, called)).toEqual({ reason: withCalls, raw: word });
  });

  it("that says nothing is decided by the content", () => {
    expect(readStop(undefined, nothing)).toEqual({ reason: "other" });
    expect(readStop(undefined, called)).toEqual({ reason: "tool_use" });
    expect(readStop(undefined, refused)).toEqual({ reason: "refusal" });
    expect(readStop("stop", refused).reason).toBe("refusal");
    expect(readStop("stop", { ...called, hasRefusal: true }).reason).toBe("tool_use");
    expect(readStop("length", refused).reason).toBe("max_tokens");
  });

  it.each<[Stop["reason"] | undefined, string]>([
    ["max_tokens", "length"],
    ["context_window", "length"],
    ["content_filter", "content_filter"],
    ["refusal", "content_filter"],
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["tool_use", "stop"],
    ["pause_turn", "length"],
    ["malformed", "stop"],
    ["error", "stop"],
    ["other", "stop"],
    [undefined, "stop"],
  ])("of %s is written as %s", (reason, word) => {
    expect(writeStop(reason === undefined ? undefined : { reason }, nothing)).toBe(word);
  });

  it("agrees with the content", () => {
    expect(writeStop({ reason: "refusal" }, refused)).toBe("stop");
    expect(writeStop({ reason: "end_turn" }, called)).toBe("tool_calls");
    expect(writeStop({ reason: "tool_use" }, { ...called, hasLegacyCall: true })).toBe("function_call");
    expect(writeStop({ reason: "max_tokens" }, called)).toBe("length");
  });
});
