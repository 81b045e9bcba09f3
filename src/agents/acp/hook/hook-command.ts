import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../../hosts/hooks/ask.js", import.meta.url));

/** The command line for a POSIX shell that passes a hook's question to the host which listens in a directory. */
export function hookCommand(directory: string): string {
  return [process.execPath, PROGRAM, directory].map(quoted).join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
