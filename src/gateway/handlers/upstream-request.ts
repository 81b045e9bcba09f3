import { AbpError, type BodyDigest } from "../../contract/index.ts";
import { isVendorRun, Origins } from "../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { vendorCredential } from "../callers/callers.ts";
import { writeForCloud } from "../cloud/cloud-request.ts";
import type { Recognised } from "../exchange/admission.ts";
import { forwardedRequestHeaders } from "../headers/forwarded-headers.ts";
import type { Translation } from "../mapping/translation.ts";
import { spliceModel } from "../request/call-body.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import type { LaterBodies } from "../slices/later-bodies.ts";

/** A passthrough request after the model was replaced if the target names one. */
export interface AddressedRequest {
  /** The caller's own buffer if nothing was changed. */
  readonly body: Buffer;
  readonly path: string;
  /** What was changed, for the receipt. */
  readonly changes: readonly string[];
}

/**
 * Replaces the model, in the body or in the path. The model and the turns of kept responses are the only things that a
 * passthrough ever changes. Throws `contract_schema_violation` if the request names no model to replace.
 */
export function addressRequest(request: CallRequest, model: string | undefined): AddressedRequest {
  const { recognised } = request.admission;
  const { path } = recognised;
  if (request.isExpanded) {
    const value = model === undefined ? request.value : { ...request.value, model };
    return { body: Buffer.from(JSON.stringify(value)), path, changes: [] };
  }
  const { body } = request;
  if (model === undefined || model === request.model) return { body, path, changes: [] };
  const changes = [
    `the model ${JSON.stringify(request.model ?? "")} was replaced by ${JSON.stringify(model)}`,
  ];
  if (recognised.parameters["model"] !== undefined)
    return { body: withInnerModel(request, model), path: withModel(path, model), changes };
  const spliced = spliceModel(body, request.scanned, model);
  if (spliced === undefined) {
    throw new AbpError("contract_schema_violation", "the body names no model to be replaced", {
      where: "$.model",
    });
  }
  return { body: spliced, path, changes };
}

/** The caller's request as it goes to an engine of the same dialect. */
export function passthroughRequest(
  request: CallRequest,
  target: Target,
  path: string,
  body: Buffer,
): UpstreamRequest {
  const { admission } = request;
  const credential = callerCredential(admission.head, target);
  const hasCallerKey = credential.callerCredential !== undefined;
  return {
    method: admission.recognised.endpoint.method,
    path,
    headers: withTurnHeaders(
      withOwnHeaders(forwardedRequestHeaders(admission.head.headers, { hasCallerKey }), admission.recognised),
      request,
      target.engine,
    ),
    ...(body.length === 0 ? {} : { body }),
    // The caller's own SDK retries; retries of ours would multiply that.
    repeatable: false,
    ...credential,
  };
}

// What a vendor wants in a header, a cloud may want in the body.
function withOwnHeaders(headers: string[], { dialect, endpoint }: Recognised): string[] {
  if (endpoint.hosted === undefined) return headers;
  const { headers: own } = dialect.transport;
  for (let at = 0; at < own.length; at += 2) {
    if (findHeader(headers, own[at]!) === undefined) headers.push(own[at]!, own[at + 1]!);
  }
  return headers;
}

// The headers that the engine's vendor wants for the conversation, which callers that were made for other vendors do not send.
function withTurnHeaders(headers: string[], request: CallRequest, { turnHeaders }: Engine): string[] {
  const { admission, dialect } = request;
  if (turnHeaders === undefined || admission.recognised.endpoint.operation !== "generate") return headers;
  if (request.isOpaque) return headers;
  try {
    const reading = { origins: new Origins(), ...request.pathFacts };
    const wanted = turnHeaders(dialect.readRequest(request.value, reading));
    for (let at = 0; at < wanted.length; at += 2)
      if (findHeader(headers, wanted[at]!) === undefined) headers.push(wanted[at]!, wanted[at + 1]!);
  } catch (error) {
    // The engine itself answers what cannot be read.
    if (!AbpError.is(error)) throw error;
  }
  return headers;
}

/** A translated request as it goes to an engine of another dialect. */
export interface TranslatedCall {
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly upstreamModel: string | undefined;
}

const NO_BODY = Buffer.alloc(0);

/** Writes a translated request for its engine; a long one is written `later`. `hasFallback` tells whether another engine can take over. */
export function translatedRequest(
  { admission, model }: CallRequest,
  target: Target,
  translation: Pick<Translation, "request" | "report">,
  later?: LaterBodies,
  hasFallback = false,
): TranslatedCall {
  const { headers } = admission.head;
  const { report } = translation;
  const request = writeForCloud(target.engine, translation.request);
  const trace = findHeader(headers, "traceparent");
  const runsTools = report.entries.some(
    ({ feature, disposition }) => isVendorRun(feature) && disposition === "mapped",
  );
  // The vendors' SDKs count their own retries in this header; retries of ours would multiply them.
  const isRetry = (findHeader(headers, "x-stainless-retry-count") ?? "0") !== "0";
  const body: Buffer = later === undefined ? Buffer.from(JSON.stringify(request.body)) : NO_BODY;
  const call = {
    upstreamRequest: digestBody(body),
    upstreamModel: target.model ?? model,
    request: {
      method: "POST",
      path: request.path,
      headers: [
        "content-type",
        "application/json",
        "accept",
        "*/*",
        ...target.engine.dialect.transport.headers,
        ...(request.headers ?? []),
        ...(trace === undefined ? [] : ["traceparent", trace]),
      ],
      body,
      repeatable: !runsTools && !isRetry,
      ...(hasFallback ? { hasFallback } : {}),
      ...callerCredential(admission.head, target),
    },
  } satisfies TranslatedCall;
  // Nothing is sent before that is done.
  later?.write(request.body, (written, digest) => {
    call.request.body = written;
    Object.assign(call.upstreamRequest, digest);
  });
  return call;
}

// The caller's vendor key goes only to an engine that it was meant for, and that uses such keys.
function callerCredential(
  head: Parameters<typeof vendorCredential>[0],
  { engine, getsCallerKey }: Target,
): { readonly callerCredential?: string } {
  if (!getsCallerKey || !engine.usesCallerKey) return {};
  const credential = vendorCredential(head);
  return credential === undefined ? {} : { callerCredential: credential };
}

// A request for embeddings may repeat the model of its path, and the vendor rejects another one there.
function withInnerModel(request: CallRequest, model: string): Buffer {
  const { dialect, admission, body } = request;
  if (admission.recognised.endpoint.operation !== "embed" || request.isOpaque) return body;
  const changed = dialect.embeddings?.withModel?.(request.value, model);
  return changed === undefined ? body : Buffer.from(JSON.stringify(changed));
}

function withModel(path: string, model: string): string {
  return path.replace(/(\/models\/)[^/:?]+/, (_, before: string) => `${before}${encodeURIComponent(model)}`);
}
