import { execFileSync } from "node:child_process";
import { cpSync, existsSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Builds the package and lays it out in a folder as users install it: compiled, without sources. Returns its `abp.js`. */
export function layOutPackage(repository: string, folder: string): string {
  execFileSync(process.execPath, [join(repository, "scripts/build.ts")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return copyBuild(repository, folder);
}

/**
 * Returns the `abp.js` to run for a file that the user names. The `bin/abp.js` of a checkout would run its sources, so
 * the checkout's build is laid out in the folder as users install it. Any other file runs in place.
 * @throws {Error} when the file does not exist or the checkout has no build.
 */
export function layOutEntry(file: string, folder: string): string {
  const entry = resolve(file);
  if (!existsSync(entry)) throw new Error(`${file} does not exist: name the abp.js of a build`);
  const root = dirname(dirname(entry));
  if (!existsSync(join(root, "src/cli/main.ts"))) return entry;
  if (!existsSync(join(root, "dist/cli/main.js")))
    throw new Error(`${file} belongs to a checkout without a build: run npm ci && npm run build in ${root}`);
  return copyBuild(root, folder);
}

function copyBuild(root: string, folder: string): string {
  // An early build has no hosts.
  const parts = ["bin", "dist", "hosts", "package.json"].filter((part) => existsSync(join(root, part)));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "bin/abp.js");
}
