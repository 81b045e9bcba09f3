import { AbpError } from "../../contract/index.ts";
import {
  checkContents,
  diffReceipts,
  type Finding,
  recogniseEvidence,
  trustKeys,
  verifyEvidence,
} from "../../receipts/index.ts";
import { KeyStore } from "../../storage/index.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { openOwnedLog } from "./owned-log.ts";
import { readReceiptPage } from "./receipt-page.ts";

type ReceiptRoutes =
  | "list_receipts"
  | "get_receipt"
  | "get_bundle"
  | "verify_receipt"
  | "compare_receipts"
  | "get_checkpoint";

const TEXT = { "content-type": "text/plain; charset=utf-8" };

/** The signed receipts of runs and calls, and the log that they are in. */
export function openReceiptHandlers(context: ControlContext): HandlersOf<ReceiptRoutes> {
  const { config, now, random } = context;
  const keys = new KeyStore(config.receipts.keys_dir, { now: () => new Date(now()), random });
  return {
    list_receipts: async ({ caller, query }) =>
      readReceiptPage(openOwnedLog(context, caller, query.tenant), query),
    get_receipt: async ({ caller, params, query }) => {
      const { bytes } = await openOwnedLog(context, caller, query.tenant).find(params.run_id);
      // The bytes that were hashed and are in the log.
      return new Response(Buffer.from(bytes), { headers: { "content-type": "application/json" } });
    },
    get_bundle: async ({ caller, params, query }) => {
      const log = openOwnedLog(context, caller, query.tenant);
      const { seq } = await log.find(params.run_id);
      return new Response(await log.ledger.prove(seq), { headers: TEXT });
    },
    verify_receipt: async ({ body }) => {
      const bytes = Buffer.from(body.text);
      const kind = recogniseEvidence(bytes);
      if (kind === "log") {
        throw new AbpError("validation_failed", "A whole log is not verified here.", {
          where: "$.text",
          advice: "Verify it with `abp receipt verify`.",
        });
      }
      const trusted = (await keys.list()).length === 0 ? new Map() : trustKeys(await keys.keySet());
      const verified = verifyEvidence(kind, bytes, { keys: trusted });
      const { ok, findings, warnings, profile, key, runId } = checkContents(kind, bytes, verified);
      const found = { findings: findings.map(shown), warnings: warnings.map(shown) };
      return { kind, ok, ...found, profile, key, run_id: runId };
    },
    compare_receipts: async ({ caller, query, body }) => {
      const log = openOwnedLog(context, caller, query.tenant);
      const [left, right] = await Promise.all([log.find(body.left), log.find(body.right)]);
      const changes = diffReceipts(left.receipt, right.receipt);
      return { items: changes.map((change) => ({ ...change })) };
    },
    get_checkpoint: async ({ caller, query }) => {
      const { ledger } = openOwnedLog(context, caller, query.tenant);
      return new Response(await ledger.checkpoint(), { headers: TEXT });
    },
  };
}

function shown({ code, where, message }: Finding) {
  return { code, where, message };
}
