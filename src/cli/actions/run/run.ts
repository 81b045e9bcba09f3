import { type Backend, BackendRegistry } from "../../../backends/index.ts";
import {
  type AgentEvent,
  ExitCode,
  type PolicyProfile,
  type Receipt,
  readDocument,
  type WorkOrder,
} from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import type { Verification } from "../../../receipts/index.ts";
import { openRunLog, runStreaming } from "../../../runtime/index.ts";
import type { Store } from "../../../storage/index.ts";
import type { CommandAction } from "../../command.ts";
import { showFailure, signalExit } from "../../display/failure.ts";
import { eventLine, receiptFacts } from "../../display/receipt.ts";
import { renderFacts } from "../../display/table.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { openStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import { writeOutput } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readVersion } from "../../version.ts";

type Config = Awaited<ReturnType<typeof loadSettings>>["config"];

/** Runs a work order, and prints its events, its receipt and the result of verifying the receipt. */
export const run: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const newId = () => uuidV7(terminal.host.now().getTime(), terminal.host.random(10));
  const order = await readWorkOrder(terminal, call.options, newId());
  const name = (call.options["backend"] as string | undefined) ?? config.default_backend;
  const backend = new BackendRegistry(config.backends).find(name);
  const job: Job = { order, backend, newId, config, options: call.options };
  if (call.options["log"] === false) return execute(terminal, job, undefined);
  const store = await openStore(terminal, config);
  try {
    return await execute(terminal, job, store);
  } finally {
    await store.close();
  }
};

interface Job {
  readonly order: WorkOrder;
  readonly backend: Backend;
  readonly newId: () => string;
  readonly config: Config;
  readonly options: Readonly<Record<string, unknown>>;
}

async function execute(terminal: Terminal, job: Job, store: Store | undefined): Promise<number> {
  const { host } = terminal;
  const { config, options, backend } = job;
  const log = store === undefined ? undefined : await openRunLog(store, config, config.receipts.tenant);
  const events: AgentEvent[] = [];
  const run = runStreaming(backend, job.order, {
    log,
    newId: job.newId,
    now: host.now,
    signal: host.signal,
    software: { name: "agent-backplane", version: readVersion() },
    mode: config.negotiation.mode,
    policyFloors: await readFloors(terminal, config),
    workspaceDir: config.workspace_dir,
    runsDir: config.runs.dir,
    sandbox: config.sandbox.level,
  });
  for await (const event of run.events) {
    events.push(event);
    if (terminal.json) terminal.outJson(event);
    else showEvent(terminal, event);
  }
  const { receipt, verification, error } = await run.result;
  await writeFiles(terminal, options, receipt, events);
  if (terminal.json) terminal.outJson(receipt);
  else showReceipt(terminal, receipt, verification);
  if (error !== undefined) {
    return host.signal.aborted ? signalExit(host.signal.reason) : showFailure(terminal, error);
  }
  if (!verification.ok) return ExitCode.verification;
  return receipt.outcome === "failed" ? ExitCode.failed : ExitCode.ok;
}

async function readFloors(terminal: Terminal, config: Config): Promise<PolicyProfile[]> {
  const files = config.policy_profiles.map(async (path) =>
    readDocument("policy_profile", await readInput(terminal, path), inputName(path)),
  );
  return [config.policy, ...(await Promise.all(files))];
}

async function writeFiles(
  terminal: Terminal,
  options: Readonly<Record<string, unknown>>,
  receipt: Receipt,
  events: readonly AgentEvent[],
): Promise<void> {
  const { out, events: eventFile } = options as Record<string, string | undefined>;
  if (eventFile !== undefined) {
    await writeOutput(terminal, eventFile, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  }
  if (out !== undefined) await writeOutput(terminal, out, `${JSON.stringify(receipt, null, 2)}\n`);
}

// The agent's messages are the data of the run. Everything else is progress, for standard error.
function showEvent(terminal: Terminal, event: AgentEvent): void {
  const line = eventLine(terminal, event);
  if (event.type === "assistant_message" || event.type === "assistant_delta") terminal.out(line);
  else terminal.say(line);
}

function showReceipt(terminal: Terminal, receipt: Receipt, verification: Verification): void {
  const { green, red, dim } = terminal.colors;
  const { key, chain } = verification;
  const proof =
    key === null
      ? "its hash holds (not signed, not logged)"
      : `signed by ${key}, number ${chain?.seq} of the log ${chain?.origin}`;
  const verdict = verification.ok ? green(`VERIFIED: ${proof}`) : red("NOT VERIFIED");
  terminal.out("", ...renderFacts([...receiptFacts(receipt), ["receipt", verdict]]));
  for (const one of verification.findings) terminal.out(red(`${one.code} ${one.where}: ${one.message}`));
  if (key !== null) {
    terminal.say(
      dim(`\`abp receipt prove ${receipt.meta.run_id} --out run.tlog-proof\` makes the proof to hand over`),
    );
  }
}
