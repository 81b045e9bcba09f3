import type { ByteBudget } from "../../../lib/index.ts";
import type { CallJudge } from "../../enforcement/call-judge.ts";
import { type WatchedCall, watchIds } from "../../id-owners/id-watches.ts";
import { addressedRequest, digestOf, negotiationOf, type PassedQuestion } from "../passed-request.ts";
import type { AttemptOwner } from "../response-handler.ts";
import { passthroughRequest } from "../upstream-request.ts";
import { AnswerEcho } from "./answer-echo.ts";
import { type PassthroughCall, PassthroughResponse } from "./passthrough-response.ts";

/** A call that passes through to an engine of the caller's dialect. */
export interface PassthroughQuestion extends PassedQuestion, WatchedCall {
  readonly owner: AttemptOwner;
  readonly context: PassedQuestion["context"] & WatchedCall["context"] & { readonly heldBytes: ByteBudget };
  readonly request: PassedQuestion["request"];
  readonly target: PassedQuestion["target"];
  /** Set if a policy has rules for tools. */
  readonly judge?: CallJudge | undefined;
}

/** Opens the handler of a call whose bytes pass through. Throws as `addressRequest` and `spliceForCloud`. */
export function openPassthrough(question: PassthroughQuestion): PassthroughResponse {
  const { owner, request, target, judge } = question;
  const { body, path, changes } = addressedRequest(question);
  return new PassthroughResponse({
    owner,
    engine: target.engine,
    operation: request.admission.recognised.endpoint.operation,
    ...repeated(question, changes),
    streams: request.streams,
    upstreamModel: target.model ?? request.model,
    digest: body === request.body && request.changes.length === 0 ? request.digest : digestOf(question, body),
    request: passthroughRequest(request, target, path, body),
    negotiation: negotiationOf(question),
    ...watchIds(question),
    judge,
  });
}

// The engine does not know what the request continues if the gateway put it in.
function repeated(
  { context, request }: PassthroughQuestion,
  changes: readonly string[],
): Pick<PassthroughCall, "changes" | "openEcho"> {
  const { state } = request.dialect;
  const { repeated: members } = request;
  if (members === undefined || state === undefined) return { changes };
  const names = Object.keys(members);
  if (names.length === 0) return { changes };
  const { body, event } = state.idPaths;
  const paths = { body: body.slice(0, -1), event: event.slice(0, -1) };
  return {
    changes: [...changes, `the answer repeats ${names.join(" and ")} as the caller sent it`],
    openEcho: (isStream) => new AnswerEcho({ members, paths }, isStream, context.heldBytes),
  };
}
