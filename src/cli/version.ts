import { readFileSync } from "node:fs";

/** The version of this package; sources and build lie equally deep. */
export function readVersion(): string {
  const path = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
