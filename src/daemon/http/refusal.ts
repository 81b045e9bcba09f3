import { AbpError } from "../../contract/index.ts";
import type { CallHead, PlainResponse } from "../../gateway/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { ServerContext } from "../server/server-context.ts";

const RETRY_AFTER_SECONDS = "1";

/**
 * Answers a request that the gateway does not serve with an error in the caller's dialect, and logs the refusal. An
 * error that is no `AbpError` is reported too: the answer does not tell its cause.
 */
export function refuse(context: ServerContext, head: CallHead, thrown: unknown): PlainResponse {
  if (!AbpError.is(thrown)) context.report("A request failed inside the daemon.", thrown);
  const error = AbpError.is(thrown)
    ? thrown
    : new AbpError("internal", "The daemon failed to serve the call.", { cause: thrown });
  const { code, message, where } = error;
  const [path] = head.target.split("?", 1);
  // Without the query, which may hold a key.
  context.log?.warn("refused a request", { code, reason: message, where, method: head.method, path });
  const answer = context.gateway.refuse(head, error);
  const mayRetry = error.code === "too_many_calls" || error.code === "shutting_down";
  if (!mayRetry || findHeader(answer.headers, "retry-after") !== undefined) return answer;
  return { ...answer, headers: [...answer.headers, "retry-after", RETRY_AFTER_SECONDS] };
}
