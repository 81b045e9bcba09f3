import { encodeBase64 } from "../../../src/lib/index.ts";
import {
  type Envelope,
  encodePae,
  formatEnvelope,
  type SigningKey,
  type StoredReceipt,
  signEnvelope,
} from "../../../src/receipts/index.ts";
import type { VectorCase } from "../vector-case.ts";
import {
  attacker,
  base,
  fillLog,
  first,
  flip,
  keySets,
  origin,
  receiptOf,
  tenant,
  witness,
} from "./fixture.ts";

const { bytes } = base.stored[2] as StoredReceipt;
const envelope = signEnvelope(bytes, first);
const good = formatEnvelope(envelope);
const issuer = { kind: "envelope", keys: keySets.issuer } as const;
const members = JSON.parse(good) as {
  payload: string;
  payloadType: string;
  signatures: [{ sig: string; keyid: string }];
};
const [signature] = members.signatures;
const write = (value: unknown) => `${JSON.stringify(value)}\n`;
const urlSafe = (text: string) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Signs bytes under another type than a receipt's. */
function signedAs(payloadType: string, key: SigningKey = first): Envelope {
  const made = key.sign(encodePae(payloadType, bytes));
  return { payloadType, payload: bytes, signatures: [{ keyId: key.keyId, bytes: made }] };
}

/** The same signature with the group's order added to its scalar: a second spelling that RFC 8032 refuses. */
function withUnreducedScalar(text: string): string {
  const raw = Buffer.from(text, "base64");
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = BigInt(`0x${Buffer.from(raw.subarray(32)).reverse().toString("hex")}`) + order;
  const tail = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse();
  return encodeBase64(Buffer.concat([raw.subarray(0, 32), tail]));
}

function envelopeOf(receipt: ReturnType<typeof receiptOf>, key: SigningKey): string {
  return formatEnvelope(signEnvelope((fillLog([receipt]).stored[0] as StoredReceipt).bytes, key));
}

const accepted: VectorCase[] = [
  { ...issuer, name: "an envelope", input: good, origin, tenant, codes: [] },
  {
    ...issuer,
    name: "another key id hint",
    input: write({ ...members, signatures: [{ ...signature, keyid: attacker.keyId }] }),
    codes: [],
  },
  {
    ...issuer,
    name: "no key id hint",
    input: write({ ...members, signatures: [{ sig: signature.sig }] }),
    codes: [],
  },
  {
    ...issuer,
    name: "URL-safe Base64 without padding",
    input: write({
      ...members,
      payload: urlSafe(members.payload),
      signatures: [{ sig: urlSafe(signature.sig) }],
    }),
    codes: [],
  },
  {
    ...issuer,
    name: "members in another order, and indented",
    input: JSON.stringify(
      { signatures: members.signatures, payloadType: members.payloadType, payload: members.payload },
      null,
      2,
    ),
    codes: [],
  },
  {
    ...issuer,
    name: "a member that is not known",
    input: write({ ...members, note: "kept apart" }),
    codes: [],
  },
  {
    ...issuer,
    name: "a stranger's signature beside the trusted one",
    input: write({ ...members, signatures: [{ sig: encodeBase64(Buffer.alloc(64, 5)) }, signature] }),
    codes: [],
  },
  { ...issuer, keys: keySets.rotated, name: "a key that was rotated later", input: good, codes: [] },
];

