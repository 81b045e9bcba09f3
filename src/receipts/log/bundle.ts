import { AbpError } from "../../contract/index.ts";
import {
  formatTlogProof,
  NoteError,
  parseCheckpoint,
  parseTlogProof,
  type SignedCheckpoint,
} from "../../lib/index.ts";
import type { StoredReceipt } from "./log.ts";

/** The file name extension of a bundle (c2sp.org/tlog-proof). */
export const BUNDLE_EXTENSION = ".tlog-proof";

/** The parts of a bundle, not verified. */
export interface Bundle {
  /** The stored bytes of the receipt: the leaf of the proof. */
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  readonly checkpoint: SignedCheckpoint;
}

/** A log that can prove the inclusion of its receipts. */
export interface ProvingLog {
  readonly head: { readonly origin: string };
  inclusionProof(seq: number, size: number): readonly Uint8Array[];
}

/**
 * Writes a self-contained proof of one receipt: a tlog-proof with the receipt as its extra data. The leaf hash covers
 * the bare bytes; an envelope would add bytes that nothing covers.
 * Throws `receipt_origin_mismatch` for a checkpoint of another log, `receipt_not_found` for a receipt after the
 * checkpoint.
 *
 * @example
 * import { makeBundle, verifyBundle } from "agent-backplane/receipts";
 * const bundle = makeBundle(stored, log, checkpoint);
 * verifyBundle(bundle, { keys }).ok;
 */
export function makeBundle(stored: StoredReceipt, log: ProvingLog, checkpoint: string): string {
  const { origin, size } = parseCheckpoint(checkpoint);
  if (origin !== log.head.origin) {
    throw new AbpError(
      "receipt_origin_mismatch",
      `the checkpoint is of ${origin}, not of ${log.head.origin}`,
    );
  }
  if (stored.seq >= size) {
    throw new AbpError("receipt_not_found", `receipt ${stored.seq} came after the checkpoint of ${size}`);
  }
  const path = log.inclusionProof(stored.seq, size);
  return formatTlogProof({ extra: stored.bytes, index: stored.seq, path, checkpoint });
}

/**
 * Parses a bundle without verifying it.
 *
 * @example
 * import { parseBundle } from "agent-backplane/receipts";
 * const { bytes, index, checkpoint } = parseBundle(text);
 */
export function parseBundle(input: string | Uint8Array): Bundle {
  try {
    const proof = parseTlogProof(input);
    if (proof.extra === undefined) throw new NoteError("proof", "the proof carries no receipt");
    return {
      bytes: proof.extra,
      index: proof.index,
      path: proof.path,
      checkpoint: parseCheckpoint(proof.checkpoint),
    };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new AbpError(bundleCode(error), error.message, { where: "bundle", cause: error });
  }
}

function bundleCode({ rule }: NoteError) {
  if (rule === "trailing-bytes") return "receipt_trailing_bytes";
  const isCheckpoint = rule === "checkpoint" || rule === "unsigned" || rule === "signature-line";
  return isCheckpoint ? "receipt_checkpoint_invalid" : "receipt_bundle_malformed";
}
