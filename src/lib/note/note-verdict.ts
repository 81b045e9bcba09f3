import { verifyCosignature } from "./cosignature.ts";
import type { SignedNote } from "./note.ts";
import { ED25519_NOTE, type VerifierKey } from "./verifier-key.ts";

/** The verdict on the signature lines of one key. A valid cosignature also has a time. */
export type NoteVerdict =
  | { readonly status: "absent" | "invalid" }
  | { readonly status: "valid"; readonly seconds?: number };

/** Checks what a note holds of one key; lines of other keys are ignored, as c2sp.org/signed-note demands. */
export function verifyNote(note: SignedNote, key: VerifierKey): NoteVerdict {
  const lines = note.signatures.filter((line) => line.name === key.name && line.keyId === key.keyId);
  const [line, ...more] = lines;
  if (line === undefined) return { status: "absent" };
  // One key signs once: a second line would be room for bytes that nothing covers.
  if (more.length > 0) return { status: "invalid" };
  if (key.algorithm === ED25519_NOTE) {
    return { status: key.verify(Buffer.from(note.text), line.bytes) ? "valid" : "invalid" };
  }
  const seconds = verifyCosignature(note.text, line.bytes, key);
  return seconds === undefined ? { status: "invalid" } : { status: "valid", seconds };
}
