import { describe, expect, it } from "vitest";
import { listWrongAnswers } from "./checks.ts";

const right = { text_complete: true, request_bytes_same: true, response_bytes_same: true };

describe("listWrongAnswers", () => {
  it("accepts complete answers", () => {
    expect(
      listWrongAnswers({ abp: { "pass-json": right, "map-sse": { text_complete: true } } }, "abp"),
    ).toEqual([]);
  });

  it.each([
    { ...right, text_complete: false },
    { ...right, request_bytes_same: false },
    { ...right, response_bytes_same: false },
    { error: "connection refused" },
  ])("reports %o", (check) => {
    const problems = listWrongAnswers({ abp: { "pass-json": right, "pass-sse": check } }, "abp");
    expect(problems).toEqual([`abp pass-sse: ${JSON.stringify(check)}`]);
  });

  it("ignores the other targets", () => {
    expect(listWrongAnswers({ peer: { "pass-json": { text_complete: false } } }, "abp")).toEqual([]);
  });
});
