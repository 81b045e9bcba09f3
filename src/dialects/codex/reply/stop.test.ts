import { describe, expect, it } from "vitest";
import type { Stop } from "../../../contract/index.ts";
import { readStop, writeStop } from "./stop.ts";

const nothing = { hasCalls: false, hasRefusal: false };
const called = { hasCalls: true, hasRefusal: false };
const refused = { hasCalls: false, hasRefusal: true };
const completed = { status: "completed", incomplete_details: null, error: null };

function incomplete(reason: string) {
  return { status: "incomplete", incomplete_details: { reason }, error: null };
}

const unexplained = { status: "incomplete", incomplete_details: null, error: null };

describe("the end of a response", () => {
  it("is decided by the content when the response is complete", () => {
    for (const status of ["completed", undefined, null]) {
      expect(readStop({ status }, nothing)).toEqual({ reason: "end_turn", raw: "completed" });
      expect(readStop({ status }, called)).toEqual({ reason: "tool_use", raw: "completed" });
      expect(readStop({ status }, refused)).toEqual({ reason: "refusal", raw: "completed" });
    }
    expect(readStop({}, { hasCalls: true, hasRefusal: true })?.reason).toBe("tool_use");
  });

  it.each<[unknown, Stop]>([
    [{ reason: "max_output_tokens" }, { reason: "max_tokens", raw: "max_output_tokens" }],
    [{ reason: "content_filter" }, { reason: "content_filter", raw: "content_filter" }],
    [{ reason: "brand_new" }, { reason: "other", raw: "brand_new" }],
    [{ reason: 3 }, { reason: "other", raw: "incomplete" }],
    [undefined, { reason: "other", raw: "incomplete" }],
  ])("that is incomplete has a reason: %j", (details, stop) => {
    expect(readStop({ status: "incomplete", incomplete_details: details }, nothing)).toEqual(stop);
  });

  it("is not there while the response goes on, and is an error when it failed", () => {
    expect(readStop({ status: "in_progress" }, nothing)).toBeUndefined();
    expect(readStop({ status: "queued" }, nothing)).toBeUndefined();
    expect(readStop({ status: "failed" }, nothing)).toEqual({ reason: "error", raw: "failed" });
    expect(readStop({ status: "cancelled" }, nothing)).toEqual({ reason: "other", raw: "cancelled" });
  });

  it.each<[Stop["reason"] | undefined, object]>([
    [undefined, completed],
    ["end_turn", completed],
    ["tool_use", completed],
    ["stop_sequence", completed],
    ["refusal", incomplete("content_filter")],
    ["content_filter", incomplete("content_filter")],
    ["max_tokens", incomplete("max_output_tokens")],
    ["context_window", incomplete("max_output_tokens")],
    ["pause_turn", unexplained],
    ["malformed", unexplained],
    ["other", unexplained],
    [
      "error",
      {
        status: "failed",
        incomplete_details: null,
        error: { code: "server_error", message: "The model could not finish its answer." },
      },
    ],
  ])("of %s is written", (reason, written) => {
    expect(writeStop(reason === undefined ? undefined : { reason }, nothing)).toEqual(written);
  });

  it("keeps the vendor's own word", () => {
    expect(writeStop({ reason: "other", raw: "cancelled" }, nothing)).toEqual({
      ...completed,
      status: "cancelled",
    });
    expect(writeStop({ reason: "refusal" }, refused)).toEqual(completed);
  });

  it("gives no reason but the two of the API", () => {
    expect(writeStop({ reason: "other", raw: "brand_new" }, nothing)).toEqual(unexplained);
  });
});
