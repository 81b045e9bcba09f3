import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Directory } from "../walk/directory.ts";
import { GitCase } from "./fixtures/git-case.ts";
import { findSourceRepository } from "./source-repository.ts";

let gitCase: GitCase;
let git: string;
let head: string;

beforeEach(() => {
  gitCase = new GitCase();
  git = join(gitCase.source, ".git");
  gitCase.init();
  head = gitCase.commit("first", { "a.txt": "1\n" });
});
afterEach(() => gitCase.clean());

function find(root = gitCase.source) {
  const directory = Directory.open(root);
  try {
    return findSourceRepository(directory, root);
  } finally {
    directory.close();
  }
}
const put = (path: string, text: string) => writeFileSync(join(git, path), text);

describe("the repository of a source", () => {
  it("has objects, a branch, a commit and an index", () => {
    expect(find()).toEqual({
      rawObjects: `${git}/objects`,
      branch: "work/one",
      head,
      index: {
        entries: [expect.objectContaining({ rawPath: "a.txt" })],
        writtenMs: expect.any(Number),
      },
    });
  });

  it("has no commit before the first one, and no index without the file", () => {
    rmSync(git, { recursive: true });
    gitCase.init();
    expect(find()).toEqual({ rawObjects: `${git}/objects`, branch: "work/one", head: undefined });
  });

  it.each<[head: string, branch: string | undefined]>([
    ["ref: refs/heads/main\n", "main"],
    ["ref: refs/heads/main", "main"],
    ["ref: refs/heads/a/b.c-d@e \n", "a/b.c-d@e"],
    ["ref: refs/heads/HEAD\n", undefined],
    ["ref: refs/tags/one\n", undefined],
    ["ref: refs/heads/\n", undefined],
    ["ref: refs/heads/a//b\n", undefined],
    ["ref: refs/heads/a/\n", undefined],
    ["ref: refs/heads/.a\n", undefined],
    ["ref: refs/heads/a/.b\n", undefined],
    ["ref: refs/heads/a.lock\n", undefined],
    ["ref: refs/heads/a.lock/b\n", undefined],
    ["ref: refs/heads/a.\n", undefined],
    ["ref: refs/heads/-a\n", undefined],
    ["ref: refs/heads/a..b\n", undefined],
    ["ref: refs/heads/a@{b\n", undefined],
    ...["~", "^", ":", "?", "*", "[", "\\", " ", "\n", "\0", "\x7f"].map((sign): [string, undefined] => [
      `ref: refs/heads/a${sign}b\n`,
      undefined,
    ]),
  ])("with the HEAD %j is on the branch %j", (text, branch) => {
    put("HEAD", text);
    expect(find()?.branch).toBe(branch);
  });

  it("has the commit of a detached HEAD", () => {
    const other = gitCase.commit("second");
    put("HEAD", `${head}\n`);
    expect(find()).toMatchObject({ branch: undefined, head });
    put("HEAD", `${other}\n`);
    expect(find()).toMatchObject({ branch: undefined, head: other });
    put("HEAD", `${head.slice(1)}\n`);
    expect(find()).toMatchObject({ branch: undefined, head: undefined });
    put("HEAD", `${head}0\n`);
    expect(find()).toMatchObject({ branch: undefined, head: undefined });
  });

  it("has the commit of a packed reference, unless there is a loose one", () => {
    const packed = "1".repeat(40);
    const lines = [
      `# pack-refs with: peeled fully-peeled sorted \n${"2".repeat(40)} refs/heads/work/on`,
      `${"3".repeat(40)} refs/heads/x refs/heads/work/one`,
      `${packed} refs/heads/work/one`,
      `${"4".repeat(40)} refs/heads/work/one\n`,
    ];
    put("packed-refs", lines.join("\n"));
    expect(find()?.head).toBe(head);
    rmSync(join(git, "refs/heads/work/one"));
    expect(find()?.head).toBe(packed);
    rmSync(join(git, "refs/heads/work"), { recursive: true });
    expect(find()?.head).toBe(packed);
    rmSync(join(git, "packed-refs"));
    expect(find()?.head).toBeUndefined();
  });

  it("is read without links, and files only up to their usual size", () => {
    const reference = join(git, "refs/heads/work/one");
    put("copy", `${head}\n`);
    rmSync(reference);
    symlinkSync(join(git, "copy"), reference);
    expect(find()?.head).toBeUndefined();
    rmSync(reference);
    writeFileSync(reference, `${head}${" ".repeat(4096 - 40)}`);
    expect(find()?.head).toBe(head);
    writeFileSync(reference, `${head}${" ".repeat(4097 - 40)}`);
    expect(find()?.head).toBeUndefined();
    rmSync(join(git, "index"));
    mkdirSync(join(git, "index"));
    expect(find()?.index).toBeUndefined();
  });

  it("is none if there is no directory of git, or only a link", () => {
    renameSync(git, join(gitCase.directory, "moved"));
    expect(find()).toBeUndefined();
    symlinkSync(join(gitCase.directory, "moved"), git);
    expect(find()).toBeUndefined();
  });
});

describe("the repository of a worktree", () => {
  let worktree: string;
  let own: string;

  beforeEach(() => {
    worktree = join(gitCase.directory, "worktree");
    gitCase.git("worktree", "add", "-q", "-b", "side", worktree);
    own = join(git, "worktrees/worktree");
  });

  it("is that of the source, with a branch and an index of its own", () => {
    expect(readFileSync(join(own, "gitdir"), "utf8")).toBe(`${worktree}/.git\n`);
    const index = { entries: [{ rawPath: "a.txt" }] };
    expect(find(worktree)).toMatchObject({ rawObjects: `${git}/objects`, branch: "side", head, index });
    writeFileSync(join(worktree, ".git"), `gitdir: ${own}`);
    expect(find(worktree)?.branch).toBe("side");
    writeFileSync(join(worktree, ".git"), `gitdir: ../source/.git/worktrees/worktree\n`);
    expect(find(worktree)?.branch).toBe("side");
    writeFileSync(join(own, "gitdir"), "../../../../worktree/.git\n");
    expect(find(worktree)?.branch).toBe("side");
  });

  it.each<[string, () => void]>([
    ["the file does not name it", () => writeFileSync(join(worktree, ".git"), `dir: ${own}\n`)],
    ["the file is empty", () => writeFileSync(join(worktree, ".git"), "")],
    ["the file names nothing that is there", () => writeFileSync(join(worktree, ".git"), "gitdir: /none\n")],
    ["its directory does not name the worktree", () => rmSync(join(own, "gitdir"))],
    ["its directory names another worktree", () => writeFileSync(join(own, "gitdir"), `${git}\n`)],
    [
      "its directory names another file of the worktree",
      () => writeFileSync(join(own, "gitdir"), `${worktree}/other\n`),
    ],
    ["its directory does not name the repository", () => rmSync(join(own, "commondir"))],
    [
      "its directory names another repository",
      () => {
        const other = join(gitCase.directory, "other");
        cpSync(git, other, { recursive: true });
        writeFileSync(join(own, "commondir"), `${other}\n`);
      },
    ],
    [
      "it is not below `worktrees`",
      () => {
        const elsewhere = join(git, "elsewhere/worktree");
        cpSync(own, elsewhere, { recursive: true });
        writeFileSync(join(worktree, ".git"), `gitdir: ${elsewhere}\n`);
      },
    ],
  ])("is none if %s", (_, damage) => {
    expect(find(worktree)?.branch).toBe("side");
    damage();
    expect(find(worktree)).toBeUndefined();
  });
});
