import { describe, expect, it } from "vitest";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { toPatchChange } from "./patch-side.ts";

const entry = (rawPath: string, more: Partial<ManifestEntry> = {}): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: 1,
  sha256: "aa",
  ...more,
});
const folder = (mode = 0o755): ManifestEntry => entry("d", { type: "directory", mode, size: 0, sha256: "" });
const link = (rawPath: string): ManifestEntry => entry(rawPath, { type: "symlink", mode: 0o777 });
const translate = (before: ManifestEntry | undefined, after: ManifestEntry | undefined) =>
  toPatchChange({
    kind: "modified",
    rawPath: (after ?? before)!.rawPath,
    ...(before && { before }),
    ...(after && { after }),
  });

describe("a change", () => {
  it("keeps the sides that exist, with the mode of git", () => {
    const [plain, tool, group] = [entry("a"), entry("a", { mode: 0o744 }), entry("b", { mode: 0o611 })];
    expect(translate(undefined, plain)).toStrictEqual({ after: { entry: plain, gitMode: "100644" } });
    expect(translate(tool, undefined)).toStrictEqual({ before: { entry: tool, gitMode: "100755" } });
    expect(translate(plain, tool)).toStrictEqual({
      before: { entry: plain, gitMode: "100644" },
      after: { entry: tool, gitMode: "100755" },
    });
    expect(translate(undefined, group)).toStrictEqual({ after: { entry: group, gitMode: "100644" } });
    expect(translate(undefined, link("l"))).toStrictEqual({ after: { entry: link("l"), gitMode: "120000" } });
    const renamed = translate(plain, entry("c"));
    expect(Object.keys(renamed)).toEqual(["before", "after"]);
    expect(Object.keys(translate(plain, entry("a", { sha256: "bb" })))).toEqual(["before", "after"]);
  });

  it("of a directory to a file has one side", () => {
    expect(translate(folder(), entry("d"))).toStrictEqual({
      after: { entry: entry("d"), gitMode: "100644" },
    });
    expect(translate(link("d"), folder())).toStrictEqual({ before: { entry: link("d"), gitMode: "120000" } });
  });

  it("of a file of git is left out, and one side of a rename into or out of it stays", () => {
    const inside = entry(".git/x");
    expect(translate(undefined, inside)).toEqual({ reason: "a file of git itself", losesContent: false });
    expect(translate(inside, entry(".git/y"))).toEqual({
      reason: "a file of git itself",
      losesContent: false,
    });
    expect(translate(inside, entry("a"))).toStrictEqual({ after: { entry: entry("a"), gitMode: "100644" } });
    expect(translate(entry("a"), inside)).toStrictEqual({ before: { entry: entry("a"), gitMode: "100644" } });
  });

  it("of a link that git refuses loses content, a file of that name does not", () => {
    const refused = { reason: "git refuses a symbolic link of this name", losesContent: true };
    expect(translate(undefined, link("d/.gitmodules"))).toEqual(refused);
    expect(translate(link(".gitmodules"), entry(".gitmodules"))).toEqual(refused);
    expect(translate(entry("a"), link("b"))).toHaveProperty("after");
    expect(translate(undefined, entry(".gitmodules"))).toHaveProperty("after");
  });

  it("of permissions other than the executable bit is left out", () => {
    expect(translate(entry("a"), entry("a", { mode: 0o600 }))).toEqual({
      reason: "a patch holds no permission but the executable bit",
      losesContent: false,
    });
  });

  it("of a directory alone is left out", () => {
    const empty = { reason: "a patch holds no empty directories", losesContent: false };
    expect(translate(undefined, folder())).toEqual(empty);
    expect(translate(folder(), undefined)).toEqual(empty);
    expect(translate(folder(), folder())).toEqual(empty);
    expect(translate(folder(), folder(0o700))).toEqual({
      reason: "a patch holds no permissions of directories",
      losesContent: false,
    });
  });
});
