import { HASH_SIZE } from "../merkle/index.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import type { Ed25519Signer } from "./ed25519.ts";
import { formatNote, parseNote, type SignedNote, signNote } from "./note.ts";
import { NoteError } from "./note-error.ts";

/** A log's statement about its tree at one size (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Opaque further lines; they are signed with the rest. */
  readonly extensions: readonly string[];
}

/** A checkpoint with the note that carries it. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: SignedNote;
}

/** Writes the note text of a checkpoint: origin, size, root, extension lines. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, root, extensions } = checkpoint;
  return [origin, String(size), encodeBase64(root), ...extensions, ""].join("\n");
}

/** Writes a checkpoint with one signature, whose key has the name of the origin. */
export function formatSignedCheckpoint(checkpoint: Checkpoint, signer: Ed25519Signer): string {
  const text = formatCheckpoint(checkpoint);
  return formatNote({ text, signatures: [signNote(text, checkpoint.origin, signer)] });
}

/** Reads a signed checkpoint without checking its signatures. */
export function parseCheckpoint(input: string | Uint8Array): SignedCheckpoint {
  const note = parseNote(input);
  const lines = note.text.split("\n").slice(0, -1);
  const [origin = "", sizeLine = "", rootLine = "", ...extensions] = lines;
  const size = parseDecimal(sizeLine);
  const root = decodeBase64(rootLine);
  if (lines.includes("") || size === undefined || root?.length !== HASH_SIZE) {
    throw new NoteError("checkpoint", "a checkpoint is an origin, a size and a root hash, each on its line");
  }
  return { origin, size, root, extensions, note };
}

/** A non-negative integer in its one decimal spelling, if a number holds it exactly. */
export function parseDecimal(text: string): number | undefined {
  const value = /^(?:0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
