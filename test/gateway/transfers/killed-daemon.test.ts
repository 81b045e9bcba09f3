import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { Receipt } from "../../../src/contract/index.ts";
import { until } from "../../eventually.ts";
import { DaemonHome } from "../faults/child-daemon.ts";
import { type ByteVendor, openByteVendor } from "./byte-vendor.ts";
import { openRealtimeVendor, type RealtimeVendor } from "./realtime-vendor.ts";
import { SlowCaller } from "./slow-caller.ts";

const KEY = "key-of-the-caller";
const key = { authorization: `Bearer ${KEY}` };

let vendor: ByteVendor;
let realtime: RealtimeVendor;
let home: DaemonHome;
beforeAll(async () => {
  vendor = await openByteVendor();
  realtime = await openRealtimeVendor();
  const engine = (name: string, url: string) =>
    `[engines.${name}]\npreset = "openai"\nbase_url = "${url}"\napi_key = "account-key"\n`;
  home = new DaemonHome(
    `[keys.own]\ntoken = "${KEY}"\n${engine("bytes", vendor.url)}${engine("realtime", realtime.url)}`,
  );
});
afterAll(async () => {
  home.close();
  await vendor.close();
  await realtime.close();
});

it("leaves an interrupted receipt of each transfer and session that it was killed in", async () => {
  const daemon = await home.start();
  const bytes = { ...key, "x-abp-engine": "bytes" };

  const upload = new SlowCaller(`${daemon.url}/v1/files`, "POST", {
    ...bytes,
    "content-type": "text/plain",
    "content-length": 1_000_000,
  });
  upload.write(Buffer.alloc(100_000, "a"));
  upload.write(Buffer.alloc(100_000, "b"));
  await until(() => (vendor.last?.underWay?.body.length ?? 0) > 0);
  const uploading = vendor.last!;

  vendor.answer = (_, socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\ncontent-length: 1000000\r\n\r\n");
    socket.write(Buffer.alloc(50_000, "c"));
  };
  const speech = JSON.stringify({ model: "tts-1", voice: "alloy", input: "hello" });
  const download = new SlowCaller(`${daemon.url}/v1/audio/speech`, "POST", {
    ...bytes,
    "content-type": "application/json",
    "content-length": speech.length,
  });
  download.write(Buffer.from(speech));
  download.end();
  await until(() => download.received.length === 50_000);

  const socket = new WebSocket(`${daemon.url.replace("http", "ws")}/v1/realtime?model=gpt-realtime`, {
    headers: { ...key, "x-abp-engine": "realtime" },
  });
  const session = new Promise<string>((resolve) =>
    socket.on("upgrade", ({ headers }) => resolve(String(headers["x-abp-run-id"]))),
  );
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  const sessionRun = await session;
  await until(() => realtime.sessions.length === 1);

  daemon.signal("SIGKILL");
  await Promise.all([daemon.ended, upload.over, download.over]);
  expect(await closed).toBe(1006);
  await until(() => uploading.isClosed);
  expect(uploading.whole).toEqual([]);
  expect([upload.status, download.isWhole]).toEqual([undefined, false]);

  const next = await home.start();
  next.signal("SIGTERM");
  await next.ended;
  const file = join(home.root, "log.jsonl");
  expect((await home.run("receipt", "log", "--export", file)).code).toBe(0);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const receipts = lines.map((line) => JSON.parse(line) as Receipt);
  expect(receipts.map(({ outcome, termination }) => [outcome, termination?.reason])).toEqual([
    ["failed", "interrupted"],
    ["failed", "interrupted"],
    ["failed", "interrupted"],
  ]);
  const runs = receipts.map(({ meta }) => meta.run_id);
  expect(runs).toContain(download.runId);
  expect(runs).toContain(sessionRun);
  expect(new Set(runs).size).toBe(3);
});
