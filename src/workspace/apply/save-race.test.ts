import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type * as promises from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { saveTrees } from "../patch/fixtures/saved.ts";
import { useDirectory, writeTree } from "../patch/fixtures/tree.ts";
import { applyChanges } from "./apply-changes.ts";

/** Called before each operation on files that an apply does. */
const hook = vi.hoisted(() => ({ before: (): void => undefined }));
vi.mock("node:fs/promises", async (load) => {
  const original = await load<typeof promises>();
  const watched = [
    "rename",
    "link",
    "unlink",
    "lstat",
    "chmod",
    "rmdir",
    "mkdir",
    "readdir",
    "copyFile",
  ] as const;
  return {
    ...original,
    ...Object.fromEntries(
      watched.map((name) => [
        name,
        (...args: unknown[]) => {
          hook.before();
          return (original[name] as (...all: unknown[]) => unknown)(...args);
        },
      ]),
    ),
  };
});

const directory = useDirectory();
const target = (): string => join(directory(), "target");
const at = (path: string): string => join(target(), path);
const { signal } = new AbortController();
const MINE = "the user's\n";

/** An editor writes a new file and renames it. */
function save(path: string): void {
  writeFileSync(`${at(path)}~`, MINE);
  renameSync(`${at(path)}~`, at(path));
}

/** Every text below the workspace, also of what an apply kept aside. */
function texts(folder = target()): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? texts(path) : [readFileSync(path, "utf8")];
  });
}

const deeds: Readonly<Record<string, (path: string) => void>> = {
  "saves by renaming": save,
  "writes in place": (path) => writeFileSync(at(path), MINE),
  "deletes and saves": (path) => {
    rmSync(at(path), { force: true });
    save(path);
  },
};

describe.each(["replaced", "deleted", "made"] as const)(
  "a file that is %s while an editor saves it",
  (kind) => {
    let run: string;
    beforeEach(async () => {
      hook.before = () => undefined;
      const before = { "d/f": "f\n", other: "o\n" };
      const after = { other: "O\n", ...(kind === "deleted" ? {} : { "d/f": "F\n" }) };
      const base = kind === "made" ? { other: before.other, "d/x": "x\n" } : { ...before, "d/x": "x\n" };
      ({ run } = await saveTrees(directory(), base, { ...after, "d/x": "x\n" }));
    });

    const begin = (): void => {
      rmSync(target(), { recursive: true, force: true });
      mkdirSync(target());
      writeTree(target(), { other: "o\n", "d/x": "x\n", ...(kind === "made" ? {} : { "d/f": "f\n" }) });
    };
    const apply = (): Promise<unknown> =>
      applyChanges({ directory: run, target: target(), signal }).catch((error: unknown) => error);

    it.each(Object.keys(deeds))("loses nothing if the user %s before any operation", async (name) => {
      begin();
      let count = 0;
      hook.before = () => {
        count += 1;
      };
      await apply();
      const operations = count;
      expect(operations).toBeGreaterThan(10);
      for (let moment = 1; moment <= operations; moment += 1) {
        begin();
        count = 0;
        hook.before = () => {
          count += 1;
          if (count === moment) deeds[name]!("d/f");
        };
        const result = await apply();
        const text = lstatSync(at("d/f"), { throwIfNoEntry: false }) && readFileSync(at("d/f"), "utf8");
        // A write into the file that the apply has placed is in that file, or beside it.
        expect(texts(), `${name} before operation ${moment}`).toContain(MINE);
        if (AbpError.is(result) && result.code === "workspace_conflict") {
          expect([text, readFileSync(at("other"), "utf8")]).toEqual([MINE, "o\n"]);
        }
        expect(readdirSync(target()).filter((one) => one.startsWith(".abp-apply"))).toEqual([]);
      }
    });
  },
);

describe("an apply that died", () => {
  it("is followed by one that puts back what had been moved away, and nothing else", async () => {
    const { run } = await saveTrees(directory(), { "d/f": "f\n", g: "g\n" }, { "d/f": "F\n", g: "G\n" });
    hook.before = () => undefined;
    // A process id that no process has.
    const leftover = ".abp-apply-4194305-0123456789ab";
    writeTree(target(), {
      g: "of the user\n",
      "d/x": "x\n",
      [`${leftover}/away/d/f`]: "f\n",
      [`${leftover}/away/g`]: "g\n",
      [`${leftover}/away/gone/h`]: "h\n",
      [`${leftover}/old-1`]: "deleted\n",
    });
    const result = await applyChanges({ directory: run, target: target(), signal }).catch((error) => error);
    expect(result).toMatchObject({ code: "workspace_conflict" });
    writeFileSync(at("g"), "g\n");
    await applyChanges({ directory: run, target: target(), signal });
    expect(texts().toSorted()).toEqual(["F\n", "G\n", "x\n"]);
    expect(readdirSync(target()).toSorted()).toEqual(["d", "g"]);
  });
});
