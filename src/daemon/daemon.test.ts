import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../config/index.ts";
import { openStore } from "../storage/index.ts";
import { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";
import { readNotice } from "./daemon-notice.ts";

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

  it("leaves nothing behind when it cannot listen", async () => {
    const daemon = await start();
    const port = Number(new URL(daemon.url).port);
    await expect(start({}, { port, isPublic: false })).rejects.toMatchObject({ code: "config_invalid" });
    await ask(daemon, "sim");
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
    const limit = Date.now() + 1000;
    let refused = 0;
    while (refused < 8 && Date.now() < limit) refused = (await calls(daemon, "a")) === 401 ? refused + 1 : 0;
    expect(refused).toBe(8);
    for (let count = 0; count < 8; count += 1) expect(await calls(daemon, "b")).toBe(200);
    expect(await calls(daemon, "e")).toBe(200);
  });

  it("are not taken away altogether, because it could not say then who may call", async () => {
    const daemon = await start({ keys: { ada: { token: "a" } } });
    expect(() => daemon.replaceKeys({})).toThrow(/last key cannot be removed/);
    expect(await calls(daemon, "a")).toBe(200);
  });
});
