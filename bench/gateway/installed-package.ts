import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Builds the package and lays it out in a folder as users have it installed: compiled, without its sources. */
export function layOutPackage(repository: string, folder: string): string {
  execFileSync(process.execPath, [join(repository, "scripts/build.ts")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (const part of ["bin", "dist", "package.json"])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
  return join(folder, "bin/abp.js");
}
