import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../config/index.ts";
import { openStore } from "../storage/index.ts";
import { CheckpointTimer } from "./checkpoint-timer.ts";
import { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";
import { readNotice } from "./daemon-notice.ts";
import { fakeContext } from "./fixtures/fake-context.ts";

let home: string;
const running: Daemon[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-daemon-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((daemon) => daemon.stop()));
  rmSync(home, { recursive: true, force: true });
});

async function start(
  flags: Record<string, unknown> = {},
  more: Partial<DaemonOptions> = {},
): Promise<Daemon> {
  const { config } = loadConfig({ cwd: home, home, env: { ABP_HOME: home }, flags });
  const daemon = await startDaemon({
    config,
    stateDirectory: join(home, "state"),
    env: {},
    port: 0,
    isPublic: true,
    ...more,
  });
  running.push(daemon);
  return daemon;
}

async function ask(
  daemon: Daemon,
  engine: string,
): Promise<{ status: number; mode: string | null; run: string }> {
  const answer = await fetch(`${daemon.url}/v1/chat/completions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${daemon.token}`,
      "content-type": "application/json",
      "x-abp-engine": engine,
    },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "sim: say hello" }] }),
  });
  expect(await answer.json()).toMatchObject({ choices: [{ message: { content: "hello" } }] });
  return {
    status: answer.status,
    mode: answer.headers.get("x-abp-mode"),
    run: answer.headers.get("x-abp-run-id") ?? "",
  };
}

