import { AcpStandIn, jsonLineWriter } from "../../stand-in/index.ts";
import type { Call, CommandAction } from "../command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readVersion } from "../version.ts";
import { preferFlags } from "./stand-in-choice.ts";
import { openStandInPlace, standInTerminal } from "./stand-in-place.ts";

/** Serves an editor on standard input and output until it closes its end. */
export const acp: CommandAction = (terminal, call) =>
  serveEditor(terminal, call, process.stdin).finally(() => process.stdin.destroy());

/** Serves an editor that writes to `input`. */
export async function serveEditor(
  given: Terminal,
  { options }: Call,
  input: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { terminal, choice } = standInTerminal(given.host);
  const { host } = terminal;
  const chosen = preferFlags(options, choice);
  const { configFile, ignoreProjectConfig } = given;
  const place = await openStandInPlace({ ...terminal, configFile, ignoreProjectConfig }, chosen, "acp");
  try {
    const standIn = new AcpStandIn({
      ...place,
      writer: jsonLineWriter(host),
      version: readVersion(),
      signal: host.signal,
    });
    await standIn.serve(input);
    return 0;
  } finally {
    await place.starter.close();
  }
}
