import { describe, expect, it } from "vitest";
import { filled, identity, key, keys, receipt } from "../fixtures/logs.ts";
import { signCheckpoint } from "../log/checkpoint.ts";
import { ReceiptLog, type StoredReceipt } from "../log/log.ts";
import { startKeySet } from "../signing/key-set.ts";
import { createSigningKey } from "../signing/signing-key.ts";
import { trustKeys } from "../signing/trusted-keys.ts";
import { splitEntries, verifyHeldLog, verifyLog } from "./log.ts";

const bytesOf = (stored: readonly StoredReceipt[]) => stored.map(({ bytes }) => bytes);
const { log, stored } = filled(0, 1, 2);
const checkpoint = signCheckpoint(log, key);
const remember = (size: number) => signCheckpoint(filled(...[0, 1, 2, 3].slice(0, size)).log, key);

function findings(
  entries: readonly StoredReceipt[],
  more: { checkpoint?: string; remembered?: string; tenant?: string; origin?: string } = {},
) {
  const { checkpoint: text = checkpoint, remembered, ...expected } = more;
  const exported = { entries: bytesOf(entries), checkpoint: text };
  return verifyLog(remembered === undefined ? exported : { ...exported, remembered }, {
    keys,
    ...expected,
  }).findings.map(({ code, where }) => [code, where]);
}

describe("verifying a log", () => {
  it("accepts a whole log, by lines or by list, and says what it is", () => {
    const lines = Buffer.concat(stored.flatMap(({ bytes }) => [bytes, Buffer.from("\n")]));
    for (const entries of [bytesOf(stored), lines, lines.toString(), lines.subarray(0, -1)]) {
      expect(verifyLog({ entries, checkpoint }, { keys, ...identity })).toMatchObject({
        ok: true,
        profile: "jcs-sha256",
        key: key.keyId,
        checkpoint: { origin: identity.origin, size: 3 },
      });
    }
  });

  it("finds receipts that are missing at the end, and receipts beyond the checkpoint", () => {
    expect(findings(stored.slice(0, 2))).toEqual([["receipt_log_truncated", "log"]]);
    const longer = filled(0, 1, 2, 3, 4).stored;
    expect(findings(longer)).toEqual([["receipt_inclusion_invalid", "entry 3"]]);
  });

  it("finds another history under the same size", () => {
    expect(findings(filled(0, 9, 2).stored)).toEqual([["receipt_consistency_invalid", "log"]]);
  });

  it("finds entries that are no receipts, with their place, and then judges no order", () => {
    const broken = { ...stored[1]!, bytes: Buffer.from("{}") };
    expect(findings([stored[0]!, broken, stored[2]!])).toEqual([
      ["contract_schema_violation", "entry 1: $.meta.run_id"],
    ]);
  });

  it("lists what it finds in the order of the entries", () => {
    const broken = { ...stored[1]!, bytes: Buffer.from("{}") };
    const where = ["entry 0: $.meta.run_id", "entry 2: $.meta.run_id"];
    expect(findings([broken, stored[1]!, broken]).map(([, one]) => one)).toEqual(where);
  });

  it("finds receipts of another log or tenant", () => {
    expect(findings(stored, { tenant: "b" }).map(([code]) => code)).toEqual(
      Array(3).fill("receipt_tenant_mismatch"),
    );
    const other = new ReceiptLog({ ...identity, tenant: "b" });
    const mixed = [stored[0]!, { ...other.append(receipt(1)), seq: 1 }];
    expect(findings(mixed)[0]).toEqual(["receipt_tenant_mismatch", "entry 1: $.chain.tenant"]);
    expect(findings(stored, { origin: "other" })).toEqual([["receipt_origin_mismatch", "checkpoint"]]);
  });

  it("judges the key by the newest receipt, wherever it stands", () => {
    const ended = trustKeys({
      ...startKeySet(key, "2026-01-01T00:00:00Z"),
      keys: startKeySet(key, "2026-01-01T00:00:00Z").keys.map((entry) => ({
        ...entry,
        not_after: "2026-03-01T12:00:00Z",
      })),
    });
    const dated = new ReceiptLog(identity);
    const late = receipt(0);
    const entries = [
      dated.append({
        ...late,
        meta: { ...late.meta, started_at: "2026-03-02T00:00:00Z", finished_at: "2026-03-02T00:00:00Z" },
      }),
      dated.append(receipt(1)),
    ];
    const text = signCheckpoint(dated, key);
    expect(
      verifyLog({ entries: bytesOf(entries), checkpoint: text }, { keys: ended }).findings,
    ).toMatchObject([{ code: "receipt_key_expired" }]);
    expect(verifyLog({ entries: bytesOf(stored), checkpoint }, { keys: ended }).ok).toBe(true);
  });

  it("stops at a checkpoint that cannot be read", () => {
    expect(verifyLog({ entries: [], checkpoint: "x" }, { keys })).toMatchObject({
      ok: false,
      findings: [{ code: "receipt_checkpoint_invalid" }],
      profile: null,
    });
  });

  it("does not hold the content against a checkpoint that no trusted key signed", () => {
    const stranger = createSigningKey(Buffer.alloc(32, 9));
    expect(findings(stored.slice(0, 2), { checkpoint: signCheckpoint(log, stranger) })).toEqual([
      ["receipt_key_untrusted", "checkpoint"],
    ]);
  });
});

