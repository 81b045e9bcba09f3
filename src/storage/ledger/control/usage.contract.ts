import { describe, expect, it } from "vitest";
import { receiptOf, runId } from "../fixtures/runs.ts";
import type { Store } from "../store.ts";
import { callReceipt } from "./fixtures/call-receipt.ts";
import type { UsageSum } from "./usage-store.ts";

const none: Omit<UsageSum, "by"> = {
  calls: 0,
  failed: 0,
  losses: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costNanoUsd: 0,
  unpricedCalls: 0,
};

/** What every store must do with the usage of model calls. */
export function describeUsage(
  name: string,
  open: (options?: { readonly mode?: "write" | "read" }) => Promise<Store>,
): void {
  const openFilled = async (): Promise<Store> => {
    const store = await open();
    const [a, b] = [store.ledger("a"), store.ledger("b")];
    await a.append(callReceipt(1, { input: 10, output: 5, usd: 0.25, run: runId(90) }));
    await a.append(callReceipt(2, { input: 1, key: "other", engine: "claude", model: null, failed: true }));
    await a.append(callReceipt(3, { at: "2026-03-01T23:59:59Z", usd: 1e-9, nanoUsd: 2, lost: true }));
    await a.append(receiptOf(90));
    await b.append(callReceipt(4, { at: "2026-03-02T00:00:00Z", output: 7, usd: 0 }));
    return store;
  };
  const callsBy = (sums: readonly UsageSum[]) => sums.map(({ by, calls }) => [...Object.values(by), calls]);

  describe(`${name}: usage`, () => {
    it("is nothing without calls", async () => {
      const store = await open();
      expect(await store.usage.sum({ by: ["day"] })).toEqual([]);
      await store.ledger("a").append(receiptOf(1));
      expect(await store.usage.sum({ by: [] })).toEqual([]);
    });

    it("adds up tokens, cost in whole nano-dollars, calls, failures and losses", async () => {
      const { usage } = await openFilled();
      expect(await usage.sum({ by: [] })).toEqual([
        {
          by: {},
          calls: 4,
          failed: 1,
          losses: 1,
          inputTokens: 11,
          outputTokens: 12,
          cacheReadTokens: 8,
          cacheWriteTokens: 0,
          costNanoUsd: 250_000_002,
          unpricedCalls: 1,
        },
      ]);
    });

    it("is divided by each name, and by several", async () => {
      const { usage } = await openFilled();
      const by = async (...names: UsageNames) => callsBy(await usage.sum({ by: names }));
      expect(await by("hour")).toEqual([
        ["2026-03-01T08:00:00Z", 2],
        ["2026-03-01T23:00:00Z", 1],
        ["2026-03-02T00:00:00Z", 1],
      ]);
      expect(await by("day")).toEqual([
        ["2026-03-01", 3],
        ["2026-03-02", 1],
      ]);
      expect(await by("tenant", "key")).toEqual([
        ["a", "me", 2],
        ["a", "other", 1],
        ["b", "me", 1],
      ]);
      expect(await by("engine", "model")).toEqual([
        ["claude", "asked-for", 1],
        ["openai", "gpt-5", 3],
      ]);
      expect(await by("run")).toEqual([
        [null, 3],
        [runId(90), 1],
      ]);
      expect(await by("day", "hour")).toEqual([
        ["2026-03-01", "2026-03-01T08:00:00Z", 2],
        ["2026-03-01", "2026-03-01T23:00:00Z", 1],
        ["2026-03-02", "2026-03-02T00:00:00Z", 1],
      ]);
    });

    it("is that of a tenant, of an owner and of whole hours, if asked for", async () => {
      const { usage } = await openFilled();
      const count = async (question: Omit<Parameters<typeof usage.sum>[0], "by">) =>
        (await usage.sum({ ...question, by: [] }))[0]?.calls ?? 0;
      expect(await count({ tenant: "a" })).toBe(3);
      expect(await count({ tenant: "none" })).toBe(0);
      expect(await count({ tenant: "a", owner: "key:other" })).toBe(1);
      expect(await count({ tenant: "b", owner: "tenant:b" })).toBe(1);
      expect(await count({ owner: "tenant:b" })).toBe(1);
      expect(await count({ since: new Date("2026-03-01T23:10:00Z") })).toBe(2);
      expect(await count({ until: new Date("2026-03-01T23:00:00Z") })).toBe(2);
      expect(await count({ until: new Date("2026-03-01T23:00:01Z") })).toBe(3);
    });

    it("counts each call once, over questions and restarts", async () => {
      const first = await openFilled();
      await Promise.all(Array.from({ length: 5 }, () => first.usage.sum({ by: [] })));
      await first.ledger("a").append(callReceipt(5, { input: 100 }));
      expect((await first.usage.sum({ by: [] }))[0]).toMatchObject({ calls: 5, inputTokens: 111 });
      await first.close();
      const second = await open();
      await second.ledger("a").append(callReceipt(6, { input: 1000 }));
      expect((await (await open({ mode: "read" })).usage.sum({ by: [] }))[0]).toMatchObject({
        calls: 6,
        inputTokens: 1111,
      });
      expect((await second.usage.sum({ by: ["tenant"] }))[0]).toEqual({
        ...none,
        by: { tenant: "a" },
        calls: 5,
        failed: 1,
        losses: 1,
        inputTokens: 1111,
        outputTokens: 5,
        cacheReadTokens: 10,
        costNanoUsd: 250_000_002,
        unpricedCalls: 3,
      });
    });

    it("of more calls than one slice holds is exact, for several that ask at once", async () => {
      const [one, other] = [await open(), await open()];
      const numbers = Array.from({ length: 2500 }, (_, number) => number);
      await Promise.all(numbers.map((number) => one.ledger("a").append(callReceipt(number, { input: 1 }))));
      const answers = await Promise.all(
        [one, other, one, other].map(({ usage }) => usage.sum({ by: ["key"] })),
      );
      for (const answer of answers) expect(answer).toMatchObject([{ calls: 2500, inputTokens: 2500 }]);
    });
  });
}

type UsageNames = Parameters<Store["usage"]["sum"]>[0]["by"][number][];
