import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  CLAUDE_CODE_VERSION,
  ClaudeStandIn,
  claudeOutput,
  failureLine,
  readCommandLine,
  readOptions,
} from "../../stand-in/index.ts";
import { showFailure, signalExit } from "../display/failure.ts";
import { drivenHost, type Host } from "../terminal/host.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readVersion } from "../version.ts";
import type { StandInChoice } from "./stand-in-choice.ts";
import { openStandInPlace, standInTerminal } from "./stand-in-place.ts";

/** Stands in for Claude Code. Resolves with the exit code. */
export async function main(
  argv: readonly string[],
  host: Host = drivenHost(),
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<number> {
  const { terminal, choice } = standInTerminal(host);
  try {
    return await serve(argv, terminal, choice, input);
  } catch (error) {
    // The SDK shows the result line; people read standard error.
    const message = error instanceof Error ? error.message : String(error);
    if (isStreaming(argv))
      host.writeOut(`${JSON.stringify({ ...failureLine(message), session_id: "", uuid: "" })}\n`);
    showFailure(terminal, error);
    return 1;
  }
}

async function serve(
  argv: readonly string[],
  terminal: Terminal,
  choice: StandInChoice,
  input: AsyncIterable<Uint8Array>,
): Promise<number> {
  const { host } = terminal;
  const line = readCommandLine(argv);
  if (line.flags.has("--version")) {
    terminal.out(`${CLAUDE_CODE_VERSION} (Claude Code, by Agent Backplane ${readVersion()})`);
    return 0;
  }
  const options = await readOptions(line, (path) => readFile(resolve(host.cwd, path), "utf8"));
  const place = await openStandInPlace(terminal, choice, "claude");
  try {
    const writer = claudeOutput(options.output, host);
    const standIn = await ClaudeStandIn.open({
      ...place,
      options,
      writer,
      cwd: host.cwd,
      signal: host.signal,
    });
    const exit = await standIn.serve(input);
    return host.signal.aborted ? signalExit(host.signal.reason) : exit;
  } finally {
    await place.starter.close();
  }
}

function isStreaming(argv: readonly string[]): boolean {
  return argv.some((word) => word.endsWith("stream-json"));
}
