import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** What it cost to bring the events of one run to its followers. */
export interface FollowerCost {
  readonly seconds: number;
  /** Events that reached a follower, all followers together. */
  readonly delivered: number;
  /** Followers that did not get every event. */
  readonly incomplete: number;
  readonly serverCpuMs: number;
  readonly serverRssMb: number;
}

const ID = Buffer.from("id: ");

/** Lets many follow a run that adds events, on the API or on a plain server in its place. */
export async function measureFollowers(
  mode: "api" | "floor",
  followers: number,
  events: number,
): Promise<FollowerCost> {
  const program = join(import.meta.dirname, "follower-server.ts");
  const child = spawn(process.execPath, [program, mode], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value as string) as Record<string, unknown>;
  const { url, token } = (await read()) as { url: string; token: string };
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const opened: Promise<void>[] = [];
  const counts = Array.from({ length: followers }, () => {
    const open = Promise.withResolvers<void>();
    opened.push(open.promise);
    return follow(url, token, agent, open.resolve);
  });
  await Promise.all(opened);
  const start = performance.now();
  child.stdin.write(`${events}\n`);
  const delivered = await Promise.all(counts);
  const seconds = (performance.now() - start) / 1000;
  const { before } = (await read()) as unknown as { before: NodeJS.CpuUsage };
  child.stdin.write("stop\n");
  const { cpuMs, rss } = (await read()) as unknown as { cpuMs: number; rss: number };
  agent.destroy();
  return {
    seconds,
    delivered: delivered.reduce((sum, count) => sum + count, 0),
    incomplete: delivered.filter((count) => count !== events).length,
    serverCpuMs: cpuMs - (before.user + before.system) / 1000,
    serverRssMb: rss / 1024 / 1024,
  };
}

/** Follows a stream to its end, and counts its events. */
function follow(url: string, token: string, agent: Agent, onOpen: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a follower got ${response.statusCode}`));
      onOpen();
      let count = 0;
      let rest: Buffer = Buffer.alloc(0);
      response.on("data", (chunk: Buffer) => {
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        let at = bytes.indexOf(ID);
        for (; at !== -1; at = bytes.indexOf(ID, at + ID.length)) count += 1;
        // A word may be cut between two chunks.
        rest = bytes.subarray(Math.max(0, bytes.length - ID.length + 1));
      });
      response.on("end", () => resolve(count));
      response.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}
