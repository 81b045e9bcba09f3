import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { programsFolder } from "./programs.ts";

/**
 * Its path stays the same, so that programs find the code that Node compiled in an earlier run of the tests.
 */
const directory = resolve(import.meta.dirname, "../../node_modules/.test-package");

/**
 * Called by Vitest once for each project. Offers the files of one run a place for a build of the package that they share. A run of all
 * tests builds it before they start.
 */
export default async function offerBuild({ config, vitest }: TestProject): Promise<(() => void) | undefined> {
  // A build would be older than the sources that the user goes on to edit.
  if (config.watch || process.env["TEST_PACKAGE"] !== undefined) return undefined;
  process.env["TEST_PACKAGE"] = takeDirectory() ? directory : "";
  if (process.env["TEST_PACKAGE"] === "") return undefined;
  if (isWholeRun(vitest)) await programsFolder();
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Whether no files were named. Vitest keeps their names in a member that its types leave out. */
function isWholeRun(vitest: object): boolean {
  return !("filenamePattern" in vitest) || vitest.filenamePattern === undefined;
}

/** Whether no other run of the tests on this checkout uses the directory. */
function takeDirectory(): boolean {
  const owner = join(directory, "owner");
  try {
    if (isRunning(Number(readFileSync(owner, "utf8")))) return false;
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Nobody has left a build.
  }
  mkdirSync(directory, { recursive: true });
  writeFileSync(owner, String(process.pid));
  return true;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
