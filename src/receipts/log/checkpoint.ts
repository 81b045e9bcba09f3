import {
  type Checkpoint,
  formatNote,
  formatSignedCheckpoint,
  type NoteSignature,
  parseCheckpoint,
  verifyConsistency,
} from "../../lib/index.ts";
import { type Finding, finding } from "../finding.ts";
import type { SigningKey } from "../signing/signing-key.ts";

/** The part of a log that a checkpoint covers. */
export interface StatedLog {
  readonly head: { readonly origin: string; readonly size: number };
  root(): Uint8Array;
}

/**
 * Signs the current state of a log. One signature covers all receipts so far.
 *
 * @example
 * import { signCheckpoint } from "agent-backplane/receipts";
 * const checkpoint = signCheckpoint(log, key);
 */
export function signCheckpoint(log: StatedLog, key: SigningKey): string {
  const { origin, size } = log.head;
  return formatSignedCheckpoint({ origin, size, root: log.root(), extensions: [] }, key);
}

/**
 * Adds a signature line, for example of a witness, to a signed checkpoint.
 *
 * @example
 * import { addSignature, countersign } from "agent-backplane/receipts";
 * const witness = { name: "witness.example", signer: key, keys };
 * const answer = countersign(witness, { checkpoint, remembered: undefined, proof: [], now: Date.now() / 1000 });
 * const signed = "line" in answer ? addSignature(checkpoint, answer.line) : checkpoint;
 */
export function addSignature(checkpoint: string, line: NoteSignature): string {
  const { note } = parseCheckpoint(checkpoint);
  return formatNote({ ...note, signatures: [...note.signatures, line] });
}

/** Checks that a checkpoint extends an older one of the same log. Both must be verified already. */
export function compareCheckpoints(
  older: Checkpoint,
  newer: Checkpoint,
  proof: readonly Uint8Array[],
): readonly Finding[] {
  if (older.origin !== newer.origin) {
    const message = `${newer.origin} is not ${older.origin}`;
    return [finding("receipt_origin_mismatch", "checkpoint", message)];
  }
  if (newer.size < older.size) {
    const message = `the log has ${newer.size} receipts and had ${older.size}`;
    return [finding("receipt_log_truncated", "checkpoint", message)];
  }
  if (verifyConsistency({ first: older, second: newer }, proof)) return [];
  return newer.size === older.size
    ? [finding("receipt_log_forked", "checkpoint", `two checkpoints of size ${newer.size} disagree`)]
    : [finding("receipt_consistency_invalid", "checkpoint", "the newer log does not extend the older one")];
}
