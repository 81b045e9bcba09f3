import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { audit, codeOf, openRun, receiptOf, runId } from "../fixtures/runs.ts";
import type { EventReading, Ledger } from "../ledger.ts";
import type { Store } from "../store.ts";

const now = () => new Date("2026-03-01T09:00:00Z");
/** The canonical JSON of an event. */
const line = (number: number, filler = 0) =>
  `{"text":"${number} é ${"x".repeat(filler)}","ts":"2026-03-01T08:00:00Z","type":"assistant_message"}`;
const lines = (from: number, count: number, filler = 0) =>
  Array.from({ length: count }, (_, at) => line(from + at, filler));

async function read(ledger: Ledger, run: number, from = 0, options: EventReading = {}): Promise<string[]> {
  const found: string[] = [];
  for await (const { seq, line } of ledger.readEvents(runId(run), from, options)) {
    expect(seq).toBe(from + found.length);
    found.push(line);
  }
  return found;
}

/** What every store must do with the events of runs. */
export function describeEvents(
  name: string,
  open: (options?: { readonly mode?: "write" | "read" }) => Promise<Store>,
): void {
  const begun = async (store: Store, ...numbers: number[]): Promise<Ledger> => {
    const ledger = store.ledger("a");
    for (const number of numbers) await ledger.begin(openRun(number));
    return ledger;
  };

  describe(`${name}: events`, () => {
    it("are read back exactly, from any sequence number, over a restart", async () => {
      const store = await open();
      const ledger = await begun(store, 1);
      await ledger.appendEvents(runId(1), 0, lines(0, 1));
      await ledger.appendEvents(runId(1), 1, lines(1, 5));
      await ledger.appendEvents(runId(1), 6, lines(6, 3));
      for (const from of [0, 1, 3, 6, 8]) expect(await read(ledger, 1, from)).toEqual(lines(from, 9 - from));
      for (const from of [9, 400]) expect(await read(ledger, 1, from)).toEqual([]);
      await ledger.append(receiptOf(1));
      await store.close();
      expect(await read((await open({ mode: "read" })).ledger("a"), 1, 4)).toEqual(lines(4, 5));
    });

    it("of no run, and no events of a run, are an empty list", async () => {
      const store = await open();
      expect(await read(store.ledger("new"), 1)).toEqual([]);
      const ledger = await begun(store, 1);
      await ledger.appendEvents(runId(1), 0, []);
      expect([await read(ledger, 1), await read(ledger, 2)]).toEqual([[], []]);
      await ledger.appendEvents(runId(1), 0, lines(0, 1));
      expect(await read(ledger, 1)).toEqual(lines(0, 1));
    });

    it("come in one order: a gap, a repetition and an overlap are refused, and the others go on", async () => {
      const ledger = await begun(await open(), 1, 2);
      const codes = await Promise.all([
        codeOf(ledger.appendEvents(runId(1), 0, lines(0, 3))),
        codeOf(ledger.appendEvents(runId(1), 0, lines(0, 3))),
        codeOf(ledger.appendEvents(runId(1), 2, lines(2, 3))),
        codeOf(ledger.appendEvents(runId(1), 4, lines(4, 3))),
        codeOf(ledger.appendEvents(runId(2), 0, lines(0, 1))),
        codeOf(ledger.appendEvents(runId(1), 3, lines(3, 3))),
      ]);
      const refused = "receipt_store_failed";
      expect(codes).toEqual(["accepted", refused, refused, refused, "accepted", "accepted"]);
      expect([await read(ledger, 1), await read(ledger, 2)]).toEqual([lines(0, 6), lines(0, 1)]);
    });

    it("of calls that do not wait for each other keep the order of the calls, however large they are", async () => {
      const ledger = await begun(await open(), 1, 2);
      const calls: Promise<void>[] = [];
      for (let at = 0; at < 12; at += 1) {
        calls.push(ledger.appendEvents(runId(1), at * 40, lines(at * 40, 40, 20_000)));
        calls.push(ledger.appendEvents(runId(2), at, [line(at, 500_000)]));
      }
      await Promise.all(calls);
      expect((await read(ledger, 1)).length).toBe(480);
      expect((await read(ledger, 1, 300))[0]).toBe(line(300, 20_000));
      expect((await read(ledger, 2, 11))[0]).toBe(line(11, 500_000));
    });

    it("are refused before the run begins and after its receipt, even in the same moment", async () => {
      const ledger = (await open()).ledger("a");
      const refused = "receipt_store_failed";
      expect(await codeOf(ledger.appendEvents(runId(1), 0, lines(0, 1)))).toBe(refused);
      await ledger.begin(openRun(1));
      await ledger.appendEvents(runId(1), 0, lines(0, 1));
      const receipt = ledger.append(receiptOf(1));
      const late = codeOf(ledger.appendEvents(runId(1), 1, lines(1, 1)));
      expect([await late, (await receipt).seq]).toEqual([refused, 0]);
      expect(await codeOf(ledger.appendEvents(runId(1), 1, lines(1, 1)))).toBe(refused);
      expect(await read(ledger, 1)).toEqual(lines(0, 1));
    });

    it("that are not one line of JSON each are refused, with all events of the call", async () => {
      const ledger = await begun(await open(), 1);
      for (const bad of ["a\nb", "", '"\ud800"']) {
        const call = ledger.appendEvents(runId(1), 0, [line(0), bad]);
        expect(await codeOf(call)).toBe("receipt_store_failed");
      }
      expect(await read(ledger, 1)).toEqual([]);
    });

    it("belong to their tenant and to the writer that has begun the run", async () => {
      const store = await open();
      const ledger = await begun(store, 1);
      await ledger.appendEvents(runId(1), 0, lines(0, 2));
      expect(await read(store.ledger("b"), 1)).toEqual([]);
      expect(await codeOf(store.ledger("b").appendEvents(runId(1), 2, lines(2, 1)))).not.toBe("accepted");
      const other = (await open()).ledger("a");
      expect(await read(other, 1)).toEqual(lines(0, 2));
      expect(await codeOf(other.appendEvents(runId(1), 2, lines(2, 1)))).toBe("receipt_store_failed");
      const reader = (await open({ mode: "read" })).ledger("a");
      expect(await codeOf(reader.appendEvents(runId(1), 2, lines(2, 1)))).toBe("receipt_store_failed");
    });

    it("are not taken after the store is closed", async () => {
      const store = await open();
      const ledger = await begun(store, 1);
      await store.close();
      expect(await codeOf(ledger.appendEvents(runId(1), 0, lines(0, 1)))).toBe("receipt_store_failed");
    });

    it("are read while the run adds more, and followed until its receipt", async () => {
      const ledger = await begun(await open(), 1);
      await ledger.appendEvents(runId(1), 0, lines(0, 2));
      const followers = [0, 1, 5].map((from) => read(ledger, 1, from, { follow: true }));
      const other = read((await open({ mode: "read" })).ledger("a"), 1, 0, { follow: true });
      for (let at = 2; at < 10; at += 2) await ledger.appendEvents(runId(1), at, lines(at, 2));
      await ledger.append(receiptOf(1));
      expect(await Promise.all(followers)).toEqual([0, 1, 5].map((from) => lines(from, 10 - from)));
      expect(await other).toEqual(lines(0, 10));
      expect(await read(ledger, 2, 0, { follow: true })).toEqual([]);
    });

    it("are followed no longer than the signal allows", async () => {
      const ledger = await begun(await open(), 1);
      await ledger.appendEvents(runId(1), 0, lines(0, 1));
      const controller = new AbortController();
      const following = read(ledger, 1, 0, { follow: true, signal: controller.signal });
      setTimeout(() => controller.abort(new Error("enough")), 20);
      await expect(following).rejects.toThrow("enough");
      await expect(read(ledger, 1, 0, { signal: controller.signal })).rejects.toThrow("enough");
    });

    it("of an interrupted run are counted by its receipt, which holds the first of them", async () => {
      const first = await open();
      const ledger = await begun(first, 1, 2, 3);
      await ledger.appendEvents(runId(1), 0, lines(0, 700));
      await ledger.appendEvents(runId(1), 700, lines(700, 11_300));
      await ledger.appendEvents(runId(2), 0, lines(0, 60, 100_000));
      await first.close();
      const second = await open();
      expect(await second.recover(now)).toBe(3);
      const again = second.ledger("a");
      const receipt = async (run: number) => (await again.find(runId(run)))?.receipt;
      const sha256 = createHash("sha256");
      for (const one of lines(0, 12_000)) sha256.update(`${one}\n`);
      expect((await receipt(1))?.observed?.trace).toEqual({
        events: 12_000,
        kept: 10_000,
        sha256: sha256.digest("hex"),
      });
      expect((await receipt(1))?.trace).toEqual(lines(0, 10_000).map((one) => JSON.parse(one)));
      expect((await receipt(1))?.termination).toMatchObject({ reason: "interrupted" });
      expect((await receipt(2))?.observed?.trace).toMatchObject({ events: 60, kept: 41 });
      expect((await receipt(2))?.trace).toHaveLength(41);
      expect((await receipt(3))?.observed?.trace).toBeUndefined();
      expect(await read(again, 1, 11_999)).toEqual(lines(11_999, 1));
      expect(await audit(again, "a")).toEqual([]);
    });
  });
}
