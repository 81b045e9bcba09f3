import { describe, expect, it } from "vitest";
import { reasonOf } from "./system-error.ts";

describe("the reason of a file system error", () => {
  it.each([
    ["ENOENT", "no such file"],
    ["EACCES", "permission denied"],
    ["EPERM", "not permitted"],
    ["EEXIST", "a file is in its place"],
    ["EISDIR", "it is a directory"],
    ["ENOTDIR", "a part of the path is not a directory"],
    ["ELOOP", "a link that leads nowhere"],
    ["ENOSPC", "no space left"],
    ["EDQUOT", "the disk quota is used up"],
    ["EROFS", "read-only file system"],
    ["ENAMETOOLONG", "the path is too long"],
  ])("is said in words if the code is a common one: %s", (code, words) => {
    expect([reasonOf({ code }), reasonOf(Object.assign(new Error("x"), { code }))]).toEqual([words, words]);
  });

  it("is the code itself if it is not", () => {
    expect(reasonOf({ code: "EMFILE" })).toBe("EMFILE");
  });

  it("is unknown for anything without a code", () => {
    expect([reasonOf(null), reasonOf("x"), reasonOf({ code: 5 })]).toEqual(Array(3).fill("unknown error"));
  });
});
