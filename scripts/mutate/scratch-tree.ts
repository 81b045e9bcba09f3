import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * A copy of the repository in a temporary folder. Mutants are written into it, because some tests start threads
 * and processes that load the sources from disk. Edits of the repository during a run do not reach it.
 */
export class ScratchTree {
  readonly root: string;
  /** The files of the tree by path from its root, sorted. */
  readonly paths: readonly string[];
  readonly #texts = new Map<string, string | undefined>();
  readonly #changed = new Set<string>();

  constructor(repository: string) {
    this.root = mkdtempSync(join(tmpdir(), "abp-mutate-"));
    this.paths = listFiles(repository);
    const folders = new Set(this.paths.map((path) => dirname(join(this.root, path))));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const path of this.paths) copyFileSync(join(repository, path), join(this.root, path));
    linkPackages(join(repository, "node_modules"), join(this.root, "node_modules"));
  }

  /** The text of a file as it was copied, mutated or not. */
  readonly readText = (path: string): string | undefined => {
    if (!this.#texts.has(path)) {
      const file = join(this.root, path);
      this.#texts.set(path, existsSync(file) ? readFileSync(file, "utf8") : undefined);
    }
    return this.#texts.get(path);
  };

  write(path: string, text: string): void {
    this.readText(path);
    writeFileSync(join(this.root, path), text);
    this.#changed.add(path);
  }

  restore(path: string): void {
    this.write(path, this.readText(path) ?? "");
  }

  /** The files that were written since the last call. */
  takeChanged(): string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Files of their own, because a sandbox shows programs the packages of the copy and not what a link leads to. */
function linkPackages(from: string, to: string): void {
  const linked = spawnSync("cp", ["-al", from, to], { stdio: "ignore" });
  if (linked.status === 0) return;
  // Another file system, or a system without such a `cp`: the tests that need a sandbox are left out.
  rmSync(to, { recursive: true, force: true });
  symlinkSync(from, to);
}

/** Tracked files and new ones, without ignored ones. */
function listFiles(repository: string): string[] {
  const output = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(output.split("\0"))]
    .filter((path) => path !== "" && existsSync(join(repository, path)))
    .sort();
}

/** The environment of the tests. They look for the shared folder beside the repository, not beside the copy. */
export function testEnvironment(repository: string): NodeJS.ProcessEnv {
  const shared = resolve(repository, process.env["ABP_SHARED"] ?? "../shared");
  // No build of the package, which would not contain the mutant.
  const environment = { ...process.env, TEST_PACKAGE: "" };
  return existsSync(shared) ? { ...environment, ABP_SHARED: shared } : environment;
}
