import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import { extname } from "node:path";

const SCRIPT_EXTENSIONS = new Set([".js", ".mjs", ".cjs"]);
const FIRST_LINE_BYTES = 128;

/** A program with its arguments, as it is started. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * How an agent's executable is started. A script for Node runs on the Node of this process, because the one in PATH may be
 * older than the agent needs. Throws if the file cannot be read.
 */
export function agentCommand(executable: string, args: readonly string[]): Command {
  const path = realpathSync(executable);
  if (!SCRIPT_EXTENSIONS.has(extname(path)) && !startsWithNode(path)) return { command: executable, args };
  return { command: process.execPath, args: [path, ...args] };
}

function startsWithNode(path: string): boolean {
  const buffer = Buffer.alloc(FIRST_LINE_BYTES);
  const descriptor = openSync(path, "r");
  try {
    const length = readSync(descriptor, buffer);
    return /^#!.*\bnode(\s|$)/.test(buffer.toString("latin1", 0, length).split("\n")[0] as string);
  } finally {
    closeSync(descriptor);
  }
}
