import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TreePlan } from "../walk/tree-plan.ts";
import { findSettings, gitPlace } from "./find-settings.ts";

const place = { path: ".agent/settings.json" };
const folder = { path: ".tool" };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-settings-"));
  for (const name of ["a/.agent", ".tool", ".git"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, "a/.agent/settings.json"), "{}");
  writeFileSync(join(root, ".git/config"), "[core]\n\tfsmonitor = rm -r x\n");
  symlinkSync("a/.agent", join(root, ".agent"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Finds the settings of a tree whose walk leaves out these paths and tells of these repositories. */
const find = (omitted: readonly string[], repositories: readonly string[] = [], places = [place, folder]) =>
  findSettings(places, root, async (_, takesGit) => {
    for (const rawPath of repositories) expect(takesGit(rawPath)).toBe(false);
    return { omitted } as unknown as TreePlan;
  });

describe("the settings of a tree", () => {
  it("are none without places, and the tree is not walked", async () => {
    const walk = () => Promise.reject(new Error("walked"));
    expect(await findSettings([], root, walk)).toEqual({ entries: [], isComplete: true });
  });

  it("are the omitted paths that are, hold or lead to a place", async () => {
    expect(await find(["a/.agent/settings.json", ".tool", ".agent", "other", ".tool/gone"])).toEqual({
      entries: [
        { path: "a/.agent/settings.json", place, canBeHidden: true },
        { path: ".tool", place: folder, canBeHidden: true },
        { path: ".agent", place, canBeHidden: false },
        { path: ".tool/gone", place: folder, canBeHidden: false },
      ],
      isComplete: true,
    });
  });

  it("are the configurations of git that start programs, and never a repository itself", async () => {
    const git = { path: ".git" };
    expect(await find([".git"], [".git"], [git])).toEqual({
      entries: [{ path: ".git/config", place: gitPlace, canBeHidden: true }],
      isComplete: true,
    });
  });

  it("cannot be hidden if their path is no text", async () => {
    writeFileSync(Buffer.from(`${root}/.tool/\xff`, "latin1"), "");
    const { entries } = await find([".tool/\xff"]);
    expect(entries).toEqual([{ path: expect.stringMatching(/^base64:/), place: folder, canBeHidden: false }]);
  });

  it("are incomplete beyond the number that can be hidden", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `.tool/${index}`);
    expect((await find(many(1000))).isComplete).toBe(true);
    expect((await find(many(1001))).isComplete).toBe(false);
  });
});
