import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join, resolve } from "node:path";

/** Finds a command as execvp does. Relative entries of the search path are ignored. */
export function findExecutable(command: string, cwd: string, searchPath: string): string | undefined {
  if (command.includes("/")) return isExecutable(resolve(cwd, command)) ? resolve(cwd, command) : undefined;
  return searchPath
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, command))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const MAX_FIRST_LINE = 256;

/** The command that the `#!` line of a script names: the interpreter, or the program that `env` looks up. */
export function scriptInterpreters(path: string): string[] {
  const first = firstLine(path);
  if (!first.startsWith("#!")) return [];
  const [interpreter, ...rest] = first
    .slice(2)
    .trim()
    .split(/[ \t]+/);
  if (interpreter === undefined || interpreter === "") return [];
  const named = rest.find((word) => !word.startsWith("-") && !word.includes("="));
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
