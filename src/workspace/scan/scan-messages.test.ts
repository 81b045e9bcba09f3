import { describe, expect, it } from "vitest";
import { modes } from "../git/format/git-object.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { KeptBlob } from "./blob-keeper.ts";
import { fromBlobColumns, fromEntryColumns, toBlobColumns, toEntryColumns } from "./scan-messages.ts";

const crossed = <Value>(value: Value): Value => structuredClone(value);
const entry = (rawPath: string, other: Partial<ManifestEntry> = {}): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: 3,
  sha256: "0123456789abcdef".repeat(4),
  ...other,
});

describe("entries that cross threads", () => {
  it.each([
    ["none", []],
    ["one", [entry("a")]],
    [
      "names of any bytes, sizes beyond 32 bits, all modes, links and unsettled ones",
      [
        entry("a/b\n\xff\x80", { mode: 0o7777, size: 2 ** 53 - 1, unsettled: true }),
        entry("l", { type: "symlink", mode: 0o777, sha256: "f".repeat(64) }),
        entry("m", { type: "symlink", mode: 0, size: 0, unsettled: true }),
      ],
    ],
  ])("stay the same: %s", (_, entries) => {
    expect(fromEntryColumns(crossed(toEntryColumns(entries)))).toStrictEqual(entries);
  });
});

describe("kept contents that cross threads", () => {
  const blob = (rawPath: string, mode: number, size: number, modifiedMs: number): KeptBlob => ({
    rawPath,
    oid: rawPath.charCodeAt(0).toString(16).repeat(20),
    mode,
    size,
    modifiedMs,
  });
  it.each([
    ["none", []],
    [
      "all modes of git, and times with a part of a millisecond",
      [
        blob("a\xff", modes.file, 0, 0),
        blob("b", modes.program, 2 ** 40, 1_700_000_000_123.25),
        blob("c/d", modes.link, 7, 5),
      ],
    ],
  ])("stay the same: %s", (_, blobs) => {
    expect(fromBlobColumns(crossed(toBlobColumns(blobs)))).toStrictEqual(blobs);
  });
});
