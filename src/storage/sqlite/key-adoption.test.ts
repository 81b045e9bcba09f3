import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../../contract/index.ts";
import { trustKeys, verifyBundle, verifyLog } from "../../receipts/index.ts";
import { connectStore } from "../choose-store.ts";
import { KeyStore } from "../keys/index.ts";
import { codeOf, runId } from "../ledger/fixtures/runs.ts";
import type { Ledger, Store } from "../ledger/index.ts";
import { openStore } from "../open-store.ts";

const VERIFIER = join(import.meta.dirname, "../../../conformance/receipts/verify.py");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const origin = "abp.example";

let directory: string;
let store: Store;
let threads: Store[];
let keys: KeyStore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-key-adoption-"));
  const keys_dir = join(directory, "keys");
  store = await openStore({ receipts_dir: join(directory, "receipts"), receipts: { origin, keys_dir } });
  threads = [connectStore(store.share().data), connectStore(store.share().data)];
  keys = new KeyStore(keys_dir);
});
afterEach(async () => {
  for (const one of threads) await one.close();
  await store.close();
  rmSync(directory, { recursive: true });
});

/** A receipt that ends now, so that the validity of the signing key matters. */
function receiptOfNow(number: number): Receipt {
  return buildReceipt({
    runId: runId(number),
    workOrderId: runId(0),
    startedAt: new Date(),
    finishedAt: new Date(),
    backend: { id: "mock" },
    outcome: "complete",
  });
}

/** What both verifiers find in a bundle, with the key set that is published now. */
async function judge(bundle: string): Promise<readonly string[]> {
  const set = await keys.keySet();
  const ours = verifyBundle(bundle, { keys: trustKeys(set), origin: `${origin}/a`, tenant: "a" });
  const codes = ours.findings.map(({ code }) => code);
  if (hasPython) {
    writeFileSync(join(directory, "b"), bundle);
    writeFileSync(join(directory, "k"), JSON.stringify(set));
    const args = ["-B", VERIFIER, "bundle", join(directory, "b"), "--keys", join(directory, "k"), "--json"];
    const run = spawnSync("python3", args, { encoding: "utf8" });
    const theirs = (JSON.parse(run.stdout) as { findings: { code: string }[] }).findings;
    expect(theirs.map(({ code }) => code)).toEqual(codes);
  }
  return codes;
}

async function keyOf(bundle: string): Promise<string | null> {
  return verifyBundle(bundle, { keys: trustKeys(await keys.keySet()) }).key;
}

async function appendAndProve(ledger: Ledger, number: number): Promise<string> {
  const { seq } = await ledger.append(receiptOfNow(number));
  return ledger.prove(seq);
}

describe("a key that is rotated while a store is open in several threads", () => {
  it("signs from then on, and every bundle from before, during and after verifies", async () => {
    const ledgers = [store, ...threads].map((one) => one.ledger("a"));
    const bundles = [await appendAndProve(ledgers[0]!, 1)];
    const before = await keyOf(bundles[0]!);
    let number = 2;
    for (let round = 0; round < 3; round += 1) {
      const during = ledgers.map((ledger) => appendAndProve(ledger, number++));
      const [fresh, ...made] = await Promise.all([keys.rotate(), ...during]);
      bundles.push(...made);
      const after = await appendAndProve(ledgers[1]!, number++);
      expect([await keyOf(after), await keyOf(await ledgers[2]!.prove(0))]).toEqual([
        fresh.key_id,
        fresh.key_id,
      ]);
      expect(fresh.key_id).not.toBe(before);
      bundles.push(after);
    }
    for (const bundle of bundles) expect(await judge(bundle)).toEqual([]);
  });

  it("signs the size again that its predecessor signed", async () => {
    const ledger = threads[0]!.ledger("a");
    await ledger.append(receiptOfNow(1));
    const old = await ledger.checkpoint();
    await keys.rotate();
    const fresh = await ledger.checkpoint();
    expect(fresh).not.toBe(old);
    expect(fresh.split("\n").slice(0, 4)).toEqual(old.split("\n").slice(0, 4));
    const entries: Uint8Array[] = [];
    for await (const { bytes } of ledger.entries()) entries.push(bytes);
    const options = { keys: trustKeys(await keys.keySet()), origin: `${origin}/a`, tenant: "a" };
    expect(verifyLog({ entries, checkpoint: fresh, remembered: old }, options).findings).toEqual([]);
  });
});

describe("a key that is revoked while a store is open", () => {
  it("signs nothing more; receipts are still recorded, and the next key signs them", async () => {
    const ledger = threads[0]!.ledger("a");
    const bundle = await appendAndProve(ledger, 1);
    await keys.revoke((await keyOf(bundle)) as string, "lost");
    expect(await judge(bundle)).toEqual(["receipt_key_revoked"]);
    const { seq } = await ledger.append(receiptOfNow(2));
    expect(await codeOf(ledger.prove(seq))).toBe("key_not_found");
    const next = await keys.create();
    const proved = await ledger.prove(seq);
    expect([await keyOf(proved), await judge(proved), await judge(await ledger.prove(0))]).toEqual([
      next.key_id,
      [],
      [],
    ]);
  });

  it("is not used for proofs if a successor exists", async () => {
    const ledger = threads[1]!.ledger("a");
    const first = await keyOf(await appendAndProve(ledger, 1));
    await keys.rotate();
    await keys.revoke(first as string, "lost");
    expect(await judge(await ledger.prove(0))).toEqual([]);
  });
});
