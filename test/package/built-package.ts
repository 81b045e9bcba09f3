import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listEntries } from "../../scripts/package-build/entries.ts";

export const repository = resolve(import.meta.dirname, "../..");

/** The code of the package as users install it, in a directory of its own: built, without sources. */
export interface BuiltPackage extends AsyncDisposable {
  readonly root: string;
}

/** Builds the code, without the declarations of types, which no program needs. */
export async function buildPackage(): Promise<BuiltPackage> {
  const root = mkdtempSync(join(tmpdir(), "abp-built-"));
  await buildPackageIn(root);
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  return {
    root,
    [Symbol.asyncDispose]: async () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Builds it in a directory, from where it finds the packages that it depends on in the folders above. */
export async function buildPackageIn(root: string): Promise<void> {
  for (const part of ["bin", "hosts", "package.json"])
    cpSync(join(repository, part), join(root, part), { recursive: true });
  // The bundler is loaded only by the process that builds.
  const { bundle } = await import("../../scripts/package-build/bundle.ts");
  await bundle(repository, listEntries(repository), join(root, "dist"));
}