async function receiptOf(daemon: Daemon, run: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${daemon.url}/v1/runs/${run}/receipt`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    if (answer.status !== 202 || tries > 100) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a daemon", () => {
  it.each([1, 2])("answers in %i threads, and gives the receipt of each run", async (workers) => {
    const daemon = await start({ gateway: { workers } });
    expect(await ask(daemon, "sim-openai")).toMatchObject({ status: 200, mode: "passthrough" });
    const { run, mode } = await ask(daemon, "sim-claude");
    expect(mode).toBe("mapped");
    const receipt = (await (await receiptOf(daemon, run)).json()) as Record<string, unknown>;
    expect(receipt).toMatchObject({ meta: { run_id: run }, mode: "mapped", outcome: "complete" });
    expect((await receiptOf(daemon, "01890a5d-ac96-774b-bcce-b302099a8057")).status).toBe(404);
  });

  it("keeps its key in a file that only its owner can read, and makes it once", async () => {
    const daemon = await start();
    const file = daemon.tokenFile!;
    expect([readFileSync(file, "utf8").trim(), statSync(file).mode & 0o777]).toEqual([daemon.token, 0o600]);
    await running.pop()!.stop();
    expect((await start()).token).toBe(daemon.token);
  });

  it("says where it is while it is there", async () => {
    const daemon = await start();
    const state = join(home, "state");
    expect(await readNotice(state)).toEqual({ url: daemon.url, pid: process.pid });
    await running.pop()!.stop();
    expect(await readNotice(state)).toBeUndefined();
    await start({}, { isPublic: false });
    expect(existsSync(join(state, "daemon.json"))).toBe(false);
  });

  it("records the calls that an earlier one had left open", async () => {
    const first = await openStore({
      receipts_dir: join(home, "data/receipts"),
      receipts: { origin: "localhost/abp", keys_dir: join(home, "data/keys") },
    });
    await first.ledger("default").begin({
      runId: "01890a5d-ac96-774b-bcce-b302099a8057",
      workOrderId: "01890a5d-ac96-774b-bcce-b302099a8057",
      startedAt: new Date(),
      backendId: "sim",
      mode: "mapped",
    });
    await first.close();
    const daemon = await start();
    expect(daemon.recovered).toBe(1);
    const receipt = await receiptOf(daemon, "01890a5d-ac96-774b-bcce-b302099a8057");
    expect(await receipt.json()).toMatchObject({ termination: { reason: "interrupted" } });
  });

  it("G13: does not listen to the world without keys of the configuration", async () => {
    await expect(start({ bind_address: "0.0.0.0" })).rejects.toMatchObject({ code: "config_invalid" });
  });

  it.each([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ])("with %i workers keeps its port: a second daemon with %i is refused", async (workers, others) => {
    const daemon = await start({ gateway: { workers } });
    const port = Number(new URL(daemon.url).port);
    const second = start({ gateway: { workers: others } }, { port, isPublic: false });
    await expect(second).rejects.toMatchObject({ code: "config_invalid", where: "port" });
    await ask(daemon, "sim");
    if (workers !== others) return;
    await running.pop()!.stop();
    const next = await start({ gateway: { workers: others } }, { port });
    await ask(next, "sim");
  });

  it("logs its start, its keys and its end, and what it refuses, without secrets", async () => {
    const { log, logged } = fakeContext();
    const daemon = await start({ keys: { ada: { token: "secret-a" } } }, { log: log! });
    await fetch(`${daemon.url}/v1/models?key=secret-b`, { headers: { "x-api-key": "secret-c" } });
    daemon.replaceKeys({ bob: { token: "secret-d", engines: [] } });
    await running.pop()!.stop();
    expect(logged.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "info started",
      "warn refused a request",
      "info replaced the keys",
      "info stopping",
      "info stopped",
    ]);
    expect(logged[0]!.fields).toEqual({ url: daemon.url, workers: 1, recovered: 0 });
    expect(logged[1]!.fields).toMatchObject({ code: "auth_invalid", method: "GET", path: "/v1/models" });
    expect(logged[2]!.fields).toEqual({ keys: ["bob"] });
    expect(JSON.stringify(logged)).not.toContain("secret-");
  });

  it("stops what it has started when the notice cannot be written", async () => {
    mkdirSync(join(home, "state", "daemon.json"), { recursive: true });
    const port = await start({}, { isPublic: false }).then(async (daemon) => {
      await running.pop()!.stop();
      return Number(new URL(daemon.url).port);
    });
    await expect(start({}, { port })).rejects.toMatchObject({ code: "EISDIR" });
    await ask(await start({}, { port, isPublic: false }), "sim");
  });
});

describe("the keys of a daemon", () => {
  const calls = async (daemon: Daemon, key: string): Promise<number> => {
    const answer = await fetch(`${daemon.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    return answer.status;
  };

  it.each([1, 2])("G17: are replaced while it runs, in %i threads", async (workers) => {
    const daemon = await start({ keys: { ada: { token: "a" }, bob: { token: "b" } }, gateway: { workers } });
    expect([await calls(daemon, "a"), await calls(daemon, "b")]).toEqual([200, 200]);
    daemon.replaceKeys({ bob: { token: "b", engines: [] }, eve: { token: "e", engines: [] } });
    // Threads hear of it a moment later, each for itself.
    const limit = Date.now() + 20_000;
    let refused = 0;
    while (refused < 8 && Date.now() < limit) refused = (await calls(daemon, "a")) === 401 ? refused + 1 : 0;
    expect(refused).toBe(8);
    for (let count = 0; count < 8; count += 1) expect(await calls(daemon, "b")).toBe(200);
    expect(await calls(daemon, "e")).toBe(200);
  });

  it("have limits that count over all threads", async () => {
    const daemon = await start({
      keys: { ada: { token: "a", max_concurrent: 1 } },
      gateway: { workers: 2, drain_timeout_secs: 0 },
    });
    const call = (content: string, signal?: AbortSignal) =>
      fetch(`${daemon.url}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: "Bearer a", "content-type": "application/json", connection: "close" },
        body: JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content }] }),
        signal: signal ?? null,
      });
    const controller = new AbortController();
    const held = call("sim: delay 600000\nsim: say hello", controller.signal).catch(() => undefined);
    // One of the threads has the call; from then on both refuse others.
    const statusOf = async (): Promise<number> => {
      const answer = await call("sim: say hello");
      await answer.arrayBuffer();
      return answer.status;
    };
    const deadline = performance.now() + 20_000;
    while ((await statusOf()) === 200) expect(performance.now()).toBeLessThan(deadline);
    const statuses = new Set<number>();
    for (let count = 0; count < 20; count += 1) statuses.add(await statusOf());
    expect([...statuses]).toEqual([429]);
    controller.abort();
    await held;
    while ((await statusOf()) === 429) expect(performance.now()).toBeLessThan(deadline);
  });

  it("that are added bring tenants whose receipts are signed like the others", async () => {
    const add = vi.spyOn(CheckpointTimer.prototype, "add");
    const daemon = await start({ keys: { ada: { token: "a", tenant: "acme" } } });
    daemon.replaceKeys({ eve: { token: "e", engines: [], tenant: "evil" } });
    expect(add.mock.calls).toEqual([[["default", "acme"]], [["default", "evil"]]]);
    add.mockRestore();
  });

  it("cannot all be removed, and none can be added to a daemon without keys", async () => {
    const keyless = await start({}, { isPublic: false });
    expect(() => keyless.replaceKeys({ ada: { token: "a", engines: [] } })).toThrow(
      /first key cannot be added/,
    );
    keyless.replaceKeys({});
    const daemon = await start({ keys: { ada: { token: "a" } } });
    expect(() => daemon.replaceKeys({})).toThrow(/last key cannot be removed/);
    expect(await calls(daemon, "a")).toBe(200);
  });
});
