import { type StoredReceipt, sealReceipt } from "../../../src/receipts/index.ts";
import type { VectorCase } from "../vector-case.ts";
import { base, keySets, origin, receiptOf, tenant, witness } from "./fixture.ts";

const { bytes, receipt } = base.stored[0] as StoredReceipt;
const good = Buffer.from(bytes).toString();
const bare = sealReceipt(receiptOf(7));
const write = (value: unknown) => JSON.stringify(value);
const elsewhere = { ...bare.meta, started_at: "2026-03-01T08:36:59.5+00:30" };

/** Cases of receipts without a signature. */
export const receiptCases: readonly VectorCase[] = [
  { kind: "receipt", name: "a stored receipt", input: good, origin, tenant, codes: [] },
  {
    kind: "receipt",
    name: "a receipt in another layout",
    input: JSON.stringify(receipt, null, 2),
    codes: [],
  },
  { kind: "receipt", name: "a receipt of no log", input: write(bare), codes: [] },
  {
    kind: "receipt",
    name: "a bare receipt where the caller names keys, so that a signature is required",
    input: good,
    keys: keySets.issuer,
    codes: ["receipt_signature_invalid"],
  },
  {
    kind: "receipt",
    name: "a bare receipt where the caller expects a witness",
    input: good,
    witnesses: [witness],
    codes: ["receipt_witness_missing"],
  },
  {
    kind: "receipt",
    name: "a receipt with members that nobody knows",
    input: write(sealReceipt({ ...bare, "😀": [1e21, 5e-324, -0, "\u2028"], "\ufb33": { __proto: 1 } })),
    codes: [],
  },
  {
    kind: "receipt",
    name: "a changed receipt",
    input: good.replace('"complete"', '"failed"'),
    codes: ["receipt_hash_mismatch"],
  },
  {
    kind: "receipt",
    name: "a receipt without its hash",
    input: write({ ...bare, receipt_sha256: null }),
    codes: ["receipt_hash_missing"],
  },
  {
    kind: "receipt",
    name: "a hash in capital letters",
    input: write({ ...bare, receipt_sha256: bare.receipt_sha256?.toUpperCase() }),
    codes: ["receipt_hash_mismatch"],
  },
  {
    kind: "receipt",
    name: "a hash of another kind",
    input: write({ ...bare, hash_alg: "md5" }),
    codes: ["receipt_hash_unsupported"],
  },
  {
    kind: "receipt",
    name: "times of another zone",
    input: write(sealReceipt({ ...bare, meta: elsewhere })),
    codes: [],
  },
  {
    kind: "receipt",
    name: "times without a fraction, as older builds wrote them",
    input: write(
      sealReceipt({
        ...bare,
        meta: { ...bare.meta, started_at: "2026-03-01T08:07:00Z", finished_at: "2026-03-01T08:08:00Z" },
      }),
    ),
    codes: [],
  },
  {
    kind: "receipt",
    name: "a receipt that says that the clock stepped back",
    input: write(
      sealReceipt({
        ...bare,
        meta: { ...bare.meta, finished_at: bare.meta.started_at, duration_ms: 0 },
        observed: { clock: { clamped: true, stepped_back_ms: 60_000 } },
      }),
    ),
    codes: [],
  },
  {
    kind: "receipt",
    name: "a receipt that ends a nanosecond before it starts",
    input: write(
      sealReceipt({ ...bare, meta: { ...bare.meta, started_at: "2026-03-01T10:08:00.000000001+02:00" } }),
    ),
    codes: ["receipt_clock_inverted"],
  },
  {
    kind: "receipt",
    name: "a receipt of another contract",
    input: write(sealReceipt({ ...bare, meta: { ...bare.meta, contract_version: "abp/v1.0" } })),
    codes: ["contract_version_mismatch"],
  },
  {
    kind: "receipt",
    name: "a date that does not exist",
    input: write(sealReceipt({ ...bare, meta: { ...bare.meta, started_at: "2026-02-29T00:00:00Z" } })),
    codes: ["contract_schema_violation"],
  },
  {
    kind: "receipt",
    name: "a place in a log that is none",
    input: write(sealReceipt({ ...bare, chain: { origin, tenant, seq: -1, prev: null } })),
    codes: ["contract_schema_violation"],
  },
  {
    kind: "receipt",
    name: "bytes after the receipt",
    input: `${good}\nx`,
    codes: ["receipt_trailing_bytes"],
  },
  { kind: "receipt", name: "half a receipt", input: good.slice(0, 200), codes: ["input_invalid_json"] },
  {
    kind: "receipt",
    name: "a number that a double cannot hold",
    input: write(bare).replace('"duration_ms":60000', '"duration_ms":9007199254740993'),
    codes: ["input_invalid_json"],
  },
  { kind: "receipt", name: "a list", input: "[]", codes: ["contract_schema_violation"] },
  {
    kind: "receipt",
    name: "a receipt of no log where one is expected",
    input: write(bare),
    origin,
    tenant,
    codes: ["receipt_origin_mismatch", "receipt_tenant_mismatch"],
  },
];
