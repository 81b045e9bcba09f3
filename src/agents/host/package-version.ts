import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type JsonObject, textOfJson } from "../../lib/index.ts";
import { readAgentLine } from "./agent-line.ts";

/** How many folders above an executable its package is looked for. */
const MAX_FOLDERS = 4;

/** The version of the npm package that an executable belongs to; undefined if it belongs to another one or to none. */
export function packageVersion(executable: string, packageName: string): string | undefined {
  let folder = dirname(realpathSync(executable));
  for (let step = 0; step < MAX_FOLDERS; step += 1) {
    const manifest = readManifest(join(folder, "package.json"));
    if (manifest?.["name"] === packageName) return textOfJson(manifest["version"]);
    folder = dirname(folder);
  }
  return undefined;
}

function readManifest(path: string): JsonObject | undefined {
  try {
    return readAgentLine(readFileSync(path, "utf8"));
  } catch {
    // No package begins in this folder.
    return undefined;
  }
}
