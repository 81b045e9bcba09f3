import { buildReceipt, formatTimestamp, type Receipt } from "../../../src/contract/index.ts";
import {
  cosign,
  ED25519_COSIGNATURE,
  ed25519Signer,
  formatVerifierKey,
  makeVerifierKey,
  parseCheckpoint,
} from "../../../src/lib/index.ts";
import {
  addSignature,
  createSigningKey,
  makeBundle,
  ReceiptLog,
  revokeKey,
  rotateKey,
  type SigningKey,
  type StoredReceipt,
  signCheckpoint,
  startKeySet,
} from "../../../src/receipts/index.ts";

const seed = (byte: number) => Buffer.alloc(32, byte);

/** The issuer's first key. */
export const first = createSigningKey(seed(1));
/** The key that follows it. */
export const second = createSigningKey(seed(2));
/** A key that nobody trusts. */
export const attacker = createSigningKey(seed(9));

/** The log and the tenant that most cases are about. */
export const origin = "abp.example/log/acme";
export const tenant = "acme";

/** When the first key is rotated and, in one key set, revoked. */
export const rotatedAt = "2026-06-01T00:00:00Z";
const issuer = startKeySet(first, "2026-01-01T00:00:00Z");
const rotated = rotateKey(issuer, first, second, rotatedAt);
const revoked = revokeKey(rotated, first.keyId, second, "2026-06-02T00:00:00Z", "the machine was lost");
/** The key sets that a caller may trust. */
export const keySets = { issuer, rotated, revoked } as const;

const witnessName = "witness.example/w1";
const witnessSigner = ed25519Signer(seed(7));
/** The witness's public key as a caller passes it. */
export const witness = formatVerifierKey(
  makeVerifierKey(witnessName, ED25519_COSIGNATURE, witnessSigner.publicKey),
);

/** Adds the witness's line to a checkpoint, as of a time. */
export function countersigned(checkpoint: string, at = "2026-03-01T10:00:00Z"): string {
  const seconds = Date.parse(at) / 1000;
  return addSignature(
    checkpoint,
    cosign(parseCheckpoint(checkpoint).note.text, witnessName, witnessSigner, seconds),
  );
}

/** A receipt of one minute; `number` makes it differ from others. */
export function receiptOf(number: number, startedAt = "2026-03-01T08:00:00Z"): Receipt {
  const start = new Date(Date.parse(startedAt) + number * 60_000);
  const at = formatTimestamp(start);
  return buildReceipt(
    {
      runId: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
      workOrderId: `10000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
      startedAt: start,
      finishedAt: new Date(start.getTime() + 60_000),
      backend: { id: "mock" },
      outcome: "complete",
      usage: { input_tokens: 10 + number, output_tokens: 3, estimated_cost_usd: 0.25 },
      trace: [
        { ts: at, type: "run_started", message: "run started" },
        { ts: at, type: "assistant_message", text: `Grüße № ${number}` },
      ],
    },
    { observed: { software: { name: "agent-backplane", version: "0.1.0" } } },
  );
}

/** A log with its receipts. */
export interface FilledLog {
  readonly log: ReceiptLog;
  readonly stored: readonly StoredReceipt[];
}

/** Writes receipts into a log. */
export function fillLog(receipts: readonly Receipt[], identity = { origin, tenant }): FilledLog {
  const log = new ReceiptLog(identity);
  return { log, stored: receipts.map((receipt) => log.append(receipt)) };
}

/** The log of five receipts that most cases start from. */
export const base = fillLog([0, 1, 2, 3, 4].map((number) => receiptOf(number)));
/** Its checkpoint. */
export const checkpoint = signCheckpoint(base.log, first);

/** The bundle of one receipt of a log. */
export function bundleOf({ log, stored }: FilledLog, seq: number, key: SigningKey | string = first): string {
  return makeBundle(
    stored[seq] as StoredReceipt,
    log,
    typeof key === "string" ? key : signCheckpoint(log, key),
  );
}

/** The lines of an exported log. */
export function linesOf(stored: readonly StoredReceipt[]): string {
  return stored.map(({ bytes }) => `${Buffer.from(bytes)}\n`).join("");
}

/** Changes the character at a place of a text into another one that is as likely there. */
export function flip(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
