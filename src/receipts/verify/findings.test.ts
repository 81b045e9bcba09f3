import { describe, expect, it } from "vitest";
import { ED25519_COSIGNATURE, makeVerifierKey } from "../../lib/index.ts";
import { filled, identity, key, keys, receipt } from "../fixtures/logs.ts";
import { sealReceipt } from "../hash.ts";
import { makeBundle } from "../log/bundle.ts";
import { signCheckpoint } from "../log/checkpoint.ts";
import { ReceiptLog } from "../log/log.ts";
import { formatEnvelope, signEnvelope } from "../signing/envelope.ts";
import { startKeySet } from "../signing/key-set.ts";
import { createSigningKey } from "../signing/signing-key.ts";
import { trustKeys } from "../signing/trusted-keys.ts";
import { verifyBundle } from "./bundle.ts";
import { verifyEnvelope } from "./envelope.ts";
import { verifyHeldLog, verifyLog } from "./log.ts";
import { verifyReceipt } from "./receipt.ts";

const { log, stored } = filled(0, 1, 2);
const [first, second] = stored as [(typeof stored)[0], (typeof stored)[0]];
const checkpoint = signCheckpoint(log, key);
const stranger = createSigningKey(Buffer.alloc(32, 9));
const bare = sealReceipt(receipt(0));
const witness = makeVerifierKey("witness.example/w", ED25519_COSIGNATURE, key.publicKey);
const elsewhere = { origin: "abp.example/log/b", tenant: "b" };
const ended = trustKeys({
  ...startKeySet(key, "2026-01-01T00:00:00Z"),
  keys: startKeySet(key, "2026-01-01T00:00:00Z").keys.map((one) => ({
    ...one,
    not_after: "2026-02-01T00:00:00Z",
  })),
});
const nothing = {
  profile: null,
  key: null,
  runId: null,
  chain: null,
  checkpoint: null,
  witnesses: [],
  ignored: [],
};
const chain = { ...identity, seq: 0, prev: null };
const known = { ...nothing, profile: "jcs-sha256", runId: first.runId, chain };
const unseen = {
  code: "receipt_witness_missing",
  where: "checkpoint",
  message: "there is no checkpoint that witness.example/w could have countersigned",
};
const expired = (where: string) => ({
  code: "receipt_key_expired",
  where,
  message: `the key ${key.keyId} had ended when this was signed`,
});
const failed = (findings: readonly object[], facts: object = nothing) => ({ ...facts, ok: false, findings });

describe("a receipt by itself", () => {
  const verify = (text: string | Uint8Array, expected: object = {}) => verifyReceipt(text, expected);

  it("is verified with what it says of itself", () => {
    expect(verify(first.bytes, identity)).toEqual({ ...known, ok: true, findings: [] });
    expect(verify(JSON.stringify(bare))).toEqual({ ...known, chain: null, ok: true, findings: [] });
  });

  it("is refused if a signature, a witness or another place is expected", () => {
    const unsigned = {
      code: "receipt_signature_invalid",
      where: "signatures",
      message: "a bare receipt has no signature; verify its envelope, its bundle or its log",
    };
    expect(verify(first.bytes, { keys, witnesses: [witness], ...elsewhere })).toEqual(
      failed(
        [
          unsigned,
          unseen,
          {
            code: "receipt_origin_mismatch",
            where: "$.chain.origin",
            message: "the receipt is of abp.example/log/a, not of abp.example/log/b",
          },
          {
            code: "receipt_tenant_mismatch",
            where: "$.chain.tenant",
            message: "the receipt was made for a, not for b",
          },
        ],
        known,
      ),
    );
    expect(verify(JSON.stringify(bare), elsewhere).findings.map(({ message }) => message)).toEqual([
      "the receipt is of no log, not of abp.example/log/b",
      "the receipt was made for nobody named, not for b",
    ]);
  });
});

