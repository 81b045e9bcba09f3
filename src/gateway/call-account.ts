import type { AbpError, CallRecord, Cost, TokenUsage } from "../contract/index.ts";
import { nativeModel } from "../dialects/index.ts";
import type { Engine } from "../engines/index.ts";
import type { CallFacts } from "./call-receipt.ts";
import type { CallRequest } from "./call-request.ts";
import type { Lane, LaneFacts } from "./lane.ts";
import type { GatewayParts } from "./parts.ts";

/** A call that is over, and everything that is known of it. */
export interface EndedCall {
  readonly parts: GatewayParts;
  readonly asked: CallRequest;
  readonly runId: string;
  readonly startedAt: number;
  readonly firstByteAt: number | undefined;
  readonly engine: Engine | undefined;
  readonly status: number | undefined;
  /** Engines that were tried before. */
  readonly failed: readonly { readonly engine: string; readonly code: string }[];
  readonly warnings: readonly string[];
  readonly lane: Lane | undefined;
  readonly found: LaneFacts | undefined;
  readonly error: AbpError | undefined;
}

/** Accounts for a call: what its receipt says. */
export function accountCall(call: EndedCall): CallFacts {
  const { parts, lane, found } = call;
  const finishedAt = new Date(parts.now());
  const usage = found?.seen.usage;
  return {
    runId: call.runId,
    workOrderId: call.asked.parentRun ?? call.runId,
    startedAt: new Date(call.startedAt),
    finishedAt,
    software: parts.software,
    mode: lane?.mode ?? "mapped",
    call: recordOf(call),
    request: call.asked.digest,
    response: found?.response,
    upstreamRequest: lane?.upstreamRequest,
    upstreamResponse: found?.upstreamResponse,
    usage,
    usageRaw: found?.seen.usageRaw,
    cost: usage === undefined ? undefined : costOf(call, usage, finishedAt),
    mapping: found?.mapping ?? [],
    negotiation: found?.negotiation,
    warnings:
      found === undefined || found.warnings.length === 0
        ? call.warnings
        : [...call.warnings, ...found.warnings],
    error: call.error,
    hadAnswer: call.firstByteAt !== undefined,
  };
}

// In the order of canonical JSON, which is then written without sorting.
function recordOf(call: EndedCall): CallRecord {
  const { asked, engine, firstByteAt, found, failed } = call;
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
  { parts, engine, found, lane, asked }: EndedCall,
  usage: TokenUsage,
  at: Date,
): Cost | undefined {
  const billed = found?.seen.model ?? lane?.upstreamModel ?? asked.model;
  if (engine === undefined || billed === undefined) return undefined;
  return parts.price({ provider: engine.provider, model: nativeModel(engine.dialect, billed), usage, at });
}
