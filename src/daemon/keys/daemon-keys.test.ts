import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryControl } from "../../../test/control/memory-control.ts";
import type { Config } from "../../config/index.ts";
import type { StoredAccessKey } from "../../storage/index.ts";
import { DaemonKeys } from "./daemon-keys.ts";

const at = new Date("2026-03-01T08:00:00Z");
const row = (name: string, settings: object | string = { engines: [] }): StoredAccessKey => ({
  name,
  tokenSha256: "ab".repeat(32),
  settings: typeof settings === "string" ? settings : JSON.stringify(settings),
  createdAt: at,
});
const ada = { ada: { token: "token-of-ada", engines: [] } };

let store: MemoryControl["accessKeys"];
let applied: string[][];
let reports: string[];

beforeEach(() => {
  vi.useFakeTimers();
  store = new MemoryControl().accessKeys;
  applied = [];
  reports = [];
});
afterEach(() => vi.useRealTimers());

async function load(configured: Config["keys"] = ada): Promise<DaemonKeys> {
  const report = (message: string, error: unknown) =>
    void reports.push(`${message} ${error instanceof Error ? error.message : error}`);
  const keys = await DaemonKeys.load({ store: { list: () => store.list() }, configured, report });
  keys.watch((all) => applied.push(Object.keys(all)));
  return keys;
}

describe("the keys of a daemon", () => {
  it("are those of the configuration and those of the store that are not revoked", async () => {
    await store.create(row("ci", { engines: ["sim"], roles: ["viewer"] }));
    await store.create(row("old"));
    await store.revoke("old", at);
    const keys = await load();
    expect([keys.all(), keys.hasMade]).toEqual([
      { ...ada, ci: { engines: ["sim"], roles: ["viewer"], token_sha256: "ab".repeat(32) } },
      true,
    ]);
    keys.close();
  });

  it("are applied when the store changes, at once if a request says so", async () => {
    const keys = await load();
    await store.create(row("ci"));
    await keys.changed();
    await keys.changed();
    await store.revoke("ci", at);
    await keys.changed();
    expect([applied, keys.hasMade]).toEqual([[["ada", "ci"], ["ada"]], false]);
    keys.close();
  });

  it("are read again within a second, for changes of other processes", async () => {
    const keys = await load();
    await store.create(row("ci"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(applied).toEqual([["ada", "ci"]]);
    keys.close();
    await store.revoke("ci", at);
    await vi.advanceTimersByTimeAsync(1000);
    expect(applied).toHaveLength(1);
  });

  it("stay as they were while the store cannot be read, which is reported once", async () => {
    await store.create(row("ci"));
    const keys = await load();
    const { list } = store;
    store = { ...store, list: () => Promise.reject(new Error("disk gone")) };
    await vi.advanceTimersByTimeAsync(3000);
    await expect(keys.changed()).rejects.toThrow("disk gone");
    expect([Object.keys(keys.all()), applied, reports]).toEqual([
      ["ada", "ci"],
      [],
      ["The keys that were made at run time cannot be read. disk gone"],
    ]);
    store = { ...store, list };
    await vi.advanceTimersByTimeAsync(1000);
    expect(applied).toEqual([]);
    keys.close();
  });

  it("leave out a key that cannot be read, and report it", async () => {
    await store.create(row("broken", "{"));
    await store.create(row("foreign", { engines: "all" }));
    const keys = await load();
    expect([Object.keys(keys.all()), reports.length]).toEqual([["ada"], 2]);
    expect(reports[0]).toMatch(/^The key "broken" cannot be read and is refused\./);
    keys.close();
  });

  it("have one meaning for each name, that of revoked keys included", async () => {
    await store.create(row("ci"));
    await store.revoke("ci", at);
    const clash = { ci: { token: "token-of-ci", engines: [] } };
    await expect(load(clash)).rejects.toMatchObject({
      code: "config_invalid",
      message: "`keys.ci` has the name of a key that was made at run time: choose another name",
    });
    const keys = await load();
    expect(() => keys.replaceConfigured(clash)).toThrow("choose another name");
    keys.replaceConfigured({ bob: { token: "token-of-bob", engines: [] } });
    expect(applied).toEqual([["bob"]]);
    keys.close();
  });
});