describe("an envelope", () => {
  const signed = signEnvelope(first.bytes, key);
  const verify = (envelope: typeof signed, options: object = {}) =>
    verifyEnvelope(formatEnvelope(envelope), { keys, ...options });

  it("is verified with the key that signed", () => {
    expect(verify(signed, identity)).toEqual({ ...known, key: key.keyId, ok: true, findings: [] });
    const both = [...signEnvelope(first.bytes, stranger).signatures, ...signed.signatures];
    expect(verify({ ...signed, signatures: both }).key).toBe(key.keyId);
  });

  it("is refused with another payload type, and judged no further", () => {
    expect(verify({ ...signed, payloadType: "text/plain" })).toEqual(
      failed([
        {
          code: "receipt_payload_type_mismatch",
          where: "payloadType",
          message: `the payload's type is "text/plain"`,
        },
      ]),
    );
  });

  it("says whether the key is unknown or the signature wrong", () => {
    const untrusted = {
      code: "receipt_key_untrusted",
      where: "signatures",
      message: "the signing key is not among the trusted keys",
    };
    const invalid = {
      code: "receipt_signature_invalid",
      where: "signatures",
      message: "no signature of a trusted key covers these bytes",
    };
    const foreign = signEnvelope(first.bytes, stranger);
    expect(verify(foreign)).toEqual(failed([untrusted]));
    const hinted = (keyId: string | undefined) => ({
      ...foreign,
      signatures: foreign.signatures.map((one) => ({ ...one, keyId })),
    });
    expect(verify(hinted(key.keyId))).toEqual(failed([invalid]));
    expect(verify(hinted(undefined))).toEqual(failed([invalid]));
    const mixed = { ...foreign, signatures: [...foreign.signatures, ...hinted(key.keyId).signatures] };
    expect(verify(mixed)).toEqual(failed([invalid]));
    const broken = {
      code: "contract_schema_violation",
      where: "$.meta.run_id",
      message: "$.meta.run_id is not a string",
    };
    expect(verify({ ...foreign, payload: Buffer.from("{}") })).toEqual(failed([untrusted, broken]));
    expect(verify(signEnvelope(Buffer.from("{}"), key))).toEqual(
      failed([broken], { ...nothing, key: key.keyId }),
    );
  });

  it("is refused if its key had ended, if a witness is expected, or for another place", () => {
    const { findings } = verify(signed, { keys: ended, witnesses: [witness], ...elsewhere });
    expect(findings.slice(0, 2)).toEqual([expired("signatures"), unseen]);
    expect(findings.slice(2).map(({ code }) => code)).toEqual([
      "receipt_origin_mismatch",
      "receipt_tenant_mismatch",
    ]);
  });
});

describe("a bundle", () => {
  const facts = {
    ...known,
    key: key.keyId,
    checkpoint: { origin: identity.origin, size: 3 },
  };

  it("is verified with its checkpoint", () => {
    expect(verifyBundle(makeBundle(first, log, checkpoint), { keys, ...identity })).toEqual({
      ...facts,
      ok: true,
      findings: [],
    });
  });

  it("is refused for a receipt that is another leaf", () => {
    const moved = makeBundle({ ...first, seq: 1 }, log, checkpoint);
    expect(verifyBundle(moved, { keys })).toEqual(
      failed(
        [
          {
            code: "receipt_inclusion_invalid",
            where: "proof",
            message: "the receipt is not leaf 1 under the checkpoint of 3",
          },
          {
            code: "receipt_inclusion_invalid",
            where: "$.chain.seq",
            message: "the receipt says it is number 0, not 1",
          },
        ],
        facts,
      ),
    );
  });

  it("is refused for a receipt of no log or another one, and for another tenant", () => {
    const origin = { code: "receipt_origin_mismatch", where: "$.chain.origin" };
    const place = (bytes: Uint8Array, options: object = {}) => {
      const held = new ReceiptLog(identity);
      held.add({ seq: 0, bytes, sha256: "" });
      const bundle = makeBundle({ ...first, bytes }, held, signCheckpoint(held, key));
      return verifyBundle(bundle, { keys, ...options }).findings;
    };
    expect(place(Buffer.from(JSON.stringify(bare)))).toEqual([
      { ...origin, message: `the receipt is of no log, not of ${identity.origin}` },
    ]);
    expect(place(new ReceiptLog(elsewhere).append(receipt(0)).bytes, { tenant: "a" })).toEqual([
      { ...origin, message: `the receipt is of ${elsewhere.origin}, not of ${identity.origin}` },
      {
        code: "receipt_tenant_mismatch",
        where: "$.chain.tenant",
        message: "the receipt was made for b, not for a",
      },
    ]);
  });
});

