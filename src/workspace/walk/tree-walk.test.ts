import {
  chmodSync,
  type Dirent,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Directory } from "./directory.ts";
import { NoteList } from "./note-list.ts";
import { type RuleSource, StageRules } from "./stage-rules.ts";
import { TreeError } from "./tree-fault.ts";
import { stampOf, type TreePlan } from "./tree-plan.ts";
import { MAX_LISTED_OMITTED, type WalkRequest, walkTree } from "./tree-walk.ts";

const BUDGET = { maxEntries: 1000, maxBytes: 0, maxDepth: 100 };
const original = {
  list: Directory.prototype.list,
  child: Directory.prototype.child,
  status: Directory.prototype.status,
};

let path: string;
let root: Directory;
let notes: NoteList;
let opened: number;
let closed: number;
const at = (name: string) => join(path, name);

beforeEach(() => {
  path = realpathSync(mkdtempSync(join(tmpdir(), "abp-walk-")));
  root = Directory.open(path);
  notes = new NoteList();
  opened = 0;
  closed = 0;
  const open = Directory.open;
  vi.spyOn(Directory, "open").mockImplementation((each) => {
    const directory = open(each);
    opened += 1;
    return directory;
  });
  const close = Directory.prototype.close;
  vi.spyOn(Directory.prototype, "close").mockImplementation(function (this: Directory) {
    closed += 1;
    close.call(this);
  });
  // A file system lists names in any order.
  vi.spyOn(Directory.prototype, "list").mockImplementation(function (this: Directory) {
    return sortedList(this);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  root.close();
  rmSync(path, { recursive: true, force: true });
});

function sortedList(directory: Directory): Dirent[] {
  return original.list.call(directory).sort((left, right) => (left.name < right.name ? -1 : 1));
}
function write(...names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), name);
  }
}

async function walk(options: Partial<WalkRequest> = {}): Promise<TreePlan> {
  try {
    return await walkTree({
      root,
      rootPath: path,
      rules: undefined,
      budget: BUDGET,
      notes,
      signal: new AbortController().signal,
      ...options,
    });
  } finally {
    expect(closed).toBe(opened);
  }
}
const rules = (source: Partial<RuleSource>) => new StageRules({ include: [], exclude: [], ...source });
const namesOf = (plan: TreePlan) =>
  plan.directories.map(({ rawPath, files, links }) => [rawPath, ...files, ...links].join(" "));
const faultOf = (walked: Promise<unknown>) =>
  walked.then(
    () => "none",
    (error: unknown) => (error instanceof TreeError ? error.fault : error),
  );
const failure = (code: string) => Object.assign(new Error(code), { code });
/** Lets the listing of one directory fail. */
function failList(directory: string, code: string): void {
  const { ino } = statSync(at(directory));
  vi.spyOn(Directory.prototype, "list").mockImplementation(function (this: Directory) {
    if (this.status().ino === ino) throw failure(code);
    return sortedList(this);
  });
}
function failOpen(directory: string, code: string): void {
  vi.spyOn(Directory.prototype, "child").mockImplementation(function (this: Directory, name) {
    if (name === directory) throw failure(code);
    return original.child.call(this, name);
  });
}

