import { findBackend } from "../../backends/index.ts";
import {
  type AgentEvent,
  ExitCode,
  type PolicyProfile,
  type Receipt,
  readDocument,
} from "../../contract/index.ts";
import { uuidV7 } from "../../lib/index.ts";
import {
  sealReceipt,
  trustKeys,
  type Verification,
  verifyBundle,
  verifyReceipt,
} from "../../receipts/index.ts";
import { runWorkOrder } from "../../runtime/index.ts";
import type { CommandAction } from "../command.ts";
import { inputName, readInput } from "../input.ts";
import { logIdentity, openKeys, openLedger } from "../ledger.ts";
import { writeOutput } from "../output.ts";
import { presentFailure, signalExit } from "../present/failure.ts";
import { eventLine, receiptFacts } from "../present/receipt.ts";
import { renderFacts } from "../present/table.ts";
import { loadSettings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { readVersion } from "../version.ts";
import { readWorkOrder } from "../work-order-flags.ts";

type Config = ReturnType<typeof loadSettings>["config"];

/** Runs a work order and shows events, receipt and what its verification established. */
export const run: CommandAction = async (terminal, call) => {
  const { host } = terminal;
  const { config } = loadSettings(terminal);
  const newId = () => uuidV7(host.now().getTime(), host.random(10));
  const order = await readWorkOrder(terminal, call.options, newId());
  const backend = findBackend(
    (call.options["backend"] as string | undefined) ?? config.default_backend,
    config.backends,
  );
  const events: AgentEvent[] = [];
  const result = await runWorkOrder(order, {
    backend,
    newId,
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
  const logged = call.options["log"] !== false;
  const kept = logged ? await logReceipt(terminal, config, result.receipt) : sealOnly(result.receipt);
  await writeFiles(terminal, call.options, kept.receipt, events);
  if (terminal.json) terminal.outJson(kept.receipt);
  else showReceipt(terminal, kept.receipt, kept.verification);
  if (result.error !== undefined) {
    return host.signal.aborted ? signalExit(host.signal.reason) : presentFailure(terminal, result.error);
  }
  if (!kept.verification.ok) return ExitCode.verification;
  return kept.receipt.outcome === "failed" ? ExitCode.failed : ExitCode.ok;
};

interface KeptReceipt {
  readonly receipt: Receipt;
  readonly verification: Verification;
}

// Verified as a stranger would: from the bundle's bytes, with nothing but the public keys.
async function logReceipt(terminal: Terminal, config: Config, receipt: Receipt): Promise<KeptReceipt> {
  const ledger = await openLedger(terminal, config);
  try {
    const stored = await ledger.append(receipt);
    const bundle = await ledger.prove(stored.seq);
    const keys = trustKeys(await openKeys(terminal, config).keySet());
    return { receipt: stored.receipt, verification: verifyBundle(bundle, { keys, ...logIdentity(config) }) };
  } finally {
    await ledger.close();
  }
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
