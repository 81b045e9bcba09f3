import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestMachine } from "../../src/cli/fixtures/console.ts";
import { builtMain } from "../package/built-main.ts";

const main = await builtMain();

interface Daemon {
  readonly url: string;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

const keys: Record<string, { token: string; max_concurrent?: number }> = {
  all: { token: "token-of-all" },
  few: { token: "token-of-few", max_concurrent: 3 },
};

// Each call on a connection of its own, so that the threads share them.
function send(daemon: Daemon, method: string, path: string, body?: unknown, key = "all"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${daemon.url}${path}`,
      {
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${keys[key]!.token}`,
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

/** Starts a daemon from the build, whose threads start faster than those of the sources. */
async function start(machine: TestMachine, gateway: object = {}): Promise<Daemon> {
  const settings = { workers: 2, drain_timeout_secs: 10, ...gateway };
  const table = ([name, members]: readonly [string, object]) =>
    `[${name}]\n${Object.entries(members)
      .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
      .join("")}`;
  const tables = Object.entries(keys).map(([name, members]) => [`keys.${name}`, members] as const);
  await machine.configure([["gateway", settings] as const, ...tables].map(table).join(""));
  const stop = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let out = "";
  const ended = machine.run(["up", "--port", "0", "--json"], {
    now: () => new Date(),
    signal: stop.signal,
    writeOut: (text) => {
      out += text;
      const url = /"url":\s*"([^"]+)"/.exec(out)?.[1];
      if (url !== undefined) resolve(url);
    },
  });
  ended.then(({ error }) => reject(new Error(error)), reject);
  return {
    url: await promise,
    stop: async () => {
      stop.abort("SIGTERM");
      await ended;
    },
  };
}

/** For a daemon that only reads what another one has left. */
const ONE_THREAD = { workers: 1 };
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
  const machine = new TestMachine(main);
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await start(machine);
  });
  afterAll(async () => {
    await daemon.stop();
    machine.close();
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

  it("count the background calls of a key together, and a call that ends gives its place back", async () => {
    const ask = () => send(daemon, "POST", "/v1/responses", background(SLOW), "few");
    const cancel = ({ json }: Answer) =>
      send(daemon, "POST", `/v1/responses/${json["id"] as string}/cancel`, undefined, "few");
    const queued = await Promise.all(Array.from({ length: 3 }, ask));
    expect(queued.map(({ status }) => status)).toEqual([200, 200, 200]);
    const more = await Promise.all(Array.from({ length: 8 }, ask));
    expect(more.map(({ status }) => status)).toEqual(more.map(() => 429));
    await cancel(queued[0]!);
    let again = await ask();
    while (again.status === 429) {
      await sleep(50);
      again = await ask();
    }
    expect(again.status).toBe(200);
    for (const one of [...queued.slice(1), again]) await cancel(one);
  });
});

describe("a daemon that is stopped", () => {
  const machine = new TestMachine(main);
  afterAll(() => machine.close());

  it("lets background calls end, and the next daemon finds their responses", async () => {
    const first = await start(machine);
    const queued = await Promise.all(
      Array.from({ length: 4 }, () =>
        send(first, "POST", "/v1/responses", background("sim: delay 500\nsim: say finished")),
      ),
    );
    await first.stop();
    const second = await start(machine, ONE_THREAD);
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
    const first = await start(machine, { drain_timeout_secs: 0 });
    const queued = await send(first, "POST", "/v1/responses", background(SLOW));
    await first.stop();
    const second = await start(machine, ONE_THREAD);
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
