import { closeSync, constants, openSync, readSync } from "node:fs";
import { basename } from "node:path";

const MAX_FIRST_LINE = 256;

/** The command that the `#!` line of a script names: the interpreter, or the program that `env` looks up. */
export function scriptInterpreters(path: string): string[] {
  const first = firstLine(path);
  if (!first.startsWith("#!")) return [];
  const words = first
    .slice(2)
    .trim()
    .split(/[ \t]+/);
  const interpreter = words[0]!;
  if (interpreter === "") return [];
  const named = words.slice(1).find((word) => !word.startsWith("-") && !word.includes("="));
  return basename(interpreter) === "env" && named !== undefined ? [interpreter, named] : [interpreter];
}

function firstLine(path: string): string {
  const bytes = Buffer.alloc(MAX_FIRST_LINE);
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return bytes.toString("latin1", 0, readSync(descriptor, bytes)).split("\n", 1)[0]!;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // A program that we may execute but not read has no `#!` line for the kernel either.
    return "";
  }
}
