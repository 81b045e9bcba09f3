/**
 * Measures the memory of the daemon for each stream whose caller does not read, beside an engine that sends as fast as it
 * can. Linux only. Usage: `node bench/stalled-streams.ts [--abp FILE] [--streams 200] [--json]`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startChild } from "./stall/child.ts";

const { values: options } = parseArgs({
  options: {
    abp: { type: "string", default: join(import.meta.dirname, "../bin/abp.js") },
    streams: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
  },
});
const count = Number(options.streams);
const SETTLE_MS = 4000;

function residentKib(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

const bodies = {
  passthrough: { path: "/v1/messages", body: { model: "m", max_tokens: 9, stream: true, messages: [] } },
  mapped: { path: "/v1/chat/completions", body: { model: "m", stream: true, messages: [] } },
} as const;

/** Opens a stream and never reads: a paused socket takes what the kernel's buffers hold. */
function openStalled(port: number, mode: keyof typeof bodies): Socket {
  const { path, body } = bodies[mode];
  const text = JSON.stringify({ ...body, messages: [{ role: "user", content: "hi" }] });
  const socket = connect({ port, host: "127.0.0.1" });
  socket.pause();
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer bench-key\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return socket;
}

async function measure(mode: keyof typeof bodies): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "abp-streams-"));
  const engine = await startChild([join(import.meta.dirname, "stall/stream-engine.ts")], {}, /\d+\n/);
  const config = join(folder, "backplane.toml");
  const base = `http://127.0.0.1:${engine.printed.trim()}`;
  const lines = ["[engines.e]", 'dialect = "claude"', `base_url = "${base}"`, 'credential = "none"'];
  writeFileSync(
    config,
    [...lines, "max_connections = 4096", "[keys.bench]", 'token = "bench-key"', ""].join("\n"),
  );
  const daemon = await startChild(
    [options.abp, "up", "--port", "0", "--config", config],
    { ABP_HOME: join(folder, "abp"), HOME: folder, NO_COLOR: "1" },
    /127\.0\.0\.1:\d+/,
  );
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(daemon.printed)![1]);
  const sockets = Array.from({ length: count }, () => openStalled(port, mode));
  await sleep(SETTLE_MS);
  const before = residentKib(daemon.pid);
  sockets.push(...Array.from({ length: count }, () => openStalled(port, mode)));
  await sleep(SETTLE_MS);
  const growth = residentKib(daemon.pid) - before;
  for (const socket of sockets) socket.destroy();
  await daemon.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
  return growth / count;
}

// The first wave warms the daemon up; the second one is measured.
const passthrough = await measure("passthrough");
const mapped = await measure("mapped");
if (options.json)
  console.log(JSON.stringify({ streams: count, passthroughKib: passthrough, mappedKib: mapped }));
else
  console.log(
    `${count} streams that nobody reads: ${passthrough.toFixed(0)} KiB each passed through, ${mapped.toFixed(0)} KiB mapped`,
  );
