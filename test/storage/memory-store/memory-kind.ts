import { type SigningKey, verifyHeldLog } from "../../../src/receipts/index.ts";
import { KeyStore, type StoreConfig } from "../../../src/storage/index.ts";
import type { StoreKind } from "../../../src/storage/ledger/index.ts";
import { MemoryData, type TenantData } from "./memory-data.ts";
import { type MemoryShare, MemoryStore } from "./memory-store.ts";

/** A kind of store that a configuration asks for with a `receipts_dir` that ends with `memory`. */
export function memoryKind(): StoreKind {
  const places = new Map<string, MemoryData>();
  const keys = new Map<string, () => Promise<SigningKey>>();
  return {
    name: "memory",
    isAskedFor: ({ receipts_dir }) => receipts_dir.endsWith("memory"),
    open: async ({ receipts_dir: place, receipts }, { mode, writer }) => {
      const data = places.get(place) ?? new MemoryData(receipts.origin);
      if (mode === "read") return new MemoryStore(data, {});
      places.set(place, data);
      const key = () => new KeyStore(receipts.keys_dir).signingKey();
      keys.set(place, key);
      return new MemoryStore(data, { key, place: writer === "thread" ? place : undefined });
    },
    connect: (share) => {
      const { place, owner } = share as MemoryShare;
      return new MemoryStore(places.get(place) as MemoryData, { key: keys.get(place), owner });
    },
    inspect: (config) => inspect(config, places.get(config.receipts_dir)),
  };
}

function inspect({ receipts }: StoreConfig, data: MemoryData | undefined): ReturnType<StoreKind["inspect"]> {
  const tenants = [...(data?.tenants ?? [])];
  const count = ({ open }: TenantData) => {
    const running = [...open.values()].filter(({ writer }) => data?.writers.has(writer)).length;
    return { running, interrupted: open.size - running };
  };
  return {
    exists: async () => data !== undefined,
    check: async (keys) => ({
      damage: [],
      logs: tenants.map(([tenant, found]) => {
        const entries = found.receipts.map(({ bytes }) => bytes);
        const expected = { keys, origin: `${receipts.origin}/${tenant}`, tenant };
        const verification = verifyHeldLog({ entries, checkpoint: found.checkpoint?.text }, expected);
        return { tenant, entries, verification, openRuns: count(found) };
      }),
      advice: [],
    }),
    findFaults: async () => [],
    countOpenRuns: async (tenant) => {
      const found = data?.tenants.get(tenant);
      return found === undefined ? { running: 0, interrupted: 0 } : count(found);
    },
    listTenants: async () =>
      tenants
        .filter(([, { log }]) => log.size > 0)
        .map(([tenant]) => tenant)
        .sort(),
    newestReceiptTime: async () => {
      const times = tenants.flatMap(([, { receipts: all }]) =>
        all.map(({ receipt }) => receipt.meta.finished_at),
      );
      const newest = times.sort().at(-1);
      return newest === undefined ? undefined : new Date(newest);
    },
  };
}
