import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { BaseContents } from "./base-contents.ts";
import { GitCase } from "./fixtures/git-case.ts";
import { ObjectReader } from "./object-reader.ts";

let gitCase: GitCase;
let work: string;
let bases: BaseContents;

beforeEach(() => {
  gitCase = new GitCase();
  gitCase.init();
  gitCase.commit("first", { "a.txt": "a\n", "dir/b.txt": "b\n" });
  const files = ["a.txt", "dir/b.txt"].map((rawPath) => ({
    rawPath,
    oid: gitCase.git("rev-parse", `HEAD:${rawPath}`).trim(),
  }));
  work = join(gitCase.directory, "bases");
  const missing = { rawPath: "missing", oid: "1".repeat(40) };
  const tree = { rawPath: "dir", oid: gitCase.git("rev-parse", "HEAD:dir").trim() };
  bases = new BaseContents(gitCase.source, [...files, missing, tree], work, new AbortController().signal);
});
afterEach(async () => {
  await bases.close();
  await gitCase.clean();
});

const entry = (rawPath: string, content: string): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

describe("the contents from before a run", () => {
  it("are read from the repository of the stage", async () => {
    expect(await bases.read(entry("a.txt", "a\n"))).toEqual(Buffer.from("a\n"));
    expect(await bases.read(entry("dir/b.txt", "b\n"))).toEqual(Buffer.from("b\n"));
  });

  it.each([
    ["has another content than the manifest says", entry("a.txt", "b\n")],
    ["was no file of the baseline", entry("b.txt", "b\n")],
    ["has no object", entry("missing", "")],
    ["is no blob", entry("dir", "")],
  ])("are not known of a file that %s", async (_, one) => {
    expect(await bases.read(one)).toBeUndefined();
    expect(await bases.read(entry("a.txt", "a\n"))).toEqual(Buffer.from("a\n"));
  });

  it("are not known if the agent removed the objects, also if they come back", async () => {
    rmSync(join(gitCase.source, ".git/objects"), { recursive: true });
    expect(await bases.read(entry("a.txt", "a\n"))).toBeUndefined();
    rmSync(join(gitCase.source, ".git"), { recursive: true });
    gitCase.init();
    gitCase.commit("again");
    expect(await bases.read(entry("a.txt", "a\n"))).toBeUndefined();
  });

  it("leave no files and no reader of their own", async () => {
    const closeReader = vi.spyOn(ObjectReader.prototype, "close");
    await bases.read(entry("b.txt", "b\n"));
    expect(existsSync(work)).toBe(false);
    await bases.read(entry("a.txt", "a\n"));
    expect(existsSync(work)).toBe(true);
    await bases.close();
    expect(existsSync(work)).toBe(false);
    expect(closeReader).toHaveBeenCalledTimes(1);
    closeReader.mockRestore();
  });
});
