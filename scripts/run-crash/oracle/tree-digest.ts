import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A digest of the names, kinds, modes and contents of everything below a directory. */
export function digestTree(root: string): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    const facts = lstatSync(path);
    hash.update(`${path} ${facts.mode}\n`);
    if (facts.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (facts.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(readFileSync(path));
  };
  visit(root);
  return hash.digest("hex");
}
