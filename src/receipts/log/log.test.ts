import { describe, expect, it } from "vitest";
import {
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  ed25519Signer,
  formatTlogProof,
  formatVerifierKey,
  makeVerifierKey,
  parseCheckpoint,
  sha256Hex,
} from "../../lib/index.ts";
import { filled, identity, key, keys, receipt } from "../fixtures/logs.ts";
import {
  addSignature,
  countersign,
  createSigningKey,
  makeBundle,
  parseWitnessKey,
  ReceiptLog,
  sealReceipt,
  signCheckpoint,
  verifyBundle,
  verifyReceipt,
} from "../index.ts";
import { compareCheckpoints } from "./checkpoint.ts";

describe("a log of receipts", () => {
  it("gives each receipt its place, inside what is hashed", () => {
    const { stored } = filled(0, 1, 2);
    expect(stored.map((one) => one.receipt.chain)).toEqual([
      { ...identity, seq: 0, prev: null },
      { ...identity, seq: 1, prev: stored[0]?.sha256 },
      { ...identity, seq: 2, prev: stored[1]?.sha256 },
    ]);
    for (const one of stored) {
      expect(sha256Hex(one.bytes)).toBe(one.sha256);
      expect(verifyReceipt(one.bytes)).toMatchObject({ ok: true, profile: "jcs-sha256", runId: one.runId });
      const moved = JSON.stringify({ ...one.receipt, chain: { ...one.receipt.chain, seq: 9 } });
      expect(verifyReceipt(moved).findings).toMatchObject([{ code: "receipt_hash_mismatch" }]);
    }
  });

  it("takes a stored receipt only at the next place", () => {
    const { log, stored } = filled(0, 1);
    expect(() => log.add(stored[0]!)).toThrow("cannot follow");
  });

  it("refuses a name that cannot stand in a checkpoint", () => {
    expect(() => new ReceiptLog({ origin: "two words", tenant: "a" })).toThrow("origin");
  });

  it("proves every receipt by a bundle", () => {
    const { log, stored } = filled(0, 1, 2, 3, 4, 5, 6);
    const checkpoint = signCheckpoint(log, key);
    for (const one of stored) {
      expect(verifyBundle(makeBundle(one, log, checkpoint), { keys, ...identity })).toMatchObject({
        ok: true,
        key: key.keyId,
        chain: { seq: one.seq },
        checkpoint: { origin: identity.origin, size: 7 },
      });
    }
  });

  it("makes no bundle under a checkpoint that does not cover the receipt", () => {
    const { log } = filled(0, 1);
    const early = signCheckpoint(log, key);
    const late = log.append(receipt(2));
    expect(() => makeBundle(late, log, early)).toThrow("receipt 2 came after the checkpoint of 2");
    expect(() => makeBundle(log.append(receipt(3)), log, early)).toThrow(
      expect.objectContaining({ code: "receipt_not_found" }),
    );
    expect(() => makeBundle(late, log, signCheckpoint(log, key))).not.toThrow();
    const other = signCheckpoint(new ReceiptLog({ origin: "other", tenant: "a" }), key);
    expect(() => makeBundle(late, log, other)).toThrow("the checkpoint is of other");
  });
});

describe("comparing checkpoints", () => {
  const at = (...numbers: number[]) => parseCheckpoint(signCheckpoint(filled(...numbers).log, key));
  const told = (...given: Parameters<typeof compareCheckpoints>) =>
    compareCheckpoints(...given).map(({ code, where }) => [code, where]);

  it("accepts the same checkpoint and one that extends it with a proof", () => {
    expect(told(at(0, 1), at(0, 1), [])).toEqual([]);
    expect(told(at(0, 1), at(0, 1, 2), filled(0, 1, 2).log.consistencyProof(2))).toEqual([]);
  });

  it("refuses another log, a shorter log, a fork and a missing proof", () => {
    const other = parseCheckpoint(signCheckpoint(new ReceiptLog({ origin: "other", tenant: "a" }), key));
    expect(told(at(0), other, [])).toEqual([["receipt_origin_mismatch", "checkpoint"]]);
    expect(told(at(0, 1), at(0), [])).toEqual([["receipt_log_truncated", "checkpoint"]]);
    expect(told(at(0, 1), at(0, 9), [])).toEqual([["receipt_log_forked", "checkpoint"]]);
    expect(told(at(0, 1), at(0, 1, 2), [])).toEqual([["receipt_consistency_invalid", "checkpoint"]]);
  });
});

