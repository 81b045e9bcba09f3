import { describe, expect, it } from "vitest";
import { TreeError, type TreeFaultKind } from "../walk/tree-fault.ts";
import { stageError } from "./stage-error.ts";

const of = (kind: TreeFaultKind, rawPath: string, reason: string) =>
  stageError(new TreeError({ kind, rawPath, reason }), "/root");

describe("the error of a stage", () => {
  it.each<[TreeFaultKind, string, string, string, string]>([
    ["changed", "a", "modified", "workspace_unstable", "a changed while the workspace was read: modified"],
    [
      "too_many_entries",
      "a",
      "more than 3 entries",
      "workspace_over_budget",
      "The workspace has more than 3 entries",
    ],
    [
      "too_many_bytes",
      "a",
      "9 bytes",
      "workspace_over_budget",
      "The files of the workspace are larger than permitted; a has 9 bytes",
    ],
    [
      "too_deep",
      "a",
      "more than 3 levels",
      "workspace_over_budget",
      "The workspace has more than 3 levels of directories, at a",
    ],
    ["full", "a", "ENOSPC", "workspace_full", "No space is left for the copy of a"],
    ["failed", "a", "EIO", "workspace_staging_failed", "a cannot be staged: EIO"],
  ])("tells %s with its code and its place", (kind, rawPath, reason, code, message) => {
    const error = of(kind, rawPath, reason);
    expect(error).toMatchObject({
      code,
      where: "/root/a",
      details: { fault: kind, path: "a" },
      cause: { name: "TreeError" },
    });
    expect((error as Error).message).toBe(message);
  });

  it.each<[TreeFaultKind, string]>([
    ["changed", "/root changed while the workspace was read: x"],
    ["full", "No space is left for the copy of /root"],
    ["failed", "/root cannot be staged: x"],
  ])("tells %s of the root with the path of the root", (kind, message) => {
    const error = of(kind, "", "x");
    expect(error).toMatchObject({ where: "/root", details: { path: "" } });
    expect((error as Error).message).toBe(message);
  });

  it("shows a name that is no text by its bytes, and the beginning of a long one", () => {
    expect(of("full", "\xff", "ENOSPC")).toMatchObject({ where: "/root/base64:/w==" });
    expect(of("too_deep", "d".repeat(300), "x")).toMatchObject({
      message: `The workspace has x of directories, at ${"d".repeat(200)}`,
    });
  });

  it("leaves other errors as they are", () => {
    const other = new Error("other");
    expect(stageError(other, "/root")).toBe(other);
  });
});
