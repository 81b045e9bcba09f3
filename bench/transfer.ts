/**
 * Measures the daemon's memory for transfers: peak resident memory with large bodies against small ones, uploads and downloads,
 * with a slow reader, and with several at once. Compares the SHA-256 at both ends with the receipt. Exits with 1 if a
 * difference exceeds 64 MiB or a digest differs. Linux only.
 * Usage: `node bench/transfer.ts [--abp FILE] [--bytes 1073741824] [--small 1048576] [--at-once 8] [--only upload]`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startChild } from "./stall/child.ts";
import { download, type Ends, upload } from "./transfer/transfers.ts";

const { values: options } = parseArgs({
  options: {
    abp: { type: "string", default: join(import.meta.dirname, "../bin/abp.js") },
    bytes: { type: "string", default: String(1024 ** 3) },
    small: { type: "string", default: String(1024 ** 2) },
    "at-once": { type: "string", default: "8" },
    only: { type: "string", default: "" },
  },
});
const large = Number(options.bytes);
const small = Number(options.small);
const atOnce = Number(options["at-once"]);
const MAX_DIFFERENCE_MIB = 64;

type Transfer = (port: number, bytes: number) => Promise<Ends>;

function peakMib(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

async function digestInReceipt(port: number, { runId, digest }: Ends): Promise<string | undefined> {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/runs/${runId}/receipt`, {
      headers: { authorization: "Bearer bench-key" },
    });
    const { observed } = (await answer.json()) as {
      observed?: Record<string, { sha256?: string; state?: string } | undefined>;
    };
    if (observed !== undefined)
      return observed["transfer"]?.state === "complete" ? observed[digest]?.sha256 : "incomplete";
    await sleep(100);
  }
  return undefined;
}

/** Runs transfers on a daemon of their own; returns its peak memory in MiB. */
async function measure(transfer: Transfer, bytes: number, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "abp-transfer-"));
  const vendor = await startChild([join(import.meta.dirname, "transfer/vendor.ts")], {}, /\d+\n/);
  const config = join(folder, "backplane.toml");
  const lines = [
    "[engines.e]",
    'dialect = "openai"',
    `base_url = "http://127.0.0.1:${vendor.printed.trim()}"`,
  ];
  writeFileSync(
    config,
    [...lines, 'credential = "none"', "[keys.bench]", 'token = "bench-key"', ""].join("\n"),
  );
  const daemon = await startChild(
    [options.abp, "up", "--port", "0", "--config", config],
    { ABP_HOME: join(folder, "abp"), HOME: folder, NO_COLOR: "1" },
    /127\.0\.0\.1:\d+/,
  );
  try {
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(daemon.printed)![1]);
    // The first calls load code; they cost the same whatever the size.
    for (const warmUp of [upload, (at: number, size: number) => download(at, size, false)])
      await warmUp(port, small);
    const ends = await Promise.all(Array.from({ length: count }, () => transfer(port, bytes)));
    const peak = peakMib(daemon.pid);
    for (const end of ends) {
      const recorded = await digestInReceipt(port, end);
      if (end.sent === end.received && recorded === end.sent) continue;
      process.exitCode = 1;
      console.log(`DIGESTS DIFFER: sent ${end.sent}, received ${end.received}, receipt ${recorded}`);
    }
    return peak;
  } finally {
    await daemon.stop();
    await vendor.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const scenarios: readonly (readonly [name: string, transfer: Transfer, count: number])[] = [
  ["upload", upload, 1],
  ["download", (port, bytes) => download(port, bytes, false), 1],
  ["download, slow reader", (port, bytes) => download(port, bytes, true), 1],
  [`upload, ${atOnce} at once`, (port, bytes) => upload(port, Math.ceil(bytes / atOnce)), atOnce],
  [`download, ${atOnce} at once`, (port, bytes) => download(port, Math.ceil(bytes / atOnce), false), atOnce],
];
console.log(
  `peak resident memory of the daemon, ${large} bytes in all against ${small} bytes for each transfer`,
);
for (const [name, transfer, count] of scenarios) {
  if (!name.startsWith(options.only)) continue;
  const least = await measure(transfer, small * count, count);
  const most = await measure(transfer, large, count);
  const difference = most - least;
  if (difference > MAX_DIFFERENCE_MIB) process.exitCode = 1;
  const verdict = difference > MAX_DIFFERENCE_MIB ? `ABOVE ${MAX_DIFFERENCE_MIB} MiB` : "ok";
  console.log(
    `${name.padEnd(24)} ${least.toFixed(0)} MiB → ${most.toFixed(0)} MiB: ${difference >= 0 ? "+" : ""}${difference.toFixed(1)} MiB  ${verdict}`,
  );
}
