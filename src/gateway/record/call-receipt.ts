import {
  type AbpError,
  type BodyDigest,
  buildReceipt,
  type CallRecord,
  type ClockRecord,
  type Cost,
  type ExecutionMode,
  type LossEntry,
  type LossReport,
  type NegotiationRecord,
  type Observed,
  type Outcome,
  type PolicyDecisionRecord,
  type Receipt,
  type SearchRecord,
  type Termination,
  type TokenUsage,
  type TransferRecord,
  type UpstreamCallRecord,
  type Usage,
} from "../../contract/index.ts";
import { recordedMessage } from "../facts/engine-error.ts";
import { MAX_RECORDED_LENGTH, recordedText } from "../facts/recorded-text.ts";
import type { RoundRecord } from "../rounds/round-loop.ts";

/** Everything that a call's receipt says. */
export interface CallFacts {
  readonly runId: string;
  readonly workOrderId: string;
  readonly startedAt: Date;
  /** Not before `startedAt`. */
  readonly finishedAt: Date;
  /** Present if the clock stepped back during the call. */
  readonly clock: ClockRecord | undefined;
  readonly software: { readonly name: string; readonly version: string };
  readonly mode: ExecutionMode;
  readonly call: CallRecord;
  readonly request: BodyDigest;
  readonly response: BodyDigest | undefined;
  readonly upstreamRequest: BodyDigest | undefined;
  readonly upstreamResponse: BodyDigest | undefined;
  readonly usage: TokenUsage | undefined;
  readonly usageRaw: unknown;
  readonly cost: Cost | undefined;
  readonly mapping: readonly LossReport[];
  readonly negotiation: NegotiationRecord | undefined;
  readonly warnings: readonly string[];
  /** Why the call failed; undefined if it did not. */
  readonly error: AbpError | undefined;
  /** Whether the caller had received part of an answer. */
  readonly hadAnswer: boolean;
  /** The policy decisions that are not plain allows; undefined if no policy restricts the call. */
  readonly decisions?: readonly PolicyDecisionRecord[] | undefined;
  /** The web searches that the gateway ran for the answer. */
  readonly searches?: readonly SearchRecord[] | undefined;
  /** The calls of the engine, if the answer may have taken several. */
  readonly calls?: readonly RoundRecord[] | undefined;
  /** Set for a call that passed through as it is. */
  readonly transfer?: TransferRecord | undefined;
}

export function buildCallReceipt(facts: CallFacts): Receipt {
  const { error, usage, cost, negotiation } = facts;
  const counted = usageOf(usage, cost);
  const reported =
    usage === undefined ? [] : [{ by: facts.call.engine, usage: counted, usage_raw: facts.usageRaw ?? {} }];
  return buildReceipt(
    {
      runId: facts.runId,
      workOrderId: facts.workOrderId,
      startedAt: facts.startedAt,
      finishedAt: facts.finishedAt,
      backend: { adapter_version: facts.software.version, backend_version: null, id: facts.call.engine },
      outcome: outcomeOf(error, facts.hadAnswer),
      mode: facts.mode,
      usage: counted,
      usageRaw: facts.usageRaw ?? {},
    },
    {
      ...(cost === undefined ? {} : { cost }),
      ...(negotiation === undefined ? {} : { decision_id: negotiation.decision_id }),
      ...(facts.mapping.length === 0 ? {} : { mapping: facts.mapping.map(withoutMapped) }),
      ...(negotiation === undefined ? {} : { negotiation }),
      observed: observedOf(facts),
      ...(reported.length === 0 ? {} : { reported }),
      termination: terminationOf(error),
    },
  );
}

