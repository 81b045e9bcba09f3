import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import { type KeptResponse, type Ledger, type ResponseStore, repeatedId } from "../../storage/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission, PlainResponse } from "../exchange.ts";
import type { BackgroundCalls } from "./background-calls.ts";

/** A pending response whose run has not begun after this time was left behind by a process that died. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Fetches, lists, cancels or deletes a response that the gateway keeps; undefined where it keeps none of that id. Any
 * thread answers for any response.
 */
export async function serveResponseEndpoint(
  admission: Admission,
  context: Pick<GatewayContext, "ledgerOf" | "now">,
  background: Pick<BackgroundCalls, "stop">,
): Promise<PlainResponse | undefined> {
  const { dialect, endpoint, parameters } = admission.recognised;
  const { tenant } = admission.caller;
  const { state } = dialect;
  const id = parameters["id"] ?? "";
  const ledger = context.ledgerOf(tenant);
  const { responses } = ledger.contentOf(admission.caller);
  const found = state === undefined ? undefined : await responses.find(id);
  if (state === undefined || found === undefined) return undefined;
  if (found.isRepeated === true && endpoint.operation !== "delete_response") throw repeatedId(id);
  switch (endpoint.operation) {
    case "delete_response":
      await responses.remove(id);
      background.stop(tenant, id);
      return plainJson(200, state.writeDeleted(id));
    case "list_response_input":
      return plainJson(200, state.writeInput(found.input));
    case "cancel_response":
      return plainJson(200, await cancel(state, responses, found, () => background.stop(tenant, id)));
    default:
      return plainJson(200, await currentBody(state, ledger, responses, found, context.now()));
  }
}

async function cancel(
  state: StateCodec,
  responses: ResponseStore,
  found: KeptResponse,
  stop: () => void,
): Promise<unknown> {
  if (found.isPending !== true)
    throw new AbpError("validation_failed", "only a response that runs in the background can be cancelled");
  const cancelled = state.writeCancelled(found.body as Members);
  if (await responses.finish(found.id, cancelled)) stop();
  // Where the response ended in the meantime, its own end is the answer.
  return (await responses.find(found.id))?.body ?? cancelled;
}

async function currentBody(
  state: StateCodec,
  ledger: Ledger,
  responses: ResponseStore,
  found: KeptResponse,
  now: number,
): Promise<unknown> {
  if (found.isPending !== true || !(await isAbandoned(ledger, found, now))) return found.body;
  const message = "the daemon stopped before the response was stored";
  const failed = state.writeFailed(found.body as Members, { status: 500, message });
  await responses.finish(found.id, failed);
  return (await responses.find(found.id))?.body ?? failed;
}

// Nobody works on it any more: its run has ended, and the receipt is written only after the end of the response, or the run
// never began. The end is missing where the process died, or where it could not be stored.
async function isAbandoned(
  ledger: Ledger,
  { runId, createdAt }: KeptResponse,
  now: number,
): Promise<boolean> {
  if ((await ledger.findOpen(runId)) !== undefined) return false;
  if ((await ledger.find(runId)) !== undefined) return true;
  return now - createdAt.getTime() > ABANDONED_AFTER_MS;
}
