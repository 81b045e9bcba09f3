import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../ledger/store.ts";
import { openTestStore } from "./fixtures/open-test-store.ts";

const DAY = 24 * 60 * 60 * 1000;
let directory: string;
let time: number;
const stores: Store[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-owners-"));
  time = Date.parse("2026-03-01T08:00:00Z");
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function open(resources_days: number) {
  const retention = { responses_days: 1, reasoning_days: 1, events_days: 1, resources_days };
  const store = await openTestStore(directory, { origin: "t.test", now: () => new Date(time), retention });
  stores.push(store);
  return store.ledger("a").contentOf({ owner: "key:me", readsUnowned: true }).resourceOwners;
}

describe("the owners of what vendors keep", () => {
  it("are known for as long as they are kept, and not a moment longer", async () => {
    const owners = await open(2);
    await owners.keep([{ engine: "e", id: "x" }]);
    time += 2 * DAY - 1;
    expect(await owners.find("x")).toHaveLength(1);
    time += 1;
    expect(await owners.find("x")).toEqual([]);
  });

  it("are known for as long again once the id comes again", async () => {
    const owners = await open(2);
    await owners.keep([{ engine: "e", id: "x" }]);
    time += 3 * DAY;
    await owners.keep([{ engine: "e", id: "x" }]);
    expect(await owners.find("x")).toHaveLength(1);
  });

  it("that are being written are waited for only if that is asked for", async () => {
    const owners = await open(2);
    const kept = owners.keep([{ engine: "e", id: "x", address: "https://h" }]);
    expect(await owners.find("x")).toEqual([]);
    expect(await owners.find("x", { waits: true })).toEqual([
      { engine: "e", id: "x", address: "https://h", isOwn: true },
    ]);
    await kept;
  });

  it("are known for ever with 0 days", async () => {
    const owners = await open(0);
    await owners.keep([{ engine: "e", id: "x" }]);
    time += 40_000 * DAY;
    expect(await owners.find("x")).toHaveLength(1);
  });
});
