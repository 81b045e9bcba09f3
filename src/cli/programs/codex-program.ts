import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  CodexStandIn,
  Conversation,
  codexRequest,
  jsonLineWriter,
  type LineWriter,
  readCodexCommandLine,
  readSettings,
} from "../../stand-in/index.ts";
import { showFailure, signalExit } from "../display/failure.ts";
import { readAgentFlags } from "../flags/agent-flags.ts";
import { drivenHost, type Host } from "../terminal/host.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readVersion } from "../version.ts";
import type { StandInChoice } from "./stand-in-choice.ts";
import { openStandInPlace, standInTerminal } from "./stand-in-place.ts";

/** The version of Codex whose command line and events are spoken. */
const CODEX_VERSION = "0.166.0";

/** Stands in for Codex. Resolves with the exit code. */
export async function main(argv: readonly string[], host: Host = drivenHost()): Promise<number> {
  const { terminal, choice } = standInTerminal(host);
  try {
    return await serve(argv, terminal, choice);
  } catch (error) {
    // The SDK shows the end of standard error if the exit code is not 0.
    return showFailure(terminal, error);
  }
}

async function serve(argv: readonly string[], terminal: Terminal, choice: StandInChoice): Promise<number> {
  const { host } = terminal;
  const line = readCodexCommandLine(argv);
  if (line.isVersion) {
    terminal.out(`codex-cli ${CODEX_VERSION} (by Agent Backplane ${readVersion()})`);
    return 0;
  }
  const settings = readSettings(line.settings);
  const root = resolve(host.cwd, line.directory ?? ".");
  const prompt = line.prompt ?? Buffer.from(await host.readStdin()).toString("utf8");
  const { images, outputSchema } = await readAgentFlags(terminal, {
    image: line.images,
    outputSchema: line.outputSchema,
  });
  const place = await openStandInPlace(terminal, choice, "codex");
  try {
    const { starter } = place;
    const thread = await Conversation.open(
      { sessionId: undefined, resume: line.resume, forks: false, keepsSession: true },
      { ...place, cwd: root, backend: starter.backend },
    );
    const request = codexRequest(line, settings, {
      prompt,
      root,
      images,
      outputSchema,
      resume: thread.resume,
    });
    const writer = line.writesJson ? jsonLineWriter(host) : silent;
    const end = await new CodexStandIn({ starter, writer, thread, signal: host.signal }).execute(request);
    if (!line.writesJson) terminal.out(end.lastText ?? "");
    if (line.lastMessage !== undefined)
      await writeFile(resolve(host.cwd, line.lastMessage), end.lastText ?? "");
    return host.signal.aborted ? signalExit(host.signal.reason) : end.exit;
  } finally {
    await place.starter.close();
  }
}

/** Without `--json` only the last message is printed. */
const silent: LineWriter = { write: () => undefined };
