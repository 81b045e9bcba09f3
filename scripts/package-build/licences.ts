import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the licences of the packages whose code is in a directory to its `LICENSES.txt`, as these licences demand. */
export function writeLicences(root: string, packages: readonly string[], directory: string): void {
  const texts = packages.map((name) => {
    const folder = join(root, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
  });
  const head = "The files of this folder contain code of these packages.\n";
  writeFileSync(join(directory, "LICENSES.txt"), [head, ...texts].join("\n---\n\n"));
}
