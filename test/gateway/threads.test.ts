import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../../src/config/index.ts";
import { type Daemon, startDaemon } from "../../src/daemon/index.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

// Each call on a connection of its own, so that the threads share them.
function send(daemon: Daemon, method: string, path: string, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${daemon.url}${path}`,
      {
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${daemon.token ?? "token-of-key"}`,
          "content-type": "application/json",
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            get json() {
              return JSON.parse(text) as Record<string, unknown>;
            },
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function start(folder: string, settings: object = {}, gateway: object = {}): Promise<Daemon> {
  const config = ConfigSchema.parse({
    receipts_dir: join(folder, "receipts"),
    workspace_dir: join(folder, "workspaces"),
    receipts: { keys_dir: join(folder, "keys") },
    gateway: { workers: 2, drain_timeout_secs: 10, ...gateway },
    ...settings,
  }) as Config;
  return startDaemon({ config, stateDirectory: join(folder, "state"), env: {}, port: 0, isPublic: false });
}

const background = (input: string) => ({ model: "sim-model", input, background: true });
const SLOW = "sim: delay 60000\nsim: say too late";

async function untilStatus(daemon: Daemon, id: string, wanted: string): Promise<Answer> {
  for (;;) {
    const found = await send(daemon, "GET", `/v1/responses/${id}`);
    if (found.status !== 200 || found.json["status"] === wanted) return found;
    await sleep(20);
  }
}

describe("two serving threads", () => {
  const folder = mkdtempSync(join(tmpdir(), "abp-threads-"));
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await start(folder);
  });
  afterAll(async () => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("both find a background response while it is worked on and when it is done", async () => {
    const queued = await send(daemon, "POST", "/v1/responses", background("sim: delay 300\nsim: say done"));
    const id = queued.json["id"] as string;
    const polls = await Promise.all(
      Array.from({ length: 20 }, () => send(daemon, "GET", `/v1/responses/${id}`)),
    );
    expect(polls.map(({ status }) => status)).toEqual(polls.map(() => 200));
    const done = await untilStatus(daemon, id, "completed");
    expect([done.status, done.text.includes("done")]).toEqual([200, true]);
    const after = await Promise.all(
      Array.from({ length: 20 }, () => send(daemon, "GET", `/v1/responses/${id}`)),
    );
    expect(after.map(({ json }) => json["status"])).toEqual(after.map(() => "completed"));
  });

  it("both cancel a background response, and its work ends", async () => {
    const queued = await Promise.all(
      Array.from({ length: 6 }, () => send(daemon, "POST", "/v1/responses", background(SLOW))),
    );
    for (const { json, headers } of queued) {
      const cancelled = await send(daemon, "POST", `/v1/responses/${json["id"] as string}/cancel`);
      expect([cancelled.status, cancelled.json["status"]]).toEqual([200, "cancelled"]);
      const path = `/v1/runs/${headers["x-abp-run-id"] as string}/receipt`;
      let receipt = await send(daemon, "GET", path);
      while (receipt.status !== 200) {
        await sleep(50);
        receipt = await send(daemon, "GET", path);
      }
      expect(receipt.json).toMatchObject({ termination: { reason: "cancelled" } });
    }
  });

  it("both continue a response that either of them kept", async () => {
    const made = await send(daemon, "POST", "/v1/responses", { model: "sim-model", input: "Remember" });
    const next = { model: "sim-model", input: "Go on", previous_response_id: made.json["id"] };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => send(daemon, "POST", "/v1/responses", next)),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  });

  it("both prove a receipt at once", async () => {
    for (let count = 0; count < 6; count += 1) {
      const made = await send(daemon, "POST", "/v1/chat/completions", {
        model: "sim-model",
        messages: [{ role: "user", content: "hi" }],
      });
      const run = `/v1/runs/${made.headers["x-abp-run-id"] as string}/receipt`;
      while ((await send(daemon, "GET", run)).status === 202) await sleep(5);
      const bundle = await send(daemon, "GET", `${run}.bundle`);
      expect([bundle.status, bundle.text.slice(0, 200)]).toEqual([
        200,
        expect.stringContaining("c2sp.org/tlog-proof"),
      ]);
    }
  });
});

describe("the limit of a key", () => {
  const folder = mkdtempSync(join(tmpdir(), "abp-limit-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("counts background calls over all threads, and a call that ends gives its place back", async () => {
    const daemon = await start(folder, { keys: { dev: { token: "token-of-key", max_concurrent: 3 } } });
    try {
      const queued = await Promise.all(
        Array.from({ length: 3 }, () => send(daemon, "POST", "/v1/responses", background(SLOW))),
      );
      expect(queued.map(({ status }) => status)).toEqual([200, 200, 200]);
      const more = await Promise.all(
        Array.from({ length: 8 }, () => send(daemon, "POST", "/v1/responses", background(SLOW))),
      );
      expect(more.map(({ status }) => status)).toEqual(more.map(() => 429));
      const id = queued[0]!.json["id"] as string;
      await send(daemon, "POST", `/v1/responses/${id}/cancel`);
      let again = await send(daemon, "POST", "/v1/responses", background(SLOW));
      while (again.status === 429) {
        await sleep(50);
        again = await send(daemon, "POST", "/v1/responses", background(SLOW));
      }
      expect(again.status).toBe(200);
      for (const { json } of [...queued.slice(1), again])
        await send(daemon, "POST", `/v1/responses/${json["id"] as string}/cancel`);
    } finally {
      await daemon.stop();
    }
  });
});

describe("a daemon that is stopped", () => {
  const folder = mkdtempSync(join(tmpdir(), "abp-drain-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("lets background calls end, and the next daemon finds their responses", async () => {
    const first = await start(folder);
    const queued = await Promise.all(
      Array.from({ length: 4 }, () =>
        send(first, "POST", "/v1/responses", background("sim: delay 500\nsim: say finished")),
      ),
    );
    await first.stop();
    const second = await start(folder);
    try {
      for (const { json } of queued) {
        const found = await send(second, "GET", `/v1/responses/${json["id"] as string}`);
        expect([found.status, found.json["status"], found.text.includes("finished")]).toEqual([
          200,
          "completed",
          true,
        ]);
      }
    } finally {
      await second.stop();
    }
  });

  it("ends background calls that outlast its time, which are then failed and recorded", async () => {
    const first = await start(folder, {}, { drain_timeout_secs: 0 });
    const queued = await send(first, "POST", "/v1/responses", background(SLOW));
    await first.stop();
    const second = await start(folder);
    try {
      const found = await send(second, "GET", `/v1/responses/${queued.json["id"] as string}`);
      expect(found.json).toMatchObject({ status: "failed", error: { code: "server_error" } });
      const receipt = await send(
        second,
        "GET",
        `/v1/runs/${queued.headers["x-abp-run-id"] as string}/receipt`,
      );
      expect(receipt.json).toMatchObject({ termination: { code: "shutting_down" } });
    } finally {
      await second.stop();
    }
  });
});
