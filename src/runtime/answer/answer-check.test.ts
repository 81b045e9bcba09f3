import { describe, expect, it } from "vitest";
import { emptyReport, endWith, failureOf, type RunEnd } from "../ending/run-end.ts";
import { checkAnswer } from "./answer-check.ts";

const output_schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
const ended = (more: object = {}): RunEnd => ({
  report: { ...emptyReport, outcome: "complete", ...more },
  termination: { reason: "completed" },
  error: undefined,
});

describe("the answer of a run with a schema", () => {
  it("is the last message if the backend reports none", () => {
    const { end, broken } = checkAnswer(ended(), { output_schema }, 'Here it is: {"a":1}');
    expect([end.report.structuredOutput, end.error, broken]).toEqual([{ a: 1 }, undefined, undefined]);
  });

  it("is the one that the backend reports, as it is", () => {
    const end = ended({ structuredOutput: { a: 2 } });
    expect(checkAnswer(end, { output_schema }, '{"a":"last"}').end).toBe(end);
  });

  it.each([
    [{ structuredOutput: { a: "x" } }, "", " at /a: must be number"],
    [{ structuredOutput: {} }, "", ": must have required property 'a'"],
    [{}, "no JSON at all", ": has no complete JSON value"],
    [{}, '{"b":1}', ": must have required property 'a'"],
  ])("fails the run if it breaks the schema: %j %s", (more, text, fault) => {
    const { end, broken } = checkAnswer(ended(more), { output_schema }, text);
    const { error, termination } = end;
    expect([error?.code, termination.reason]).toEqual(["capability_emulation_failed", "failed"]);
    expect(error).toMatchObject({
      message: `the answer of the run does not satisfy its output schema${fault}`,
      where: "output_schema",
    });
    expect(broken?.errors).toEqual(error?.details["errors"]);
    expect(broken?.text).toBe("structuredOutput" in more ? JSON.stringify(more.structuredOutput) : text);
  });

  it("is not asked for without a schema, of a failed run or of one that was not finished", () => {
    const failed = endWith(failureOf(new Error("x")), "failed");
    const partial = ended({ outcome: "partial" });
    for (const end of [failed, partial]) expect(checkAnswer(end, { output_schema }, "no").end).toBe(end);
    const complete = ended();
    expect(checkAnswer(complete, {}, "no").end).toBe(complete);
  });
});