describe("a log", () => {
  const bytes = stored.map((one) => one.bytes);
  const facts = {
    ...nothing,
    profile: "jcs-sha256",
    key: key.keyId,
    checkpoint: { origin: identity.origin, size: 3 },
  };

  it("is verified as a whole", () => {
    expect(verifyLog({ entries: bytes, checkpoint }, { keys })).toEqual({ ...facts, ok: true, findings: [] });
    const held = { entries: filled(0, 1, 2, 3).stored.map((one) => one.bytes) };
    expect(verifyHeldLog({ ...held, checkpoint }, { keys, ...identity })).toEqual({
      ...facts,
      ok: true,
      findings: [],
      signed: 3,
      unsigned: 1,
    });
    expect(verifyHeldLog({ ...held, checkpoint: undefined }, { keys, ...identity })).toEqual({
      ...nothing,
      profile: "jcs-sha256",
      ok: true,
      findings: [],
      signed: 0,
      unsigned: 4,
    });
  });

  it("names the tenant of its first receipt that has one, and the entries of others", () => {
    const mixed = [
      Buffer.from(JSON.stringify(bare)),
      second.bytes,
      new ReceiptLog(elsewhere).append(receipt(5)).bytes,
    ];
    expect(verifyLog({ entries: mixed, checkpoint }, { keys })).toEqual(
      failed(
        [
          {
            code: "receipt_origin_mismatch",
            where: "entry 0: $.chain.origin",
            message: `the receipt is of no log, not of ${identity.origin}`,
          },
          {
            code: "receipt_origin_mismatch",
            where: "entry 2: $.chain.origin",
            message: `the receipt is of ${elsewhere.origin}, not of ${identity.origin}`,
          },
          {
            code: "receipt_tenant_mismatch",
            where: "entry 2: $.chain.tenant",
            message: "the receipt was made for b, not for a",
          },
        ],
        facts,
      ),
    );
  });

  it("finds receipts in another order, missing ones and repeated ones before it looks at the checkpoint", () => {
    const found = (...entries: readonly Uint8Array[]) =>
      verifyLog({ entries, checkpoint }, { keys }).findings.map(({ code, where }) => [code, where]);
    const [one, two, three] = bytes as [Uint8Array, Uint8Array, Uint8Array];
    expect(found(two, one, three)).toEqual([["receipt_order_broken", "entry 1"]]);
    expect(found(one, three)).toEqual([["receipt_sequence_gap", "entry 1"]]);
    expect(found(one, one, two, three)).toEqual([["receipt_duplicate", "entry 1"]]);
  });

  it("says how many receipts are there, and how many should be", () => {
    const shown = (entries: readonly Uint8Array[], more: object = {}) =>
      verifyLog({ entries, checkpoint, ...more }, { keys }).findings;
    const longer = filled(0, 1, 2, 3, 4);
    const cut = {
      code: "receipt_log_truncated",
      where: "log",
      message: "the checkpoint covers 3 receipts, and 2 are there",
    };
    const other = {
      code: "receipt_consistency_invalid",
      where: "log",
      message: "the receipts do not lead to the checkpoint's root",
    };
    const where = "remembered checkpoint";
    expect(shown(bytes.slice(0, 2))).toEqual([cut]);
    expect(shown(filled(0, 9, 2).stored.map((one) => one.bytes))).toEqual([other]);
    expect(shown(longer.stored.map((one) => one.bytes))).toEqual([
      {
        code: "receipt_inclusion_invalid",
        where: "entry 3",
        message: "the checkpoint covers 3 receipts, and 5 are there",
      },
    ]);
    expect(shown(bytes, { remembered: signCheckpoint(longer.log, key) })).toEqual([
      {
        code: "receipt_log_truncated",
        where,
        message: "the log had 5 receipts, and its checkpoint covers 3",
      },
    ]);
    expect(shown(bytes, { remembered: signCheckpoint(filled(0, 1, 9).log, key) })).toEqual([
      { code: "receipt_log_forked", where, message: "two checkpoints of size 3 disagree" },
    ]);
    expect(shown(bytes, { remembered: signCheckpoint(filled(0, 9).log, key) })).toEqual([
      { code: "receipt_consistency_invalid", where, message: "the log no longer starts with the 2 it had" },
    ]);
    const otherLog = new ReceiptLog(elsewhere);
    expect(shown(bytes, { remembered: signCheckpoint(otherLog, key) })).toEqual([
      { code: "receipt_origin_mismatch", where, message: `${elsewhere.origin} is not ${identity.origin}` },
    ]);
    const held = (entries: readonly Uint8Array[], options: object = {}) =>
      verifyHeldLog({ entries, checkpoint }, { keys, ...identity, ...options }).findings;
    expect(held(bytes.slice(0, 2))).toEqual([cut]);
    expect(held(filled(0, 9, 2).stored.map((one) => one.bytes))).toEqual([other]);
    expect(held(bytes, { keys: ended })).toEqual([expired("checkpoint")]);
  });
});

it("input of another type is an error of the caller, and no finding", () => {
  const wrong = 7 as unknown as string;
  expect(() => verifyEnvelope(wrong, { keys })).toThrow(TypeError);
  expect(() => verifyReceipt(wrong)).toThrow(TypeError);
});
