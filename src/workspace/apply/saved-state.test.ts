import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AbpError } from "../../contract/index.ts";
import { saveTrees } from "../patch/fixtures/saved.ts";
import { useDirectory } from "../patch/fixtures/tree.ts";
import { applyChanges } from "./apply-changes.ts";

const directory = useDirectory();

describe("saved changes", () => {
  it("that do not exist are refused", async () => {
    const target = directory();
    const signal = new AbortController().signal;
    await expect(applyChanges({ directory: join(target, "none"), target, signal })).rejects.toMatchObject({
      code: "patch_not_found",
    });
  });

  it("that were not saved completely are refused", async () => {
    const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
    renameSync(join(run, "changes.json"), join(run, "changes.json.new"));
    const signal = new AbortController().signal;
    await expect(applyChanges({ directory: run, target: source, signal })).rejects.toMatchObject({
      code: "patch_not_found",
    });
  });

  it("that lack the content of a file are refused unless a part is asked for", async () => {
    const { run, source } = await saveTrees(
      directory(),
      { a: "a\n" },
      { a: "b\n", empty: { empty: true }, "x/.gitmodules": { link: "elsewhere" } },
    );
    const request = { directory: run, target: source, signal: new AbortController().signal };
    for (const more of [{}, { checkOnly: true }, { partial: false }]) {
      await expect(applyChanges({ ...request, ...more })).rejects.toMatchObject({
        code: "workspace_conflict",
        message: "the patch is not complete: it lacks a change: git refuses a symbolic link of this name",
        where: "x/.gitmodules",
        advice: "Run the task again, or apply what the patch holds with `abp apply RUN --partial`.",
        details: {
          count: 2,
          issues: [
            { path: "x/.gitmodules", message: "git refuses a symbolic link of this name" },
            { path: "empty", message: "a patch holds no empty directories" },
          ],
        },
      });
    }
    expect(readFileSync(join(source, "a"), "utf8")).toBe("a\n");
    await applyChanges({ ...request, partial: true });
    expect(readFileSync(join(source, "a"), "utf8")).toBe("b\n");
  });

  it("that do not say what they lack are refused, and a long list is cut", async () => {
    const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n" });
    const request = { directory: run, target: source, signal: new AbortController().signal };
    const path = join(run, "changes.json");
    const record = JSON.parse(readFileSync(path, "utf8"));
    const refuseWith = async (leftOut: readonly unknown[]): Promise<AbpError> => {
      writeFileSync(path, JSON.stringify({ ...record, complete: false, leftOut }));
      return (await applyChanges(request).catch((error: unknown) => error)) as AbpError;
    };
    const silent = await refuseWith([]);
    expect(silent.message).toBe("the patch is not complete: it lacks changes of files");
    expect([silent.where, silent.details]).toEqual([undefined, { count: 0, issues: [] }]);
    const long = await refuseWith(Array.from({ length: 1001 }, () => ({ path: "p", reason: "r" })));
    expect(long.details["count"]).toBe(1001);
    expect(long.details["issues"]).toHaveLength(1000);
  });

  it("that lost their contents are refused, and change nothing", async () => {
    const { run, source } = await saveTrees(directory(), { a: "a\n" }, { a: "b\n", c: "c\n" });
    const objects = join(run, "patch.git", "objects", "pack");
    for (const name of readdirSync(objects)) rmSync(join(objects, name));
    const signal = new AbortController().signal;
    await expect(applyChanges({ directory: run, target: source, signal })).rejects.toMatchObject({
      code: "execution_workspace_error",
    });
    expect(readFileSync(join(source, "a"), "utf8")).toBe("a\n");
    expect(existsSync(join(source, "c"))).toBe(false);
  });
});
