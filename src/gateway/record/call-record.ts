import {
  type AbpError,
  type BodyDigest,
  type CallRecord,
  type Cost,
  clockRecord,
  type ExecutionMode,
  nanoUsd,
  type PolicyDecisionRecord,
  type SearchRecord,
  type TokenUsage,
} from "../../contract/index.ts";
import { type Dialect, nativeModel } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { Ledger } from "../../storage/index.ts";
import type { Admission } from "../exchange/admission.ts";
import { parentOf } from "../exchange/parent-run.ts";
import { recordedText, recordedUsage } from "../facts/recorded-text.ts";
import type { ResponseFacts } from "../facts/response-facts.ts";
import type { SeenCalls } from "../facts/tool-call-log.ts";
import type { CallFacts } from "./call-receipt.ts";

/** What the record of a call needs of its request. */
export interface RecordedRequest {
  readonly admission: Admission;
  /** The caller's dialect. */
  readonly dialect: Dialect;
  readonly model: string | undefined;
  readonly streams: boolean;
  readonly parentRun: string | undefined;
  readonly digest: BodyDigest;
  /** The bytes that are held until the receipt is written. */
  readonly body: { readonly length: number };
  /** What was changed in the caller's body before anything else. */
  readonly changes?: readonly string[];
}

/** What the record of a call needs of the response's handler. */
export interface RecordedResponse {
  readonly mode: ExecutionMode;
  readonly upstreamRequest: BodyDigest | undefined;
  readonly upstreamModel: string | undefined;
  /** Called once, after the answer has ended. */
  facts(): ResponseFacts;
}

/** A call that has ended, with everything that is known of it. */
export interface EndedCall {
  readonly request: RecordedRequest;
  readonly ledger: Ledger;
  readonly runId: string;
  readonly startedAt: number;
  readonly firstByteAt: number | undefined;
  readonly finishedAt: number;
  readonly engine: Engine | undefined;
  readonly status: number | undefined;
  /** The engines that were tried before, and why each failed. */
  readonly failed: readonly { readonly engine: string; readonly code: string }[];
  readonly warnings: readonly string[];
  readonly response: RecordedResponse | undefined;
  /** Why the answer is not whole, as far as that was known when the call ended. */
  readonly error: AbpError | undefined;
  /** The policy decisions of the call; undefined if no policy restricts it. Complete once `response.facts` was called. */
  readonly judge?: { readonly decisions: readonly PolicyDecisionRecord[] } | undefined;
  /** Settles when the answer is kept; undefined if it is not kept. */
  readonly kept: Promise<void> | undefined;
  /** Told when the receipt is durable, or failed for good. */
  readonly call: { onRecorded(): void };
}

/** What the price of a call depends on. */
export interface PriceQuestion {
  readonly provider: string;
  readonly model: string;
  readonly usage: TokenUsage;
  readonly at: Date;
}

/** What the records of all calls need. */
export interface RecordContext {
  readonly software: { readonly name: string; readonly version: string };
  readonly price: (question: PriceQuestion) => Cost | undefined;
}

/** Collects what the receipt of a call says. */
export function describeCall({ software, price }: RecordContext, call: EndedCall): CallFacts {
  const { response } = call;
  const found = response?.facts();
  // The clock may have stepped back during the call.
  const latest = Math.max(call.startedAt, call.firstByteAt ?? call.startedAt);
  const finishedAt = new Date(Math.max(latest, call.finishedAt));
  const usage = found?.observed.usage;
  return {
    runId: call.runId,
    workOrderId: call.request.parentRun ?? call.runId,
    startedAt: new Date(call.startedAt),
    finishedAt,
    clock: clockRecord(latest - call.finishedAt),
    software,
    mode: response?.mode ?? "mapped",
    call: recordOf(call, found),
    request: call.request.digest,
    response: found?.response,
    upstreamRequest: response?.upstreamRequest,
    upstreamResponse: found?.upstreamResponse,
    usage,
    usageRaw: recordedUsage(found?.observed.usageRaw),
    cost: usage === undefined ? undefined : costOf(price, call, found, usage, finishedAt),
    mapping: found?.mapping ?? [],
    negotiation: found?.negotiation,
    warnings: joinWarnings(call.request.changes ?? NONE, call.warnings, found?.warnings ?? NONE),
    error: call.error ?? found?.error,
    hadAnswer: call.firstByteAt !== undefined,
    searches: found?.searches,
    calls: found?.calls,
    transfer: found?.transfer,
    decisions: call.judge?.decisions,
  };
}