describe("a walk without rules", () => {
  it("lists everything, the content of a directory behind it, with modes and stamps", async () => {
    write("a/inner/x", "a/y", "b/z", "f2", "f1", ".git/config", "c/.git");
    symlinkSync("f1", at("l1"));
    symlinkSync("nowhere", at("l2"));
    mkdirSync(at("empty"));
    chmodSync(at("a"), 0o1750);
    const plan = await walk();
    const planned = (rawPath: string, files: string[], links: string[] = []) => {
      const status = statSync(at(rawPath));
      const mode = status.mode & 0o7777;
      return { rawPath, mode, stamp: stampOf(status), isForeign: false, files, links };
    };
    expect(plan).toEqual({
      directories: [
        planned("", ["f1", "f2"], ["l1", "l2"]),
        planned("empty", []),
        planned("c", [".git"]),
        planned("b", ["z"]),
        planned("a", ["y"]),
        planned("a/inner", ["x"]),
        planned(".git", ["config"]),
      ],
      omitted: [],
      entryCount: 15,
      fileCount: 7,
      crossesFileSystems: false,
    });
    expect(plan.directories[4]!.mode).toBe(0o1750);
    expect(notes.count).toBe(0);
  });

  it("of an empty directory gives the root alone", async () => {
    expect(await walk()).toMatchObject({
      directories: [{ rawPath: "", files: [], links: [] }],
      entryCount: 0,
      fileCount: 0,
    });
  });

  it("W10 notes which directories belong to somebody else", async () => {
    write("a/x");
    vi.spyOn(process, "geteuid").mockReturnValue(statSync(path).uid + 1);
    expect((await walk()).directories.map(({ isForeign }) => isForeign)).toEqual([true, true]);
  });

  it("W10 notes nothing foreign if the system has no users", async () => {
    write("a/x");
    vi.spyOn(process, "geteuid").mockReturnValue(statSync(path).uid + 1);
    vi.stubGlobal("process", { ...process, geteuid: undefined, getegid: undefined });
    try {
      expect((await walk()).directories.map(({ isForeign }) => isForeign)).toEqual([false, false]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("W06 leaves out special files and names their kinds", async () => {
    write("file");
    const special = (name: string, kind?: string) =>
      Object.assign(Object.fromEntries(KINDS.map((each) => [each, () => each === kind])), {
        name,
      }) as unknown as Dirent;
    vi.spyOn(Directory.prototype, "list").mockReturnValue([
      special("p", "isFIFO"),
      special("s", "isSocket"),
      special("c", "isCharacterDevice"),
      special("b", "isBlockDevice"),
    ]);
    const plan = await walk();
    expect(plan).toMatchObject({ omitted: ["p", "s", "c", "b"], entryCount: 0, fileCount: 0 });
    expect(notes.sorted()).toEqual([
      { path: "b", reason: "block device" },
      { path: "c", reason: "character device" },
      { path: "p", reason: "named pipe" },
      { path: "s", reason: "socket" },
    ]);
    vi.spyOn(Directory.prototype, "list").mockReturnValue(
      Array.from({ length: MAX_LISTED_OMITTED + 2 }, (_, index) => special(`p${index}`, "isFIFO")),
    );
    expect((await walk()).omitted).toHaveLength(MAX_LISTED_OMITTED + 1);
  });

  it("leaves out the directory that is named by its identity, without a note", async () => {
    write("a/x", "b/stages/run/y");
    const { dev, ino } = statSync(at("b/stages"));
    const plan = await walk({ leaveOut: { dev, ino } });
    expect(namesOf(plan)).toEqual([" ", "b", "a x"].map((each) => each.trim()));
    expect(plan).toMatchObject({ omitted: ["b/stages"], entryCount: 3 });
    expect(notes.count).toBe(0);
    expect((await walk({ leaveOut: { dev: dev + 1, ino } })).omitted).toEqual([]);
    expect((await walk({ leaveOut: { dev, ino: ino + 1_000_000_000 } })).omitted).toEqual([]);
  });

  it("says whether a directory lies on another file system", async () => {
    write("a/b/x");
    const { ino } = statSync(at("a/b"));
    vi.spyOn(Directory.prototype, "status").mockImplementation(function (this: Directory) {
      const status = original.status.call(this);
      if (status.ino === ino) status.dev += 1;
      return status;
    });
    expect((await walk()).crossesFileSystems).toBe(true);
  });
});

const KINDS = [
  "isFile",
  "isDirectory",
  "isSymbolicLink",
  "isFIFO",
  "isSocket",
  "isCharacterDevice",
  "isBlockDevice",
];

describe("a walk with rules", () => {
  it("takes what is included, and only the directories above it", async () => {
    write("a/b/c/x.ts", "a/b/y.js", "e/f/z.js", "top.js");
    symlinkSync("x.ts", at("a/b/c/l.ts"));
    symlinkSync("nowhere.ts", at("a/m.ts"));
    const plan = await walk({ rules: rules({ include: ["**/*.ts"] }) });
    expect(namesOf(plan)).toEqual(["", "a m.ts", "a/b", "a/b/c x.ts l.ts"]);
    expect(plan).toMatchObject({ entryCount: 6, fileCount: 1 });
    expect(plan.omitted).toEqual(["top.js", "e/f/z.js", "a/b/y.js"]);
    expect(Object.keys(plan.directories[1]!).sort()).toEqual([
      "files",
      "isForeign",
      "links",
      "mode",
      "rawPath",
      "stamp",
    ]);
  });

  it("takes a directory for a single link in it", async () => {
    write("a/x.js");
    symlinkSync("nowhere.ts", at("a/l.ts"));
    expect(namesOf(await walk({ rules: rules({ include: ["**/*.ts"] }) }))).toEqual(["", "a l.ts"]);
  });

  it("takes all of an included directory, empty ones as well", async () => {
    write("a/x", "b/y");
    mkdirSync(at("a/empty"));
    symlinkSync("x", at("a/l"));
    const plan = await walk({ rules: rules({ include: ["a"] }) });
    expect(namesOf(plan)).toEqual(["", "a x l", "a/empty"]);
    expect(plan.entryCount).toBe(4);
  });

  it("takes nothing at the root that is not included", async () => {
    write("a", "b");
    symlinkSync("nowhere", at("l"));
    const plan = await walk({ rules: rules({ include: ["a"] }) });
    expect(namesOf(plan)).toEqual([" a"]);
    expect(plan.omitted).toEqual(["b", "l"]);
  });

  it("notes what is denied with its rule, and keeps quiet about what is excluded", async () => {
    write("a/secret", "secrets/key", "out/x", "x.log");
    symlinkSync("secrets/key", at("to-key"));
    symlinkSync("x.log", at("to-log"));
    const plan = await walk({
      rules: rules({
        exclude: ["out", "*.log"],
        isDenied: (each) => (/^secrets\/?$|secret$/.test(each) ? `rule ${each}` : undefined),
      }),
    });
    expect(namesOf(plan)).toEqual(["", "a"]);
    expect(plan.omitted.toSorted()).toEqual(["a/secret", "out", "secrets", "to-key", "to-log", "x.log"]);
    expect(notes.sorted()).toEqual([
      { path: "a/secret", reason: "denied", rule: "rule a/secret" },
      { path: "secrets", reason: "denied", rule: "rule secrets" },
      { path: "to-key", reason: "leads to a denied path", rule: "rule secrets" },
    ]);
  });

  it("W14 leaves out git names, unless they are asked for", async () => {
    write("a/.git/config", "b/.GIT", "c/x");
    const none = rules({});
    const plan = await walk({ rules: none });
    expect(namesOf(plan)).toEqual(["", "c x", "b", "a"]);
    expect(plan).toMatchObject({ omitted: ["b/.GIT", "a/.git"], entryCount: 4 });
    const asked: string[] = [];
    const takesGit = (rawPath: string) => asked.push(rawPath) > 0 && rawPath === "a/.git";
    const some = await walk({ rules: none, takesGit });
    expect(namesOf(some)).toEqual(["", "c x", "b", "a", "a/.git config"]);
    expect(some.omitted).toEqual(["b/.GIT"]);
    expect(asked).toEqual(["b/.GIT", "a/.git"]);
  });

  it("asks no rule about a file if no rule can leave one out", async () => {
    write("a/x", "y");
    const none = rules({});
    const judged = vi.spyOn(none, "judgeFile");
    expect((await walk({ rules: none })).fileCount).toBe(2);
    expect(judged).not.toHaveBeenCalled();
  });
});

describe("a walk over budget", () => {
  it("W08 stops at the first entry that is too many, and names it", async () => {
    write("a/x", "a/y");
    const budget = (maxEntries: number) => ({ budget: { ...BUDGET, maxEntries } });
    expect((await walk(budget(3))).entryCount).toBe(3);
    const fault = { kind: "too_many_entries", rawPath: "a/y", reason: "more than 2 entries" };
    expect(await faultOf(walk(budget(2)))).toEqual(fault);
    expect(await faultOf(walk(budget(0)))).toMatchObject({ rawPath: "a" });
    mkdirSync(at("b/c"), { recursive: true });
    expect(await faultOf(walk(budget(1)))).toMatchObject({ rawPath: "b/c" });
    symlinkSync("x", at("b/c/l"));
    expect(await faultOf(walk(budget(2)))).toMatchObject({ rawPath: "b/c/l" });
  });

  it("W08 stops at a directory with entries that are too deep, not at an empty one", async () => {
    mkdirSync(at("a/b"), { recursive: true });
    const budget = (maxDepth: number) => ({ budget: { ...BUDGET, maxDepth } });
    expect((await walk(budget(2))).entryCount).toBe(2);
    expect(await faultOf(walk(budget(1)))).toEqual({
      kind: "too_deep",
      rawPath: "a",
      reason: "more than 1 levels",
    });
    write("a/b/x");
    expect((await walk(budget(3))).entryCount).toBe(3);
    expect(await faultOf(walk(budget(2)))).toMatchObject({ kind: "too_deep", rawPath: "a/b" });
  });

  it("W08 is at most 500 levels deep, whatever the budget says", async () => {
    const deep = Array.from({ length: 500 }, () => "d").join("/");
    mkdirSync(at(deep), { recursive: true });
    const budget = { ...BUDGET, maxDepth: 10_000 };
    expect((await walk({ budget })).entryCount).toBe(500);
    writeFileSync(at(`${deep}/x`), "");
    expect(await faultOf(walk({ budget }))).toEqual({
      kind: "too_deep",
      rawPath: deep,
      reason: "more than 500 levels",
    });
  });
});

describe("a walk that meets a failure", () => {
  it.each(["EACCES", "EPERM"])("W09 leaves out a directory that cannot be opened: %s", async (code) => {
    write("a/x", "b/y");
    failOpen("a", code);
    const plan = await walk();
    expect(namesOf(plan)).toEqual(["", "b y"]);
    expect(plan).toMatchObject({ omitted: ["a"], entryCount: 2 });
    expect(notes.sorted()).toEqual([{ path: "a", reason: "unreadable" }]);
  });

  it("W09 leaves out a directory that cannot be listed", async () => {
    write("a/x", "b/y");
    failList("a", "EACCES");
    const plan = await walk();
    expect(namesOf(plan)).toEqual(["", "b y"]);
    expect(plan).toMatchObject({ omitted: ["a"], entryCount: 2 });
    expect(notes.sorted()).toEqual([{ path: "a", reason: "unreadable" }]);
  });

  it("W04 takes a directory that went or became a link for a change", async () => {
    write("a/x");
    failOpen("a", "ENOTDIR");
    expect(await faultOf(walk())).toEqual({ kind: "changed", rawPath: "a", reason: "ENOTDIR" });
  });

  it("ends if a directory cannot be listed for another reason, and if the root cannot", async () => {
    write("a/x");
    failList("a", "ENOENT");
    expect(await faultOf(walk())).toEqual({ kind: "changed", rawPath: "a", reason: "ENOENT" });
    failList("", "EACCES");
    expect(await faultOf(walk())).toEqual({ kind: "failed", rawPath: "", reason: "EACCES" });
    expect(notes.count).toBe(0);
  });

  it("takes a link that went before it was read for a change", async () => {
    write("a");
    symlinkSync("a", at("b"));
    const isDenied = (each: string) => {
      if (each === "a") unlinkSync(at("b"));
      return undefined;
    };
    expect(await faultOf(walk({ rules: rules({ isDenied }) }))).toEqual({
      kind: "changed",
      rawPath: "b",
      reason: "ENOENT",
    });
  });

  it("stops between two directories when the signal is aborted", async () => {
    write("a/b/x");
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 100));
    await expect(walk({ signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow("stopped");
  });
});
