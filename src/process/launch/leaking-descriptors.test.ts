import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leakingDescriptors } from "./leaking-descriptors.ts";

describe("leakingDescriptors", () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "abp-fdinfo-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const describeOpen = (descriptor: number, flags: string) =>
    writeFileSync(join(directory, String(descriptor)), `pos:\t0\n${flags}\nmnt_id:\t12\n`);

  it("S46 finds the descriptors that a new program would inherit, in order", () => {
    describeOpen(0, "flags:\t0100000");
    describeOpen(3, "flags:\t0100000");
    describeOpen(12, "flags:\t0100002");
    describeOpen(7, "flags:\t02100000");
    describeOpen(100, "flags:\t00");
    expect(leakingDescriptors(3, directory)).toEqual([3, 12, 100]);
    expect(leakingDescriptors(4, directory)).toEqual([12, 100]);
  });

  it("concludes nothing from a descriptor that is gone, or has no flags", () => {
    describeOpen(5, "other:\t0100000");
    describeOpen(6, "flags:\t9");
    writeFileSync(join(directory, "007"), "flags:\t0\n");
    expect(leakingDescriptors(3, directory)).toEqual([]);
    expect(leakingDescriptors(3, join(directory, "absent"))).toEqual([]);
  });

  it("finds none of those that Node opens", () => {
    expect(Array.isArray(leakingDescriptors(0))).toBe(true);
  });
});
