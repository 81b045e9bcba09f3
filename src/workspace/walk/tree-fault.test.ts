import { describe, expect, it } from "vitest";
import { faultOf, isUnreadable, TreeError } from "./tree-fault.ts";
import { isForeign, isSameStamp, stampOf } from "./tree-plan.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });

describe("the fault behind an error", () => {
  it.each(["ENOENT", "ENOTDIR", "ELOOP", "ESTALE", "EISDIR", "ENXIO", "EINVAL"])(
    "W27 is a change of the source at %s, and a failure at the target",
    (code) => {
      expect(faultOf(failure(code), "a", "source")).toEqual({ kind: "changed", rawPath: "a", reason: code });
      expect(faultOf(failure(code), "a", "target")).toEqual({ kind: "failed", rawPath: "a", reason: code });
    },
  );

  it.each(["ENOSPC", "EDQUOT"])("W26 is a full disk at %s", (code) => {
    expect(faultOf(failure(code), "a", "target")).toEqual({ kind: "full", rawPath: "a", reason: code });
    expect(faultOf(failure(code), "a", "source").kind).toBe("full");
  });

  it("is a failure with its code, or with its text if it has none", () => {
    expect(faultOf(failure("EIO"), "a", "source")).toEqual({ kind: "failed", rawPath: "a", reason: "EIO" });
    expect(faultOf(new Error("odd"), "a", "source").reason).toBe("Error: odd");
    expect(faultOf(null, "a", "source")).toEqual({ kind: "failed", rawPath: "a", reason: "null" });
    expect(faultOf(undefined, "a", "source").kind).toBe("failed");
  });

  it("of a fault is that fault", () => {
    const fault = { kind: "too_deep", rawPath: "deep", reason: "more than 3 levels" } as const;
    const error = new TreeError(fault);
    expect(faultOf(error, "other", "target")).toBe(fault);
    expect(error).toMatchObject({ name: "TreeError", message: 'too_deep at "deep": more than 3 levels' });
  });
});

describe("an unreadable entry", () => {
  it("is one whose permissions refuse it", () => {
    expect(["EACCES", "EPERM", "ENOENT"].map((code) => isUnreadable(failure(code)))).toEqual([
      true,
      true,
      false,
    ]);
    expect([null, undefined, new Error("x")].map(isUnreadable)).toEqual([false, false, false]);
  });
});

describe("a stamp", () => {
  const status = { dev: 1, ino: 2, size: 3, mtimeMs: 4, ctimeMs: 5 };

  it("holds what identifies an entry", () => {
    expect(stampOf(status)).toEqual({ dev: 1, ino: 2, size: 3, modifiedMs: 4, changedMs: 5 });
  });

  it.each(["dev", "ino", "size", "mtimeMs", "ctimeMs"])("differs where %s differs", (member) => {
    expect(isSameStamp(stampOf(status), stampOf({ ...status }))).toBe(true);
    expect(isSameStamp(stampOf(status), stampOf({ ...status, [member]: 9 }))).toBe(false);
  });
});

describe("the owner of an entry", () => {
  it("W10 is foreign with another user or another group", () => {
    const user = { uid: 1, gid: 2 };
    expect(isForeign({ uid: 1, gid: 2 }, user)).toBe(false);
    expect(isForeign({ uid: 9, gid: 2 }, user)).toBe(true);
    expect(isForeign({ uid: 1, gid: 9 }, user)).toBe(true);
  });

  it("is never foreign if the system has no users", () => {
    expect(isForeign({ uid: 1, gid: 2 }, { uid: undefined, gid: undefined })).toBe(false);
  });
});
