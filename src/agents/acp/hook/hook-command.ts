import { fileURLToPath } from "node:url";
import { packageFile } from "../../../lib/package-file.ts";

const PROGRAM = fileURLToPath(packageFile("hosts/hooks/ask.js"));

/** The command line for a POSIX shell that passes a hook's question to the host which listens in a directory. */
export function hookCommand(directory: string): string {
  return [process.execPath, PROGRAM, directory].map(quoted).join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
