import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeContext } from "../../test/server/fake-context.ts";
import type { Config } from "../config/index.ts";
import type { Serving, ServingOptions } from "../server/index.ts";
import type { Store, StoredAccessKey } from "../storage/index.ts";
import { CHECKPOINT_INTERVAL_MS } from "./checkpoint-timer.ts";
import { type Daemon, type DaemonOptions, startDaemon } from "./daemon.ts";

const URL = "http://127.0.0.1:4711";

let state: string;
/** What the fakes were told, in order. */
let told: string[];
let served: ServingOptions | undefined;
let servingError: Error | undefined;
/** The keys of the store. */
let made: StoredAccessKey[];

beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), "abp-daemon-")), "state");
  told = [];
  served = undefined;
  servingError = undefined;
  made = [];
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(join(state, ".."), { recursive: true, force: true });
});

function serve(name: string): (options: ServingOptions) => Promise<Serving> {
  return async (options) => {
    told.push(name);
    served = options;
    if (servingError !== undefined) throw servingError;
    return {
      url: URL,
      replaceKeys: (keys) => told.push(`keys ${Object.keys(keys)}`),
      stop: async () => {
        told.push(`stop, notice: ${existsSync(join(state, "daemon.json"))}`);
      },
    };
  };
}

const store = {
  recover: async (now: () => Date) => {
    told.push(`recover at ${now() instanceof Date}`);
    return 3;
  },
  ledger: (tenant: string) => ({
    checkpoint: async () => {
      told.push(`sign ${tenant}`);
      return "";
    },
  }),
  accessKeys: { list: async () => made },
  approvals: { expireAll: async () => 0 },
  runs: { pendingCounts: async () => new Map() },
  close: async () => {
    told.push("close the store");
  },
} as unknown as Store;

function start(
  { keys = {}, workers = 1, bind = "127.0.0.1" } = {},
  more: Partial<DaemonOptions> = {},
): Promise<Daemon> {
  const config = {
    bind_address: bind,
    port: 8088,
    keys,
    receipts: { tenant: "default" },
    gateway: { workers, drain_timeout_secs: 0 },
  } as unknown as Config;
  return startDaemon(
    { config, stateDirectory: state, env: { A: "b" }, isPublic: true, ...more },
    {
      openStore: async () => {
        told.push("open the store");
        return store;
      },
      serveInOneThread: serve("one thread"),
      serveInThreads: serve("threads"),
    },
  );
}

const ada = { ada: { token: "a", engines: [], tenant: "acme" } };

describe("starting a daemon", () => {
  it("recovers the store before it serves, and tells other commands where it listens", async () => {
    const daemon = await start();
    expect(told).toEqual(["open the store", "recover at true", "one thread"]);
    expect([daemon.url, daemon.recovered]).toEqual([URL, 3]);
    const notice = join(state, "daemon.json");
    expect(JSON.parse(readFileSync(notice, "utf8"))).toEqual({ url: URL, pid: process.pid });
    expect(statSync(notice).mode & 0o777).toBe(0o600);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    await daemon.stop();
  });

  it.each([
    [1, "one thread"],
    [2, "threads"],
    [8, "threads"],
  ])("with %i workers serves in %s", async (workers, expected) => {
    await (await start({ workers })).stop();
    expect(told).toContain(expected);
  });

  it("serves on the configured port, or on the one that it is given", async () => {
    await (await start()).stop();
    expect(served!.port).toBe(8088);
    await (await start({}, { port: 0 })).stop();
    expect(served!.port).toBe(0);
    expect(served!.env).toEqual({ A: "b" });
  });

  it("creates a token only if there are no keys", async () => {
    const own = await start();
    expect(own.token).toMatch(/^abp_/);
    expect(own.tokenFile).toBe(join(state, "token"));
    expect(served!.token).toBe(own.token);
    await own.stop();
    const keyed = await start({ keys: ada });
    expect([keyed.token, keyed.tokenFile, served!.token]).toEqual([undefined, undefined, undefined]);
    await keyed.stop();
  });

  it("on an address that others can reach needs keys", async () => {
    await expect(start({ bind: "0.0.0.0" })).rejects.toMatchObject({ code: "config_invalid" });
    expect(told).toEqual(["open the store", "close the store"]);
    const tokenSha256 = "ab".repeat(32);
    made = [{ name: "ci", tokenSha256, settings: '{"engines":[]}', createdAt: new Date(0) }];
    const daemon = await start({ bind: "0.0.0.0" });
    expect(served?.config.keys).toEqual({ ci: { engines: [], token_sha256: tokenSha256 } });
    await daemon.stop();
    made = [{ ...made[0]!, revokedAt: new Date(1) }];
    await expect(start({ bind: "0.0.0.0" })).rejects.toMatchObject({ code: "config_invalid" });
    made = [];
    await (await start({ bind: "0.0.0.0", keys: ada })).stop();
  });

  it("that fails closes the store", async () => {
    servingError = new Error("no port");
    await expect(start()).rejects.toThrow("no port");
    expect(told.slice(2)).toEqual(["one thread", "close the store"]);
    expect(existsSync(join(state, "daemon.json"))).toBe(false);
  });

  it("that cannot write its notice stops serving", async () => {
    mkdirSync(join(state, "daemon.json"), { recursive: true });
    await expect(start()).rejects.toMatchObject({ code: "directory_unusable" });
    expect(told.slice(2)).toEqual(["one thread", "stop, notice: true", "close the store"]);
  });

  it("for a single command leaves no notice", async () => {
    const daemon = await start({}, { isPublic: false });
    expect(existsSync(join(state, "daemon.json"))).toBe(false);
    await daemon.stop();
  });
});

