import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobsOf, GitCase, inStage } from "./fixtures/git-case.ts";

const SECRET = "content of another repository\n";
let gitCase: GitCase;
let git: string;
let other: string;

beforeEach(() => {
  gitCase = new GitCase();
  git = join(gitCase.source, ".git");
  other = join(gitCase.outside, "other");
  gitCase.init();
  gitCase.commit("first", { "a.txt": "1\n", "dir/b.txt": "b\n" });
  gitCase.commit("second", { "a.txt": "2\n" });
});
afterEach(() => gitCase.clean());

/** Writes a loose object under any name. */
function writeLoose(oid: string, type: string, content: Buffer): void {
  mkdirSync(join(git, "objects", oid.slice(0, 2)), { recursive: true });
  const path = join(git, "objects", oid.slice(0, 2), oid.slice(2));
  rmSync(path, { force: true });
  writeFileSync(path, deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])));
}

function looseFile(oid: string): string {
  return join(git, "objects", oid.slice(0, 2), oid.slice(2));
}

/** Another repository of the user, outside of the source. */
function makeOther(): void {
  mkdirSync(other);
  execFileSync("cp", ["-a", `${gitCase.source}/.`, other]);
  const commit = (cwd: string, args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, stdio: "ignore" });
  writeFileSync(join(other, "private.txt"), SECRET);
  commit(other, ["add", "-A"]);
  commit(other, ["commit", "-qm", "private"]);
}

const treeOf = (revision: string): string => gitCase.git("rev-parse", `${revision}^{tree}`).trim();

