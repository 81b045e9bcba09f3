import { AbpError, formatTimestamp, problemOf } from "../../contract/index.ts";
import { errorHeaders } from "../../gateway/index.ts";
import { answerHeaders } from "./answer-headers.ts";

const UNAUTHORIZED = 401;

/** Names a request in its answer. */
export interface RequestName {
  readonly id: string;
  readonly path: string;
}

/** One of our errors as a problem document (RFC 9457). */
export function answerProblem(error: AbpError, { id, path }: RequestName, now: Date): Response {
  const headers = answerHeaders(id, "application/problem+json");
  const own = errorHeaders(error);
  for (let at = 0; at < own.length; at += 2) headers.set(own[at]!, own[at + 1]!);
  const { status } = error.row;
  if (status === UNAUTHORIZED) headers.set("www-authenticate", "Bearer");
  const problem = problemOf(error, { id, timestamp: formatTimestamp(now), instance: path });
  return new Response(JSON.stringify(problem), { status, headers });
}

/** A thrown value as an error of the table. An unexpected one becomes `internal`, which reveals nothing of its cause. */
export function asControlError(thrown: unknown): AbpError {
  if (AbpError.is(thrown)) return thrown;
  return new AbpError("internal", "The request could not be served.", { cause: thrown });
}
