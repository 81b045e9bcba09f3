import { type AbpError, type ErrorCode, errorRow, type LossReport } from "../../../contract/index.ts";
import { type Dialect, translateError } from "../../../dialects/index.ts";
import type { Engine } from "../../../engines/index.ts";
import { findHeader, type HeaderList, parseAsWritten } from "../../../lib/index.ts";
import { engineError } from "../../facts/engine-error.ts";
import { plainJson } from "../../plain-answers/error-answer.ts";
import { allowsFallback } from "../fallback-rule.ts";
import type { AttemptOwner } from "../response-handler.ts";

/** The call that an engine failed. */
export interface FailedCall {
  readonly owner: Pick<AttemptOwner, "fallBack">;
  readonly dialect: Dialect;
  readonly engine: Engine;
}

/** A failure of an engine in the caller's dialect. */
export interface FailedAnswer {
  readonly error: AbpError;
  readonly answer: ReturnType<typeof plainJson>;
  readonly report: LossReport;
}

/**
 * Writes an engine's failure for the caller; undefined if another engine takes the call. `inside` is the status that the
 * failure amounts to, if the engine sent it with the status of a success.
 */
export function translateFailure(
  { owner, dialect, engine }: FailedCall,
  { status, headers }: { readonly status: number; readonly headers: HeaderList },
  value: unknown,
  inside = status,
): FailedAnswer | undefined {
  const { failure, status: written, body, report } = translateError(engine.dialect, dialect, inside, value);
  const error = engineError(failure.code, failure.message, status);
  if (allowsFallback(inside, engine) && owner.fallBack(error)) return undefined;
  return { error, answer: plainJson(written, body, errorHints(headers, failure.code)), report };
}

/** The retry headers of a failed answer: the engine's own, else ours, because agents retry for minutes without them. */
export function errorHints(headers: HeaderList, code: ErrorCode): string[] {
  const after = findHeader(headers, "retry-after");
  const again = findHeader(headers, "x-should-retry") ?? String(errorRow(code).retryable);
  return ["x-should-retry", again, ...(after === undefined ? [] : ["retry-after", after])];
}

/** How much of a failed response is read. */
const MAX_FAILURE_BYTES = 1024 * 1024;

/** Parses the body of a failed response without the engine's secrets, which an engine may repeat in it. */
export function parseFailure(body: Buffer, engine: Engine): unknown {
  const read = body.subarray(0, MAX_FAILURE_BYTES);
  return parseAnswer(
    engine.conceal === undefined ? read : Buffer.from(engine.conceal(read.toString("utf8"))),
  );
}

/** Parses a body; a text that is not JSON is returned as it is, shortened, and an empty one as undefined. */
export function parseAnswer(body: Buffer): unknown {
  try {
    return parseAsWritten(body.toString("utf8"));
  } catch {
    // Proxies answer in HTML and plain text; the status is what matters.
    return body.length === 0 ? undefined : beginningOf(body);
  }
}

/** What is kept of a body that is not JSON. */
export function beginningOf(body: Buffer): string {
  return body.toString("utf8", 0, 2000);
}