const NONE: readonly string[] = [];

// Most calls have no warning.
function joinWarnings(
  first: readonly string[],
  second: readonly string[],
  third: readonly string[],
): readonly string[] {
  return first.length + second.length + third.length === 0 ? NONE : [...first, ...second, ...third];
}

// The members are set in the order of canonical JSON, so that they are written without sorting.
function recordOf(call: EndedCall, found: ResponseFacts | undefined): CallRecord {
  const { request, engine, firstByteAt, failed } = call;
  const { recognised, caller } = request.admission;
  const parent = parentOf(request.admission);
  const record: Partial<CallRecord> = {
    caller: caller.name,
    dialect: request.dialect.id,
    engine: engine?.name ?? "none",
    engine_dialect: engine?.dialect.id ?? "none",
  };
  if (found?.events !== undefined) record.events = found.events;
  if (failed.length > 0) record.fallback_from = [...failed];
  if (firstByteAt !== undefined) record.first_byte_ms = Math.max(0, firstByteAt - call.startedAt);
  record.model = request.model ?? null;
  record.operation = recognised.endpoint.operation;
  if (parent !== undefined) record.parent_run = parent;
  const reported = found?.observed.model;
  record.reported_model = reported === undefined ? null : recordedText(reported);
  if (engine?.isSimulated === true) record.simulated = true;
  record.status = call.status ?? null;
  record.stream = request.streams;
  if (found?.toolCalls !== undefined) addCalls(record, found.toolCalls);
  record.upstream_model = call.response?.upstreamModel ?? null;
  return record as CallRecord;
}

function addCalls(record: Partial<CallRecord>, { calls, omitted }: SeenCalls): void {
  record.tool_calls = [...calls];
  if (omitted > 0) record.tool_calls_omitted = omitted;
}

function costOf(
  price: RecordContext["price"],
  { engine, response, request }: EndedCall,
  found: ResponseFacts | undefined,
  usage: TokenUsage,
  at: Date,
): Cost | undefined {
  const model = found?.observed.model ?? response?.upstreamModel ?? request.model;
  if (engine === undefined || model === undefined) return undefined;
  return priceUse(price, engine, { model, usage, searches: found?.searches ?? [], at });
}

/** What a call used, for its price. */
export interface CallUse {
  /** As the engine names it. */
  readonly model: string;
  readonly usage: TokenUsage;
  /** The searches that the gateway paid for; they count in `usage` as well. */
  readonly searches: readonly SearchRecord[];
  readonly at: Date;
}

/** The cost of what a call used: the engine's by its prices, and the gateway's own searches by theirs. */
export function priceUse(
  price: RecordContext["price"],
  engine: Pick<Engine, "provider" | "dialect">,
  { model, usage, searches, at }: CallUse,
): Cost | undefined {
  const question = { provider: engine.provider, model: nativeModel(engine.dialect, model), at };
  const ours = searches.filter(({ error }) => error === undefined).length;
  if (ours === 0) return price({ ...question, usage });
  const { web_search = 0, ...others } = usage.serverTools ?? {};
  const left = Math.max(0, web_search - ours);
  const serverTools = left === 0 ? others : { ...others, web_search: left };
  return withSearches(price({ ...question, usage: { ...usage, serverTools } }), searches);
}

function withSearches(cost: Cost | undefined, searches: readonly SearchRecord[]): Cost | undefined {
  const usd = searches.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  if (usd === 0) return cost;
  const line = { item: "gateway_web_search", quantity: searches.length, usd };
  const { lines = [], ...rest } = cost ?? { usd: 0, estimated: true };
  const sum = Math.round((rest.usd + usd) * 1e12) / 1e12;
  return { ...rest, usd: sum, nano_usd: nanoUsd(sum), lines: [...lines, line] };
}
