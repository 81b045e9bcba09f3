import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { type KeyOrder, remoteKeys, serveKeys } from "./key-port.ts";

const order: KeyOrder = {
  kind: "replace_keys",
  keys: { ci: { token_sha256: "ab".repeat(32), engines: [] } },
  columns: new Map([["ci", 3]]),
};

function open(changed: () => Promise<void>) {
  const { port1, port2 } = new MessageChannel();
  const applied: KeyOrder[] = [];
  serveKeys({ changed }, port1, () => order);
  const keys = remoteKeys(
    port2,
    () => ({}),
    (one) => applied.push(one),
  );
  // The ports of a test keep it alive; those of threads do not.
  port1.ref();
  port2.ref();
  return {
    keys,
    applied,
    close: () => {
      port1.close();
      port2.close();
    },
  };
}

describe("the keys in a serving thread", () => {
  it("are those that the main thread has read when the change is known", async () => {
    let reads = 0;
    const { keys, applied, close } = open(async () => {
      reads += 1;
    });
    await Promise.all([keys.changed(), keys.changed()]);
    expect([reads, applied]).toEqual([2, [order, order]]);
    close();
  });

  it("stay as they were if the main thread cannot read them", async () => {
    const { keys, applied, close } = open(() =>
      Promise.reject(new AbpError("receipt_store_failed", "the disk is gone")),
    );
    await expect(keys.changed()).rejects.toMatchObject({
      code: "receipt_store_failed",
      message: "the disk is gone",
    });
    expect(applied).toEqual([]);
    close();
  });
});