describe("a bundle that cannot be read", () => {
  const { log, stored } = filled(0, 1);
  const bundle = makeBundle(stored[0]!, log, signCheckpoint(log, key));
  const codeOf = (text: string) =>
    verifyBundle(text, { keys }).findings.map(({ code, where }) => [code, where]);

  it("has the code of its broken part", () => {
    expect(codeOf("nonsense")).toEqual([["receipt_bundle_malformed", "bundle"]]);
    expect(codeOf(bundle.replace("\n\n", "\n\nbroken\n"))).toEqual([
      ["receipt_checkpoint_invalid", "bundle"],
    ]);
    expect(codeOf(bundle.slice(0, bundle.indexOf("— ")))[0]?.[0]).toMatch(/^receipt_/);
    const bare = formatTlogProof({
      index: 0,
      path: [],
      checkpoint: signCheckpoint(log, key),
    });
    expect(codeOf(bare)).toEqual([["receipt_bundle_malformed", "bundle"]]);
  });

  it("is judged only by its receipt when that is broken", () => {
    const broken = makeBundle({ ...stored[0]!, bytes: Buffer.from("{}") }, log, signCheckpoint(log, key));
    expect(codeOf(broken)).toEqual([["contract_schema_violation", "$.meta.run_id"]]);
  });

  it("says nothing about inclusion when no trusted key signed", () => {
    const stranger = createSigningKey(Buffer.alloc(32, 9));
    const moved = makeBundle({ ...stored[0]!, seq: 1 }, log, signCheckpoint(log, stranger));
    expect(codeOf(moved)).toEqual([
      ["receipt_key_untrusted", "checkpoint"],
      ["receipt_inclusion_invalid", "$.chain.seq"],
    ]);
  });

  it("is refused for a receipt without a place, or of another log", () => {
    const single = new ReceiptLog(identity);
    const unchained = Buffer.from(JSON.stringify(sealReceipt(receipt(0))));
    single.add({ seq: 0, bytes: unchained, sha256: sha256Hex(unchained) });
    const proof = makeBundle({ ...stored[0]!, bytes: unchained }, single, signCheckpoint(single, key));
    expect(codeOf(proof)).toEqual([["receipt_origin_mismatch", "$.chain.origin"]]);
    expect(verifyBundle(proof, { keys, tenant: "a" }).findings.map(({ code }) => code)).toEqual([
      "receipt_origin_mismatch",
      "receipt_tenant_mismatch",
    ]);
  });
});

describe("a witness", () => {
  const signer = ed25519Signer(Buffer.alloc(32, 7));
  const witness = { name: "witness.example/w", signer, keys };
  const now = Date.parse("2026-03-01T09:00:00Z") / 1000;

  it("countersigns a log that grows, and its line is verified", () => {
    const { log, stored } = filled(0, 1, 2);
    const first = countersign(witness, {
      checkpoint: signCheckpoint(log, key),
      remembered: undefined,
      proof: [],
      now,
    });
    if (!("line" in first)) throw new Error("refused");
    log.append(receipt(3));
    const checkpoint = signCheckpoint(log, key);
    const proof = log.consistencyProof(first.remembered.size);
    const second = countersign(witness, { checkpoint, remembered: first.remembered, proof, now });
    if (!("line" in second)) throw new Error("refused");
    const bundle = makeBundle(stored[1]!, log, addSignature(checkpoint, second.line));
    const known = makeVerifierKey(witness.name, ED25519_COSIGNATURE, signer.publicKey);
    expect(verifyBundle(bundle, { keys, witnesses: [known] })).toMatchObject({
      ok: true,
      witnesses: [witness.name],
    });
    expect(verifyBundle(bundle, { keys })).toMatchObject({
      ok: true,
      witnesses: [],
      ignored: [witness.name],
    });
  });

  it("is known by a key of its own type", () => {
    const text = formatVerifierKey(makeVerifierKey(witness.name, ED25519_COSIGNATURE, signer.publicKey));
    expect(parseWitnessKey(text).name).toBe(witness.name);
    expect(() => parseWitnessKey(`${text}A`, "--witness")).toThrow(
      expect.objectContaining({
        code: "usage_invalid",
        where: "--witness",
        message: expect.stringContaining("no witness key"),
      }),
    );
    const plain = formatVerifierKey(makeVerifierKey(witness.name, ED25519_NOTE, signer.publicKey));
    expect(() => parseWitnessKey(plain, "--witness")).toThrow(
      expect.objectContaining({ code: "usage_invalid", where: "--witness" }),
    );
    expect(() => parseWitnessKey(plain)).toThrow("the key of a log");
  });

  it("refuses a fork, a rollback, a rewritten history and a stranger's checkpoint", () => {
    const { log } = filled(0, 1, 2);
    const remembered = parseCheckpoint(signCheckpoint(log, key));
    const ask = (other: ReceiptLog, signedBy = key, size = remembered.size) =>
      countersign(witness, {
        checkpoint: signCheckpoint(other, signedBy),
        remembered,
        proof: size <= other.size ? other.consistencyProof(size) : [],
        now,
      }).findings.map(({ code }) => code);
    expect(ask(filled(0, 1, 9).log)).toEqual(["receipt_log_forked"]);
    expect(ask(filled(0, 1).log)).toEqual(["receipt_log_truncated"]);
    expect(ask(filled(0, 9, 2, 3).log)).toEqual(["receipt_consistency_invalid"]);
    expect(ask(log, createSigningKey(Buffer.alloc(32, 9)))).toEqual(["receipt_key_untrusted"]);
    expect(ask(filled(0, 1, 2, 3).log)).toEqual([]);
  });
});
