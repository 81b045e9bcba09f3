import { readFileSync } from "node:fs";

/** Reads the version of this package. The relative path is the same for src/ and dist/. */
export function readVersion(): string {
  const path = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
