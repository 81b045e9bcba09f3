import type { SQLInputValue } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { UsageQuestion, UsageStore, UsageSum } from "../../ledger/control/usage-store.ts";
import {
  conditionsOf,
  groupSums,
  type HourlySum,
  isAskedFor,
  sumCalls,
} from "../../ledger/control/usage-sums.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import type { LedgerReader, LogRow } from "../reader/ledger-reader.ts";
import { type ControlRow, hasControlTables } from "./control-reader.ts";

/** The receipts whose sums are written in one transaction. */
const SLICE = 2048;
/** The receipts that are read at a time, so that calls do not wait long for it. */
const PORTION = 128;
const PROGRESS = "SELECT size FROM usage_progress WHERE tenant = ?";
const COLUMNS = { hour: "hour", day: "hour / 24 * 24", tenant: "tenant" } as const;
const TEXT_COLUMNS = ["key", "engine", "model", "run"] as const;
const COUNTS = `sum(calls) AS calls, sum(failed) AS failed, sum(losses) AS losses, sum(input_tokens) AS input,
  sum(output_tokens) AS output, sum(cache_read_tokens) AS cache_read, sum(cache_write_tokens) AS cache_write,
  sum(cost_nano_usd) AS cost, sum(unpriced_calls) AS unpriced`;

/** What the model calls of all tenants used. */
export class SqliteUsage implements UsageStore {
  readonly #parts: Pick<LedgerParts, "reader" | "client" | "canWrite">;
  /** The catching up of each tenant that is under way in this thread. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(parts: Pick<LedgerParts, "reader" | "client" | "canWrite">) {
    this.#parts = parts;
  }

  async sum(question: UsageQuestion): Promise<readonly UsageSum[]> {
    const { tenant } = conditionsOf(question);
    const logs = this.#logs(tenant);
    if (this.#parts.canWrite) for (const log of logs) await this.#catchUp(log);
    const reader = this.#parts.reader();
    const sums = hasControlTables(reader) ? [...this.#stored(reader, question)] : [];
    // A store that only reads adds up the rest of the logs itself.
    if (!this.#parts.canWrite)
      for (const log of logs)
        for await (const part of this.#rest(log))
          sums.push(...part.filter((sum) => isAskedFor(sum, question)));
    return groupSums(sums, question.by);
  }

  #logs(tenant: string | undefined): readonly LogRow[] {
    const logs = this.#parts.reader().logs();
    return logs.filter((log) => tenant === undefined || log.tenant === tenant);
  }

  async #catchUp(log: LogRow): Promise<void> {
    const { tenant, size } = log;
    // Another question may be under way that began before the last receipts of this one.
    while (this.#progress(tenant) < size) {
      const running = this.#running.get(tenant) ?? this.#addSlices(log);
      this.#running.set(tenant, running);
      try {
        await running;
      } finally {
        this.#running.delete(tenant);
      }
    }
  }

  async #addSlices(log: LogRow): Promise<void> {
    for (let from = this.#progress(log.tenant); from < log.size; from = this.#progress(log.tenant)) {
      const to = Math.min(log.size, from + SLICE);
      const sums = await this.#slice(log, from, to);
      // If another thread or process has added the slice, the next one follows.
      await this.#parts
        .client()
        .write({ kind: "control", write: { effect: "add_usage", tenant: log.tenant, from, to, sums } });
    }
  }

  async *#rest(log: LogRow): AsyncIterable<readonly HourlySum[]> {
    const reader = this.#parts.reader();
    const start = hasControlTables(reader) ? this.#progress(log.tenant) : 0;
    for (let from = start; from < log.size; from += SLICE)
      yield await this.#slice(log, from, Math.min(log.size, from + SLICE));
  }

  async #slice({ id, tenant }: LogRow, from: number, to: number): Promise<readonly HourlySum[]> {
    const sums: HourlySum[] = [];
    for (let at = from; at < to; at += PORTION) {
      const receipts = this.#parts.reader().receipts(id, at, Math.min(PORTION, to - at));
      sums.push(
        ...sumCalls(
          tenant,
          receipts.map(({ receipt }) => receipt),
        ),
      );
      await nextTurn();
    }
    return sums;
  }

  #progress(tenant: string): number {
    return (this.#parts.reader().prepare(PROGRESS).get(tenant)?.["size"] as number | undefined) ?? 0;
  }

  /** The sums that are kept, as far as they were asked for. What is not asked for has no value in them. */
  #stored(reader: LedgerReader, question: UsageQuestion): readonly HourlySum[] {
    const { tenant, key, from, to } = conditionsOf(question);
    const names = new Set(question.by);
    const columns = [
      ...(names.has("hour") ? [COLUMNS.hour] : names.has("day") ? [COLUMNS.day] : []),
      ...(names.has("tenant") ? [COLUMNS.tenant] : []),
      ...TEXT_COLUMNS.filter((name) => names.has(name)),
    ];
    const conditions = ["hour >= ?", "hour < ?"];
    const values: SQLInputValue[] = [from, to];
    for (const [name, value] of Object.entries({ tenant, key })) {
      if (value === undefined) continue;
      conditions.push(`${name} = ?`);
      values.push(value);
    }
    const group = columns.length === 0 ? "" : ` GROUP BY ${columns.map((_, at) => at + 1).join(", ")}`;
    const selected = columns
      .map((column) => `${column}${column === COLUMNS.day ? " AS hour" : ""}, `)
      .join("");
    const where = conditions.join(" AND ");
    return reader
      .prepare(`SELECT ${selected}${COUNTS} FROM usage_hours WHERE ${where}${group}`)
      .all(...values)
      .filter((row) => row["calls"] !== null)
      .map(sumOf);
  }
}

function sumOf(row: ControlRow): HourlySum {
  const text = (name: string) => ((row[name] as string | undefined) ?? "") || null;
  const count = (name: string) => row[name] as number;
  return {
    tenant: text("tenant") ?? "",
    hour: (row["hour"] as number | undefined) ?? 0,
    key: text("key"),
    engine: text("engine"),
    model: text("model"),
    run: text("run"),
    calls: count("calls"),
    failed: count("failed"),
    losses: count("losses"),
    inputTokens: count("input"),
    outputTokens: count("output"),
    cacheReadTokens: count("cache_read"),
    cacheWriteTokens: count("cache_write"),
    costNanoUsd: count("cost"),
    unpricedCalls: count("unpriced"),
  };
}
