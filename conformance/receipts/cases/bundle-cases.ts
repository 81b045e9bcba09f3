import { encodeBase64, parseCheckpoint, parseTlogProof, signNote } from "../../../src/lib/index.ts";
import { addSignature, sealReceipt, signCheckpoint } from "../../../src/receipts/index.ts";
import type { VectorCase } from "../vector-case.ts";
import {
  attacker,
  base,
  bundleOf,
  checkpoint,
  countersigned,
  fillLog,
  first,
  flip,
  keySets,
  origin,
  receiptOf,
  second,
  tenant,
  witness,
} from "./fixture.ts";

const good = bundleOf(base, 2);
const checkpointText = parseCheckpoint(checkpoint).note.text;
const witnessed = bundleOf(base, 2, countersigned(checkpoint));
const issuer = { kind: "bundle", keys: keySets.issuer } as const;
const strict = { ...issuer, origin, tenant, witnesses: [witness] };
const twice = bundleOf(base, 2, addSignature(checkpoint, signNote(checkpointText, origin, second)));
const signatureAt = good.lastIndexOf(" ") + 20;
const rootAt = good.indexOf("\n5\n") + 6;
const pathAt = good.indexOf("index 2\n") + 20;

/** A bundle whose receipt is replaced by other bytes. */
function withPayload(change: (text: string) => string): string {
  const { extra } = parseTlogProof(good);
  const changed = change(Buffer.from(extra as Uint8Array).toString());
  return good.replace(/extra .*/, () => `extra ${encodeBase64(Buffer.from(changed))}`);
}

const accepted: VectorCase[] = [
  { ...issuer, name: "a bundle of a receipt in the middle", input: good, codes: [] },
  { ...issuer, name: "a bundle of the first receipt", input: bundleOf(base, 0), codes: [] },
  { ...issuer, name: "a bundle of the last receipt", input: bundleOf(base, 4), codes: [] },
  {
    ...issuer,
    name: "a bundle of a log with one receipt",
    input: bundleOf(fillLog([receiptOf(0)]), 0),
    codes: [],
  },
  { ...strict, name: "a bundle with everything that the caller expects", input: witnessed, codes: [] },
  { ...issuer, name: "a bundle with a witness that the caller does not know", input: witnessed, codes: [] },
  {
    ...issuer,
    keys: keySets.rotated,
    name: "a bundle that the first key signed before it was rotated",
    input: good,
    codes: [],
  },
  {
    ...issuer,
    keys: keySets.rotated,
    name: "a bundle of an old receipt that the second key signed",
    input: bundleOf(base, 2, second),
    codes: [],
  },
  {
    ...issuer,
    keys: keySets.rotated,
    name: "a bundle that both keys signed",
    input: twice,
    codes: [],
  },
  {
    ...strict,
    keys: keySets.revoked,
    name: "a bundle that a witness saw before the key was revoked",
    input: witnessed,
    codes: [],
  },
];

