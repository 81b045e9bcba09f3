import type { AbpError, CallRecord, Cost, TokenUsage } from "../../contract/index.ts";
import { nativeModel } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { Ledger } from "../../storage/index.ts";
import type { CallRequest } from "../call/call-request.ts";
import type { ResponseFacts, ResponseHandler } from "../response/response-handler.ts";
import type { CallFacts } from "./call-receipt.ts";

/** A call that is over, and everything that is known of it. */
export interface EndedCall {
  readonly asked: CallRequest;
  readonly ledger: Ledger;
  readonly runId: string;
  readonly startedAt: number;
  readonly firstByteAt: number | undefined;
  readonly finishedAt: number;
  readonly engine: Engine | undefined;
  readonly status: number | undefined;
  /** Engines that were tried before. */
  readonly failed: readonly { readonly engine: string; readonly code: string }[];
  readonly warnings: readonly string[];
  readonly lane: ResponseHandler | undefined;
  /** What kept the answer from being whole, as far as it was known when the call was over. */
  readonly error: AbpError | undefined;
  /** Settles when the answer is kept, where it is one that later calls may continue. */
  readonly kept: Promise<void> | undefined;
  /** Who is told that the receipt is written. */
  readonly call: { onRecorded(): void };
}

/** What a call cost is asked with. */
export interface PriceQuestion {
  readonly provider: string;
  readonly model: string;
  readonly usage: TokenUsage;
  readonly at: Date;
}

/** What the accounts of all calls need. */
export interface Accounting {
  readonly software: { readonly name: string; readonly version: string };
  readonly price: (question: PriceQuestion) => Cost | undefined;
}

/** Accounts for a call: what its receipt says. */
export function describeCall({ software, price }: Accounting, call: EndedCall): CallFacts {
  const { lane } = call;
  const found = lane?.facts();
  const finishedAt = new Date(call.finishedAt);
  const usage = found?.seen.usage;
  return {
    runId: call.runId,
    workOrderId: call.asked.parentRun ?? call.runId,
    startedAt: new Date(call.startedAt),
    finishedAt,
    software,
    mode: lane?.mode ?? "mapped",
    call: recordOf(call, found),
    request: call.asked.digest,
    response: found?.response,
    upstreamRequest: lane?.upstreamRequest,
    upstreamResponse: found?.upstreamResponse,
    usage,
    usageRaw: found?.seen.usageRaw,
    cost: usage === undefined ? undefined : costOf(price, call, found, usage, finishedAt),
    mapping: found?.mapping ?? [],
    negotiation: found?.negotiation,
    warnings:
      found === undefined || found.warnings.length === 0
        ? call.warnings
        : [...call.warnings, ...found.warnings],
    error: call.error ?? found?.error,
    hadAnswer: call.firstByteAt !== undefined,
  };
}

// In the order of canonical JSON, which is then written without sorting.
function recordOf(call: EndedCall, found: ResponseFacts | undefined): CallRecord {
  const { asked, engine, firstByteAt, failed } = call;
  const { recognised, caller } = asked.admission;
  return {
    caller: caller.name,
    dialect: asked.dialect.id,
    engine: engine?.name ?? "none",
    engine_dialect: engine?.dialect.id ?? "none",
    ...(failed.length === 0 ? {} : { fallback_from: [...failed] }),
    ...(firstByteAt === undefined ? {} : { first_byte_ms: Math.max(0, firstByteAt - call.startedAt) }),
    model: asked.model ?? null,
    operation: recognised.endpoint.operation,
    ...(recognised.parentRun === undefined ? {} : { parent_run: recognised.parentRun }),
    reported_model: found?.seen.model ?? null,
    ...(engine?.isSimulated === true ? { simulated: true } : {}),
    status: call.status ?? null,
    stream: asked.streams,
    upstream_model: call.lane?.upstreamModel ?? null,
  };
}

function costOf(
  price: Accounting["price"],
  { engine, lane, asked }: EndedCall,
  found: ResponseFacts | undefined,
  usage: TokenUsage,
  at: Date,
): Cost | undefined {
  const billed = found?.seen.model ?? lane?.upstreamModel ?? asked.model;
  if (engine === undefined || billed === undefined) return undefined;
  return price({ provider: engine.provider, model: nativeModel(engine.dialect, billed), usage, at });
}
