import { describe, expect, test } from "vitest";
import { findHeader } from "./header-list.ts";

describe("finding a header", () => {
  test("ignores the case of the names on the wire", () => {
    expect(findHeader(["Content-Type", "text/plain"], "content-type")).toBe("text/plain");
  });

  test("returns the first of several", () => {
    expect(findHeader(["x-a", "1", "X-A", "2"], "x-a")).toBe("1");
  });

  test("never mistakes a value for a name", () => {
    expect(findHeader(["accept", "x-a", "x-a", "right"], "x-a")).toBe("right");
    expect(findHeader(["accept", "x-a"], "x-a")).toBeUndefined();
  });

  test("returns an empty value as it is, and undefined without the header", () => {
    expect(findHeader(["x-a", ""], "x-a")).toBe("");
    expect(findHeader([], "x-a")).toBeUndefined();
  });
});
