import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";
import { trustKeys, verifyBundle } from "../../receipts/index.ts";
import { KeyStore } from "../../storage/index.ts";
import { findVisible } from "./find-run.ts";
import type { RunContext } from "./run-context.ts";

/** Verifies the receipt of a run from its proof bundle, and says how its recorded check ended. Throws `run_not_ended` without one. */
export async function verifyRun(context: RunContext, caller: Caller, runId: string) {
  const { ledger, tenant } = await findVisible(context, caller, runId);
  const found = await ledger.find(runId);
  if (found === undefined)
    throw new AbpError("run_not_ended", `Run ${runId} has no receipt yet.`, { details: { run_id: runId } });
  const keys = trustKeys(await new KeyStore(context.config.receipts.keys_dir).keySet());
  const { ok, key, findings } = verifyBundle(await ledger.prove(found.seq), { keys, tenant });
  const { outcome, observed } = found.receipt;
  const check = observed?.check ?? null;
  return {
    run_id: runId,
    ok: ok && (check === null || check.exit_code === 0),
    receipt: { ok, key, findings: findings.map(({ code, where, message }) => ({ code, where, message })) },
    outcome,
    check,
  };
}
