import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { connectStore } from "../../choose-store.ts";
import { describeAccessKeys } from "../../ledger/control/access-keys.contract.ts";
import { describeApprovals } from "../../ledger/control/approvals.contract.ts";
import { describeOnce } from "../../ledger/control/once.contract.ts";
import { describeRuns } from "../../ledger/control/runs.contract.ts";
import { describeUsage } from "../../ledger/control/usage.contract.ts";
import { origin, privateKey } from "../../ledger/fixtures/runs.ts";
import type { Store } from "../../ledger/store.ts";
import { openTestStore } from "../fixtures/open-test-store.ts";

let directory: string;
let opened: Store[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-control-sharing-"));
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  rmSync(directory, { recursive: true });
});

/** A store as another thread sees it, which closes together with the one that it shares. */
async function open({ mode = "write" }: { readonly mode?: "write" | "read" } = {}): Promise<Store> {
  const owner = await openTestStore(directory, { origin, key: privateKey, writer: "thread", mode });
  opened.push(owner);
  if (mode === "read") return owner;
  const connected = connectStore(owner.share().data, { now: () => new Date("2026-03-01T09:00:00Z") });
  const { runs, approvals, accessKeys, usage, once } = connected;
  const store: Store = {
    runs,
    approvals,
    accessKeys,
    usage,
    once,
    tenants: () => connected.tenants(),
    ledger: (tenant) => connected.ledger(tenant),
    recover: (now) => owner.recover(now),
    health: () => connected.health(),
    share: () => owner.share(),
    close: async () => {
      await connected.close();
      await owner.close();
    },
  };
  opened.push(store);
  return store;
}

const name = "a store in SQLite that another thread shares";
describeRuns(name, open);
describeApprovals(name, open);
describeAccessKeys(name, open);
describeOnce(name, open);
describeUsage(name, open);
