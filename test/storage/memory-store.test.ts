import { describeStore } from "../../src/storage/ledger/contract/store.contract.ts";
import { key, origin } from "../../src/storage/ledger/fixtures/runs.ts";
import { MemoryData } from "./memory-store/memory-data.ts";
import { MemoryStore } from "./memory-store/memory-store.ts";

const now = () => new Date("2026-03-01T09:00:00Z");
let data: MemoryData;
describeStore("a store in memory", {
  setUp: () => {
    data = new MemoryData(origin);
  },
  open: async ({ mode } = {}) =>
    new MemoryStore(data, { now, ...(mode === "read" ? {} : { key: async () => key }) }),
  tearDown: () => undefined,
});
