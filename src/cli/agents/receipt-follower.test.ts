import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import type { Receipt } from "../../contract/index.ts";
import type { StoredReceipt } from "../../receipts/index.ts";
import { callReceipt } from "./fixtures/call-receipt.ts";
import { ReceiptFollower } from "./receipt-follower.ts";

/** A log that another process writes. */
function growingLog(...receipts: Receipt[]) {
  return {
    receipts,
    size: async () => receipts.length,
    read: async (seq: number) => ({ receipt: receipts[seq]! }) as StoredReceipt,
  };
}

const mine = (model: string) => callReceipt({ call: { model, parent_run: "run-1" } });
const other = callReceipt({ call: { parent_run: "run-2" } });

describe("the receipts of a running daemon", () => {
  it("are reported while the run goes on: those of the run, from the present end of the log on", async () => {
    const log = growingLog(mine("before"));
    const told: unknown[] = [];
    const follower = await ReceiptFollower.start(log, "run-1", ({ observed }) =>
      told.push(observed?.call?.model),
    );
    log.receipts.push(other, mine("a"));
    await eventually(() => expect(told).toEqual(["a"]));
    log.receipts.push(mine("b"));
    await follower.stop();
    expect(told).toEqual(["a", "b"]);
  });

  it("survive a log that cannot be read for a moment, and fail if it cannot at the end", async () => {
    const log = growingLog();
    const told: Receipt[] = [];
    const follower = await ReceiptFollower.start(log, "run-1", (receipt) => told.push(receipt));
    const { size } = log;
    log.size = () => Promise.reject(new Error("busy"));
    await new Promise((resolve) => setTimeout(resolve, 700));
    log.size = size;
    log.receipts.push(mine("a"));
    await follower.stop();
    expect(told).toHaveLength(1);
    const broken = await ReceiptFollower.start(log, "run-1", () => undefined);
    log.size = () => Promise.reject(new Error("gone"));
    await expect(broken.stop()).rejects.toThrow("gone");
  });

  it("are passed over if they are gone, or of no call", async () => {
    const log = growingLog();
    const told: unknown[] = [];
    const follower = await ReceiptFollower.start(
      { size: log.size, read: async (seq) => (seq === 0 ? undefined : log.read(seq)) },
      "run-1",
      ({ observed }) => told.push(observed?.call?.model),
    );
    const { observed: _, ...unobserved } = mine("none");
    log.receipts.push(mine("gone"), unobserved as Receipt, mine("a"));
    await follower.stop();
    expect(told).toEqual(["a"]);
  });
});
