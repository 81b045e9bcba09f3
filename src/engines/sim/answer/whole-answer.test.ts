import { describe, expect, it } from "vitest";
import { wholeAnswer } from "./whole-answer.ts";

function framesOf(answer: ReturnType<typeof wholeAnswer>): { frames: unknown[]; ending: unknown } {
  const frames: unknown[] = [];
  let next = answer.frames.next();
  while (next.done !== true) {
    frames.push(next.value);
    next = answer.frames.next();
  }
  return { frames, ending: next.value };
}

describe("a whole answer", () => {
  it("is one JSON document", () => {
    const answer = wholeAnswer(201, { a: 1 });
    expect(answer).toMatchObject({
      status: 201,
      headers: ["content-type", "application/json", "x-abp-simulated", "true"],
      headDelayMs: 0,
      frameDelayMs: 0,
    });
    expect(framesOf(answer)).toEqual({ frames: ['{"a":1}'], ending: "end" });
  });

  it("has further headers and a delay before its head", () => {
    const answer = wholeAnswer(429, {}, { headers: ["retry-after", "1"], delayMs: 7 });
    expect(answer.headers.slice(-2)).toEqual(["retry-after", "1"]);
    expect(answer.headDelayMs).toBe(7);
    expect(answer.frameDelayMs).toBe(0);
  });

  it.each([
    ["cut", { code: "stream_closed" }],
    ["eof", "end"],
    ["garbage", "end"],
    ["stall", "stall"],
  ] as const)("is half of it with the fault %s", (kind, ending) => {
    const { frames, ending: found } = framesOf(wholeAnswer(200, { a: 1 }, { faults: [{ kind, after: 0 }] }));
    expect(frames).toEqual(['{"a']);
    if (typeof ending === "string") expect(found).toBe(ending);
    else expect(found).toMatchObject(ending);
  });
});
