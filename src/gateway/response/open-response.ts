import { AbpError, type CompatibilityMode } from "../../contract/index.ts";
import type { Dialect, ReplyOptions } from "../../dialects/index.ts";
import type { Engine, UpstreamRequest } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { Ledger } from "../../storage/index.ts";
import { forwardedRequestHeaders } from "../answer/forwarded-headers.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { spliceModel } from "../call/call-body.ts";
import type { CallRequest } from "../call/call-request.ts";
import type { GatewayContext } from "../context.ts";
import { type Translation, translateCall } from "../mapping/translation.ts";
import { withoutMapped } from "../record/call-receipt.ts";
import { vendorCredential } from "../routing/callers.ts";
import { type MappedCall, MappedResponse } from "./mapped-response.ts";
import { MappedStream } from "./mapped-stream.ts";
import { PassthroughResponse } from "./passthrough-response.ts";
import type { AttemptOwner, ResponseHandler } from "./response-handler.ts";
import { TokenCount } from "./token-count.ts";

/** What is known of a call when a lane is opened for it. */
export interface ResponseQuestion {
  readonly host: AttemptOwner;
  readonly parts: GatewayContext;
  readonly asked: CallRequest;
  readonly engine: Engine;
  readonly targetModel: string | undefined;
  readonly mode: CompatibilityMode;
  readonly ledger: Ledger;
}

/** Opens the way through: as the bytes are where the engine speaks the caller's dialect, else translated. */
export function openResponse(question: ResponseQuestion): ResponseHandler {
  const { engine } = question;
  const { dialect, admission } = question.asked;
  const isCount = admission.recognised.endpoint.operation === "count_tokens";
  if (isCount && !hasCounter(engine.dialect) && question.parts.limits.estimateTokens)
    return new TokenCount({ ...countFacts(question), mapping: [] });
  if (engine.dialect === dialect) return isCount ? openSameCount(question) : openPassthrough(question);
  const translation = translate(question);
  return isCount ? openMappedCount(question, translation) : openMapped(question, translation);
}

function openPassthrough(question: ResponseQuestion): PassthroughResponse {
  const { host, asked, targetModel } = question;
  const { body, path, changes } = addressed(question);
  return new PassthroughResponse({
    host,
    dialect: asked.dialect,
    changes,
    upstreamModel: targetModel ?? asked.model,
    digest: body === asked.body ? asked.digest : digestBody(body),
    request: forwarded(question, path, body),
  });
}

function openSameCount(question: ResponseQuestion): TokenCount {
  const { body, path } = addressed(question);
  return new TokenCount({
    ...countFacts(question),
    request: forwarded(question, path, body),
    upstreamRequest: digestBody(body),
    mapping: [],
  });
}

// A model's alias, or the earlier turns of a kept response, are the only things that are ever put in.
function addressed(question: ResponseQuestion): { body: Buffer; path: string; changes: string[] } {
  const { asked, targetModel } = question;
  const { body, model } = asked;
  const { recognised } = asked.admission;
  if (asked.isExpanded) {
    const { value } = asked;
    const named = targetModel === undefined ? value : { ...value, model: targetModel };
    return { body: Buffer.from(JSON.stringify(named)), path: recognised.path, changes: [] };
  }
  if (targetModel === undefined || targetModel === model) return { body, path: recognised.path, changes: [] };
  const changes = [`the model ${JSON.stringify(model ?? "")} was put as ${JSON.stringify(targetModel)}`];
  if (recognised.parameters["model"] !== undefined) {
    return { body, path: withModel(recognised.path, targetModel), changes };
  }
  const spliced = spliceModel(body, asked.scanned, targetModel);
  if (spliced === undefined) {
    throw new AbpError("contract_schema_violation", "the body names no model to be replaced", {
      where: "$.model",
    });
  }
  return { body: spliced, path: recognised.path, changes };
}

function forwarded({ asked: { admission } }: ResponseQuestion, path: string, body: Buffer): UpstreamRequest {
  const credential = vendorCredential(admission.head);
  return {
    method: admission.recognised.endpoint.method,
    path,
    headers: forwardedRequestHeaders(admission.head.headers),
    ...(body.length === 0 ? {} : { body }),
    // The caller's own SDK tries again; a second voice would multiply that.
    repeatable: false,
    ...(credential === undefined ? {} : { callerCredential: credential }),
  };
}

