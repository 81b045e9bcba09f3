import { AbpError } from "../../contract/index.ts";
import type { Members, StateCodec } from "../../dialects/index.ts";
import { type KeptResponse, type ResponseStore, repeatedId } from "../../storage/index.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission } from "../exchange/admission.ts";
import { type ContentAnswer, contentAnswer } from "../plain-answers/content-answer.ts";
import { plainJson } from "../plain-answers/error-answer.ts";
import { currentResponse } from "./current-response.ts";
import type { FollowedResponse } from "./event-follower.ts";

/** Ends the work of calls that were answered before they were served. */
export interface BackgroundStop {
  /** Ends the work on a response of a tenant, if this thread does it. */
  stop(tenant: string, id: string): void;
}

const SERVED: ReadonlySet<string> = new Set([
  "get_response",
  "delete_response",
  "cancel_response",
  "list_response_input",
]);

/**
 * Fetches, streams, lists, cancels or deletes a response that the gateway keeps; undefined if it keeps none of that id. Any
 * thread answers for any response.
 */
export async function serveResponseEndpoint(
  admission: Admission,
  context: Pick<GatewayContext, "ledgerOf" | "now" | "slices">,
  background: BackgroundStop,
): Promise<ContentAnswer | FollowedResponse | undefined> {
  const { dialect, endpoint, parameters, path } = admission.recognised;
  const { tenant } = admission.caller;
  const { state } = dialect;
  const id = parameters["id"] ?? "";
  const ledger = context.ledgerOf(tenant);
  const { responses } = ledger.contentOf(admission.caller);
  const found = state === undefined || !SERVED.has(endpoint.operation) ? undefined : await responses.find(id);
  if (state === undefined || found === undefined) return undefined;
  if (found.isRepeated === true && endpoint.operation !== "delete_response") throw repeatedId(id);
  const place = { dialect, state, ledger, responses, now: context.now };
  switch (endpoint.operation) {
    case "delete_response":
      await responses.remove(id);
      background.stop(tenant, id);
      return plainJson(200, state.writeDeleted(id));
    case "list_response_input":
      return contentAnswer(state.writeInput(found.input, id), context.slices);
    case "cancel_response":
      return plainJson(
        200,
        await cancel(state, responses, await currentResponse(place, found), () =>
          background.stop(tenant, id),
        ),
      );
    default: {
      const from = readFrom(path);
      if (from === undefined)
        return contentAnswer((await currentResponse(place, found)).body, context.slices);
      const find = async () => {
        const now = await responses.find(id);
        return now && currentResponse(place, now);
      };
      return { id, dialect, state, responses, find, from };
    }
  }
}

/** The number of the first event that a query asks for; undefined if it asks for no stream. Throws `validation_failed`. */
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
  // If the response ended in the meantime, its own end is the answer.
  return (await responses.find(found.id))?.body ?? cancelled;
}
