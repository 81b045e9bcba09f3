import { decodeBase64, encodeBase64 } from "./base64.ts";
import type { Ed25519Signer } from "./ed25519.ts";
import { NoteError } from "./note-error.ts";
import { ED25519_NOTE, isKeyName, noteKeyId } from "./verifier-key.ts";

/** One signature line of a note. */
export interface NoteSignature {
  readonly name: string;
  /** Eight hexadecimal digits; with the name it says which key signed. */
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/** A text with its signatures, as c2sp.org/signed-note writes it. */
export interface SignedNote {
  /** The signed text. It ends in a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

// c2sp.org/signed-note asks verifiers for a limit, of 16 signatures at least.
const MAX_SIGNATURES = 64;
const LINE_START = "— ";

/** Takes a signed note apart without checking any signature. */
export function parseNote(input: string | Uint8Array): SignedNote {
  const whole = decodeNoteText(input);
  const at = whole.lastIndexOf(`\n\n${LINE_START}`);
  if (at < 0) throw new NoteError("unsigned", "the note has no signature");
  const lines = whole.slice(at + 2).split("\n");
  const rest = lines.pop() ?? "";
  const signatures = lines.map(parseSignatureLine);
  if (rest.startsWith(LINE_START))
    throw new NoteError("signature-line", "the last signature line is cut off");
  if (rest !== "") throw new NoteError("trailing-bytes", "bytes follow the last signature line");
  if (signatures.length > MAX_SIGNATURES) {
    throw new NoteError("signature-line", `the note has more than ${MAX_SIGNATURES} signatures`);
  }
  return { text: whole.slice(0, at + 1), signatures };
}

/** Writes a signed note. */
export function formatNote(note: SignedNote): string {
  return `${note.text}\n${note.signatures.map(formatSignatureLine).join("")}`;
}

/** Signs a note's text with a plain Ed25519 key, type 0x01. */
export function signNote(text: string, name: string, signer: Ed25519Signer): NoteSignature {
  return {
    name,
    keyId: noteKeyId(name, ED25519_NOTE, signer.publicKey),
    bytes: signer.sign(Buffer.from(text)),
  };
}

/** The text of a note or proof: UTF-8 without control characters but newlines (c2sp.org/signed-note, Format). */
export function decodeNoteText(input: string | Uint8Array): string {
  const text = typeof input === "string" ? input : decodeUtf8(input);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is refused.
  if (!text.isWellFormed() || /[\x00-\x09\x0b-\x1f]/.test(text)) {
    throw new NoteError("not-text", "the note is not plain text");
  }
  return text;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NoteError("not-text", "the note is not UTF-8");
  }
}

function parseSignatureLine(line: string): NoteSignature {
  if (!line.startsWith(LINE_START)) {
    throw new NoteError("trailing-bytes", "a line after the signatures is no signature line");
  }
  const [name = "", text = "", ...more] = line.slice(LINE_START.length).split(" ");
  const bytes = decodeBase64(text);
  if (!isKeyName(name) || bytes === undefined || bytes.length < 5 || more.length > 0) {
    throw new NoteError("signature-line", "a signature line is malformed");
  }
  const keyId = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  return { name, keyId, bytes: bytes.subarray(4) };
}

function formatSignatureLine({ name, keyId, bytes }: NoteSignature): string {
  return `${LINE_START}${name} ${encodeBase64(Buffer.concat([Buffer.from(keyId, "hex"), bytes]))}\n`;
}
