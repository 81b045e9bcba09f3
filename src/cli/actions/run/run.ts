import { type Backend, findBackend } from "../../../backends/index.ts";
import {
  type AgentEvent,
  ExitCode,
  type PolicyProfile,
  type Receipt,
  readDocument,
  type WorkOrder,
} from "../../../contract/index.ts";
import { uuidV7 } from "../../../lib/index.ts";
import {
  type StoredReceipt,
  sealReceipt,
  trustKeys,
  type Verification,
  verifyBundle,
  verifyReceipt,
} from "../../../receipts/index.ts";
import { runWorkOrder } from "../../../runtime/index.ts";
import type { Ledger, Store } from "../../../storage/index.ts";
import type { CommandAction } from "../../command.ts";
import { presentFailure, signalExit } from "../../display/failure.ts";
import { eventLine, receiptFacts } from "../../display/receipt.ts";
import { renderFacts } from "../../display/table.ts";
import { readWorkOrder } from "../../flags/work-order-flags.ts";
import { logIdentity, openKeys, openStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { inputName, readInput } from "../../terminal/input.ts";
import { writeOutput } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readVersion } from "../../version.ts";

type Config = ReturnType<typeof loadSettings>["config"];

/** Runs a work order and shows events, receipt and what its verification established. */
export const run: CommandAction = async (terminal, call) => {
  const { config } = loadSettings(terminal);
  const newId = () => uuidV7(terminal.host.now().getTime(), terminal.host.random(10));
  const order = await readWorkOrder(terminal, call.options, newId());
  const backend = findBackend(
    (call.options["backend"] as string | undefined) ?? config.default_backend,
    config.backends,
  );
  const job: Job = { order, backend, newId, config, options: call.options };
  if (call.options["log"] === false) return execute(terminal, job, undefined);
  const store = await openStore(terminal, config);
  try {
    await store.recover(terminal.host.now);
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
  const ledger = store?.ledger(config.receipts.tenant);
  const events: AgentEvent[] = [];
  const result = await runWorkOrder(job.order, {
    backend: ledger === undefined ? backend : beginFirst(backend, ledger),
    newId: job.newId,
    now: host.now,
    signal: host.signal,
    software: { name: "agent-backplane", version: readVersion() },
    mode: config.negotiation.mode,
    policyFloors: await readFloors(terminal, config),
    onEvent: (event) => {
      events.push(event);
      if (terminal.json) terminal.outJson(event);
      else showEvent(terminal, event);
    },
  });
  const kept =
    ledger === undefined
      ? sealOnly(result.receipt)
      : await logReceipt(terminal, config, ledger, result.receipt);
  await writeFiles(terminal, options, kept.receipt, events);
  if (terminal.json) terminal.outJson(kept.receipt);
  else showReceipt(terminal, kept.receipt, kept.verification);
  if (result.error !== undefined) {
    return host.signal.aborted ? signalExit(host.signal.reason) : presentFailure(terminal, result.error);
  }
  if (!kept.verification.ok) return ExitCode.verification;
  return kept.receipt.outcome === "failed" ? ExitCode.failed : ExitCode.ok;
}

// What is durable before the backend starts is known to have begun, whatever happens to this process.
function beginFirst(backend: Backend, ledger: Ledger): Backend {
  return {
    ...backend,
    async *run(context) {
      await ledger.begin({
        runId: context.runId,
        workOrderId: context.workOrder.id,
        startedAt: context.now(),
        backendId: backend.identity.id,
        mode: "mapped",
      });
      return yield* backend.run(context);
    },
  };
}

interface KeptReceipt {
  readonly receipt: Receipt;
  readonly verification: Verification;
}

// Verified as a stranger would: from the bundle's bytes, with nothing but the public keys.
async function logReceipt(
  terminal: Terminal,
  config: Config,
  ledger: Ledger,
  receipt: Receipt,
): Promise<KeptReceipt> {
  const { seq } = await ledger.append(receipt);
  const bundle = await ledger.prove(seq);
  const keys = trustKeys(await openKeys(terminal, config).keySet());
  const stored = (await ledger.read(seq)) as StoredReceipt;
  return { receipt: stored.receipt, verification: verifyBundle(bundle, { keys, ...logIdentity(config) }) };
}

function sealOnly(receipt: Receipt): KeptReceipt {
  const sealed = sealReceipt(receipt);
  return { receipt: sealed, verification: verifyReceipt(JSON.stringify(sealed)) };
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

// What the agent says is data; how the run goes is talk.
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