const refused: VectorCase[] = [
  {
    ...issuer,
    name: "a byte of the payload flipped",
    input: write({
      ...members,
      payload: encodeBase64(Buffer.from(Buffer.from(bytes).toString().replace("mock", "muck"))),
    }),
    codes: ["receipt_signature_invalid", "receipt_hash_mismatch"],
  },
  {
    ...issuer,
    name: "a byte of the signature flipped",
    input: write({ ...members, signatures: [{ ...signature, sig: flip(signature.sig, 40) }] }),
    codes: ["receipt_signature_invalid"],
  },
  {
    ...issuer,
    name: "a signature spelled with an unreduced scalar",
    input: write({ ...members, signatures: [{ ...signature, sig: withUnreducedScalar(signature.sig) }] }),
    codes: ["receipt_signature_invalid"],
  },
  {
    ...issuer,
    name: "a signature that is too short",
    input: write({ ...members, signatures: [{ ...signature, sig: "AAAA" }] }),
    codes: ["receipt_signature_invalid"],
  },
  {
    ...issuer,
    name: "a byte of the payload type flipped",
    input: write({ ...members, payloadType: members.payloadType.replace("abp", "abq") }),
    codes: ["receipt_payload_type_mismatch"],
  },
  {
    ...issuer,
    name: "the payload type swapped",
    input: write({ ...members, payloadType: "application/vnd.in-toto+json" }),
    codes: ["receipt_payload_type_mismatch"],
  },
  {
    ...issuer,
    name: "bytes that the issuer signed as something else",
    input: formatEnvelope({
      ...signedAs("application/vnd.abp.other+json"),
      payloadType: members.payloadType,
    }),
    codes: ["receipt_signature_invalid"],
  },
  {
    ...issuer,
    name: "an attacker's key",
    input: formatEnvelope(signEnvelope(bytes, attacker)),
    codes: ["receipt_key_untrusted"],
  },
  {
    ...issuer,
    name: "an attacker's key embedded in the receipt",
    input: envelopeOf({ ...receiptOf(0), public_key: encodeBase64(attacker.publicKey) }, attacker),
    codes: ["receipt_key_untrusted"],
  },
  {
    ...issuer,
    name: "an attacker's signature under a trusted key's id",
    input: formatEnvelope({
      ...envelope,
      signatures: [{ keyId: first.keyId, bytes: signEnvelope(bytes, attacker).signatures[0]!.bytes }],
    }),
    codes: ["receipt_signature_invalid"],
  },
  {
    ...issuer,
    keys: keySets.rotated,
    name: "the old key used after its rotation",
    input: envelopeOf(receiptOf(0, "2026-07-01T08:00:00Z"), first),
    codes: ["receipt_key_expired"],
  },
  { ...issuer, keys: keySets.revoked, name: "a revoked key", input: good, codes: ["receipt_key_revoked"] },
  { ...issuer, name: "bytes after the end", input: `${good}{}`, codes: ["receipt_trailing_bytes"] },
  {
    ...issuer,
    name: "no signature",
    input: write({ ...members, signatures: [] }),
    codes: ["receipt_envelope_malformed"],
  },
  {
    ...issuer,
    name: "more signatures than anybody needs",
    input: write({ ...members, signatures: Array.from({ length: 65 }, () => signature) }),
    codes: ["receipt_envelope_malformed"],
  },
  {
    ...issuer,
    name: "a payload that is not Base64",
    input: write({ ...members, payload: `${members.payload}!` }),
    codes: ["receipt_envelope_malformed"],
  },
  {
    ...issuer,
    name: "a member twice",
    input: good.replace("{", '{"payloadType":"x",'),
    codes: ["receipt_envelope_malformed"],
  },
  { ...issuer, name: "another tenant", input: good, tenant: "globex", codes: ["receipt_tenant_mismatch"] },
  {
    ...issuer,
    name: "another log",
    input: good,
    origin: "abp.example/log/b",
    codes: ["receipt_origin_mismatch"],
  },
];

const { rotations, revocations } = keySets.revoked;
const witnessCases: readonly VectorCase[] = [
  {
    ...issuer,
    name: "an envelope where the caller expects a witness",
    input: good,
    witnesses: [witness],
    codes: ["receipt_witness_missing"],
  },
];

const keySetCases: VectorCase[] = [
  {
    ...issuer,
    name: "a key set whose rotation an attacker wrote",
    input: good,
    keys: {
      ...keySets.rotated,
      rotations: [{ ...rotations[0], signature: encodeBase64(attacker.sign(bytes)) }],
    },
    codes: ["key_set_invalid"],
  },
  {
    ...issuer,
    name: "a key set whose revocation has another time",
    input: good,
    keys: { ...keySets.revoked, revocations: [{ ...revocations[0], at: "2027-01-01T00:00:00Z" }] },
    codes: ["key_set_invalid"],
  },
  {
    ...issuer,
    name: "a key set with a key under another's id",
    input: good,
    keys: {
      ...keySets.issuer,
      keys: [{ ...keySets.issuer.keys[0], public_key: encodeBase64(attacker.publicKey) }],
    },
    codes: ["key_set_invalid"],
  },
];

/** Cases of envelopes and of the key sets that they are held against. */
export const envelopeCases: readonly VectorCase[] = [
  ...accepted,
  ...refused,
  ...witnessCases,
  ...keySetCases,
];
