import { describe, expect, it } from "vitest";
import { formatCheckpoint, formatSignedCheckpoint } from "./checkpoint.ts";
import {
  cosign,
  ED25519_COSIGNATURE,
  ed25519Signer,
  formatNote,
  formatTlogProof,
  makeVerifierKey,
  NoteError,
  parseCheckpoint,
  parseTlogProof,
  parseVerifierKey,
  verifyNote,
} from "./index.ts";

// A checkpoint of a public staging log: signed by the log (also by a key type unknown here) and by a witness.
const published = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;
const logKey = parseVerifierKey(
  "arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f",
);
const witnessKey = parseVerifierKey("remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2");

const isRefused = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    return error instanceof NoteError;
  }
  return false;
};

describe("a checkpoint", () => {
  it("that a log signs is read and verified under the name of its origin", () => {
    const signer = ed25519Signer(Buffer.alloc(32, 7));
    const own = { origin: "log.test/a", size: 12, root: Buffer.alloc(32, 9), extensions: ["more"] };
    const signed = formatSignedCheckpoint(own, signer);
    expect(signed.startsWith(formatCheckpoint(own))).toBe(true);
    const { origin, size, root, extensions, note } = parseCheckpoint(signed);
    expect({ origin, size, root: Buffer.from(root), extensions }).toEqual(own);
    expect(note.signatures.map(({ name }) => name)).toEqual(["log.test/a"]);
    const { keyId, bytes } = note.signatures[0]!;
    const key = makeVerifierKey("log.test/a", 0x01, signer.publicKey);
    expect(keyId).toBe(key.keyId);
    expect(key.verify(Buffer.from(formatCheckpoint(own)), bytes)).toBe(true);
  });

  it("verifies one that a public log and a public witness signed", () => {
    const checkpoint = parseCheckpoint(published);
    expect(checkpoint).toMatchObject({ origin: "arche2025h1.staging.ct.transparency.dev", size: 1432088532 });
    expect(verifyNote(checkpoint.note, logKey)).toEqual({ status: "valid" });
    expect(verifyNote(checkpoint.note, witnessKey)).toEqual({ status: "valid", seconds: 0x6a122120 });
    const grown = parseCheckpoint(published.replace("1432088532", "1432088533"));
    expect(verifyNote(grown.note, logKey)).toEqual({ status: "invalid" });
    expect(verifyNote(grown.note, witnessKey)).toEqual({ status: "invalid" });
  });

  it("is written as it was read, extension lines included", () => {
    const withExtension = published.replace("Ro=\n\n", "Ro=\nmore\n\n");
    for (const text of [published, withExtension]) {
      const checkpoint = parseCheckpoint(text);
      expect(formatCheckpoint(checkpoint)).toBe(checkpoint.note.text);
      expect(formatNote(checkpoint.note)).toBe(text);
    }
  });

  it.each([
    ["a leading zero", published.replace("1432", "01432")],
    ["a sign", published.replace("1432", "+1432")],
    ["a size beyond 2^53", published.replace("1432088532", "9007199254740993")],
    ["a short root", published.replace("U7WM", "")],
    ["spare bits in the root", published.replace("4Ro=", "4Rp=")],
    ["an empty origin", published.replace("arche2025h1.staging.ct.transparency.dev\n", "\n")],
    ["an empty line among its lines", published.replace("Ro=\n\n", "Ro=\n\nmore\n\n")],
    ["a missing root", published.replace(/U7WM.*\n/, "")],
  ])("is refused with %s", (_, text) => {
    expect(isRefused(() => parseCheckpoint(text))).toBe(true);
  });

  it("is cosigned at a time that the signature covers", () => {
    const signer = ed25519Signer(Buffer.alloc(32, 7));
    const key = makeVerifierKey("witness.example/w1", ED25519_COSIGNATURE, signer.publicKey);
    const { note } = parseCheckpoint(published);
    const line = cosign(note.text, key.name, signer, 1_700_000_000);
    expect(verifyNote({ ...note, signatures: [line] }, key)).toEqual({
      status: "valid",
      seconds: 1_700_000_000,
    });
    const later = Buffer.from(line.bytes);
    later[7] = later[7]! ^ 1;
    expect(verifyNote({ ...note, signatures: [{ ...line, bytes: later }] }, key)).toEqual({
      status: "invalid",
    });
  });
});

describe("a tlog-proof", () => {
  const hash = Buffer.alloc(32, 1);
  const proof = {
    extra: Buffer.from("payload"),
    index: 3,
    path: [hash, Buffer.alloc(32, 2)],
    checkpoint: published,
  };

  it("is read as it was written, with and without extra data and path", () => {
    const { extra: _, ...bare } = proof;
    for (const one of [proof, bare, { ...proof, path: [] }]) {
      expect(parseTlogProof(formatTlogProof(one))).toEqual(one);
    }
    expect(formatTlogProof({ index: 0, path: [], checkpoint: "c\n" })).toBe(
      "c2sp.org/tlog-proof@v1\nindex 0\n\nc\n",
    );
  });

  it("is refused when a line is not of the format", () => {
    const text = formatTlogProof(proof);
    const bad = [
      text.replace("@v1", "@v2"),
      text.replace("index 3", "index 03"),
      text.replace("index 3", "Index 3"),
      text.replace("index 3\n", ""),
      text.replace("extra ", "extra  "),
      text.replace(/(extra .*\n)(index .*\n)/, "$2$1"),
      text.replace("AQE=", "AQF="),
      text.replace("AQE=", "AQ=="),
      text.replace("\n\n", "\n"),
      formatTlogProof({ ...proof, path: Array.from({ length: 54 }, () => hash) }),
    ];
    for (const one of bad) expect([one, isRefused(() => parseTlogProof(one))]).toEqual([one, true]);
  });
});
