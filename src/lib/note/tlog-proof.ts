import { HASH_SIZE } from "../merkle/index.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { parseDecimal } from "./checkpoint.ts";
import { decodeNoteText } from "./note.ts";
import { NoteError } from "./note-error.ts";

/** An offline proof that an entry is in a log (c2sp.org/tlog-proof). */
export interface TlogProof {
  /** Data of the application's own; nothing in the format authenticates it. */
  readonly extra?: Uint8Array;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed checkpoint, verbatim. */
  readonly checkpoint: string;
}

const HEADER = "c2sp.org/tlog-proof@v1";
// A tree of 2^53 leaves is as deep as this; longer proofs cannot be right.
const MAX_PATH = 53;

/** Writes a proof as text. */
export function formatTlogProof(proof: TlogProof): string {
  const extra = proof.extra === undefined ? [] : [`extra ${encodeBase64(proof.extra)}`];
  const lines = [HEADER, ...extra, `index ${proof.index}`, ...proof.path.map(encodeBase64), ""];
  return `${lines.join("\n")}\n${proof.checkpoint}`;
}

/** Takes a proof apart; the checkpoint stays text, and nothing is verified. */
export function parseTlogProof(input: string | Uint8Array): TlogProof {
  const text = decodeNoteText(input);
  const end = text.indexOf("\n\n");
  const lines = text.slice(0, Math.max(end, 0)).split("\n");
  if (lines.shift() !== HEADER) throw new NoteError("proof", `a proof starts with the line ${HEADER}`);
  const extra = lines[0]?.startsWith("extra ") ? decodeBase64(lines[0].slice("extra ".length)) : null;
  if (extra !== null) lines.shift();
  const indexLine = lines.shift() ?? "";
  const index = indexLine.startsWith("index ") ? parseDecimal(indexLine.slice("index ".length)) : undefined;
  if (extra === undefined || index === undefined || lines.length > MAX_PATH) {
    throw new NoteError("proof", "the proof's extra or index line is malformed, or its path is too long");
  }
  return {
    ...(extra === null ? {} : { extra }),
    index,
    path: lines.map(decodeHash),
    checkpoint: text.slice(end + 2),
  };
}

function decodeHash(line: string): Uint8Array {
  const hash = decodeBase64(line);
  if (hash?.length !== HASH_SIZE) throw new NoteError("proof", "a line of the inclusion proof is no hash");
  return hash;
}
