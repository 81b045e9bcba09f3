/**
 * Serves the events of one run to followers, as the daemon does or as a plain server would. It prints its address, waits for a line with
 * the number of events, adds them in batches, and prints what they cost when the last one is stored.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as turn } from "node:timers/promises";
import { loadConfig } from "../../src/config/index.ts";
import { buildReceipt } from "../../src/contract/index.ts";
import { openControl } from "../../src/control/index.ts";
import { serveInOneThread } from "../../src/server/index.ts";
import { openStore } from "../../src/storage/index.ts";

const RUN = "01890000-0000-7000-8000-000000000001";
const EVENTS_AT_ONCE = 10;
const TOKEN = "abp_the_token_of_the_benchmark";

/** Takes events, and ends the streams of all followers. */
interface Target {
  readonly url: string;
  add(from: number, lines: readonly string[]): Promise<void>;
  end(): Promise<void>;
  stop(): Promise<void>;
}

const line = (seq: number) =>
  `{"text":"This is the word number ${seq} of an answer.","ts":"2026-03-01T08:00:01Z","type":"assistant_message"}`;

/** The least that a server can do: it writes each batch to every response. */
async function openFloor(): Promise<Target> {
  const followers = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    followers.add(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    add: async (from, lines) => {
      const text = Buffer.from(lines.map((one, at) => `id: ${from + at}\ndata: ${one}\n\n`).join(""));
      for (const follower of followers) follower.write(text);
    },
    end: async () => {
      for (const follower of followers) follower.end("event: closing\ndata: {}\n\n");
    },
    stop: async () => void server.close(),
  };
}

async function openApi(): Promise<Target> {
  const home = mkdtempSync(join(tmpdir(), "abp-bench-api-"));
  const env = { ABP_HOME: home };
  const keys = { bench: { token: TOKEN, tenant: "bench", roles: ["operator"], max_concurrent: 100_000 } };
  const { config } = loadConfig({ cwd: home, home, env, flags: { keys } });
  const store = await openStore(config);
  const ledger = store.ledger("bench");
  const startedAt = new Date();
  const facts = { caller: "bench" };
  await ledger.begin({ runId: RUN, workOrderId: RUN, startedAt, backendId: "mock", mode: "mapped", facts });
  const report = (message: string, error: unknown) => console.error(message, error);
  const serving = await serveInOneThread({
    ...{ config, store, env, port: 0, token: undefined, report },
    control: (gateway) =>
      openControl({
        ...{
          config,
          store,
          env,
          gateway,
          report,
          settings: [],
          version: "0",
          desk: undefined,
          log: undefined,
        },
        keys: { all: () => config.keys, changed: async () => undefined },
        now: Date.now,
        random: randomBytes,
      }),
  });
  return {
    url: `${serving.url}/abp/v1/runs/${RUN}/events/stream`,
    add: (from, lines) => ledger.appendEvents(RUN, from, lines),
    end: async () => {
      const times = { runId: RUN, workOrderId: RUN, startedAt, finishedAt: new Date() };
      await ledger.append(buildReceipt({ ...times, backend: { id: "mock" }, outcome: "complete" }));
    },
    stop: async () => {
      await serving.stop();
      await store.close();
      rmSync(home, { recursive: true });
    },
  };
}

const target = await (process.argv[2] === "floor" ? openFloor() : openApi());
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ url: target.url, token: TOKEN });
for await (const command of createInterface({ input: process.stdin })) {
  if (command === "stop") break;
  const count = Number(command);
  const before = process.cpuUsage();
  for (let from = 0; from < count; from += EVENTS_AT_ONCE) {
    await target.add(
      from,
      Array.from({ length: EVENTS_AT_ONCE }, (_, at) => line(from + at)),
    );
    await turn();
  }
  await target.end();
  const rss = process.memoryUsage.rss();
  say({ before, rss });
}
const cpu = process.cpuUsage();
say({ cpuMs: (cpu.user + cpu.system) / 1000, rss: process.memoryUsage.rss() });
await target.stop();
process.exit(0);
