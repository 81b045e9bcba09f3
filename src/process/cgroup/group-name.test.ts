import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { groupPrefix } from "./group-name.ts";

const hashed = (mark: string) => `abp-${createHash("sha256").update(mark).digest("hex").slice(0, 40)}.`;

describe("groupPrefix", () => {
  it.each(["run-1", "A9", "x".repeat(64)])("holds the mark %s itself", (mark) => {
    expect(groupPrefix(mark)).toBe(`abp-${mark}.`);
  });

  it.each(["", "x".repeat(65), "../up", "a/b", "a.b", "-x\n", " x", "x "])("hashes the mark %j", (mark) => {
    expect(groupPrefix(mark)).toBe(hashed(mark));
  });
});
