import { describe, expect, it } from "vitest";
import { ArrayFrames } from "./array-frames.ts";

describe("events as the elements of one JSON array", () => {
  it("are separated by commas, and the array is closed once", () => {
    const frames = new ArrayFrames();
    const first = frames.frame('data: {"a":1}\n\n');
    expect(first).toBe('[{"a":1}');
    const rest = frames.frame('data: {"a":2}\n\ndata: {"a":3}\n\n');
    expect(rest).toBe(',\r\n{"a":2},\r\n{"a":3}');
    expect(first + rest + frames.end()).toBe('[{"a":1},\r\n{"a":2},\r\n{"a":3}]');
    expect(frames.end()).toBe("");
  });

  it("are an empty array when there were none", () => {
    const frames = new ArrayFrames();
    expect(frames.frame("")).toBe("");
    expect(frames.frame(": comment\n\n")).toBe("");
    expect(frames.end()).toBe("[]");
  });
});
