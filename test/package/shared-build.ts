import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

/**
 * Its path stays the same, so that programs find the code that Node compiled in an earlier run of the tests.
 */
const directory = resolve(import.meta.dirname, "../../node_modules/.test-package");

/** Called by Vitest once for each project. Offers the files of one run a place for a build of the package that they share. */
export default function offerBuild({ config }: TestProject): (() => void) | undefined {
  // A build would be older than the sources that the user goes on to edit.
  if (config.watch || process.env["TEST_PACKAGE"] !== undefined) return undefined;
  process.env["TEST_PACKAGE"] = takeDirectory() ? directory : "";
  if (process.env["TEST_PACKAGE"] === "") return undefined;
  return () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
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
