import { readFileSync } from "node:fs";
import { packageFile } from "../lib/package-file.ts";

/** The version of this package, for the receipts of calls. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string }).version;
}
