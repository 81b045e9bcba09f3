import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeBase64,
  decodeBase64Either,
  ed25519Signer,
  encodeBase64,
  formatNote,
  formatVerifierKey,
  NoteError,
  parseVerifierKey,
  signNote,
  verifyNote,
} from "./index.ts";
import { parseNote } from "./note.ts";

// The test vector of c2sp.org/signed-note.
const exampleKey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const exampleNote =
  "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
// The example of golang.org/x/mod/sumdb/note, whose private key is public: type byte, then the seed.
const goKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const goSeed = Buffer.from("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "base64").subarray(1);
const goText =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const goNote = `${goText}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const ruleOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    if (error instanceof NoteError) return error.rule;
    throw error;
  }
  return "accepted";
};

describe("a signed note", () => {
  it("verifies the published example", () => {
    const key = parseVerifierKey(exampleKey);
    expect(verifyNote(parseNote(exampleNote), key)).toEqual({ status: "valid" });
    const changed = parseNote(exampleNote.replace("example message", "example massage"));
    expect(verifyNote(changed, key)).toEqual({ status: "invalid" });
  });

  it("signs the same bytes as the Go implementation", () => {
    const line = signNote(goText, "PeterNeumann", ed25519Signer(goSeed));
    expect(formatNote({ text: goText, signatures: [line] })).toBe(goNote);
    expect(verifyNote(parseNote(goNote), parseVerifierKey(goKey))).toEqual({ status: "valid" });
  });

  it("ignores lines of other keys, and lines that share only the name or the id", () => {
    const key = parseVerifierKey(goKey);
    const note = parseNote(goNote);
    const [line] = note.signatures;
    const other = (changes: object) => ({ ...note, signatures: [{ ...line!, ...changes }] });
    expect(verifyNote(other({ name: "Someone" }), key)).toEqual({ status: "absent" });
    expect(verifyNote(other({ keyId: "00000000" }), key)).toEqual({ status: "absent" });
    expect(verifyNote({ ...note, signatures: [line!, line!] }, key)).toEqual({ status: "invalid" });
  });

  it("splits text with empty lines at the last one before the signatures", () => {
    const text = "one\n\n— not yet\n\ntwo\n";
    const signer = ed25519Signer(goSeed);
    const written = formatNote({ text, signatures: [signNote(text, "PeterNeumann", signer)] });
    expect(parseNote(written).text).toBe(text);
  });

  it.each([
    ["text without signatures", "hello\n", "unsigned"],
    ["bytes after the last line", `${goNote}x`, "trailing-bytes"],
    ["an empty line at the end", `${goNote}\n`, "trailing-bytes"],
    ["a line after the signatures", `${goNote}more\n`, "trailing-bytes"],
    ["a signature without its newline", goNote.slice(0, -1), "signature-line"],
    ["spare bits in the Base64", goNote.replace("nAM=", "nAN="), "signature-line"],
    ["Base64 without padding", goNote.replace("nAM=", "nAM"), "signature-line"],
    ["two spaces", goNote.replace("PeterNeumann ", "PeterNeumann  "), "signature-line"],
    ["a name with a plus sign", goNote.replace("— Peter", "— Pet+r"), "signature-line"],
    ["a name with a Unicode space", goNote.replace("— Peter", "— Pet\u2003r"), "signature-line"],
    ["a key id alone", `${goText}\n— PeterNeumann x08gow==\n`, "signature-line"],
    ["a control character", goNote.replace("think", "th\tnk"), "not-text"],
    ["a carriage return", goNote.replaceAll("\n", "\r\n"), "not-text"],
    ["a lone surrogate", goNote.replace("think", "th\ud800nk"), "not-text"],
  ])("refuses %s", (_, text, rule) => {
    expect(ruleOf(() => parseNote(text))).toBe(rule);
  });

  it("has at most 64 signatures", () => {
    const line = exampleNote.split("\n")[2]!;
    const signed = (count: number) => `This is an example message.\n\n${`${line}\n`.repeat(count)}`;
    expect(parseNote(signed(64)).signatures).toHaveLength(64);
    expect(ruleOf(() => parseNote(signed(65)))).toBe("signature-line");
  });

  it("refuses bytes that are not UTF-8", () => {
    const bytes = Buffer.from(goNote);
    bytes[0] = 0xff;
    expect(ruleOf(() => parseNote(bytes))).toBe("not-text");
  });
});

describe("a verifier key", () => {
  it("is written as it was read", () => {
    const witness = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";
    const plus = "TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6";
    for (const text of [exampleKey, goKey, witness, plus]) {
      expect(formatVerifierKey(parseVerifierKey(text))).toBe(text);
    }
  });

  it("is refused in every spelling but its own", () => {
    for (let at = 0; at < goKey.length; at += 1) {
      const changed = `${goKey.slice(0, at)}${goKey[at] === "A" ? "B" : "A"}${goKey.slice(at + 1)}`;
      expect(ruleOf(() => parseVerifierKey(changed))).toBe("verifier-key");
      expect(ruleOf(() => parseVerifierKey(goKey.slice(0, at)))).toBe("verifier-key");
    }
  });
});

describe("strict Base64", () => {
  it("reads back what it wrote, in both alphabets, padded or not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = encodeBase64(bytes);
        const urlSafe = text.replaceAll("+", "-").replaceAll("/", "_");
        for (const form of [text, urlSafe, urlSafe.replaceAll("=", "")]) {
          expect(Buffer.from(decodeBase64Either(form)!)).toEqual(Buffer.from(bytes));
        }
        expect(Buffer.from(decodeBase64(text)!)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("refuses spare bits, spaces, missing padding and mixed alphabets", () => {
    for (const text of ["QQ", "QR==", "Q Q=", "QQ==\n", "QQ===", "=QQ=", "A"]) {
      expect(decodeBase64(text)).toBeUndefined();
    }
    for (const text of ["+_+_", "QR", "QQ=", "A", "-_-_ "]) expect(decodeBase64Either(text)).toBeUndefined();
  });
});
