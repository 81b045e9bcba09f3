import { join } from "node:path";
import {
  type AgentCommand,
  type AgentConnection,
  findCommand,
  findConnection,
  type GatewayConnection,
  launchEnvironment,
  prepareLaunch,
  writeAgentFiles,
} from "../../../agents/index.ts";
import type { Config } from "../../../config/index.ts";
import { resolvePaths } from "../../../config/index.ts";
import type { Receipt } from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import { chooseAgentCalls } from "../../../runner/index.ts";
import {
  CallFailures,
  CallTally,
  type ChildCommand,
  commandOf,
  endReport,
  HeldMessages,
  type PlacedCommand,
  placeArguments,
  runChild,
  sayHomeNotice,
  withInstalledAgents,
} from "../../agents/index.ts";
import type { CommandAction } from "../../command.ts";
import type { GatewayUse, OpenedGateway } from "../../gateway.ts";
import { loadSettings } from "../../settings.ts";
import { isTerminalRaw } from "../../terminal/raw-mode.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { agentHome, connectionOf } from "./env.ts";

/** Connects to the daemon, or starts a gateway in this process. */
export type OpenGateway = (terminal: Terminal, config: Config, use: GatewayUse) => Promise<OpenedGateway>;

/** Runs a program with its model calls going through a gateway, and returns the program's exit code. */
export function execThrough(
  openGateway: OpenGateway,
  run: (child: ChildCommand) => Promise<number> = runChild,
  isScreenTaken: () => boolean = isTerminalRaw,
): CommandAction {
  return async (terminal, call) => {
    const { host } = terminal;
    const { config } = await loadSettings(terminal);
    const words = call.arguments[0] as readonly string[];
    const { engine, model: named } = call.options as { engine?: string; model?: string };
    const found = findCommand(words);
    const tool = found?.tool ?? findConnection("sdk")!;
    const calls = await chooseAgentCalls(tool, { engine, model: named }, config, host.env);
    terminal.say(...calls.notices);
    const runId = uuidV7(host.now().getTime(), host.random(10));
    const watched = watchCalls(terminal, isScreenTaken);
    const use = { ...(engine === undefined ? {} : { engine }), runId, onReceipt: watched.onReceipt };
    const gateway = await openGateway(terminal, config, use);
    let exit: number;
    try {
      const prepared = await prepare(terminal, words, found, tool, {
        ...{ baseUrl: gateway.baseUrl, token: gateway.token, runId },
        ...connectionOf(calls),
      });
      try {
        await announce(terminal, tool, prepared, { runId, baseUrl: gateway.baseUrl });
        host.signal.throwIfAborted();
        const { environment } = prepared;
        const place = { cwd: host.cwd, environment, userPath: host.env["PATH"] };
        const { command, args } = commandOf(prepared.words, place);
        exit = await run({ command, arguments: args, environment, cwd: host.cwd });
      } finally {
        await prepared.remove();
      }
    } finally {
      await gateway.close();
    }
    watched.messages.release();
    const { kind, lines } = endReport(words, found, watched.tally, runId);
    const paint = kind === "warning" ? terminal.colors.yellow : terminal.colors.dim;
    terminal.say(...lines.map((line) => paint(line)));
    return exit;
  };
}

/** Counts the calls, and shows what goes wrong with them: at once, or after the end of a program that uses the whole screen. */
function watchCalls({ host, say, colors, quiet }: Terminal, isScreenTaken: () => boolean) {
  const tally = new CallTally();
  const messages = new HeldMessages(say, () => host.isTerminal.error && !quiet && isScreenTaken());
  const failures = new CallFailures();
  const onReceipt = (receipt: Receipt) => {
    tally.add(receipt);
    for (const line of failures.linesOf(receipt)) messages.say(colors.red(line));
  };
  return { tally, messages, onReceipt };
}

async function prepare(
  { host }: Terminal,
  words: readonly string[],
  found: AgentCommand | undefined,
  tool: AgentConnection,
  connection: Omit<GatewayConnection, "home" | "inherited"> & { readonly runId: string },
): Promise<PlacedCommand> {
  const paths = resolvePaths(host.env, host.home);
  const home = agentHome(paths, tool);
  const launch = prepareLaunch(tool, { ...connection, home, inherited: host.env });
  const places = { environment: host.env, agentsDirectory: paths.agents };
  await writeAgentFiles(launch.files);
  return placeArguments({
    words,
    found,
    launch,
    environment: withInstalledAgents(launchEnvironment(launch, host.env), places),
    cwd: host.cwd,
    directory: join(home, "programs", connection.runId),
  });
}

async function announce(
  terminal: Terminal,
  tool: AgentConnection,
  { faults }: PlacedCommand,
  { runId, baseUrl }: { readonly runId: string; readonly baseUrl: string },
): Promise<void> {
  const { colors } = terminal;
  for (const fault of faults) terminal.say(colors.yellow(`warning ${fault}`));
  if (tool.leftOut !== undefined) {
    const text = `${tool.title} runs with a home of its own. ${tool.leftOut}`;
    await sayHomeNotice(terminal, `${tool.name}-exec`, text);
  }
  if (!terminal.verbose) return;
  terminal.say(colors.dim(`${tool.title} through ${baseUrl}, run ${runId}`));
  for (const note of tool.notes) terminal.say(colors.dim(`  ${note}`));
}
