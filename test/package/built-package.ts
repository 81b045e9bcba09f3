import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundle } from "../../scripts/package-build/bundle.ts";
import { listEntries } from "../../scripts/package-build/entries.ts";

export const repository = resolve(import.meta.dirname, "../..");

/** The code of the package as users install it, in a directory of its own: built, without sources. */
export interface BuiltPackage extends AsyncDisposable {
  readonly root: string;
}

/** Builds the code, without the declarations of types, which no program needs. */
export async function buildPackage(): Promise<BuiltPackage> {
  const root = mkdtempSync(join(tmpdir(), "abp-built-"));
  for (const part of ["bin", "hosts", "package.json"])
    cpSync(join(repository, part), join(root, part), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  await bundle(repository, listEntries(repository), join(root, "dist"));
  return {
    root,
    [Symbol.asyncDispose]: async () => rmSync(root, { recursive: true, force: true }),
  };
}