/** Each damages the repository. The second part is the number of commits that are left, if it is known. */
const cases: readonly (readonly [string, number | undefined, () => void])[] = [
  ["HEAD is detached", 2, () => void gitCase.git("checkout", "-q", "--detach")],
  ["HEAD is unborn", 0, () => void gitCase.git("symbolic-ref", "HEAD", "refs/heads/none")],
  ["HEAD is missing", 0, () => rmSync(join(git, "HEAD"))],
  ["HEAD names a path outside", 0, () => writeFileSync(join(git, "HEAD"), "ref: refs/heads/../../../../x\n")],
  [
    "HEAD is a directory",
    0,
    () => {
      rmSync(join(git, "HEAD"));
      mkdirSync(join(git, "HEAD"));
    },
  ],
  ["the references are packed", 2, () => void gitCase.git("pack-refs", "--all")],
  ["the objects are packed", 2, () => void gitCase.git("gc", "-q")],
  [
    "a reference names no commit",
    0,
    () => writeFileSync(join(git, "refs/heads/work/one"), `${treeOf("HEAD")}\n`),
  ],
  [
    "a reference names nothing",
    0,
    () => writeFileSync(join(git, "refs/heads/work/one"), `${"1".repeat(40)}\n`),
  ],
  [
    "the reference is a loop",
    0,
    () => writeFileSync(join(git, "refs/heads/work/one"), "ref: refs/heads/work/one\n"),
  ],
  ["the index is damaged", 2, () => writeFileSync(join(git, "index"), "DIRC\0\0\0\x02\0\0\0\x09nonsense")],
  ["the index is missing", 2, () => rmSync(join(git, "index"))],
  ["the index is a split one", 2, () => void gitCase.git("update-index", "--split-index")],
  ["the index has version 4", 2, () => void gitCase.git("update-index", "--index-version=4")],
  ["the first commit is missing", 1, () => rmSync(looseFile(gitCase.git("rev-parse", "HEAD~1").trim()))],
  ["the newest commit is missing", 0, () => rmSync(looseFile(gitCase.git("rev-parse", "HEAD").trim()))],
  [
    "a blob is missing, as in a partial clone",
    2,
    () => rmSync(looseFile(gitCase.git("rev-parse", "HEAD~1:a.txt").trim())),
  ],
  ["a tree is missing", 2, () => rmSync(looseFile(gitCase.git("rev-parse", "HEAD:dir").trim()))],
  [
    "a blob is damaged",
    undefined,
    () => {
      const path = looseFile(gitCase.git("rev-parse", "HEAD~1:a.txt").trim());
      chmodSync(path, 0o644);
      writeFileSync(path, "nonsense");
    },
  ],
  [
    "a blob has another content than its name says",
    undefined,
    () => writeLoose(gitCase.git("rev-parse", "HEAD~1:a.txt").trim(), "blob", Buffer.from("other\n")),
  ],
  [
    "a tree contains itself",
    2,
    () => {
      const oid = treeOf("HEAD");
      writeLoose(oid, "tree", Buffer.concat([Buffer.from("40000 loop\0"), Buffer.from(oid, "hex")]));
    },
  ],
  [
    "a tree has names that lead out",
    undefined,
    () => {
      const blob = Buffer.from(gitCase.git("rev-parse", "HEAD:a.txt").trim(), "hex");
      const content = Buffer.concat([Buffer.from("100644 ../x\0"), blob]);
      const oid = createHash("sha1").update(`tree ${content.length}\0`).update(content).digest("hex");
      writeLoose(oid, "tree", content);
      gitCase.git("update-ref", "HEAD", gitCase.git("commit-tree", oid, "-m", "bad").trim());
    },
  ],
  [
    "trees unfold to more entries than there are atoms",
    undefined,
    () => {
      let oid = Buffer.from(gitCase.git("rev-parse", "HEAD:a.txt").trim(), "hex");
      for (let level = 0; level < 12; level += 1) {
        const mode = level === 0 ? "100644" : "40000";
        const content = Buffer.concat(
          Array.from({ length: 100 }, (_, index) => [
            Buffer.from(`${mode} ${String(index).padStart(3, "0")}\0`),
            oid,
          ]).flat(),
        );
        const name = createHash("sha1").update(`tree ${content.length}\0`).update(content).digest("hex");
        writeLoose(name, "tree", content);
        oid = Buffer.from(name, "hex");
      }
      gitCase.git("update-ref", "HEAD", gitCase.git("commit-tree", oid.toString("hex"), "-m", "bomb").trim());
    },
  ],
  [
    "a commit has a replacement",
    2,
    () =>
      void gitCase.git(
        "replace",
        gitCase.git("rev-parse", "HEAD").trim(),
        gitCase.git("rev-parse", "HEAD~1").trim(),
      ),
  ],
  [
    "a commit has other parents by a graft",
    2,
    () => {
      mkdirSync(join(git, "info"), { recursive: true });
      writeFileSync(join(git, "info/grafts"), `${gitCase.git("rev-parse", "HEAD").trim()}\n`);
    },
  ],
  [
    "the clone is shallow",
    1,
    () => {
      const clone = join(gitCase.directory, "clone");
      execFileSync("git", ["clone", "-q", "--depth=1", `file://${gitCase.source}`, clone], {
        stdio: "ignore",
      });
      rmSync(gitCase.source, { recursive: true });
      renameSync(clone, gitCase.source);
    },
  ],
  [
    "the names are those of SHA-256",
    0,
    () => {
      rmSync(git, { recursive: true });
      gitCase.init("--object-format=sha256");
      gitCase.commit("first");
    },
  ],
  [
    "the source itself is a bare repository",
    0,
    () => {
      rmSync(join(gitCase.source, "a.txt"));
      rmSync(join(gitCase.source, "dir"), { recursive: true });
      for (const name of readdirSync(git)) renameSync(join(git, name), join(gitCase.source, name));
      rmSync(git, { recursive: true });
    },
  ],
  [
    ".git is a link to another repository",
    0,
    () => {
      makeOther();
      rmSync(git, { recursive: true });
      symlinkSync(join(other, ".git"), git);
    },
  ],
  [
    ".git is a file that names another repository",
    0,
    () => {
      makeOther();
      rmSync(git, { recursive: true });
      writeFileSync(git, `gitdir: ${join(other, ".git")}\n`);
    },
  ],
  [
    ".git is a file that names a forged worktree of another repository",
    0,
    () => {
      makeOther();
      rmSync(git, { recursive: true });
      const forged = join(gitCase.source, "forged/worktrees/x");
      mkdirSync(forged, { recursive: true });
      writeFileSync(join(forged, "gitdir"), `${git}\n`);
      writeFileSync(join(forged, "commondir"), `${join(other, ".git")}\n`);
      cpSync(join(other, ".git/HEAD"), join(forged, "HEAD"));
      writeFileSync(git, `gitdir: ${forged}\n`);
    },
  ],
  [
    "the objects are a link to those of another repository",
    0,
    () => {
      makeOther();
      const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: other, encoding: "utf8" });
      rmSync(join(git, "objects"), { recursive: true });
      symlinkSync(join(other, ".git/objects"), join(git, "objects"));
      writeFileSync(join(git, "refs/heads/work/one"), head);
    },
  ],
  [
    "single objects are links to those of another repository",
    undefined,
    () => {
      makeOther();
      const objects = join(other, ".git/objects");
      for (const folder of readdirSync(objects)) {
        if (folder.length !== 2) continue;
        mkdirSync(join(git, "objects", folder), { recursive: true });
        for (const name of readdirSync(join(objects, folder))) {
          const place = join(git, "objects", folder, name);
          if (!existsSync(place)) symlinkSync(join(objects, folder, name), place);
        }
      }
      cpSync(join(other, ".git/refs/heads/work/one"), join(git, "refs/heads/work/one"));
    },
  ],
  [
    "alternates lead to another repository",
    0,
    () => {
      makeOther();
      mkdirSync(join(git, "objects/info"), { recursive: true });
      writeFileSync(join(git, "objects/info/alternates"), `${join(other, ".git/objects")}\n`);
      cpSync(join(other, ".git/refs/heads/work/one"), join(git, "refs/heads/work/one"));
    },
  ],
  [
    "the references are links out",
    0,
    () => {
      makeOther();
      const ref = join(git, "refs/heads/work/one");
      rmSync(ref);
      symlinkSync(join(other, ".git/refs/heads/work/one"), ref);
    },
  ],
];