function translate(question: ResponseQuestion): Translation {
  const { asked, engine, mode, targetModel, ledger } = question;
  const { admission, dialect } = asked;
  const { endpoint, parameters } = admission.recognised;
  return translateCall({
    dialect,
    engine,
    body: asked.value,
    headers: admission.head.headers,
    mode,
    operation: endpoint.operation === "count_tokens" ? "count_tokens" : "generate",
    pathModel: parameters["model"],
    pathStream: endpoint.streams,
    targetModel,
    custody: ledger.custody,
  });
}

function openMapped(question: ResponseQuestion, translation: Translation): ResponseHandler {
  const { host, engine, parts } = question;
  const { dialect } = question.asked;
  const { emulation, memory } = translation;
  const framing = framingOf(question);
  const reply: ReplyOptions = {
    memory,
    id: host.runId,
    created: Math.floor(parts.now() / 1000),
    custody: question.ledger.custody,
    framing: { caller: framing },
    ...(emulation === undefined
      ? {}
      : { rewriter: emulation.openRewriter(), finish: (whole) => emulation.finish(whole).reply }),
  };
  const call: MappedCall = {
    host,
    dialect,
    engine,
    translation: {
      report: withoutMapped(translation.report),
      emulation,
      negotiation: translation.negotiation,
    },
    ...outgoing(question, translation),
    reply,
    framing,
    heartbeatMs: parts.limits.heartbeatMs,
    now: parts.now,
  };
  return memory.streams ? new MappedStream(call) : new MappedResponse(call);
}

function openMappedCount(question: ResponseQuestion, translation: Translation): TokenCount {
  return new TokenCount({
    ...countFacts(question),
    ...outgoing(question, translation),
    mapping: [translation.report],
  });
}

function hasCounter({ endpoints }: Dialect): boolean {
  return endpoints.some(({ operation }) => operation === "count_tokens");
}

function countFacts(question: ResponseQuestion) {
  const { host, engine, parts, targetModel, asked } = question;
  return {
    host,
    dialect: asked.dialect,
    engine,
    upstreamModel: targetModel ?? asked.model,
    parse: () => asked.value,
    mayEstimate: parts.limits.estimateTokens,
    pathModel: asked.admission.recognised.parameters["model"],
  };
}

function outgoing({ asked, engine, targetModel }: ResponseQuestion, { request, report }: Translation) {
  const { admission } = asked;
  const body = Buffer.from(JSON.stringify(request.body));
  const credential = vendorCredential(admission.head);
  const trace = findHeader(admission.head.headers, "traceparent");
  const headers = [
    "content-type",
    "application/json",
    "accept",
    "*/*",
    ...engine.dialect.transport.headers,
    ...(trace === undefined ? [] : ["traceparent", trace]),
  ];
  const runsTools = report.entries.some(
    ({ feature, disposition }) => feature === "tool.server" && disposition === "mapped",
  );
  // How the vendors' SDKs count their own repetitions; a second voice would multiply them.
  const isRepeat = (findHeader(admission.head.headers, "x-stainless-retry-count") ?? "0") !== "0";
  return {
    upstreamRequest: digestBody(body),
    upstreamModel: targetModel ?? asked.model,
    request: {
      method: "POST",
      path: request.path,
      headers,
      body,
      repeatable: !runsTools && !isRepeat,
      ...(credential === undefined ? {} : { callerCredential: credential }),
    } as const,
  };
}

// Gemini streams a JSON array unless the query asks for events.
function framingOf({ asked: { admission } }: ResponseQuestion): "sse" | "array" {
  const { path, endpoint } = admission.recognised;
  const query = path.slice(path.indexOf("?") + 1).split("&");
  return endpoint.eventsQuery === undefined || query.includes(endpoint.eventsQuery) ? "sse" : "array";
}

function withModel(path: string, model: string): string {
  return path.replace(/(\/models\/)[^/:?]+/, (_, before: string) => `${before}${encodeURIComponent(model)}`);
}
