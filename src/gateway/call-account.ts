import type { AbpError, BodyDigest, CallRecord, Cost, TokenUsage } from "../contract/index.ts";
import { type Dialect, nativeModel } from "../dialects/index.ts";
import type { Engine } from "../engines/index.ts";
import type { CallFacts } from "./call-receipt.ts";
import type { Admission } from "./exchange.ts";
import type { Lane, LaneFacts } from "./lane.ts";
import type { GatewayParts } from "./parts.ts";

/** A call that is over, and everything that is known of it. */
export interface EndedCall {
  readonly parts: GatewayParts;
  readonly admission: Admission;
  readonly runId: string;
  readonly workOrderId: string;
  readonly startedAt: number;
  readonly firstByteAt: number | undefined;
  readonly dialect: Dialect;
  readonly engine: Engine | undefined;
  readonly model: string | undefined;
  readonly streams: boolean;
  readonly status: number | undefined;
  /** Engines that were tried before. */
  readonly failed: readonly { readonly engine: string; readonly code: string }[];
  readonly warnings: readonly string[];
  readonly request: BodyDigest;
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
    workOrderId: call.workOrderId,
    startedAt: new Date(call.startedAt),
    finishedAt,
    software: parts.software,
    mode: lane?.mode ?? "mapped",
    call: recordOf(call),
    request: call.request,
    response: found?.response,
    upstreamRequest: lane?.upstreamRequest,
    upstreamResponse: found?.upstreamResponse,
    usage,
    usageRaw: found?.seen.usageRaw,
    cost: usage === undefined ? undefined : costOf(call, usage, finishedAt),
    mapping: found?.mapping ?? [],
    negotiation: found?.negotiation,
    warnings: found === undefined ? call.warnings : [...call.warnings, ...found.warnings],
    error: call.error,
    hadAnswer: call.firstByteAt !== undefined,
  };
}

// In the order of canonical JSON, which is then written without sorting.
function recordOf(call: EndedCall): CallRecord {
  const { admission, engine, firstByteAt, found, failed } = call;
  const { recognised, caller } = admission;
  return {
    caller: caller.name,
    dialect: call.dialect.id,
    engine: engine?.name ?? "none",
    engine_dialect: engine?.dialect.id ?? "none",
    ...(failed.length === 0 ? {} : { fallback_from: [...failed] }),
    ...(firstByteAt === undefined ? {} : { first_byte_ms: Math.max(0, firstByteAt - call.startedAt) }),
    model: call.model ?? null,
    operation: recognised.endpoint.operation,
    ...(recognised.parentRun === undefined ? {} : { parent_run: recognised.parentRun }),
    reported_model: found?.seen.model ?? null,
    ...(engine?.isSimulated === true ? { simulated: true } : {}),
    status: call.status ?? null,
    stream: recognised.endpoint.streams ?? call.streams,
    upstream_model: call.lane?.upstreamModel ?? null,
  };
}

function costOf(
  { parts, engine, found, lane, model }: EndedCall,
  usage: TokenUsage,
  at: Date,
): Cost | undefined {
  const billed = found?.seen.model ?? lane?.upstreamModel ?? model;
  if (engine === undefined || billed === undefined) return undefined;
  return parts.price({ provider: engine.provider, model: nativeModel(engine.dialect, billed), usage, at });
}
