import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runGit } from "../git/run-git.ts";
import { IgnoreRules } from "./ignore-rules.ts";

vi.mock("../git/run-git.ts", { spy: true });

let root: string;
beforeEach(() => {
  vi.mocked(runGit).mockClear();
  root = mkdtempSync(join(tmpdir(), "abp-ignore-rules-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const rules = (files: Readonly<Record<string, string>>) =>
  new IgnoreRules(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, "latin1")])));
const { signal } = new AbortController();

/** Those of the paths that are ignored. The private directory is gone afterwards. */
async function ignored(files: Readonly<Record<string, string>>, paths: readonly string[]) {
  const directory = join(root, "private");
  const found = await rules(files).ignored(paths, directory, signal);
  expect(existsSync(directory)).toBe(false);
  return [...found].sort();
}

describe("the rules of .gitignore files", () => {
  it("hold in their directories, for names of any bytes", async () => {
    const files = { ".gitignore": "*.log\n!keep.log\n\u00e9\n", "sub/\u00ff/.gitignore": "own\n" };
    const paths = [
      "a.log",
      "keep.log",
      "sub/b.log",
      ":c.log",
      "new\nline.log",
      "\u00e9",
      "\u00e9.log",
      "own",
    ];
    expect(await ignored(files, [...paths, "sub/\u00ff/own", "sub/own"])).toEqual(
      [":c.log", "a.log", "new\nline.log", "sub/b.log", "sub/\u00ff/own", "\u00e9", "\u00e9.log"].sort(),
    );
  });

  it("are asked for any number of paths", async () => {
    const paths = Array.from({ length: 2001 }, (_, index) => `${index}.log`);
    expect(await ignored({ ".gitignore": "*.log" }, [...paths, "a"])).toEqual(paths.sort());
  });

  it("ignore nothing if there are none, or no path", async () => {
    expect([rules({}).isEmpty, rules({ ".gitignore": "" }).isEmpty]).toEqual([true, false]);
    expect(await ignored({}, ["a"])).toEqual([]);
    expect(await ignored({ ".gitignore": "*" }, [])).toEqual([]);
    expect(vi.mocked(runGit)).not.toHaveBeenCalled();
    expect(await ignored({ ".gitignore": "b" }, ["a"])).toEqual([]);
  });

  it("are written where no other user can read them, while git reads them", async () => {
    const { runGit: real } = await vi.importActual<typeof import("../git/run-git.ts")>("../git/run-git.ts");
    const seen: unknown[] = [];
    vi.mocked(runGit).mockImplementationOnce((call) => {
      const modes = [call.gitDir, call.workTree!].map((path) => statSync(path).mode & 0o777);
      seen.push(call.gitDir, call.workTree, call.args, modes);
      return real(call);
    });
    expect(await ignored({ ".gitignore": "a" }, ["a", "b"])).toEqual(["a"]);
    const place = (name: string) => join(root, "private", name);
    const args = ["check-ignore", "--no-index", "--stdin", "-z"];
    expect(seen).toEqual([place("git"), place("tree"), args, [0o700, 0o700]]);
  });

  it("are not asked once the run is over", async () => {
    const over = AbortSignal.abort(new Error("over"));
    const directory = join(root, "private");
    await expect(rules({ ".gitignore": "*" }).ignored(["a"], directory, over)).rejects.toThrow();
    expect(existsSync(directory)).toBe(false);
  });
});
