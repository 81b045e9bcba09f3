import { describe, expect, it } from "vitest";
import type { LostBase } from "../patch/lost-base.ts";
import type { TargetEntry } from "./target-entry.ts";
import type { TreeEntry } from "./tree-change.ts";
import { decide, type Verdict } from "./verdict.ts";

const file = (oid: string, executable = false): TreeEntry => ({ type: "file", executable, oid });
const link = (oid: string): TreeEntry => ({ type: "symlink", executable: false, oid });
const identity = { ino: 1n, size: 1n, mode: 1n, mtimeNs: 1n, ctimeNs: 1n };

function now(entry: TreeEntry | TargetEntry["type"]): TargetEntry {
  if (typeof entry === "string") return { type: entry } as TargetEntry;
  return { ...entry, size: 1, mode: 0o644, identity };
}

function verdict(
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  current: TreeEntry | "absent" | "directory" | "special",
): Verdict | string {
  const change = { rawPath: "p", ...(before && { before }), ...(after && { after }) };
  const found = decide(change, now(current));
  return found.kind === "conflict" ? found.reason : found;
}

const unchanged = { kind: "unchanged" };
const [one, two, three] = [file("1"), file("2"), file("3")];

describe("a path", () => {
  it("is unchanged if the workspace has the state after the run", () => {
    expect(verdict(one, two, two)).toEqual(unchanged);
    expect(verdict(undefined, two, two)).toEqual(unchanged);
    expect(verdict(one, undefined, "absent")).toEqual(unchanged);
    expect(verdict(link("1"), link("2"), link("2"))).toEqual(unchanged);
    expect(verdict(one, file("1", true), file("1", true))).toEqual(unchanged);
    expect(verdict(one, undefined, "directory")).toEqual(unchanged);
  });

  it("gets the state after the run if the workspace has that before it", () => {
    expect(verdict(one, two, one)).toEqual({ kind: "take", executable: false });
    expect(verdict(one, file("2", true), one)).toEqual({ kind: "take", executable: true });
    expect(verdict(one, undefined, one)).toEqual({ kind: "delete" });
    expect(verdict(undefined, two, "absent")).toEqual({ kind: "take", executable: false });
    expect(verdict(link("1"), link("2"), link("1"))).toEqual({ kind: "take", executable: false });
    expect(verdict(link("1"), undefined, link("1"))).toEqual({ kind: "delete" });
  });

  it("gets a type of its own although the content is equal", () => {
    expect(verdict(one, link("1"), one)).toEqual({ kind: "take", executable: false });
    expect(verdict(link("1"), one, link("1"))).toEqual({ kind: "take", executable: false });
    expect(verdict(link("1"), file("1", true), link("1"))).toEqual({ kind: "take", executable: true });
  });

  it("gets only the executable bit if the content is equal", () => {
    expect(verdict(one, file("1", true), one)).toEqual({ kind: "mode", executable: true });
    expect(verdict(file("1", true), one, file("1", true))).toEqual({ kind: "mode", executable: false });
    expect(verdict(one, file("1", true), two)).toEqual({ kind: "mode", executable: true });
    expect(verdict(one, file("2", true), two)).toEqual({ kind: "mode", executable: true });
  });

  it("keeps the executable bit of the workspace if the run kept it", () => {
    expect(verdict(one, two, file("1", true))).toEqual({ kind: "take", executable: true });
    expect(verdict(one, two, file("2", true))).toEqual(unchanged);
    expect(verdict(file("1", true), file("2", true), one)).toEqual({ kind: "take", executable: false });
    expect(verdict(one, file("2", true), file("1", true))).toEqual({ kind: "take", executable: true });
    expect(verdict(one, file("1", true), file("2", true))).toEqual(unchanged);
  });

  it("is merged if both have changed the content", () => {
    expect(verdict(one, two, three)).toEqual({ kind: "merge", executable: false });
    expect(verdict(one, file("2", true), three)).toEqual({ kind: "merge", executable: true });
    expect(verdict(one, two, file("3", true))).toEqual({ kind: "merge", executable: true });
    expect(verdict(file("1", true), two, file("3", true))).toEqual({ kind: "merge", executable: false });
  });

  it("conflicts if the workspace has something else", () => {
    const other = "the workspace has another file of this name";
    expect(verdict(undefined, two, one)).toBe(other);
    expect(verdict(undefined, two, link("2"))).toBe(other);
    expect(verdict(undefined, two, file("2", true))).toBe(other);
    expect(verdict(one, two, "absent")).toBe("the workspace has deleted it, and the run changed it");
    expect(verdict(one, undefined, two)).toBe("the workspace has changed it, and the run deleted it");
    expect(verdict(one, undefined, file("1", true))).toBe(
      "the workspace has changed it, and the run deleted it",
    );
    for (const current of [link("3"), link("1")]) {
      expect(verdict(one, two, current)).toBe("the workspace and the run have changed it in different ways");
    }
    for (const [before, after, current] of [
      [link("1"), two, three],
      [one, link("2"), three],
      [link("1"), link("2"), link("3")],
    ] as const) {
      expect(verdict(before, after, current)).toBe(
        "the workspace and the run have changed it in different ways",
      );
    }
  });

  it("conflicts with a directory or a special file in its place", () => {
    expect(verdict(one, two, "directory")).toBe("a directory is in its place");
    expect(verdict(undefined, two, "directory")).toBe("a directory is in its place");
    expect(verdict(one, two, "special")).toBe("a special file is in its place");
    expect(verdict(one, undefined, "special")).toBe("a special file is in its place");
  });
});

