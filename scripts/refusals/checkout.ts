import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The source of an earlier commit in a temporary directory. */
export interface Checkout {
  readonly directory: string;
  remove(): void;
}

/** Writes the source of a commit to a temporary directory, where it uses this repository's installed packages. */
export function checkOut(repository: string, ref: string): Checkout {
  const directory = mkdtempSync(join(tmpdir(), "abp-refusals-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const archive = execFileSync("git", ["archive", "--format=tar", ref, "src", "package.json"], {
      cwd: repository,
      maxBuffer: 256 * 1024 * 1024,
    });
    execFileSync("tar", ["-x", "-C", directory], { input: archive });
    symlinkSync(join(repository, "node_modules"), join(directory, "node_modules"));
  } catch (error) {
    remove();
    throw error;
  }
  return { directory, remove };
}