const changed: VectorCase[] = [
  {
    ...issuer,
    name: "a byte of the payload flipped",
    input: withPayload((text) => text.replace("Grüße", "Gruße")),
    codes: ["receipt_hash_mismatch"],
  },
  {
    ...issuer,
    name: "the payload changed and hashed anew",
    input: withPayload((text) => {
      const receipt = JSON.parse(text);
      return JSON.stringify(sealReceipt({ ...receipt, outcome: "failed" }));
    }),
    codes: ["receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "the payload spelled otherwise, with the same meaning",
    input: withPayload((text) => text.replace("{", "{ ")),
    codes: ["receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "the payload without the name of its hash",
    input: withPayload((text) => text.replace('"hash_alg":"jcs-sha256",', "")),
    codes: ["receipt_hash_unsupported"],
  },
  {
    ...issuer,
    name: "the payload cut off",
    input: withPayload((text) => text.slice(0, -1)),
    codes: ["input_invalid_json"],
  },
  {
    ...issuer,
    name: "bytes after the payload",
    input: withPayload((text) => `${text}{}`),
    codes: ["receipt_trailing_bytes"],
  },
  {
    ...issuer,
    name: "a byte of the proof flipped",
    input: flip(good, pathAt),
    codes: ["receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "a hash of the proof left out",
    input: good.replace(/(index 2\n).*\n/, "$1"),
    codes: ["receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "a hash of the proof twice",
    input: good.replace(/(index 2\n)(.*\n)/, "$1$2$2"),
    codes: ["receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "another index",
    input: good.replace("index 2", "index 3"),
    codes: ["receipt_inclusion_invalid", "receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "an index beyond the log",
    input: good.replace("index 2", "index 5"),
    codes: ["receipt_inclusion_invalid", "receipt_inclusion_invalid"],
  },
  {
    ...issuer,
    name: "a byte of the checkpoint's root flipped",
    input: flip(good, rootAt),
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...issuer,
    name: "the checkpoint's size changed",
    input: good.replace("\n5\n", "\n6\n"),
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...issuer,
    name: "a byte of the checkpoint's signature flipped",
    input: flip(good, signatureAt),
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...issuer,
    name: "a line added to the checkpoint",
    input: good.replace(/(\n5\n.*\n)/, "$1extension\n"),
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...issuer,
    name: "the checkpoint's signature line twice",
    input: good
      .replace(/(\n— .*\n)$/, "$1$1")
      .replace("\n\n—", "\n\n—")
      .replace(/\n\n(— .*\n)$/, "\n$1"),
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...issuer,
    name: "the checkpoint without a signature",
    input: good.replace(/— .*\n$/, ""),
    codes: ["receipt_checkpoint_invalid"],
  },
];

const halfSigned: VectorCase = {
  ...issuer,
  keys: keySets.rotated,
  name: "a byte of one of two signatures of the log flipped",
  input: flip(twice, twice.lastIndexOf(" ") + 20),
  codes: ["receipt_checkpoint_invalid"],
};

const malformed: VectorCase[] = [
  { ...issuer, name: "a byte after the end", input: `${good}x`, codes: ["receipt_trailing_bytes"] },
  { ...issuer, name: "an empty line after the end", input: `${good}\n`, codes: ["receipt_trailing_bytes"] },
  {
    ...issuer,
    name: "a second bundle after the end",
    input: good + good,
    codes: ["receipt_checkpoint_invalid"],
  },
  {
    ...issuer,
    name: "spare bits in the Base64 of the payload",
    input: good.replace(/([A-Za-z0-9+/])(=+\nindex)/, (_, last: string, rest: string) => bump(last) + rest),
    codes: ["receipt_bundle_malformed"],
  },
  {
    ...issuer,
    name: "a proof without the receipt",
    input: good.replace(/extra .*\n/, ""),
    codes: ["receipt_bundle_malformed"],
  },
  {
    ...issuer,
    name: "another version",
    input: good.replace("@v1", "@v2"),
    codes: ["receipt_bundle_malformed"],
  },
  {
    ...issuer,
    name: "a leading zero in the index",
    input: good.replace("index 2", "index 02"),
    codes: ["receipt_bundle_malformed"],
  },
  {
    ...issuer,
    name: "line ends of another system",
    input: good.replaceAll("\n", "\r\n"),
    codes: ["receipt_bundle_malformed"],
  },
];

const inverted = fillLog([
  { ...receiptOf(0), meta: { ...receiptOf(0).meta, finished_at: "2026-03-01T07:59:59Z", duration_ms: 0 } },
]);
const late = fillLog([receiptOf(0, "2026-07-01T08:00:00Z")]);
const otherLog = fillLog([receiptOf(0), receiptOf(1)], {
  origin: "abp.example/log/globex",
  tenant: "globex",
});

const untrusted: VectorCase[] = [
  {
    ...issuer,
    name: "the whole log signed by an attacker's key",
    input: bundleOf(base, 2, attacker),
    codes: ["receipt_key_untrusted"],
  },
  {
    ...issuer,
    name: "an attacker's key embedded in the receipt that it vouches for",
    input: bundleOf(
      fillLog([{ ...receiptOf(0), public_key: encodeBase64(attacker.publicKey) }]),
      0,
      attacker,
    ),
    codes: ["receipt_key_untrusted"],
  },
  {
    ...issuer,
    keys: keySets.rotated,
    name: "the old key used after its rotation",
    input: bundleOf(late, 0, first),
    codes: ["receipt_key_expired"],
  },
  {
    ...strict,
    keys: keySets.rotated,
    name: "the new key used before its time, as the witness's clock shows",
    input: bundleOf(base, 2, countersigned(signCheckpoint(base.log, second))),
    codes: ["receipt_key_expired"],
  },
  {
    ...issuer,
    keys: keySets.revoked,
    name: "a revoked key without a witness",
    input: good,
    codes: ["receipt_key_revoked"],
  },
  {
    ...strict,
    keys: keySets.revoked,
    name: "a revoked key that the witness saw too late",
    input: bundleOf(base, 2, countersigned(checkpoint, "2026-06-03T00:00:00Z")),
    codes: ["receipt_key_revoked"],
  },
  {
    ...strict,
    name: "the log signed again without the witness's key",
    input: bundleOf(base, 2),
    codes: ["receipt_witness_missing"],
  },
  {
    ...strict,
    name: "a byte of the witness's signature flipped",
    input: flip(witnessed, witnessed.lastIndexOf(" ") + 30),
    codes: ["receipt_witness_missing"],
  },
  {
    ...strict,
    name: "a receipt of one tenant presented for another",
    tenant: "globex",
    input: witnessed,
    codes: ["receipt_tenant_mismatch"],
  },
  {
    ...strict,
    name: "a receipt of another log",
    witnesses: [],
    input: bundleOf(otherLog, 1),
    codes: ["receipt_origin_mismatch", "receipt_tenant_mismatch"],
  },
  {
    ...issuer,
    name: "a receipt that ends before it starts",
    input: bundleOf(inverted, 0),
    codes: ["receipt_clock_inverted"],
  },
];

export const bundleCases: readonly VectorCase[] = [
  ...accepted,
  ...changed,
  halfSigned,
  ...malformed,
  ...untrusted,
];

/** The next letter of the Base64 alphabet: the same bytes to a careless reader. */
function bump(letter: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return alphabet[alphabet.indexOf(letter) + 1] as string;
}
