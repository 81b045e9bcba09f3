import { describe, expect, it } from "vitest";
import type { Config } from "../../config/index.ts";
import type { Store } from "../../storage/index.ts";
import type { RunHolder, WatchedGateway } from "./run-gateway.ts";
import { type PlaceOptions, type PlaceParts, RunPlace } from "./run-place.ts";

const config = { receipts: { tenant: "acme" } } as Config;
const host = { env: {}, warn: () => undefined };
const agent = { usesGateway: true };

function open(choice: Partial<PlaceOptions> = {}, more: Partial<PlaceParts> = {}) {
  const done: string[] = [];
  const holders: RunHolder[] = [];
  const ledger = { name: "ledger" };
  const store = {
    ledger: (tenant: string) => {
      done.push(`ledger ${tenant}`);
      return ledger;
    },
    close: async () => void done.push("store closed"),
  };
  const gateway = { baseUrl: "http://127.0.0.1:1" } as WatchedGateway;
  const openStore = async () => {
    done.push("store");
    return store as unknown as Store;
  };
  const parts = {
    openRunLog: async (_: unknown, __: unknown, tenant: string) => ({ tenant }),
    openRunGateway: async (_: unknown, __: unknown, given: unknown, engine: string | undefined) => {
      done.push(`gateway ${engine} ${given === store}`);
      return {
        gatewayOf: (holder: RunHolder) => {
          holders.push(holder);
          return gateway;
        },
        replaceKeys: (keys: object) => void done.push(`keys ${Object.keys(keys)}`),
        close: async () => void done.push("gateway closed"),
      };
    },
    ...more,
  } as unknown as PlaceParts;
  const options = { hasLog: true, openStore, ...choice };
  return { done, holders, ledger, gateway, place: new RunPlace(host, config, options, parts) };
}

describe("what the runs of a command share", () => {
  it("is opened once, when it is needed, and closed in the other order", async () => {
    const { place, done, gateway, ledger } = open();
    expect(done).toEqual([]);
    expect(await place.log()).toEqual({ tenant: "acme" });
    expect(await place.ledger()).toBe(ledger);
    expect(await place.gatewayFor(agent, "other")).toBe(gateway);
    expect(await place.gatewayFor(agent, "other")).toBe(gateway);
    await place.close();
    expect(done).toEqual(["store", "ledger acme", "gateway other true", "gateway closed", "store closed"]);
  });

  it("opens one gateway for each engine: the one that is named, else the backend's own", async () => {
    const { place, done } = open();
    await place.gatewayFor({ ...agent, engine: "own" }, undefined);
    await place.gatewayFor({ ...agent, engine: "own" }, "other");
    await place.gatewayFor(agent, "own");
    await place.close();
    expect(done).toEqual([
      "store",
      "gateway own true",
      "gateway other true",
      "gateway closed",
      "gateway closed",
      "store closed",
    ]);
  });

  it("has no gateway for a backend that takes its model elsewhere", async () => {
    const { place, done } = open();
    expect(await place.gatewayFor({ usesGateway: undefined }, undefined)).toBe(undefined);
    expect(await place.gatewayFor({ usesGateway: false }, undefined)).toBe(undefined);
    await place.close();
    expect(done).toEqual([]);
  });

  it("has neither log nor gateway nor earlier runs with --no-log", async () => {
    const { place, done } = open({ hasLog: false });
    expect(await place.log()).toBe(undefined);
    await expect(place.ledger()).rejects.toMatchObject({ code: "usage_invalid", where: "--no-log" });
    await expect(place.gatewayFor(agent, "other")).rejects.toMatchObject({
      code: "usage_invalid",
      where: "--no-log",
    });
    expect(await place.gatewayFor({ usesGateway: false }, undefined)).toBe(undefined);
    await place.close();
    expect(done).toEqual([]);
  });

  it("closes the store if the gateway cannot be opened or closed", async () => {
    const failing = open({}, { openRunGateway: async () => Promise.reject(new Error("no port")) });
    await expect(failing.place.gatewayFor(agent, "other")).rejects.toThrow("no port");
    await failing.place.close();
    expect(failing.done).toEqual(["store", "store closed"]);
    const closing = open(
      {},
      {
        openRunGateway: async () => ({
          gatewayOf: () => ({}) as WatchedGateway,
          replaceKeys: () => undefined,
          close: async () => Promise.reject(new Error("late")),
        }),
      },
    );
    await closing.place.gatewayFor(agent, "other");
    await expect(closing.place.close()).rejects.toThrow("late");
    expect(closing.done).toEqual(["store", "store closed"]);
  });

  it("is closed without complaint if the store cannot be opened", async () => {
    const { place } = open({ openStore: async () => Promise.reject(new Error("locked")) });
    await expect(place.log()).rejects.toThrow("locked");
    await place.close();
  });

  it("leaves a store that is shared open, and serves each run for its own key and tenant", async () => {
    const { place, done, holders } = open({ isShared: true });
    await place.gatewayFor(agent, "e");
    await place.gatewayFor(agent, "e", { tenant: "other", name: "ci" });
    expect(await place.log("other")).toEqual({ tenant: "other" });
    await place.replaceKeys({ ci: { engines: ["e"] } as unknown as Config["keys"][string] });
    await place.close();
    expect(holders).toEqual([
      { tenant: "acme", name: "owner" },
      { tenant: "other", name: "ci" },
    ]);
    expect(done).toEqual(["store", "gateway e true", "keys ci", "gateway closed"]);
  });
});
