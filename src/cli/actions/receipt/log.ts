import { ExitCode } from "../../../contract/index.ts";
import { type StoredReceipt, verifyLog } from "../../../receipts/index.ts";
import type { Ledger } from "../../../storage/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable } from "../../display/table.ts";
import { showVerification } from "../../display/verification.ts";
import { readCount } from "../../flags/number-flags.ts";
import { readTrust } from "../../flags/trust-flags.ts";
import { logIdentity, openStore, readStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { writeOutput } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { checkContents } from "./contents.ts";

/** Lists, checks or exports the log of the configured tenant. */
export const log: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const exported = call.options["export"] as string | undefined;
  const signs = exported !== undefined || call.options["checkpoint"] === true;
  const store = signs ? await openStore(terminal, config) : await readStore(config);
  try {
    const ledger = store.ledger(config.receipts.tenant);
    if (exported !== undefined) return await exportLog(terminal, ledger, exported);
    if (call.options["checkpoint"] === true) {
      terminal.host.writeOut(await ledger.checkpoint());
      return ExitCode.ok;
    }
    if (call.options["check"] === true) {
      const entries = await collect(ledger);
      const bytes = entries.map((one) => one.bytes);
      const result = verifyLog(
        { entries: bytes, checkpoint: await ledger.checkpoint() },
        { ...(await readTrust(terminal, {})), ...logIdentity(config) },
      );
      return showVerification(
        terminal,
        `of ${entries.length} receipts`,
        "log",
        checkContents("log", bytes, result),
      );
    }
    return await list(terminal, ledger, readCount(call.options["limit"] as string, "--limit"));
  } finally {
    await store.close();
  }
};

async function exportLog(terminal: Terminal, ledger: Ledger, path: string): Promise<number> {
  const checkpoint = await ledger.checkpoint();
  const entries = await collect(ledger);
  const lines = entries.map((one) => `${Buffer.from(one.bytes).toString("utf8")}\n`);
  await writeOutput(terminal, path, lines.join(""));
  await writeOutput(terminal, `${path}.checkpoint`, checkpoint);
  terminal.say(`wrote ${entries.length} receipts to ${path} and the checkpoint to ${path}.checkpoint`);
  return ExitCode.ok;
}

async function list(terminal: Terminal, ledger: Ledger, limit: number): Promise<number> {
  const shown: StoredReceipt[] = [];
  const size = await ledger.size();
  for (let seq = size - 1; seq >= 0 && shown.length < limit; seq -= 1) shown.push((await ledger.read(seq))!);
  const facts = shown.map(({ seq, runId, sha256, receipt }) => ({
    seq,
    run_id: runId,
    finished_at: receipt.meta.finished_at,
    backend: receipt.backend.id,
    outcome: receipt.outcome,
    sha256,
  }));
  if (terminal.json) terminal.outJson(facts);
  else if (facts.length === 0) terminal.out("the log is empty; `abp run` writes to it");
  else {
    const rows = facts.map((one) => [
      String(one.seq),
      one.run_id,
      one.finished_at,
      one.backend,
      one.outcome,
      one.sha256.slice(0, 12),
    ]);
    terminal.out(...renderTable(["number", "run", "finished", "backend", "outcome", "sha256"], rows));
    if (facts.length < size) terminal.say(`${facts.length} of ${size}; --limit shows more`);
  }
  return ExitCode.ok;
}

async function collect(ledger: Ledger): Promise<StoredReceipt[]> {
  const all: StoredReceipt[] = [];
  for await (const one of ledger.entries()) all.push(one);
  return all;
}
