import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import { type KeptResponse, type Ledger, type ResponseStore, repeatedId } from "../../storage/index.ts";
import { plainJson } from "../answer/error-answer.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission, PlainResponse } from "../exchange.ts";
import type { BackgroundCalls } from "./background-calls.ts";
import type { FollowedResponse } from "./event-follower.ts";

const SERVED: ReadonlySet<string> = new Set([
  "get_response",
  "delete_response",
  "cancel_response",
  "list_response_input",
]);

/** A pending response whose run has not begun after this time was left behind by a process that died. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Fetches, streams, lists, cancels or deletes a response that the gateway keeps; undefined where it keeps none of that id. Any
 * thread answers for any response.
 */
export async function serveResponseEndpoint(
  admission: Admission,
  context: Pick<GatewayContext, "ledgerOf" | "now">,
  background: Pick<BackgroundCalls, "stop">,
): Promise<PlainResponse | FollowedResponse | undefined> {
  const { dialect, endpoint, parameters, path } = admission.recognised;
  const { tenant } = admission.caller;
  const { state } = dialect;
  const id = parameters["id"] ?? "";
  const ledger = context.ledgerOf(tenant);
  const { responses } = ledger.contentOf(admission.caller);
  const found = state === undefined || !SERVED.has(endpoint.operation) ? undefined : await responses.find(id);
  if (state === undefined || found === undefined) return undefined;
  if (found.isRepeated === true && endpoint.operation !== "delete_response") throw repeatedId(id);
  switch (endpoint.operation) {
    case "delete_response":
      await responses.remove(id);
      background.stop(tenant, id);
      return plainJson(200, state.writeDeleted(id));
    case "list_response_input":
      return plainJson(200, state.writeInput(found.input, id));
    case "cancel_response":
      return plainJson(200, await cancel(state, responses, found, () => background.stop(tenant, id)));
    default: {
      const from = readFrom(path);
      if (from === undefined)
        return plainJson(200, (await currentResponse(state, ledger, responses, found, context.now())).body);
      const find = async () => {
        const now = await responses.find(id);
        return now && currentResponse(state, ledger, responses, now, context.now());
      };
      return { id, dialect, state, responses, find, from };
    }
  }
}

/** The number of the first event that a query asks for; undefined where it asks for no stream. Throws `validation_failed`. */
function readFrom(path: string): number | undefined {
  const query = new URL(path, "http://localhost").searchParams;
  if (query.get("stream") !== "true") return undefined;
  const after = query.get("starting_after");
  if (after === null) return 0;
  const number = Number(after);
  if (after !== "" && Number.isInteger(number) && number >= 0) return number + 1;
  throw new AbpError("validation_failed", "starting_after must be the number of an event", {
    where: "$.starting_after",
  });
}

async function cancel(
  state: StateCodec,
  responses: ResponseStore,
  found: KeptResponse,
  stop: () => void,
): Promise<unknown> {
  if (found.isPending !== true) {
    // A response that has ended stays as it is, so a second call changes nothing.
    if (state.isBackgroundResponse(found.body)) return found.body;
    const message = "only a response that was created with `background: true` can be cancelled";
    throw new AbpError("validation_failed", message);
  }
  const cancelled = state.writeCancelled(found.body as Members);
  if (await responses.finish(found.id, cancelled)) stop();
  // Where the response ended in the meantime, its own end is the answer.
  return (await responses.find(found.id))?.body ?? cancelled;
}

/** The response as it is now: one that nobody works on any more has failed. */
async function currentResponse(
  state: StateCodec,
  ledger: Ledger,
  responses: ResponseStore,
  found: KeptResponse,
  now: number,
): Promise<KeptResponse> {
  if (found.isPending !== true || !(await isAbandoned(ledger, found, now))) return found;
  const message = "the daemon stopped before the response was stored";
  const body = state.writeFailed(found.body as Members, { status: 500, message });
  await responses.finish(found.id, body);
  return (await responses.find(found.id)) ?? { ...found, body, isPending: false };
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
