import { closeSync, fsyncSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { median } from "../gateway/statistics.ts";

/** Where runs are submitted to. */
export interface SubmitTarget {
  readonly url: string;
  readonly token: string;
}

/** What submitting took, and executing. */
export interface SubmitCost {
  readonly p50Ms: number;
  readonly submittedPerSecond: number;
  /** From the first submission to the last end. */
  readonly runsPerSecond: number;
}

const IN_FLIGHT = 16;

/** Submits runs of the mock backend, and waits until none of them is pending or running. */
export async function measureSubmissions(
  { url, token }: SubmitTarget,
  count: number,
  root: string,
): Promise<SubmitCost> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ work_order: { task: "say hello", workspace: { root } }, backend: "mock" });
  const times: number[] = [];
  const start = performance.now();
  let next = 0;
  const submitter = async () => {
    while (next < count) {
      next += 1;
      const before = performance.now();
      const answer = await fetch(`${url}/abp/v1/runs`, { method: "POST", headers, body });
      if (answer.status !== 202) throw new Error(`a submission got ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, submitter));
  const submitted = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/abp/v1/runs?state=pending,running&limit=1`, { headers });
    if (((await answer.json()) as { items: unknown[] }).items.length === 0) break;
    await pause(20);
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    p50Ms: median(times),
    submittedPerSecond: count / ((submitted - start) / 1000),
    runsPerSecond: count / seconds,
  };
}

/** A plain server that makes each submission durable with one write, and executes nothing. */
export async function openSubmitFloor(): Promise<SubmitTarget & { close(): void }> {
  const file = openSync(join(mkdtempSync(join(tmpdir(), "abp-bench-floor-")), "log"), "a");
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === "POST") {
      const order = JSON.parse(Buffer.concat(chunks).toString()) as object;
      writeSync(file, `${JSON.stringify(order)}\n`);
      fsyncSync(file);
      response.writeHead(202, { "content-type": "application/json" }).end(JSON.stringify(order));
      return;
    }
    response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token: "none",
    close: () => {
      server.close();
      server.closeAllConnections();
      closeSync(file);
    },
  };
}
