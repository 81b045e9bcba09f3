import { chainReceipt, type StoredReceipt, signCheckpoint } from "../../../src/receipts/index.ts";
import type { VectorCase } from "../vector-case.ts";
import {
  attacker,
  base,
  checkpoint,
  countersigned,
  type FilledLog,
  fillLog,
  first,
  flip,
  keySets,
  linesOf,
  origin,
  receiptOf,
  tenant,
  witness,
} from "./fixture.ts";

const [a, b, c, d, e] = base.stored as [
  StoredReceipt,
  StoredReceipt,
  StoredReceipt,
  StoredReceipt,
  StoredReceipt,
];
const log = { kind: "log", keys: keySets.issuer, checkpoint } as const;
const strict = { ...log, origin, tenant, witnesses: [witness], checkpoint: countersigned(checkpoint) };
const take = (...numbers: number[]) => fillLog(numbers.map((number) => receiptOf(number)));
const signed = ({ log: one }: FilledLog) => signCheckpoint(one, first);
const early = take(0, 1, 2);
const rewritten = take(0, 1, 12, 3, 4);
const longer = take(0, 1, 2, 3, 4, 5);
const forged = chainReceipt({ origin, tenant, size: 2, last: b.sha256 }, receiptOf(42));
const surplus = chainReceipt({ origin, tenant, size: 5, last: e.sha256 }, receiptOf(42));
const guest = fillLog([receiptOf(99)], { origin, tenant: "globex" }).stored[0] as StoredReceipt;

const accepted: VectorCase[] = [
  { ...log, name: "a log", input: linesOf(base.stored), codes: [] },
  {
    ...strict,
    name: "a log with everything that the caller expects",
    input: linesOf(base.stored),
    codes: [],
  },
  { ...log, name: "a log without its last newline", input: linesOf(base.stored).slice(0, -1), codes: [] },
  { ...log, name: "an empty log", input: "", checkpoint: signed(take()), codes: [] },
  {
    ...log,
    name: "a log that extends what was remembered",
    input: linesOf(longer.stored),
    checkpoint: signed(longer),
    remembered: checkpoint,
    codes: [],
  },
  { ...log, name: "a log that did not grow", input: linesOf(base.stored), remembered: checkpoint, codes: [] },
];

const moved: VectorCase[] = [
  { ...log, name: "a receipt dropped", input: linesOf([a, b, d, e]), codes: ["receipt_sequence_gap"] },
  {
    ...log,
    name: "the first receipt dropped",
    input: linesOf([b, c, d, e]),
    codes: ["receipt_sequence_gap"],
  },
  { ...log, name: "two receipts swapped", input: linesOf([a, c, b, d, e]), codes: ["receipt_order_broken"] },
  { ...log, name: "a receipt twice", input: linesOf([a, b, c, c, d, e]), codes: ["receipt_duplicate"] },
  {
    ...log,
    name: "a receipt inserted",
    input: linesOf([a, b, forged, c, d, e]),
    codes: ["receipt_chain_broken", "receipt_chain_broken"],
  },
  {
    ...log,
    name: "a receipt replaced",
    input: linesOf([a, b, forged, d, e]),
    codes: ["receipt_chain_broken"],
  },
  {
    ...log,
    name: "a receipt added after the checkpoint",
    input: linesOf([...base.stored, surplus]),
    codes: ["receipt_inclusion_invalid"],
  },
  { ...log, name: "the tail cut off", input: linesOf([a, b, c]), codes: ["receipt_log_truncated"] },
  { ...log, name: "everything cut off", input: "", codes: ["receipt_log_truncated"] },
  {
    ...log,
    name: "a byte of a receipt flipped",
    input: linesOf(base.stored).replace("№ 3", "№ 8"),
    codes: ["receipt_hash_mismatch"],
  },
  {
    ...log,
    name: "a receipt of another tenant",
    tenant,
    input: linesOf([guest, b, c, d, e]),
    codes: ["receipt_tenant_mismatch", "receipt_chain_broken"],
  },
  {
    ...log,
    name: "a receipt left out and all others numbered and linked anew",
    input: linesOf(take(0, 1, 3, 4).stored),
    codes: ["receipt_log_truncated"],
  },
  {
    ...log,
    name: "a receipt exchanged and all others linked anew",
    input: linesOf(rewritten.stored),
    codes: ["receipt_consistency_invalid"],
  },
];

const history: VectorCase[] = [
  {
    ...log,
    name: "the log rolled back to an earlier checkpoint",
    input: linesOf(early.stored),
    checkpoint: signed(early),
    remembered: checkpoint,
    codes: ["receipt_log_truncated"],
  },
  {
    ...log,
    name: "the log forked: two checkpoints of one size",
    input: linesOf(rewritten.stored),
    checkpoint: signed(rewritten),
    remembered: checkpoint,
    codes: ["receipt_log_forked"],
  },
  {
    ...log,
    name: "the log rewritten and grown since it was remembered",
    input: linesOf(take(0, 1, 12, 3, 4, 5).stored),
    checkpoint: signed(take(0, 1, 12, 3, 4, 5)),
    remembered: checkpoint,
    codes: ["receipt_consistency_invalid"],
  },
  {
    ...log,
    name: "a remembered checkpoint that the log never signed",
    input: linesOf(base.stored),
    remembered: signCheckpoint(rewritten.log, attacker),
    codes: ["receipt_key_untrusted"],
  },
  {
    ...strict,
    name: "the whole log written and signed anew without the witness's key",
    input: linesOf(rewritten.stored),
    checkpoint: signed(rewritten),
    codes: ["receipt_witness_missing"],
  },
  {
    ...log,
    name: "the whole log signed by an attacker's key",
    input: linesOf(base.stored),
    checkpoint: signCheckpoint(base.log, attacker),
    codes: ["receipt_key_untrusted"],
  },
  {
    ...log,
    name: "a byte of the checkpoint flipped",
    input: linesOf(base.stored),
    checkpoint: flip(checkpoint, checkpoint.indexOf("\n5\n") + 6),
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...log,
    name: "bytes after the checkpoint",
    input: linesOf(base.stored),
    checkpoint: `${checkpoint}more\n`,
    codes: ["receipt_trailing_bytes"],
  },
  {
    ...log,
    keys: keySets.rotated,
    name: "the old key used after its rotation",
    input: linesOf(fillLog([receiptOf(0, "2026-07-01T08:00:00Z")]).stored),
    checkpoint: signed(fillLog([receiptOf(0, "2026-07-01T08:00:00Z")])),
    codes: ["receipt_key_expired"],
  },
  {
    ...strict,
    name: "the log of another name",
    origin: "abp.example/log/globex",
    input: linesOf(base.stored),
    codes: ["receipt_origin_mismatch"],
  },
];

/** Cases of whole logs. */
export const logCases: readonly VectorCase[] = [...accepted, ...moved, ...history];
