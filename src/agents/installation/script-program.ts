import { closeSync, openSync, readSync } from "node:fs";

const MAX_SHEBANG_BYTES = 128;

/** A command line that starts a program. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command line of an executable. A script for Node is run by the Node that runs this process: the one in `PATH` may be too old
 * for it, or missing in a sandbox.
 */
export function commandLineOf(path: string, args: readonly string[]): CommandLine {
  return isNodeScript(path) ? { command: process.execPath, args: [path, ...args] } : { command: path, args };
}

function isNodeScript(path: string): boolean {
  const head = Buffer.alloc(MAX_SHEBANG_BYTES);
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    // A program that may be executed and not read is no script.
    return false;
  }
  try {
    const [line = ""] = head.toString("latin1", 0, readSync(descriptor, head)).split("\n", 1);
    return /^#!.*[/ ]node(?:\s|$)/.test(line);
  } finally {
    closeSync(descriptor);
  }
}
