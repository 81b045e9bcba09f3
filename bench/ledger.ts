/**
 * Measures a durable `begin` and `append`: the CPU time of all threads per call with many calls in flight, the
 * latency of one `begin` alone, and the durable events of one run per second. Usage: `node bench/ledger.ts [calls]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildReceipt, type Receipt } from "../src/contract/index.ts";
import { canonicalize } from "../src/lib/index.ts";
import { prepareReceipt } from "../src/receipts/index.ts";
import { type Ledger, type OpenRun, openStore } from "../src/storage/index.ts";
import { measureDurableEvents } from "./durable-events.ts";

const IN_FLIGHT = 64;
const calls = Number(process.argv[2] ?? 40_000);
const digest = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";
const runId = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const workOrderId = "00000000-0000-4000-8000-000000000002";
const startedAt = new Date("2026-03-01T08:00:00.123Z");
const finishedAt = new Date("2026-03-01T08:00:01.456Z");

function openRun(number: number): OpenRun {
  return {
    runId: runId(number),
    workOrderId,
    startedAt,
    backendId: "anthropic",
    mode: "passthrough",
    request: { sha256: digest, bytes: 2048 },
    facts: { dialect: "claude", engine: "anthropic", model: "claude-sonnet-4-5" },
  };
}

/** Builds the receipt of a passthrough call. It takes about 1.3 KB in the store. */
function buildOne(number: number): Receipt {
  const body = { sha256: digest, bytes: 2048 };
  return buildReceipt(
    {
      runId: runId(number),
      workOrderId,
      startedAt,
      finishedAt,
      backend: { id: "anthropic", backend_version: "2023-06-01" },
      outcome: "complete",
      mode: "passthrough",
      usage: { input_tokens: 1200, output_tokens: 340, cache_read_tokens: 1024 },
    },
    {
      termination: { reason: "completed" },
      observed: {
        request: body,
        response: body,
        upstream_request: body,
        software: { name: "agent-backplane", version: "0.1.0" },
      },
      reported: [{ by: "anthropic", model: "claude-sonnet-4-5-20250929" }] as never,
    },
  );
}

const template = buildOne(0);

/** Copies the template, so that the cost of building a receipt is not counted as the ledger's. */
function receipt(number: number): Receipt {
  return { ...template, meta: { ...template.meta, run_id: runId(number) } };
}

async function callMany(ledger: Ledger, from: number, count: number): Promise<void> {
  let next = from;
  const caller = async () => {
    while (next < from + count) {
      const number = next++;
      await ledger.begin(openRun(number));
      await ledger.append(receipt(number));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length * share)] ?? 0;
}

/** CPU microseconds per turn, after a warm-up of half as many turns. */
function timeOf(turns: number, run: (turn: number) => unknown): number {
  for (let turn = 0; turn < turns / 2; turn += 1) run(turn);
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn += 1) run(turn);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / turns;
}

const directory = mkdtempSync(join(tmpdir(), "abp-bench-ledger-"));
const store = await openStore({
  receipts_dir: join(directory, "receipts"),
  receipts: { origin: "bench.example", keys_dir: join(directory, "keys") },
});
try {
  const ledger = store.ledger("default");
  await callMany(ledger, 0, 8000);
  const before = process.cpuUsage();
  const start = performance.now();
  await callMany(ledger, 8000, calls);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const size = (await ledger.read(0))?.bytes.length;
  console.log(`${calls} calls, ${IN_FLIGHT} in flight, receipts of ${size} bytes`);
  console.log(
    `  ${((user + system) / calls).toFixed(1)} µs CPU time per call (${(user / calls).toFixed(1)} user, ${(system / calls).toFixed(1)} system)`,
  );
  console.log(`  ${Math.round(calls / seconds)} calls per second`);
  const times: number[] = [];
  for (let number = 0; number < 400; number += 1) {
    const at = performance.now();
    await ledger.begin(openRun(10_000_000 + number));
    times.push((performance.now() - at) * 1000);
  }
  console.log(
    `begin alone: p50 ${quantile(times, 0.5).toFixed(0)} µs, p99 ${quantile(times, 0.99).toFixed(0)} µs`,
  );
  for (const perCall of [1, 32, 256]) {
    const run = openRun(20_000_000 + perCall);
    const figure = await measureDurableEvents(ledger, run, perCall === 1 ? 1000 : 200_192, perCall);
    console.log(
      `durable events, ${perCall} at a time: ${Math.round(figure.eventsPerSecond)} per second, ${figure.cpuMicroseconds.toFixed(2)} µs CPU time each`,
    );
  }
  const one = receipt(1);
  console.log(`prepareReceipt ${timeOf(40_000, () => prepareReceipt(one)).toFixed(1)} µs`);
  console.log(`buildReceipt ${timeOf(40_000, buildOne).toFixed(1)} µs`);
  console.log(`canonicalize ${timeOf(40_000, () => canonicalize(one)).toFixed(1)} µs`);
  console.log(`JSON.stringify ${timeOf(40_000, () => JSON.stringify(one)).toFixed(1)} µs`);
} finally {
  await store.close();
  rmSync(directory, { recursive: true });
}
