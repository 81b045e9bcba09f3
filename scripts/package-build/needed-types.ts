import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dirname, normalize } from "node:path/posix";

/** What one file of declarations names of the others: `from "./a.js"`, `import "./a.js"`, `import("./a.js")`. */
const REFERENCE = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)\.[jt]s"/g;

/** Removes the declarations in `dist/` that no entry of `package.json` leads to. */
export function keepNeededTypes(root: string): void {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.types]));
  const needed = new Set(entries.map((path) => normalize(path)));
  for (const path of needed) {
    for (const [, name] of readFileSync(join(root, path), "utf8").matchAll(REFERENCE))
      needed.add(normalize(`${dirname(path)}/${name}.d.ts`));
  }
  for (const path of globSync("dist/**/*.d.ts", { cwd: root }))
    if (!needed.has(path)) rmSync(join(root, path));
}
