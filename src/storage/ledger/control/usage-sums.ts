import type { Receipt } from "../../../contract/index.ts";
import type { UsageName, UsageQuestion, UsageSum } from "./usage-store.ts";

const HOUR_MS = 60 * 60 * 1000;
const NANOS = 1e9;

/** The counts of a sum. */
export type UsageCounts = Omit<UsageSum, "by">;

/** What the calls of one hour used that have everything else in common. Null stands for no value. */
export interface HourlySum extends UsageCounts {
  readonly tenant: string;
  /** Hours since the epoch. */
  readonly hour: number;
  readonly key: string | null;
  readonly engine: string | null;
  readonly model: string | null;
  readonly run: string | null;
}

/** Adds up the model calls among receipts of one tenant, by hour and by everything else. */
export function sumCalls(tenant: string, receipts: readonly Receipt[]): readonly HourlySum[] {
  const sums = new Map<string, HourlySum>();
  for (const receipt of receipts) {
    const call = receipt.observed?.call;
    if (call === undefined) continue;
    const hour = hourOf(Date.parse(receipt.meta.finished_at));
    const engine = call.engine === "none" ? null : call.engine;
    const model = call.upstream_model ?? call.model;
    const what = { tenant, hour, key: call.caller, engine, model, run: call.parent_run ?? null };
    const id = JSON.stringify(what);
    const before = sums.get(id);
    const counts = countsOf(receipt);
    sums.set(id, before === undefined ? { ...what, ...counts } : { ...before, ...addCounts(before, counts) });
  }
  return [...sums.values()];
}

/** Whether a question is about the calls of a sum. */
export function isAskedFor(sum: HourlySum, question: UsageQuestion): boolean {
  const { tenant, key, from, to } = conditionsOf(question);
  return (
    (tenant === undefined || sum.tenant === tenant) &&
    (key === undefined || sum.key === key) &&
    sum.hour >= from &&
    sum.hour < to
  );
}

/** What a question asks of hourly sums: their tenant, their key, and their hours, the last one not included. */
export function conditionsOf({ tenant, owner, since, until }: UsageQuestion) {
  const [, kind, name] = /^(key|tenant):(.*)$/s.exec(owner ?? "") ?? [];
  return {
    tenant: tenant ?? (kind === "tenant" ? name : undefined),
    key: kind === "key" ? name : undefined,
    from: since === undefined ? Number.MIN_SAFE_INTEGER : hourOf(since.getTime()),
    to: until === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(until.getTime() / HOUR_MS),
  };
}

/** Joins sums that have the same values of the given names, in the order of these values. */
export function groupSums(sums: readonly HourlySum[], names: readonly UsageName[]): readonly UsageSum[] {
  const groups = new Map<string, UsageSum>();
  for (const sum of sums) {
    const by = Object.fromEntries(names.map((name) => [name, valueIn(sum, name)]));
    const id = JSON.stringify(by);
    const before = groups.get(id);
    groups.set(id, { by, ...(before === undefined ? onlyCounts(sum) : addCounts(before, sum)) });
  }
  return [...groups.values()].sort((one, other) => compare(one, other, names));
}

function valueIn(sum: HourlySum, name: UsageName): string | null {
  if (name !== "hour" && name !== "day") return sum[name];
  const time = new Date(sum.hour * HOUR_MS).toISOString();
  return name === "day" ? time.slice(0, 10) : `${time.slice(0, 19)}Z`;
}

function compare(one: UsageSum, other: UsageSum, names: readonly UsageName[]): number {
  for (const name of names) {
    const [a, b] = [one.by[name] ?? "", other.by[name] ?? ""];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

function countsOf({ outcome, usage, cost, mapping }: Receipt): UsageCounts {
  const hasLoss = mapping?.some(({ entries }) => entries.some(({ disposition }) => disposition !== "mapped"));
  const stated = cost?.["nano_usd"];
  return {
    calls: 1,
    failed: outcome === "failed" ? 1 : 0,
    losses: hasLoss === true ? 1 : 0,
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cacheReadTokens: usage.cache_read_tokens ?? 0,
    cacheWriteTokens: usage.cache_write_tokens ?? 0,
    costNanoUsd: typeof stated === "number" ? stated : Math.round((cost?.usd ?? 0) * NANOS),
    unpricedCalls: cost === undefined ? 1 : 0,
  };
}

function onlyCounts(sum: UsageCounts): UsageCounts {
  const { calls, failed, losses, costNanoUsd, unpricedCalls } = sum;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = sum;
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
  return { calls, failed, losses, ...tokens, costNanoUsd, unpricedCalls };
}

function addCounts(one: UsageCounts, other: UsageCounts): UsageCounts {
  return {
    calls: one.calls + other.calls,
    failed: one.failed + other.failed,
    losses: one.losses + other.losses,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    costNanoUsd: one.costNanoUsd + other.costNanoUsd,
    unpricedCalls: one.unpricedCalls + other.unpricedCalls,
  };
}

function hourOf(milliseconds: number): number {
  return Math.floor(milliseconds / HOUR_MS);
}
