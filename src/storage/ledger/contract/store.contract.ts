import { afterEach, beforeEach } from "vitest";
import { describeAccessKeys } from "../control/access-keys.contract.ts";
import { describeApprovals } from "../control/approvals.contract.ts";
import { describeOnce } from "../control/once.contract.ts";
import { describeRuns } from "../control/runs.contract.ts";
import { describeUsage } from "../control/usage.contract.ts";
import { privateKey } from "../fixtures/runs.ts";
import type { OpenStore, StoreHarness } from "../fixtures/store-harness.ts";
import type { Store } from "../store.ts";
import { describeCheckpoints } from "./checkpoints.contract.ts";
import { describeConversations } from "./conversations.contract.ts";
import { describeEvents } from "./events.contract.ts";
import { describeEvidence } from "./evidence.contract.ts";
import { describeOpenRuns } from "./open-runs.contract.ts";
import { describeReasoning } from "./reasoning.contract.ts";
import { describeReceipts } from "./receipts.contract.ts";
import { describeResourceOwners } from "./resource-owners.contract.ts";
import { describeResponses } from "./responses.contract.ts";

/** The parts of the suite, each of which a test file may run by itself. */
const storeParts = {
  receipts: describeReceipts,
  "open runs": describeOpenRuns,
  events: describeEvents,
  evidence: describeEvidence,
  conversations: describeConversations,
  "resource owners": describeResourceOwners,
  checkpoints: describeCheckpoints,
  responses: describeResponses,
  reasoning: describeReasoning,
  "submitted runs": describeRuns,
  approvals: describeApprovals,
  "access keys": describeAccessKeys,
  "earlier answers": describeOnce,
  usage: describeUsage,
} satisfies Readonly<Record<string, (name: string, open: OpenStore) => void>>;
export type StorePart = keyof typeof storeParts;

/** What every store must do, whatever it is made of: all of it, or some parts. */
export function describeStore(name: string, harness: StoreHarness, ...only: readonly StorePart[]): void {
  const stores: Store[] = [];
  const open: OpenStore = async (options) => {
    const store = await harness.open({ key: privateKey, ...options });
    stores.push(store);
    return store;
  };
  beforeEach(() => harness.setUp());
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await harness.tearDown();
  });
  const parts = only.length === 0 ? (Object.keys(storeParts) as StorePart[]) : only;
  for (const part of parts) storeParts[part](name, open);
}
