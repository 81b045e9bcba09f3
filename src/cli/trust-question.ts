import {
  type ProjectFile,
  ProjectFileError,
  printable,
  readProjectFile,
  type TrustableContent,
} from "../config/index.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { addTrust } from "./trust-entry.ts";

/** More keys than a screen shows. A longer file is to be read in an editor. */
const MAX_LISTED_KEYS = 40;

/**
 * Asks on the terminal whether to trust a project file, and remembers a yes. Gives false without a question if standard
 * input or standard error is not a terminal, and with --json and --quiet.
 */
export async function askToTrust(terminal: Terminal, content: TrustableContent): Promise<boolean> {
  const { host } = terminal;
  if (host.ask === undefined || terminal.quiet) return false;
  const { bold, yellow } = terminal.colors;
  terminal.say(`${yellow("not trusted")} ${bold(printable(content.path))} would set:`, ...listKeys(content));
  const answer = await host.ask("Trust this content, and use it? [y/N] ");
  if (!/^y(es)?$/i.test(answer.trim())) return false;
  // Trusted is what was shown. A file that took its place since is refused.
  const file = readAgain(content.path);
  if (file?.sha256 !== content.sha256) return false;
  await addTrust(host, file);
  return true;
}

function readAgain(path: string): ProjectFile | undefined {
  try {
    return readProjectFile(path);
  } catch (error) {
    if (error instanceof ProjectFileError) return undefined;
    throw error;
  }
}

function listKeys({ keys }: TrustableContent): string[] {
  const lines = keys.slice(0, MAX_LISTED_KEYS).map(({ key, where }) => `  ${where}  ${key}`);
  const more = keys.length - lines.length;
  if (keys.length === 0) return ["  nothing that is readable"];
  return more === 0 ? lines : [...lines, `  and ${more} more: read the file before you trust it`];
}
