import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Makes a git repository with one commit of `notes.txt` and a binary file. */
export function makeRepository(directory: string): void {
  mkdirSync(directory);
  writeFileSync(join(directory, "notes.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(directory, "image.bin"), Buffer.from([0, 1, 2, 255, 10, 13, 0]));
  git(directory, "init", "--quiet");
  git(directory, "add", "--all");
  git(directory, "commit", "--quiet", "--message", "Start");
}

/** Clones the repository, applies a patch to the clone, and returns its files. */
export function applyElsewhere(repository: string, clone: string, patch: string): Record<string, string> {
  git(repository, "clone", "--quiet", repository, clone);
  git(clone, "apply", "--index", patch);
  return filesOf(clone);
}

/** The text of every file but those of git, by its path. An executable file has a `*` after its path. */
export function filesOf(directory: string, base = ""): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(join(directory, base), { withFileTypes: true })) {
    if (entry.name === ".git") continue;
    const path = join(base, entry.name);
    if (entry.isDirectory()) Object.assign(files, filesOf(directory, path));
    else {
      const isExecutable = (lstatSync(join(directory, path)).mode & 0o111) !== 0;
      files[isExecutable ? `${path}*` : path] = readFileSync(join(directory, path), "latin1");
    }
  }
  return files;
}

function git(directory: string, ...args: string[]): void {
  const settings = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main"];
  execFileSync("git", ["-C", directory, ...settings, ...args], {
    env: { PATH: process.env["PATH"], HOME: directory, GIT_CONFIG_NOSYSTEM: "1" },
  });
}
