import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeContext } from "../../test/server/fake-context.ts";
import { openStore } from "../storage/index.ts";
import { CheckpointTimer } from "./checkpoint-timer.ts";
import { readNotice } from "./daemon-notice.ts";
import { ask, receiptOf, statusOf, TestDaemons } from "./fixtures/test-daemon.ts";

let daemons: TestDaemons;

beforeEach(() => {
  daemons = new TestDaemons();
});
afterEach(() => daemons.close());

describe("a daemon", () => {
  it("answers, and gives the receipt of each run", async () => {
    const daemon = await daemons.start();
    expect(await ask(daemon, "sim-openai")).toMatchObject({ status: 200, mode: "passthrough" });
    const { run, mode } = await ask(daemon, "sim-claude");
    expect(mode).toBe("mapped");
    const receipt = (await (await receiptOf(daemon, run)).json()) as Record<string, unknown>;
    expect(receipt).toMatchObject({ meta: { run_id: run }, mode: "mapped", outcome: "complete" });
    expect((await receiptOf(daemon, "01890a5d-ac96-774b-bcce-b302099a8057")).status).toBe(404);
  });

  it("keeps its key in a file that only its owner can read, and makes it once", async () => {
    const daemon = await daemons.start();
    const file = daemon.tokenFile!;
    expect([readFileSync(file, "utf8").trim(), statSync(file).mode & 0o777]).toEqual([daemon.token, 0o600]);
    await daemons.stopLast();
    expect((await daemons.start()).token).toBe(daemon.token);
  });

  it("says where it is while it is there", async () => {
    const daemon = await daemons.start();
    const state = join(daemons.home, "state");
    expect(await readNotice(state)).toEqual({ url: daemon.url, pid: process.pid });
    await daemons.stopLast();
    expect(await readNotice(state)).toBeUndefined();
    await daemons.start({}, { isPublic: false });
    expect(existsSync(join(state, "daemon.json"))).toBe(false);
  });

  it("records the calls that an earlier one had left open", async () => {
    const first = await openStore({
      receipts_dir: join(daemons.home, "data/receipts"),
      receipts: { origin: "localhost/abp", keys_dir: join(daemons.home, "data/keys") },
    });
    await first.ledger("default").begin({
      runId: "01890a5d-ac96-774b-bcce-b302099a8057",
      workOrderId: "01890a5d-ac96-774b-bcce-b302099a8057",
      startedAt: new Date(),
      backendId: "sim",
      mode: "mapped",
    });
    await first.close();
    const daemon = await daemons.start();
    expect(daemon.recovered).toBe(1);
    const receipt = await receiptOf(daemon, "01890a5d-ac96-774b-bcce-b302099a8057");
    expect(await receipt.json()).toMatchObject({ termination: { reason: "interrupted" } });
  });

  it("G13: does not listen to the world without keys of the configuration", async () => {
    await expect(daemons.start({ bind_address: "0.0.0.0" })).rejects.toMatchObject({
      code: "config_invalid",
    });
  });

  it("logs its start, its keys and its end, and what it refuses, without secrets", async () => {
    const { log, logged } = fakeContext();
    const daemon = await daemons.start({ keys: { ada: { token: "secret-a" } } }, { log: log! });
    await fetch(`${daemon.url}/v1/models?key=secret-b`, { headers: { "x-api-key": "secret-c" } });
    daemon.replaceKeys({ bob: { token: "secret-d", engines: [] } });
    await daemons.stopLast();
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

  it("says that one is already running on its port", async () => {
    const daemon = await daemons.start({});
    const port = Number(new URL(daemon.url).port);
    await expect(daemons.start({}, { port })).rejects.toMatchObject({
      code: "config_invalid",
      message: `the daemon is already running, pid ${process.pid}, and listens at ${daemon.url}`,
      advice: expect.stringContaining(`kill ${process.pid}`),
    });
    const file = join(daemons.home, "state", "daemon.json");
    for (const notice of [
      { url: "http://127.0.0.1:1", pid: process.pid },
      { url: daemon.url, pid: 2 ** 30 },
    ]) {
      writeFileSync(file, JSON.stringify(notice));
      await expect(daemons.start({}, { port })).rejects.toThrow("Cannot listen on");
    }
    await ask(daemon, "sim");
  });

  it("leaves the notice of a daemon on another port when it stops", async () => {
    const file = join(daemons.home, "state", "daemon.json");
    await daemons.start();
    const other = { url: "http://127.0.0.1:1", pid: process.ppid };
    writeFileSync(file, JSON.stringify(other));
    await daemons.stopLast();
    expect(await readNotice(join(daemons.home, "state"))).toEqual(other);
  });

  it("stops what it has started when the notice cannot be written", async () => {
    mkdirSync(join(daemons.home, "state", "daemon.json"), { recursive: true });
    const port = await daemons.start({}, { isPublic: false }).then(async (daemon) => {
      await daemons.stopLast();
      return Number(new URL(daemon.url).port);
    });
    await expect(daemons.start({}, { port })).rejects.toMatchObject({ code: "directory_unusable" });
    await ask(await daemons.start({}, { port, isPublic: false }), "sim");
  });
});

describe("the keys of a daemon", () => {
  it("G17: are replaced while it runs", async () => {
    const daemon = await daemons.start({
      keys: { ada: { token: "token-of-a" }, bob: { token: "token-of-b" } },
    });
    expect([await statusOf(daemon, "token-of-a"), await statusOf(daemon, "token-of-b")]).toEqual([200, 200]);
    daemon.replaceKeys({
      bob: { token: "token-of-b", engines: [] },
      eve: { token: "token-of-e", engines: [] },
    });
    expect(await statusOf(daemon, "token-of-a")).toBe(401);
    expect([await statusOf(daemon, "token-of-b"), await statusOf(daemon, "token-of-e")]).toEqual([200, 200]);
  });

  it("that are added bring tenants whose receipts are signed like the others", async () => {
    const add = vi.spyOn(CheckpointTimer.prototype, "add");
    const daemon = await daemons.start({ keys: { ada: { token: "token-of-a", tenant: "acme" } } });
    daemon.replaceKeys({ eve: { token: "token-of-e", engines: [], tenant: "evil" } });
    expect(add.mock.calls).toEqual([[["default", "acme"]], [["default", "evil"]]]);
    add.mockRestore();
  });

  it("can all be removed, which refuses every call, and none can be added to a daemon without keys", async () => {
    const keyless = await daemons.start({}, { isPublic: false });
    expect(() => keyless.replaceKeys({ ada: { token: "token-of-a", engines: [] } })).toThrow(
      /first key cannot be added/,
    );
    keyless.replaceKeys({});
    const daemon = await daemons.start({ keys: { ada: { token: "token-of-a" } } });
    expect(await statusOf(daemon, "token-of-a")).toBe(200);
    daemon.replaceKeys({});
    expect(await statusOf(daemon, "token-of-a")).toBe(401);
  });
});
