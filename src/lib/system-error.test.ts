import { describe, expect, it } from "vitest";
import { reasonOf } from "./system-error.ts";

describe("the reason of a file system error", () => {
  it("is said in words if the code is a common one", () => {
    expect(reasonOf({ code: "EROFS" })).toBe("read-only file system");
    expect(reasonOf(Object.assign(new Error("x"), { code: "ENOSPC" }))).toBe("no space left");
  });

  it("is the code itself if it is not", () => {
    expect(reasonOf({ code: "EMFILE" })).toBe("EMFILE");
  });

  it("is unknown for anything without a code", () => {
    expect([reasonOf(null), reasonOf("x"), reasonOf({ code: 5 })]).toEqual(Array(3).fill("unknown error"));
  });
});
