import { readFileSync } from "node:fs";
import { packageFile } from "../lib/package-file.ts";

/** Reads the version of this package. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string }).version;
}
