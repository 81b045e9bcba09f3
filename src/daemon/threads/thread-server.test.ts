import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { loadConfig } from "../../config/index.ts";
import { claimPort, KeySlotTable, type PortClaim } from "../../server/index.ts";
import { openStore, type Store } from "../../storage/index.ts";
import { type LogSettings, openLog, type openLogFile } from "../../telemetry/index.ts";
import { TestDaemons } from "../fixtures/test-daemon.ts";
import type { ThreadServer } from "./serving-thread.ts";
import { startThreadServer } from "./thread-server.ts";

let folder: TestDaemons;
let claim: PortClaim;
let store: Store | undefined;
let table: KeySlotTable;
let server: ThreadServer | undefined;

beforeEach(async () => {
  folder = new TestDaemons();
  claim = await claimPort("127.0.0.1", 0);
  table = new KeySlotTable(2);
  table.columnOf("ada");
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await store?.close();
  store = undefined;
  await claim.release();
  await folder.close();
});

async function start(logSettings?: LogSettings, openLog?: typeof openLogFile): Promise<ThreadServer> {
  const { home } = folder;
  const flags = {
    keys: { ada: { token: "token-of-a", max_concurrent: 1 } },
    gateway: { drain_timeout_secs: 0 },
  };
  const { config } = loadConfig({ cwd: home, home, env: { ABP_HOME: home }, flags });
  store ??= await openStore(config);
  server = await startThreadServer(
    {
      config,
      store: store.share().data,
      env: {},
      token: undefined,
      port: claim.port,
      keyPort: new MessageChannel().port2,
      logSettings,
      slots: { memory: table.memory, row: 1, columns: table.columns },
    },
    () => undefined,
    openLog,
  );
  return server;
}

const statusOf = async (key: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${claim.port}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ model: "sim-model", max_tokens: 10, messages: [{ role: "user", content: "hi" }] }),
  });
  await answer.arrayBuffer();
  // The slot returns a moment after the caller has the answer.
  const counters = new Int32Array(table.memory.buffer);
  await eventually(() => expect(counters[1]).toBe(0));
  return answer.status;
};

describe("the server of a thread", () => {
  it("serves on the port that was claimed, and counts its calls in its own row", async () => {
    expect((await start()).port).toBe(claim.port);
    expect(await statusOf("token-of-a")).toBe(200);
    // Another thread has the key's only slot.
    const counters = new Int32Array(table.memory.buffer);
    counters[0] = 1;
    expect(await statusOf("token-of-a")).toBe(429);
    expect([...counters]).toEqual([1, 0]);
    counters[0] = 0;
    expect(await statusOf("token-of-a")).toBe(200);
  });

  it("shares the port with other threads", async () => {
    await start();
    const first = server!;
    await start().then((second) => second.stop());
    server = first;
    expect(await statusOf("token-of-a")).toBe(200);
  });

  it("takes new keys with their columns", async () => {
    await start();
    table.columnOf("eve");
    server!.replaceKeys({
      kind: "replace_keys",
      keys: { eve: { token: "token-of-e", engines: [] } },
      columns: table.columns,
    });
    expect([await statusOf("token-of-a"), await statusOf("token-of-e")]).toEqual([401, 200]);
  });

  it("logs on standard error with the settings of the daemon, until it has stopped", async () => {
    const seen: unknown[] = [];
    const settings: LogSettings = { level: "info", form: "json" };
    await start(settings, (fd, given) => {
      seen.push([fd, given]);
      const log = openLog({ ...given, write: (line) => seen.push(JSON.parse(line).message) });
      return { log, close: async () => void seen.push("closed") };
    });
    expect(await statusOf("token-of-a")).toBe(200);
    await server!.stop();
    server = undefined;
    expect(seen).toEqual([[2, settings], "call finished", "closed"]);
  });

  it("does not serve after it was stopped", async () => {
    await start();
    await server!.stop();
    server = undefined;
    await expect(statusOf("token-of-a")).rejects.toThrow();
  });
});