describe("a path whose content from before the run is not saved", () => {
  const known = { rawPath: "p", type: "file", executable: false, sha256: "s1" } as const;
  const unknown = { rawPath: "p", type: "file", executable: false } as const;
  const holds = (entry: TreeEntry, sha256: string): TargetEntry => ({
    ...entry,
    sha256,
    size: 1,
    mode: 0o644,
    identity,
  });
  const judge = (lostBase: LostBase, after: TreeEntry | undefined, current: TargetEntry) => {
    const found = decide({ rawPath: "p", lostBase, ...(after && { after }) }, current);
    return found.kind === "conflict" ? found.reason : found;
  };
  const gone =
    "the workspace has changed it since the run began, and its content from before is gone: the patch holds the run's whole file";

  it("is replaced or deleted if the workspace has that content", () => {
    expect(judge(known, two, holds(one, "s1"))).toEqual({ kind: "take", executable: false });
    expect(judge(known, two, holds(file("1", true), "s1"))).toEqual({ kind: "take", executable: true });
    expect(judge(known, link("2"), holds(one, "s1"))).toEqual({ kind: "take", executable: false });
    expect(judge(known, undefined, holds(one, "s1"))).toEqual({ kind: "delete" });
  });

  it("is unchanged if the workspace has the state after the run", () => {
    expect(judge(known, two, holds(two, "s2"))).toEqual(unchanged);
    expect(judge(unknown, undefined, { type: "absent" })).toEqual(unchanged);
    expect(judge(unknown, undefined, { type: "directory" })).toEqual(unchanged);
  });

  it("conflicts in every other case", () => {
    expect(judge(known, two, holds(three, "s3"))).toBe(gone);
    expect(judge(known, two, holds(link("1"), "s1"))).toBe(gone);
    expect(judge(unknown, two, holds(one, "s1"))).toBe(gone);
    expect(judge(unknown, two, { type: "absent" })).toBe(
      "the workspace has deleted it, and the run changed it",
    );
    expect(judge(known, undefined, holds(three, "s3"))).toBe(
      "the workspace has changed it, and the run deleted it",
    );
    expect(judge(known, undefined, holds(file("1", true), "s1"))).toBe(
      "the workspace has changed it, and the run deleted it",
    );
    expect(judge(known, two, { type: "directory" })).toBe("a directory is in its place");
  });
});
