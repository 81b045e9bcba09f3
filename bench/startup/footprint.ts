import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { end, median, memoryOf, type Program, startUntilReady } from "./process-meter.ts";

const CONNECTIONS = 1000;
const SETTLE_MS = 3000;
const LOAD_MS = 6000;
const MEBIBYTE = 2 ** 20;

export interface Footprint {
  /** MiB of resident memory. `pss` counts what other processes share in part. */
  readonly idle: number;
  readonly idlePss: number;
  /** The most that was read every 100 ms. */
  readonly short: number;
  readonly large: number;
  /** KiB for each of a thousand connections that nobody uses. */
  readonly connectionKib: number;
}

/** Measures the memory of a server: idle, with idle connections, under load of short calls, and then of 1 MB. */
export async function measureFootprint(server: Program, key?: string): Promise<Footprint> {
  const { child, pid, printed } = await startUntilReady(server);
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]);
  try {
    await pause(SETTLE_MS);
    const idle = memoryOf(pid);
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openIdle(port)));
    await pause(SETTLE_MS);
    const connected = memoryOf(pid).rss;
    for (const socket of sockets) socket.destroy();
    const token = key === undefined ? undefined : await readKey(key);
    const short = await peakUnder(pid, { port, token, connections: 64, bytes: 200 });
    const large = await peakUnder(pid, { port, token, connections: 16, bytes: MEBIBYTE });
    return {
      idle: idle.rss,
      idlePss: idle.pss,
      short,
      large,
      connectionKib: ((connected - idle.rss) * 1024) / CONNECTIONS,
    };
  } finally {
    await end(child);
  }
}

async function readKey(file: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return (await readFile(file, "utf8")).trim();
}

/** A connection that has sent one request and stays open. */
async function openIdle(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
  await once(socket, "data");
  return socket;
}

interface Load {
  readonly port: number;
  readonly token: string | undefined;
  readonly connections: number;
  readonly bytes: number;
}

async function peakUnder(pid: number, load: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const until = performance.now() + LOAD_MS;
  const text = "x ".repeat(load.bytes / 2);
  const body = JSON.stringify({ model: "sim-model", messages: [{ role: "user", content: text }] });
  const readings: number[] = [];
  const timer = setInterval(() => readings.push(memoryOf(pid).rss), 100);
  const statuses = new Set<number>();
  const caller = async () => {
    while (performance.now() < until) statuses.add(await send(agent, load, body));
  };
  await Promise.all(Array.from({ length: load.connections }, caller));
  clearInterval(timer);
  agent.destroy();
  if (statuses.size !== 1 || !statuses.has(200))
    throw new Error(`the server answered ${[...statuses].join(", ")} under load`);
  return readings.length === 0 ? median([memoryOf(pid).rss]) : Math.max(...readings);
}

function send(agent: Agent, { port, token }: Load, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/v1/chat/completions",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode!));
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}
