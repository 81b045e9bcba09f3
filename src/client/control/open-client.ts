import { type Route, type RouteName, routes } from "../../api/index.ts";
import { AbpError, parseDocument, type Receipt } from "../../contract/index.ts";
import { readAnswer, requireSuccess } from "./control-answer.ts";
import { type ControlPlace, type Input, sendCall } from "./control-request.ts";
import { followStream } from "./event-stream.ts";
import { listingOf } from "./listing.ts";
import type { CallOptions, ControlClient } from "./route-types.ts";

/** Where the daemon is, and the key to send. */
export interface ClientOptions extends Omit<ControlPlace, "fetch"> {
  /** Sends the requests, instead of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Opens a client of the control API, with a method for each of its routes; `docs/api.md` lists them. A refusal is thrown as
 * `AbpError` with its code.
 *
 * @example
 * import { openClient } from "agent-backplane/client";
 * const client = openClient({ url: "http://127.0.0.1:7717", key: "your key" });
 * const { run_id } = await client.submitRun({ work_order: { task: "Say hello" } });
 * for await (const { event } of client.followRunEvents({ run_id })) console.log(event.type);
 * const receipt = await client.getReceipt(run_id);
 * for await (const run of client.listRuns({ state: "failed" })) console.log(run.reason);
 */
export function openClient({ url, key, fetch = globalThis.fetch }: ClientOptions): ControlClient {
  const place: ControlPlace = { url, key, fetch };
  const methods = (routes as readonly Route[]).map((route) => [
    camelCase(route.name),
    methodOf(place, route),
  ]);
  const client = Object.fromEntries(methods) as Record<string, unknown>;
  return { ...client, getReceipt: receiptGetter(place) } as unknown as ControlClient;
}

function methodOf(place: ControlPlace, route: Route) {
  return (input: Input = {}, options: CallOptions = {}): unknown => {
    const send = async (sent: Input, more: CallOptions = options): Promise<Response> =>
      requireSuccess(await sendCall(place, route, sent, more));
    if (route.answerType === "text/event-stream") {
      return followStream({
        open: (after, signal) => send({ ...input, after }, { ...options, signal }),
        after: input["after"] as string | undefined,
        signal: options.signal,
      });
    }
    const get = async (sent: Input): Promise<unknown> => readAnswer(route, await send(sent));
    return isList(route) ? listingOf(input, get) : get(input);
  };
}

/** Whether the answers of a route are pages. */
function isList({ query }: Route): boolean {
  return query !== undefined && "limit" in query.shape;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function receiptGetter(place: ControlPlace): ControlClient["getReceipt"] {
  const route = (routes as readonly Route[]).find(
    ({ name }) => name === ("get_receipt" satisfies RouteName),
  )!;
  return async (runId, { tenant, ...options } = {}): Promise<Receipt | undefined> => {
    try {
      const answer = await requireSuccess(await sendCall(place, route, { run_id: runId, tenant }, options));
      return parseDocument("receipt", await readAnswer(route, answer));
    } catch (error) {
      if (AbpError.is(error) && error.code === "receipt_not_found") return undefined;
      throw error;
    }
  };
}
