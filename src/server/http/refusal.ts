import { AbpError } from "../../contract/index.ts";
import type { CallHead, PlainResponse } from "../../gateway/index.ts";
import type { ServerContext } from "../context/server-context.ts";

/**
 * Answers a request that the gateway does not serve with an error in the caller's dialect, and logs the refusal. An
 * error that is no `AbpError` is a fault of the daemon: it is reported, because the answer does not tell its cause.
 */
export function refuse(context: ServerContext, head: CallHead, thrown: unknown): PlainResponse {
  if (AbpError.is(thrown)) {
    const { code, message, where } = thrown;
    // Without the query, which may hold a key.
    const [path] = head.target.split("?", 1);
    const key = context.log === undefined ? undefined : context.gateway.keyName?.(head);
    context.log?.warn("refused a request", { code, reason: message, where, method: head.method, path, key });
  } else context.report("A request failed inside the daemon.", thrown);
  return context.gateway.refuse(head, thrown);
}