describe("a source with a repository that is damaged or hostile", () => {
  it.each(cases)("has a stage with a baseline if %s", async (_name, commits, damage) => {
    damage();
    const stage = await gitCase.openReady();
    const report = await stage.repository();
    expect(report?.made).toBeDefined();
    if (commits !== undefined) expect(report?.made?.historyCount).toBe(commits);
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    expect(inStage(stage, "log", "-1", "--format=%s")).toBe("Baseline: the files as they were staged\n");
    expect(inStage(stage, "fsck", "--full")).toBe("");
    expect(blobsOf(stage)).not.toContain(SECRET);
    expect(blobsOf(stage)).not.toContain("other\n");
  });

  it("runs no program that the repository names, and fetches nothing", async () => {
    const mark = join(gitCase.directory, "mark");
    const probe = join(gitCase.directory, "probe.sh");
    writeFileSync(probe, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
    chmodSync(probe, 0o755);
    gitCase.write({ ".gitattributes": "* filter=evil diff=evil merge=evil\n", "new.txt": "n\n" });
    mkdirSync(join(git, "hooks"), { recursive: true });
    for (const hook of ["post-index-change", "pre-commit", "post-checkout", "reference-transaction"]) {
      writeFileSync(join(git, "hooks", hook), `#!/bin/sh\nexec '${probe}' </dev/null\n`, { mode: 0o755 });
    }
    const settings = [
      ["core.fsmonitor", probe],
      ["filter.evil.clean", probe],
      ["filter.evil.process", probe],
      ["diff.evil.textconv", probe],
      ["core.sshCommand", probe],
      ["remote.origin.url", `ext::${probe}`],
      ["remote.origin.promisor", "true"],
      ["protocol.ext.allow", "always"],
      ["extensions.partialClone", "origin"],
      ["core.alternateRefsCommand", probe],
      ["uploadpack.packObjectsHook", probe],
      ["core.pager", probe],
    ] as const;
    const config = settings.map(([name, value]) => {
      const [section, ...rest] = name.split(".");
      const key = rest.pop();
      return `[${section}${rest.length === 0 ? "" : ` "${rest.join(".")}"`}]\n\t${key} = ${value}\n`;
    });
    const blob = gitCase.git("rev-parse", "HEAD~1:a.txt").trim();
    rmSync(looseFile(blob));
    writeFileSync(join(git, "config"), `${readFileSync(join(git, "config"), "utf8")}${config.join("")}`);
    const stage = await gitCase.openReady();
    expect((await stage.repository())?.made?.historyCount).toBe(2);
    expect(await stage.ignored(["x"], new AbortController().signal)).toEqual(new Set());
    expect(existsSync(mark)).toBe(false);
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    inStage(stage, "add", "-A");
    inStage(stage, "commit", "-q", "--allow-empty", "-m", "x");
    expect(existsSync(mark)).toBe(false);
  });

  it("has the history of a worktree that its repository knows", async () => {
    const worktree = join(gitCase.directory, "worktree");
    gitCase.git("worktree", "add", "-q", "-b", "side", worktree);
    const stage = await gitCase.openReady({ root: worktree });
    expect((await stage.repository())?.made).toEqual({ branch: "side", historyCount: 2, untrackedCount: 0 });
    expect(inStage(stage, "status", "--porcelain")).toBe("");
    await stage.remove();
    // Another directory with the same file is not that worktree.
    const copy = join(gitCase.directory, "copy");
    cpSync(worktree, copy, { recursive: true });
    const second = await gitCase.openReady({ root: copy });
    expect((await second.repository())?.made).toEqual({ branch: "main", historyCount: 0, untrackedCount: 0 });
  });
});
