import { AbpError, errorBody, formatTimestamp, problemOf } from "../../contract/index.ts";
import type { Ledger } from "../../storage/index.ts";
import type { Callers } from "../callers/callers.ts";
import type { CallHead } from "../exchange/call-head.ts";
import type { PlainResponse } from "../exchange/plain-response.ts";
import { errorHeaders, plainJson } from "../plain-answers/error-answer.ts";
import { keyOfRun, ownsRun } from "./run-owner.ts";

const RECEIPT = /^\/v1\/runs\/([0-9A-Za-z-]{1,64})\/receipt(?:\.(bundle))?$/;

/** The paths of our own API, whether or not there is something behind them. */
const OWN_PATH = /^\/(?:abp\/.*|v1\/runs\/[^/]*\/receipt[^/]*|healthz|readyz)$/;

const CONTROL_PATHS = "/abp/";

/** Whether a target is of our own API, which answers errors in its own form. */
export function isOwnPath(target: string): boolean {
  return OWN_PATH.test(target.split("?", 1)[0]!);
}

/** What serving a receipt needs of the gateway. */
export interface ReceiptEndpointContext {
  readonly callers: Pick<Callers, "authenticate" | "ownerOf">;
  readonly ledgerOf: (tenant: string) => Pick<Ledger, "find" | "findOpen" | "prove">;
}

/** Serves the receipt of a run to the owner of the run; undefined if the path is another one. */
export async function serveReceipt(
  context: ReceiptEndpointContext,
  head: CallHead,
): Promise<PlainResponse | undefined> {
  const match = RECEIPT.exec(head.target.split("?")[0]!);
  if (match === null) return undefined;
  if (head.method !== "GET")
    throw new AbpError("method_not_allowed", "this endpoint takes GET", { details: { allow: ["GET"] } });
  const caller = context.callers.authenticate(head);
  const ledger = context.ledgerOf(caller.tenant);
  const runId = match[1]!;
  // In this order a run that ends between the two look-ups is found by the second.
  const open = await ledger.findOpen(runId);
  const stored = await ledger.find(runId);
  const run = stored?.receipt ?? open;
  // A run of another owner gets the same answer as one that never existed.
  if (run === undefined || !ownsRun(caller, context.callers, keyOfRun(run)))
    throw new AbpError("receipt_not_found", `there is no receipt of the run ${runId}`);
  if (stored === undefined) {
    return plainJson(
      202,
      { run_id: runId, status: "running", started_at: formatTimestamp(open!.startedAt) },
      ["retry-after", "1"],
    );
  }
  if (match[2] === "bundle") {
    const body = await ledger.prove(stored.seq);
    return {
      status: 200,
      headers: [
        "content-type",
        "text/plain; charset=utf-8",
        "content-length",
        String(Buffer.byteLength(body)),
      ],
      body,
    };
  }
  // The bytes that were hashed and are in the log.
  const body = Buffer.from(stored.bytes).toString("utf8");
  return {
    status: 200,
    headers: ["content-type", "application/json", "content-length", String(stored.bytes.length)],
    body,
  };
}

/** An error in the format of our own API: a problem document for the control API, else the body that the gateway always had. */
export function answerOwnError(error: AbpError, target: string, id: string, now: Date): PlainResponse {
  const timestamp = formatTimestamp(now);
  if (!target.startsWith(CONTROL_PATHS))
    return plainJson(error.row.status, errorBody(error, { id, timestamp }));
  const [instance = "/"] = target.split("?", 1);
  const body = JSON.stringify(problemOf(error, { id, timestamp, instance }));
  const headers = ["content-type", "application/problem+json", "cache-control", "no-store"];
  return { status: error.row.status, headers: [...headers, ...errorHeaders(error)], body };
}
