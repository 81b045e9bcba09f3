import { afterEach, describe, expect, it } from "vitest";
import { type AnswerHeader, answerHeaders, withAnswerHeaders } from "./answer-headers.ts";

const table = answerHeaders as AnswerHeader[];
const known = [...table];

afterEach(() => {
  table.splice(0, table.length, ...known);
});

describe("the headers of all answers", () => {
  it("are added to each answer, and those of streams to streams", () => {
    table.splice(
      0,
      table.length,
      { name: "x-all", value: "1" },
      { name: "x-streams", value: "2", ofStreams: true },
    );
    expect(withAnswerHeaders(["a", "b"], false)).toEqual(["a", "b", "x-all", "1"]);
    expect(withAnswerHeaders([], true)).toEqual(["x-all", "1", "x-streams", "2"]);
  });

  it("do not replace what an answer has, in any case of letters", () => {
    const headers = ["X-Accel-Buffering", "yes"];
    expect(withAnswerHeaders(headers, true)).toBe(headers);
  });

  it("copy no list to which nothing is added", () => {
    const headers = ["content-type", "application/json"];
    expect(withAnswerHeaders(headers, false)).toBe(headers);
  });

  it("leave the list of the answer as it is", () => {
    const headers = Object.freeze(["content-type", "text/event-stream"]);
    expect(withAnswerHeaders(headers, true)).toEqual([...headers, "x-accel-buffering", "no"]);
  });
});
