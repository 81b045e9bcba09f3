import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, resolve } from "node:path";

const MAX_SHEBANG_BYTES = 256;
const ELF = "\x7fELF";

/** Why a command cannot be started, in words that follow the command. */
export interface UnusableCommand {
  readonly reason: string;
  readonly code: "ENOENT" | "EACCES" | "ENOEXEC";
}

const MISSING: UnusableCommand = { reason: "no such program", code: "ENOENT" };

/**
 * Finds the file of a command, as the system would: a path relative to `cwd`, or a name in the directories of `searchPath`.
 * Checks what the system would refuse, because a shell in front of the program hides the refusal.
 */
export function findExecutable(
  command: string,
  cwd: string,
  searchPath: string | undefined,
): string | UnusableCommand {
  const directories = command.includes("/") ? [""] : (searchPath?.split(delimiter) ?? []);
  let problem = MISSING;
  for (const directory of directories) {
    if (directory === "" && !command.includes("/")) continue;
    const path = isAbsolute(command) ? command : resolve(cwd, directory, command);
    const verdict = checkFile(path);
    if (verdict === undefined) return path;
    if (verdict !== MISSING) problem = verdict;
  }
  return problem;
}

function checkFile(path: string): UnusableCommand | undefined {
  const unusable = checkAccess(path);
  if (unusable !== undefined) return unusable;
  const head = readHead(path);
  if (head === undefined || head.startsWith(ELF)) return undefined;
  if (!head.startsWith("#!")) {
    return process.platform === "linux"
      ? { reason: "it is neither a program nor a script with #! in its first line", code: "ENOEXEC" }
      : undefined;
  }
  const interpreter = /^#![ \t]*([^ \t\r\n]+)/.exec(head)?.[1] ?? "";
  if (isAbsolute(interpreter) && checkAccess(interpreter) === undefined) return undefined;
  return {
    reason: `its first line names the interpreter "${interpreter}", which cannot be started`,
    code: "ENOENT",
  };
}

function checkAccess(path: string): UnusableCommand | undefined {
  try {
    if (!statSync(path).isFile()) return { reason: "it is not a file", code: "EACCES" };
  } catch {
    return MISSING;
  }
  try {
    accessSync(path, constants.X_OK);
    return undefined;
  } catch {
    return { reason: "it is not executable", code: "EACCES" };
  }
}

/** The first bytes; undefined if the file may be executed and not read. */
function readHead(path: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const head = Buffer.alloc(MAX_SHEBANG_BYTES);
    return head.toString("latin1", 0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}
