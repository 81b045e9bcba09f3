import { AbpError, errorBody, formatTimestamp } from "../../contract/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import type { GatewayContext } from "../context.ts";
import type { CallHead, PlainResponse } from "../exchange.ts";

const RECEIPT = /^\/v1\/runs\/([0-9A-Za-z-]{1,64})\/receipt(?:\.(bundle))?$/;

/** Our own route: the receipt of a run, to the tenant whose run it was. Undefined when the path is not ours. */
export async function serveReceipt(
  parts: GatewayContext,
  head: CallHead,
): Promise<PlainResponse | undefined> {
  const match = RECEIPT.exec(head.target.split("?")[0]!);
  if (match === null) return undefined;
  if (head.method !== "GET")
    throw new AbpError("method_not_allowed", "this endpoint takes GET", { details: { allow: ["GET"] } });
  const ledger = parts.ledgerOf(parts.callers.authenticate(head).tenant);
  const runId = match[1]!;
  // Asked in this order, a run that ends between the two questions is found by the second.
  const open = await ledger.findOpen(runId);
  const stored = await ledger.find(runId);
  if (stored === undefined) {
    // A run of another tenant is not told apart from one that never was.
    if (open === undefined)
      throw new AbpError("receipt_not_found", `there is no receipt of the run ${runId}`);
    return plainJson(202, { run_id: runId, status: "running", started_at: formatTimestamp(open.startedAt) }, [
      "retry-after",
      "1",
    ]);
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
  // The very bytes that were hashed and stand in the log.
  const body = Buffer.from(stored.bytes).toString("utf8");
  return {
    status: 200,
    headers: ["content-type", "application/json", "content-length", String(stored.bytes.length)],
    body,
  };
}

/** An error of our own API. */
export function answerOwnError(error: AbpError, id: string, now: Date): PlainResponse {
  return plainJson(error.row.status, errorBody(error, { id, timestamp: formatTimestamp(now) }));
}
