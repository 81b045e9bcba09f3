import { expect, it } from "vitest";
import { formatTlogProof, NoteError, parseCheckpoint, parseTlogProof, parseVerifierKey } from "./index.ts";
import { parseNote } from "./note.ts";
import { makeVerifierKey } from "./verifier-key.ts";

const line = "— log.test AAAAAAA=";
const root = Buffer.alloc(32, 9).toString("base64");
const hash = Buffer.alloc(32, 7).toString("base64");
const header = "c2sp.org/tlog-proof@v1";
const checkpoint = (text: string) => parseCheckpoint(`${text}\n${line}\n`);
const proof = (...lines: string[]) => parseTlogProof(`${lines.join("\n")}\n\nthe checkpoint`);

const unreadable = "a checkpoint is an origin, a size and a root hash, each on its line";
const wrongIndex = "the proof's extra or index line is malformed, or its path is too long";
const noKey = "a verifier key is name+keyid+base64 of type and key";
const malformed = "a signature line is malformed";
const keyOf = (type: number, length = 32) =>
  `a+00000000+${Buffer.concat([Buffer.of(type), Buffer.alloc(length)]).toString("base64")}`;

it.each<[string, () => unknown, NoteError]>([
  [
    "a note without signatures",
    () => parseNote("a\n"),
    new NoteError("unsigned", "the note has no signature"),
  ],
  [
    "a note whose last line is cut off",
    () => parseNote(`a\n\n${line}`),
    new NoteError("signature-line", "the last signature line is cut off"),
  ],
  [
    "bytes behind the signatures",
    () => parseNote(`a\n\n${line}\nb`),
    new NoteError("trailing-bytes", "bytes follow the last signature line"),
  ],
  [
    "a line behind the signatures",
    () => parseNote(`a\n\n${line}\nb\n`),
    new NoteError("trailing-bytes", "a line after the signatures is no signature line"),
  ],
  [
    "65 signatures",
    () => parseNote(`a\n\n${`${line}\n`.repeat(65)}`),
    new NoteError("signature-line", "the note has more than 64 signatures"),
  ],
  [
    "a signature of no byte behind its key id",
    () => parseNote("a\n\n— log.test AAAAAA==\n"),
    new NoteError("signature-line", malformed),
  ],
  [
    "a signature without a name",
    () => parseNote("a\n\n—  AAAAAAA=\n"),
    new NoteError("signature-line", malformed),
  ],
  ["a third part in a line", () => parseNote(`a\n\n${line} x\n`), new NoteError("signature-line", malformed)],
  [
    "a control character",
    () => parseNote(`a\t\n\n${line}\n`),
    new NoteError("not-text", "the note is not plain text"),
  ],
  [
    "bytes that are no text",
    () => parseNote(Uint8Array.of(0xff)),
    new NoteError("not-text", "the note is not UTF-8"),
  ],
  ["a checkpoint without a root", () => checkpoint("a\n1\n"), new NoteError("checkpoint", unreadable)],
  ["a root that is too short", () => checkpoint("a\n1\nAAAA\n"), new NoteError("checkpoint", unreadable)],
  ["a size with a zero ahead", () => checkpoint(`a\n01\n${root}\n`), new NoteError("checkpoint", unreadable)],
  ["an origin that is empty", () => checkpoint(`\n1\n${root}\n`), new NoteError("checkpoint", unreadable)],
  [
    "an extension that is empty",
    () => checkpoint(`a\n1\n${root}\n\nb\n`),
    new NoteError("checkpoint", unreadable),
  ],
  [
    "a proof of another kind",
    () => proof("c2sp.org/tlog-proof@v2", "index 0"),
    new NoteError("proof", `a proof starts with the line ${header}`),
  ],
  [
    "a proof without an empty line",
    () => parseTlogProof(`${header}\nindex 0`),
    new NoteError("proof", `a proof starts with the line ${header}`),
  ],
  ["a proof without an index", () => proof(header), new NoteError("proof", wrongIndex)],
  ["an index that is no number", () => proof(header, "index x"), new NoteError("proof", wrongIndex)],
  ["an index by another name", () => proof(header, "indes 5"), new NoteError("proof", wrongIndex)],
  [
    "an extra that is no Base64",
    () => proof(header, "extra !", "index 0"),
    new NoteError("proof", wrongIndex),
  ],
  [
    "a path of 54 hashes",
    () => proof(header, "index 0", ...Array<string>(54).fill(hash)),
    new NoteError("proof", wrongIndex),
  ],
  [
    "a hash that is too short",
    () => proof(header, "index 0", "AAAA"),
    new NoteError("proof", "a line of the inclusion proof is no hash"),
  ],
  [
    "a hash that is no Base64",
    () => proof(header, "index 0", hash, "!"),
    new NoteError("proof", "a line of the inclusion proof is no hash"),
  ],
  [
    "a key whose name has a space",
    () => makeVerifierKey("a b", 1, Buffer.alloc(32)),
    new NoteError("verifier-key", "a key name is empty or has a space or plus sign"),
  ],
  [
    "a key without a name",
    () => makeVerifierKey("", 1, Buffer.alloc(32)),
    new NoteError("verifier-key", "a key name is empty or has a space or plus sign"),
  ],
  ["a text that is no key", () => parseVerifierKey("a"), new NoteError("verifier-key", noKey)],
  ["a key that is too short", () => parseVerifierKey(keyOf(1, 31)), new NoteError("verifier-key", noKey)],
  ["a key that is too long", () => parseVerifierKey(keyOf(1, 33)), new NoteError("verifier-key", noKey)],
  [
    "a key of another type",
    () => parseVerifierKey(keyOf(2)),
    new NoteError("verifier-key", "the verifier key is of a type that is not known here"),
  ],
  [
    "a key with another id",
    () => parseVerifierKey(keyOf(1)),
    new NoteError("verifier-key", "the verifier key does not match its key id"),
  ],
])("%s is refused with its rule and the reason", (_, attempt, expected) => {
  let thrown: unknown;
  try {
    attempt();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toStrictEqual(expected);
  expect(thrown).toMatchObject({ name: "NoteError", rule: expected.rule });
});

it.each<[string, string[], object]>([
  ["no path", ["index 0"], { index: 0, path: [] }],
  ["a path", ["index 5", hash, root], { index: 5, path: [hash, root] }],
  ["an extra", ["extra AQI=", "index 7", hash], { extra: "AQI=", index: 7, path: [hash] }],
  ["an extra that is empty", ["extra ", "index 7"], { extra: "", index: 7, path: [] }],
  [
    "the longest path",
    ["index 0", ...Array<string>(53).fill(hash)],
    { index: 0, path: Array(53).fill(hash) },
  ],
])("a proof with %s is read, and written as it was", (_, lines, expected) => {
  const text = `${[header, ...lines].join("\n")}\n\nline\n\nend\n`;
  const parsed = parseTlogProof(text);
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const { extra, ...rest } = parsed;
  expect({
    ...rest,
    path: parsed.path.map(base64),
    ...(extra === undefined ? {} : { extra: base64(extra) }),
  }).toStrictEqual({ checkpoint: "line\n\nend\n", ...expected });
  expect(formatTlogProof(parsed)).toBe(text);
});