describe("a checkpoint kept from before", () => {
  it.each([0, 1, 2, 3])("of size %i agrees with the log that grew from it", (size) => {
    expect(findings(stored, { remembered: remember(size) })).toEqual([]);
  });

  it("shows a log that became shorter", () => {
    expect(findings(stored, { remembered: remember(4) })).toEqual([
      ["receipt_log_truncated", "remembered checkpoint"],
    ]);
  });

  it("shows a fork at the same size, and a rewritten start", () => {
    const forked = signCheckpoint(filled(0, 1, 9).log, key);
    expect(findings(stored, { remembered: forked })).toEqual([
      ["receipt_log_forked", "remembered checkpoint"],
    ]);
    const rewritten = signCheckpoint(filled(0, 9).log, key);
    expect(findings(stored, { remembered: rewritten })).toEqual([
      ["receipt_consistency_invalid", "remembered checkpoint"],
    ]);
  });

  it("shows a start that is not exported at all", () => {
    expect(findings(stored.slice(0, 1), { remembered: remember(2) })).toEqual([
      ["receipt_log_truncated", "log"],
      ["receipt_consistency_invalid", "remembered checkpoint"],
    ]);
  });

  it("must be signed by a trusted key, of the same log, and readable", () => {
    const stranger = createSigningKey(Buffer.alloc(32, 9));
    const where = "remembered checkpoint";
    expect(findings(stored, { remembered: signCheckpoint(log, stranger) })).toEqual([
      ["receipt_key_untrusted", where],
    ]);
    const other = new ReceiptLog({ origin: "abp.example/log/b", tenant: "a" });
    expect(findings(stored, { remembered: signCheckpoint(other, key) })).toEqual([
      ["receipt_origin_mismatch", where],
    ]);
    expect(findings(stored, { remembered: "x" })).toEqual([["receipt_checkpoint_invalid", where]]);
  });
});

describe("splitting an exported log", () => {
  it("ends each entry at a newline, and keeps an empty line", () => {
    const split = (text: string) => splitEntries(text).map((line) => Buffer.from(line).toString());
    expect(split("")).toEqual([]);
    expect(split("a")).toEqual(["a"]);
    expect(split("a\n")).toEqual(["a"]);
    expect(split("a\n\nb")).toEqual(["a", "", "b"]);
    expect(split("\n")).toEqual([""]);
    expect(split("\na")).toEqual(["", "a"]);
  });
});

describe("verifying a log that a store holds", () => {
  const longer = filled(0, 1, 2, 3, 4).stored;
  const hold = (entries: readonly StoredReceipt[], text: string | undefined = checkpoint, trusted = keys) => {
    const held = { entries: bytesOf(entries), checkpoint: text };
    const { ok, signed, unsigned, findings: found } = verifyHeldLog(held, { keys: trusted, ...identity });
    expect(ok).toBe(found.length === 0);
    return { signed, unsigned, codes: found.map(({ code }) => code) };
  };

  it("accepts receipts after the checkpoint, and counts them", () => {
    expect(hold(stored)).toEqual({ signed: 3, unsigned: 0, codes: [] });
    expect(hold(longer)).toEqual({ signed: 3, unsigned: 2, codes: [] });
  });

  it("accepts a log before its first checkpoint", () => {
    const held = { entries: bytesOf(longer), checkpoint: undefined };
    const result = verifyHeldLog(held, { keys: new Map(), ...identity });
    expect(result).toMatchObject({ ok: true, signed: 0, unsigned: 5, key: null, checkpoint: null });
  });

  it("finds a log that is shorter than its checkpoint, or another one", () => {
    expect(hold(stored.slice(0, 2))).toEqual({ signed: 2, unsigned: 0, codes: ["receipt_log_truncated"] });
    expect(hold(filled(0, 9, 2, 3).stored).codes).toEqual(["receipt_consistency_invalid"]);
  });

  it("finds faults among the unsigned receipts", () => {
    expect(hold([...longer.slice(0, 3), longer[4]!]).codes).toEqual(["receipt_sequence_gap"]);
    const broken = { ...longer[4]!, bytes: Buffer.from("{}") };
    expect(hold([...longer.slice(0, 4), broken]).codes).toEqual(["contract_schema_violation"]);
    const unsigned = { entries: bytesOf(longer.slice(1)), checkpoint: undefined };
    expect(verifyHeldLog(unsigned, { keys, ...identity }).ok).toBe(false);
  });

  it("finds a checkpoint that is none, is of another log, or has no trusted signature", () => {
    expect(hold(stored, "nothing")).toEqual({
      signed: 0,
      unsigned: 3,
      codes: ["receipt_checkpoint_invalid"],
    });
    expect(hold(stored, checkpoint, new Map()).codes).toEqual(["receipt_key_untrusted"]);
    const held = { entries: bytesOf(stored), checkpoint };
    const elsewhere = verifyHeldLog(held, { keys, origin: "other.example/a" });
    expect(elsewhere.findings.map(({ code }) => code)).toContain("receipt_origin_mismatch");
  });

  it("judges the signing key by the receipts that it signed, not by later ones", () => {
    const aged = new ReceiptLog(identity);
    const entries = [0, 1].map((number) => {
      const one = receipt(number);
      return aged.append(
        number === 0 ? one : { ...one, meta: { ...one.meta, finished_at: "2026-03-01T09:00:00.000Z" } },
      );
    });
    const ended = trustKeys({
      ...startKeySet(key, "2026-01-01T00:00:00Z"),
      keys: [{ ...startKeySet(key, "2026-01-01T00:00:00Z").keys[0], not_after: "2026-03-01T08:30:00Z" }],
    });
    expect(hold(entries, signCheckpoint(filled(0).log, key), ended)).toEqual({
      signed: 1,
      unsigned: 1,
      codes: [],
    });
    expect(hold(entries, signCheckpoint(aged, key), ended).codes).toEqual(["receipt_key_expired"]);
  });
});