describe("a running daemon", () => {
  it("takes its notice away before it stops serving, and closes the store last", async () => {
    const daemon = await start();
    told = [];
    await daemon.stop();
    expect(told).toEqual(["stop, notice: false", "close the store"]);
  });

  it("leaves the notice of another daemon alone when it serves a single command", async () => {
    const other = await start();
    await (await start({}, { isPublic: false })).stop();
    expect(existsSync(join(state, "daemon.json"))).toBe(true);
    await other.stop();
  });

  it("signs the receipts of all tenants, also of those that new keys bring, until it stops", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const daemon = await start({ keys: ada });
    told = [];
    vi.advanceTimersByTime(CHECKPOINT_INTERVAL_MS);
    expect(told).toEqual(["sign default", "sign acme"]);
    daemon.replaceKeys({ eve: { token: "e", engines: [], tenant: "new" } });
    told = [];
    vi.advanceTimersByTime(CHECKPOINT_INTERVAL_MS);
    expect(told).toEqual(["sign default", "sign acme", "sign new"]);
    await daemon.stop();
    told = [];
    vi.advanceTimersByTime(CHECKPOINT_INTERVAL_MS);
    expect(told).toEqual([]);
  });

  it("replaces keys, removes the last one too, and does not add the first", async () => {
    const keyed = await start({ keys: ada });
    keyed.replaceKeys({ bob: { token: "b", engines: [] } });
    expect(told.at(-1)).toBe("keys bob");
    keyed.replaceKeys({});
    expect(told.at(-1)).toBe("keys ");
    await keyed.stop();
    const keyless = await start();
    expect(() => keyless.replaceKeys(ada)).toThrow(
      expect.objectContaining({ where: "keys", message: expect.stringMatching(/first key cannot be added/) }),
    );
    keyless.replaceKeys({});
    expect(told.at(-1)).toBe("keys ");
    await keyless.stop();
  });

  it("logs its life, and failures of signatures, which it reports too", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { log, logged } = fakeContext();
    const reports: string[] = [];
    const daemon = await start(
      { keys: ada, workers: 2 },
      { log: log!, report: (message) => reports.push(message), logSettings: { level: "info", form: "json" } },
    );
    expect(served).toMatchObject({ log, logSettings: { level: "info" } });
    const { ledger } = store;
    store.ledger = () => ({ checkpoint: async () => Promise.reject(new Error("disk full")) }) as never;
    vi.advanceTimersByTime(CHECKPOINT_INTERVAL_MS);
    await new Promise((resolve) => setImmediate(resolve));
    store.ledger = ledger;
    daemon.replaceKeys({ bob: { token: "secret", engines: [] } });
    await daemon.stop();
    expect(logged.map(({ level, message, fields }) => [level, message, fields])).toEqual([
      ["info", "started", { url: URL, workers: 2, recovered: 3 }],
      ["error", expect.stringContaining("default"), { error: new Error("disk full") }],
      ["error", expect.stringContaining("acme"), { error: new Error("disk full") }],
      ["info", "replaced the keys", { keys: ["bob"] }],
      ["info", "stopping", { url: URL }],
      ["info", "stopped", { url: URL }],
    ]);
    expect(reports).toHaveLength(2);
  });

  it("without a listener for failures ignores them", async () => {
    const daemon = await start();
    expect(() => served!.report("x", new Error("y"))).not.toThrow();
    await daemon.stop();
  });
});
