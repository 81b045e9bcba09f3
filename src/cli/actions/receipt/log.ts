import { AbpError, ExitCode } from "../../../contract/index.ts";
import { parseCheckpoint } from "../../../lib/index.ts";
import { checkContents, type StoredReceipt } from "../../../receipts/index.ts";
import { inspectStore, type Ledger } from "../../../storage/index.ts";
import type { CommandAction } from "../../command.ts";
import { showLogCheck } from "../../display/log-check.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { readCount } from "../../flags/number-flags.ts";
import { readTrust } from "../../flags/trust-flags.ts";
import { openStore, readStore } from "../../ledger.ts";
import { loadSettings } from "../../settings.ts";
import { writeOutput } from "../../terminal/output.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** More tenants are counted only. */
const MAX_TENANTS = 20;

type Config = Awaited<ReturnType<typeof loadSettings>>["config"];

/** Lists, checks or exports the log of a tenant: of the one that `--tenant` names, else of the configured one. */
export const log: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  if (call.options["check"] === true)
    return check(terminal, config, call.options["tenant"] as string | undefined);
  const exported = call.options["export"] as string | undefined;
  const signs = exported !== undefined || call.options["checkpoint"] === true;
  const store = signs ? await openStore(terminal, config) : await readStore(terminal, config);
  try {
    const tenant = (call.options["tenant"] as string | undefined) ?? config.receipts.tenant;
    const tenants = await inspectStore(config).listTenants();
    if (call.options["tenant"] !== undefined) requireTenant(tenant, tenants);
    const ledger = store.ledger(tenant);
    if (exported !== undefined) return await exportLog(terminal, ledger, exported);
    if (call.options["checkpoint"] === true) {
      terminal.host.writeOut(await ledger.checkpoint());
      return ExitCode.ok;
    }
    const limit = readCount(call.options["limit"] as string, "--limit");
    const run = call.options["run"] as string | undefined;
    const others = tenants.filter((one) => one !== tenant);
    return await list(terminal, ledger, { limit, run, tenant, others });
  } finally {
    await store.close();
  }
};

// It reads and changes nothing, so that it can check a copy, and the log of a running daemon.
async function check(terminal: Terminal, config: Config, named: string | undefined): Promise<number> {
  const tenant = named ?? config.receipts.tenant;
  const { keys } = await readTrust(terminal, {});
  const result = await inspectStore(config).check(keys);
  const logs = result.logs.map(({ entries, verification, ...rest }) => ({
    ...rest,
    verification: { ...verification, ...checkContents("log", entries, verification) },
  }));
  return showLogCheck(terminal, tenant, { ...result, logs });
}

async function exportLog(terminal: Terminal, ledger: Ledger, path: string): Promise<number> {
  const checkpoint = await ledger.checkpoint();
  const { size } = parseCheckpoint(checkpoint);
  const lines: string[] = [];
  // Another process may append receipts meanwhile, which the checkpoint does not cover.
  for await (const { seq, bytes } of ledger.entries()) {
    if (seq === size) break;
    lines.push(`${Buffer.from(bytes).toString("utf8")}\n`);
  }
  await writeOutput(terminal, path, lines.join(""));
  await writeOutput(terminal, `${path}.checkpoint`, checkpoint);
  terminal.say(`wrote ${lines.length} receipts to ${path} and the checkpoint to ${path}.checkpoint`);
  return ExitCode.ok;
}

/** What is listed of a log. */
interface Listing {
  readonly limit: number;
  readonly run: string | undefined;
  readonly tenant: string;
  /** The other tenants that have receipts. */
  readonly others: readonly string[];
}

/** Throws `usage_invalid` for a tenant without receipts. */
function requireTenant(tenant: string, tenants: readonly string[]): void {
  if (tenants.includes(tenant)) return;
  const there = tenants.length === 0 ? "no tenant has any" : `there are those of ${tenants.join(", ")}`;
  throw new AbpError("usage_invalid", `the tenant ${JSON.stringify(tenant)} has no receipts; ${there}`, {
    where: "--tenant",
    advice: "Name a tenant that has receipts: `receipts.tenant`, or the `tenant` of a key.",
  });
}

function sayOthers(terminal: Terminal, others: readonly string[]): void {
  if (others.length === 0) return;
  const names = others.slice(0, MAX_TENANTS).join(", ");
  const rest = others.length > MAX_TENANTS ? ` and ${others.length - MAX_TENANTS} more` : "";
  terminal.say(`other tenants have receipts: ${names}${rest}; --tenant shows theirs`);
}

async function list(
  terminal: Terminal,
  ledger: Ledger,
  { limit, run, tenant, others }: Listing,
): Promise<number> {
  const shown: StoredReceipt[] = [];
  const size = await ledger.size();
  for (let seq = size - 1; seq >= 0 && shown.length < limit; seq -= 1) {
    const stored = (await ledger.read(seq))!;
    if (run === undefined || belongsTo(stored, run)) shown.push(stored);
  }
  const facts = shown.map(({ seq, runId, sha256, receipt }) => ({
    seq,
    run_id: runId,
    finished_at: receipt.meta.finished_at,
    backend: receipt.backend.id,
    outcome: receipt.outcome,
    receipt_sha256: receipt.receipt_sha256,
    entry_sha256: sha256,
  }));
  if (terminal.json) terminal.outJson(facts);
  else if (facts.length === 0 && run !== undefined)
    terminal.out(`the log has no receipt of the run ${run} and of its calls`);
  else if (facts.length === 0)
    terminal.out(`the log of the tenant ${tenant} is empty; \`abp run\` and \`abp up\` write to it`);
  else {
    const rows = facts.map((one) => [
      String(one.seq),
      one.run_id,
      one.finished_at,
      one.backend,
      one.outcome,
      one.receipt_sha256?.slice(0, 12) ?? "none",
    ]);
    terminal.out(
      ...renderTable(
        ["number", "run", "finished", "backend", "outcome", "receipt_sha256"],
        rows,
        tableColumns(terminal),
      ),
    );
    if (facts.length < size && run === undefined)
      terminal.say(`${facts.length} of ${size}; --limit shows more`);
  }
  if (facts.length === 0) sayOthers(terminal, others);
  return ExitCode.ok;
}

function belongsTo({ runId, receipt }: StoredReceipt, run: string): boolean {
  return runId === run || receipt.observed?.call?.parent_run === run;
}
