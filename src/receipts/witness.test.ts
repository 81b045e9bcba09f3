import { describe, expect, it } from "vitest";
import {
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  ed25519Signer,
  formatVerifierKey,
  makeVerifierKey,
  parseCheckpoint,
} from "../lib/index.ts";
import { filled, key, keys } from "./fixtures/logs.ts";
import { signCheckpoint } from "./log/checkpoint.ts";
import { createSigningKey } from "./signing/signing-key.ts";
import { countersign, parseWitnessKey } from "./witness.ts";

const signer = ed25519Signer(Buffer.alloc(32, 7));
const witness = { name: "witness.example/w", signer, keys };
const { log } = filled(0, 1);
const checkpoint = signCheckpoint(log, key);
const first = { checkpoint, remembered: undefined, proof: [], now: 1_772_352_000 };

describe("a witness", () => {
  it("answers with its line and the checkpoint to remember", () => {
    const answer = countersign(witness, first);
    expect(answer).toEqual({
      line: expect.objectContaining({ name: witness.name, bytes: expect.any(Uint8Array) }),
      remembered: parseCheckpoint(checkpoint),
      findings: [],
    });
  });

  it("refuses what it cannot read, and says why", () => {
    expect(countersign(witness, { ...first, checkpoint: "nothing" })).toEqual({
      findings: [
        { code: "receipt_checkpoint_invalid", where: "checkpoint", message: expect.stringMatching(/./) },
      ],
    });
  });

  it("names every reason of a refusal", () => {
    const stranger = createSigningKey(Buffer.alloc(32, 9));
    const remembered = parseCheckpoint(signCheckpoint(filled(0, 1, 2).log, key));
    expect(countersign(witness, { ...first, checkpoint: signCheckpoint(log, stranger), remembered })).toEqual(
      {
        findings: [
          {
            code: "receipt_key_untrusted",
            where: "checkpoint",
            message: "the log's key is not among the trusted keys",
          },
          { code: "receipt_log_truncated", where: "checkpoint", message: "the log has 2 receipts and had 3" },
        ],
      },
    );
  });

  it("needs a name that can stand before a signature", () => {
    for (const name of ["", "two words", "a+b"])
      expect(() => countersign({ ...witness, name }, first)).toThrow(
        expect.objectContaining({ code: "usage_invalid" }),
      );
  });
});

describe("the key of a witness", () => {
  it("is read from its text", () => {
    const known = makeVerifierKey(witness.name, ED25519_COSIGNATURE, signer.publicKey);
    expect(parseWitnessKey(formatVerifierKey(known))).toMatchObject({ name: known.name, keyId: known.keyId });
  });

  it("is refused with the place that held it", () => {
    const logKey = formatVerifierKey(makeVerifierKey("log.example", ED25519_NOTE, signer.publicKey));
    for (const text of [logKey, "nothing"]) {
      const usage = { code: "usage_invalid" };
      expect(() => parseWitnessKey(text, "--witness")).toThrow(
        expect.objectContaining({ ...usage, where: "--witness" }),
      );
      expect(() => parseWitnessKey(text)).toThrow(expect.objectContaining(usage));
    }
  });
});
