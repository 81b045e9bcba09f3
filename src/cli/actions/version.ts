import { ExitCode } from "../../contract/index.ts";
import type { CommandAction } from "../command.ts";
import { readVersion } from "../version.ts";

/** Prints the version. */
export const version: CommandAction = async (terminal) => {
  if (terminal.json) terminal.outJson({ version: readVersion() });
  else terminal.out(readVersion());
  return ExitCode.ok;
};
