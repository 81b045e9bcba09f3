import { readFileSync } from "node:fs";

/** The version of this package, for the receipts of calls; sources and build lie equally deep. */
export function packageVersion(): string {
  const path = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
}
