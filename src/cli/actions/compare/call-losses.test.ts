import { describe, expect, it } from "vitest";
import type { Disposition, Receipt } from "../../../contract/index.ts";
import type { Ledger } from "../../../storage/index.ts";
import { readCallLosses } from "./call-losses.ts";

const entry = (path: string, disposition: Disposition = "disclosed") => ({
  path,
  disposition,
  reason: `no ${path}`,
});

function ledgerOf(receipts: Record<string, Partial<Receipt>>) {
  return {
    find: async (runId: string) => (runId in receipts ? { receipt: receipts[runId] } : undefined),
  } as unknown as Pick<Ledger, "find">;
}

const report = (...entries: ReturnType<typeof entry>[]) => [
  { from: "a", to: "b", direction: "request" as const, entries },
];
const named = (...ids: string[]) => ids.map((run_id) => ({ run_id, sha256: "0" }));

describe("what the calls of a run lost", () => {
  it("counts each field once, whatever its index, and the calls that lost it", async () => {
    const ledger = ledgerOf({
      one: { mapping: report(entry("tools[0].strict"), entry("tools[1].strict"), entry("x", "mapped")) },
      two: { mapping: report(entry("tools[7].strict"), entry("a.0.b"), entry("y", "refused")) },
      three: {},
    });
    expect(await readCallLosses(ledger, { receipts: named("one", "two", "three") })).toEqual({
      fields: 2,
      listed: [
        { path: "tools[].strict", reason: "no tools[7].strict", calls: 2 },
        { path: "a[].b", reason: "no a.0.b", calls: 1 },
      ],
      unread: 0,
    });
  });

  it("counts calls that cannot be read", async () => {
    const losses = await readCallLosses(ledgerOf({}), { receipts: named("gone"), receipts_omitted: 2 });
    expect(losses).toEqual({ fields: 0, listed: [], unread: 3 });
  });

  it("lists a hundred fields, and counts all", async () => {
    const entries = Array.from({ length: 120 }, (_, index) => entry(`field_${index}`));
    const losses = await readCallLosses(ledgerOf({ one: { mapping: report(...entries) } }), {
      receipts: named("one"),
    });
    expect([losses.fields, losses.listed.length]).toEqual([120, 100]);
  });
});
