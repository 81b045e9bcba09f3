import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const repository = resolve(import.meta.dirname, "..");

/** Where the shared vectors and recordings lie: `ABP_SHARED`, or the folder beside the repository. */
export const sharedRoot = resolve(repository, process.env["ABP_SHARED"] ?? "../shared");

/** Whether they are there; suites that need them skip, and say so, when they are not. */
export const sharedExists = existsSync(resolve(sharedRoot, "vectors"));

if (!sharedExists) {
  console.warn(
    `shared vectors are absent (looked in ABP_SHARED or ../shared): the suites that read them skip`,
  );
}

/** The path of one shared file. */
export function sharedPath(...segments: string[]): string {
  return resolve(sharedRoot, ...segments);
}

/** One shared JSON file, parsed. */
export function sharedJson<T>(...segments: string[]): T {
  return JSON.parse(readFileSync(sharedPath(...segments), "utf8")) as T;
}
