import type { BodyDigest, NegotiationRecord } from "../../contract/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { spliceForCloud } from "../cloud/cloud-request.ts";
import { passedRecord } from "../mapping/model-check.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import type { LaterBodies } from "../slices/later-bodies.ts";
import type { AttemptRules } from "./attempt-rules.ts";
import { type AddressedRequest, addressRequest } from "./upstream-request.ts";

/** A request that goes to an engine of the caller's dialect. */
export interface PassedQuestion {
  readonly context: { readonly limits: { readonly maxDepth: number } };
  readonly request: CallRequest;
  readonly target: Target;
  readonly plan: Pick<AttemptRules, "compatibility">;
  /** Set if the body is too long to be hashed at once. */
  readonly later?: LaterBodies | undefined;
}

/** The request with the model of the target, and in the form of the engine's cloud. */
export function addressedRequest({ context, request, target }: PassedQuestion): AddressedRequest {
  const addressed = addressRequest(request, target.model);
  if (target.engine.cloud === undefined) return addressed;
  return spliceForCloud(target.engine, addressed, {
    model: target.model ?? request.model,
    streams: request.streams,
    maxDepth: context.limits.maxDepth,
  });
}

/** The digest of a body that was changed for the engine; that of a long one is computed later. */
export function digestOf({ later }: Pick<PassedQuestion, "later">, body: Buffer): BodyDigest {
  return later === undefined ? digestBody(body) : later.digest(body);
}

/** What the receipt says of the model before it is called. */
export function negotiationOf({ request, target, plan }: PassedQuestion): NegotiationRecord {
  return passedRecord(target.engine, target.model ?? request.model, plan.compatibility, request.streams);
}