function observedOf(facts: CallFacts): Observed {
  const { request, response, upstreamRequest, upstreamResponse, warnings, decisions } = facts;
  return {
    call: facts.call,
    ...(facts.clock === undefined ? {} : { clock: facts.clock }),
    ...(decisions === undefined ? {} : { policy: "enforced" as const }),
    ...(decisions === undefined || decisions.length === 0 ? {} : { policy_decisions: [...decisions] }),
    request,
    ...(response === undefined ? {} : { response }),
    ...((facts.searches?.length ?? 0) === 0 ? {} : { searches: [...facts.searches!] }),
    software: facts.software,
    ...(facts.transfer === undefined ? {} : { transfer: facts.transfer }),
    ...((facts.calls?.length ?? 0) < 2 ? {} : { upstream_calls: upstreamCallsOf(facts.calls!) }),
    ...(upstreamRequest === undefined ? {} : { upstream_request: upstreamRequest }),
    ...(upstreamResponse === undefined ? {} : { upstream_response: upstreamResponse }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}

/** The calls of the engine as the receipt names them. */
export function upstreamCallsOf(calls: readonly RoundRecord[]): UpstreamCallRecord[] {
  return calls.map(({ request, response, usage }) => ({
    request,
    ...(response === undefined ? {} : { response }),
    ...(usage === undefined ? {} : { usage: usageOf(usage, undefined) }),
  }));
}

/** The most entries of one loss report in a receipt. */
const MAX_ENTRIES = 1000;

/** A loss report without the entries for fields that were mapped, which are most of it. */
export function withoutMapped(report: LossReport): LossReport {
  const unmapped = report.entries.filter((entry) => entry.disposition !== "mapped");
  const entries = unmapped.some(isLong) ? unmapped.map(shortened) : unmapped;
  const left = entries.length - MAX_ENTRIES;
  if (left <= 0) return { ...report, entries };
  const rest = {
    path: "$",
    disposition: "disclosed",
    reason: `${left} further entries are left out`,
  } as const;
  return { ...report, entries: [...entries.slice(0, MAX_ENTRIES), rest] };
}

// Paths hold names of members that callers and engines choose, and reasons repeat them.
function isLong({ path, feature, reason }: LossEntry): boolean {
  const longest = Math.max(path.length, feature?.length ?? 0, reason.length);
  return longest > MAX_RECORDED_LENGTH;
}

function shortened(entry: LossEntry): LossEntry {
  const { path, feature, reason } = entry;
  return {
    ...entry,
    path: recordedText(path),
    ...(feature === undefined ? {} : { feature: recordedText(feature) }),
    reason: recordedText(reason),
  };
}

/** Usage in the units that all vendors share. The input is the whole prompt, cached parts included. */
export function usageOf(usage: TokenUsage | undefined, cost: Cost | undefined): Usage {
  return {
    cache_read_tokens: usage?.cacheRead ?? null,
    cache_write_tokens: usage?.cacheWrite ?? null,
    estimated_cost_usd: cost?.usd ?? null,
    input_tokens: usage?.input ?? null,
    output_tokens: usage?.output ?? null,
    request_units: null,
    ...(usage?.serverTools === undefined ? {} : { server_tools: usage.serverTools }),
  };
}

/** The outcome of a call in the terms of abp/v0.1. */
export function outcomeOf(error: AbpError | undefined, hadAnswer: boolean): Outcome {
  if (error === undefined) return "complete";
  return hadAnswer && BROKEN_OFF.has(error.code) ? "partial" : "failed";
}

const BROKEN_OFF = new Set<string>([
  "client_gone",
  "client_stalled",
  "stream_closed",
  "answer_unreadable",
  "shutting_down",
  "run_cancelled",
]);
const LEFT = new Set<string>(["client_gone", "client_stalled", "run_cancelled"]);
const TIMED_OUT = new Set<string>(["backend_timeout", "run_timed_out", "request_timed_out"]);

/** Why a call ended. */
export function terminationOf(error: AbpError | undefined): Termination {
  if (error === undefined) return { reason: "completed" };
  const { code } = error;
  const message = recordedMessage(error);
  const where = error.where === undefined ? {} : { where: recordedText(error.where) };
  if (LEFT.has(code)) return { code, message, reason: "cancelled", ...where };
  if (TIMED_OUT.has(code)) return { code, message, reason: "timed_out", ...where };
  const isOurs = error.row.mapping !== undefined && code !== "backend_unavailable";
  return { code, message, reason: isOurs || REFUSALS.has(code) ? "refused" : "failed", ...where };
}

const REFUSALS = new Set<string>([
  "access_denied",
  "model_not_routed",
  "engine_not_found",
  "contract_schema_violation",
  "input_invalid_json",
  "mapping_lossy_conversion",
  "mapping_dialect_mismatch",
  "response_not_found",
  "run_not_found",
  "run_budget_exceeded",
]);
