import { describe, expect, it } from "vitest";
import type { Stop } from "../../../contract/index.ts";
import { readFinish, unknownFinish, writeFinish } from "./stop.ts";

const words: [word: string, reason: Stop["reason"], number?: number][] = [
  ["FINISH_REASON_UNSPECIFIED", "other", 0],
  ["STOP", "end_turn", 1],
  ["MAX_TOKENS", "max_tokens", 2],
  ["SAFETY", "content_filter", 3],
  ["RECITATION", "content_filter", 4],
  ["OTHER", "other", 5],
  ["LANGUAGE", "other", 6],
  ["BLOCKLIST", "content_filter", 7],
  ["PROHIBITED_CONTENT", "content_filter", 8],
  ["SPII", "content_filter", 9],
  ["MALFORMED_FUNCTION_CALL", "malformed", 10],
  ["IMAGE_SAFETY", "content_filter", 11],
  ["UNEXPECTED_TOOL_CALL", "malformed", 12],
  ["TOO_MANY_TOOL_CALLS", "other", 13],
  ["MISSING_THOUGHT_SIGNATURE", "malformed"],
  ["MALFORMED_RESPONSE", "malformed"],
  ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
  ["IMAGE_RECITATION", "content_filter"],
  ["IMAGE_OTHER", "other"],
  ["NO_IMAGE", "other"],
  ["CONTINUATION", "pause_turn"],
];

describe("a finishReason", () => {
  it.each(words)(
    "%s is read as %s, by its word and by its number, and written back",
    (word, reason, number) => {
      expect(readFinish(word, "$", false)).toEqual({ reason, raw: word });
      expect(writeFinish({ reason, raw: word }, false)).toBe(word);
      if (number === undefined) return;
      expect(readFinish(number, "$", false)).toEqual({ reason, raw: String(number) });
      expect(writeFinish({ reason, raw: String(number) }, false)).toBe(number);
    },
  );

  it("of STOP means that the model waits when a call is open", () => {
    expect(readFinish("STOP", "$", true)).toEqual({ reason: "tool_use", raw: "STOP" });
    expect(readFinish(1, "$", true).reason).toBe("tool_use");
    expect(readFinish("MAX_TOKENS", "$", true).reason).toBe("max_tokens");
  });

  it("that nobody knows leaves a call a call, while one that ends the answer early does not", () => {
    expect(readFinish("BRAND_NEW", "$", true)).toEqual({ reason: "tool_use", raw: "BRAND_NEW" });
    expect(readFinish(99, "$", true).reason).toBe("tool_use");
    expect(readFinish("FINISH_REASON_UNSPECIFIED", "$", true).reason).toBe("tool_use");
    for (const word of ["OTHER", "SAFETY", "MALFORMED_FUNCTION_CALL", "TOO_MANY_TOOL_CALLS"])
      expect(readFinish(word, "$", true).reason).not.toBe("tool_use");
  });

  it("that nobody knows is another reason, and goes to no other caller", () => {
    expect(readFinish("BRAND_NEW", "$", false)).toEqual({ reason: "other", raw: "BRAND_NEW" });
    expect(readFinish("toString", "$", false).reason).toBe("other");
    expect(readFinish(99, "$", false)).toEqual({ reason: "other", raw: "99" });
    expect(writeFinish({ reason: "other", raw: "BRAND_NEW" }, false)).toBe("OTHER");
    expect(writeFinish({ reason: "other", raw: "brand new" }, false)).toBe("OTHER");
    expect(writeFinish({ reason: "other", raw: "99" }, false)).toBe("OTHER");
    expect(writeFinish({ reason: "end_turn", raw: "BRAND_NEW" }, false)).toBe("STOP");
  });

  it("is kept as it was if nobody knows it", () => {
    expect(unknownFinish("BRAND_NEW")).toEqual({ finishReason: "BRAND_NEW" });
    expect(unknownFinish(99)).toEqual({ finishReason: 99 });
    expect(unknownFinish("toString")).toEqual({ finishReason: "toString" });
    expect([unknownFinish("STOP"), unknownFinish(1)]).toEqual([undefined, undefined]);
  });

  it("must be a text or a number", () => {
    expect(() => readFinish({}, "$.finishReason", false)).toThrow(
      "$.finishReason is an object, expected text",
    );
  });

  it.each<[Stop["reason"], string]>([
    ["end_turn", "STOP"],
    ["stop_sequence", "STOP"],
    ["tool_use", "STOP"],
    ["pause_turn", "CONTINUATION"],
    ["max_tokens", "MAX_TOKENS"],
    ["context_window", "MAX_TOKENS"],
    ["refusal", "SAFETY"],
    ["content_filter", "SAFETY"],
    ["malformed", "MALFORMED_FUNCTION_CALL"],
    ["error", "OTHER"],
    ["other", "OTHER"],
  ])("of another vendor's %s is %s", (reason, word) => {
    expect(writeFinish({ reason }, false)).toBe(word);
    expect(writeFinish({ reason, raw: "stop" }, false)).toBe(word);
  });

  it("keeps its own word only if it agrees with the reason", () => {
    expect(writeFinish({ reason: "tool_use", raw: "STOP" }, false)).toBe("STOP");
    expect(writeFinish({ reason: "stop_sequence", raw: "1" }, false)).toBe(1);
    expect(writeFinish({ reason: "max_tokens", raw: "STOP" }, false)).toBe("MAX_TOKENS");
    expect(writeFinish({ reason: "content_filter", raw: "STOP" }, false)).toBe("SAFETY");
  });

  it("says that a call is malformed when its arguments were cut off", () => {
    expect(writeFinish({ reason: "tool_use", raw: "STOP" }, true)).toBe("MALFORMED_FUNCTION_CALL");
    expect(writeFinish({ reason: "end_turn" }, true)).toBe("MALFORMED_FUNCTION_CALL");
    expect(writeFinish({ reason: "max_tokens" }, true)).toBe("MAX_TOKENS");
  });
});
