import { describe, expect, it } from "vitest";
import {
  cosign,
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  ed25519Signer,
  makeVerifierKey,
  parseCheckpoint,
  signNote,
} from "../../lib/index.ts";
import { filled, identity, key, keySet, keys } from "../fixtures/logs.ts";
import { type Instant, parseInstant } from "../instant.ts";
import { addSignature, signCheckpoint } from "../log/checkpoint.ts";
import { revokeKey, rotateKey } from "../signing/key-set.ts";
import { createSigningKey } from "../signing/signing-key.ts";
import { trustKeys } from "../signing/trusted-keys.ts";
import { findLogKeys, readCheckpoint, verifyCheckpoint } from "./checkpoint.ts";

const from = parseInstant("2026-03-01T08:00:01Z") as Instant;
const text = signCheckpoint(filled(0, 1, 2).log, key);

const witnesses = [7, 8].map((byte) => {
  const signer = ed25519Signer(Buffer.alloc(32, byte));
  const name = `witness.example/${byte}`;
  return { name, signer, key: makeVerifierKey(name, ED25519_COSIGNATURE, signer.publicKey) };
});

/** The checkpoint with one cosignature per time, the first time by the first witness. */
function seenAt(...times: string[]) {
  const signed = times.reduce((checkpoint, time, index) => {
    const { name, signer } = witnesses[index]!;
    const { note } = parseCheckpoint(checkpoint);
    return addSignature(checkpoint, cosign(note.text, name, signer, Date.parse(time) / 1000));
  }, text);
  return parseCheckpoint(signed);
}

describe("the signature of a checkpoint", () => {
  const refused = (checkpoint: string) => findLogKeys(parseCheckpoint(checkpoint), { keys });
  const untrusted = {
    keys: [],
    findings: [
      {
        code: "receipt_key_untrusted",
        where: "checkpoint",
        message: "the log's key is not among the trusted keys",
      },
    ],
  };
  const invalid = {
    keys: [],
    findings: [
      {
        code: "receipt_checkpoint_invalid",
        where: "checkpoint",
        message: "no signature of the log covers the checkpoint",
      },
    ],
  };

  it("is accepted of a trusted key, and names the key", () => {
    expect(findLogKeys(parseCheckpoint(text), { keys })).toMatchObject({
      keys: [{ keyId: key.keyId }],
      findings: [],
    });
    expect(verifyCheckpoint(parseCheckpoint(text), { keys }, from)).toEqual({
      findings: [],
      facts: {
        key: key.keyId,
        checkpoint: { origin: identity.origin, size: 3 },
        witnesses: [],
        ignored: [],
      },
    });
  });

  it("is untrusted when the log signed with another key, and missing when only others signed", () => {
    const stranger = createSigningKey(Buffer.alloc(32, 9));
    expect(refused(signCheckpoint(filled(0).log, stranger))).toEqual(untrusted);
    const { note } = parseCheckpoint(text);
    const onlyWitness = addSignature(text, cosign(note.text, witnesses[0]!.name, witnesses[0]!.signer, 1))
      .split("\n")
      .filter((line) => !line.startsWith(`— ${identity.origin} `))
      .join("\n");
    expect(refused(onlyWitness)).toEqual(invalid);
  });

  it("is invalid when it covers another text, although another trusted key signed", () => {
    const forged = text.replace("\n3\n", "\n4\n");
    expect(refused(forged)).toEqual(invalid);
    const next = createSigningKey(Buffer.alloc(32, 2));
    const trusted = trustKeys(rotateKey(keySet, key, next, "2026-02-01T00:00:00Z"));
    const valid = parseCheckpoint(signCheckpoint(filled(0, 1, 2).log, next)).note.signatures[0]!;
    const both = parseCheckpoint(addSignature(text, valid));
    const wrong = parseCheckpoint(forged).note.signatures[0]!;
    const half = parseCheckpoint(addSignature(signCheckpoint(filled(0, 1).log, next), wrong));
    expect(findLogKeys(both, { keys: trusted }).keys).toHaveLength(2);
    expect(findLogKeys(half, { keys: trusted })).toEqual(invalid);
  });

  it("must be of the expected origin", () => {
    const check = (origin: string) =>
      verifyCheckpoint(parseCheckpoint(text), { keys, origin }, from).findings;
    expect(check(identity.origin)).toEqual([]);
    expect(check("other")).toEqual([
      {
        code: "receipt_origin_mismatch",
        where: "checkpoint",
        message: `the checkpoint is of ${identity.origin}, not of other`,
      },
    ]);
  });

  it("is judged by the best of several keys that signed", () => {
    const next = createSigningKey(Buffer.alloc(32, 2));
    const set = rotateKey(keySet, key, next, "2026-02-01T00:00:00Z");
    const trusted = trustKeys(set);
    const both = addSignature(
      text,
      parseCheckpoint(signCheckpoint(filled(0, 1, 2).log, next)).note.signatures[0]!,
    );
    expect(verifyCheckpoint(parseCheckpoint(text), { keys: trusted }, from).findings).toMatchObject([
      { code: "receipt_key_expired" },
    ]);
    expect(verifyCheckpoint(parseCheckpoint(both), { keys: trusted }, from)).toMatchObject({
      findings: [],
      facts: { key: next.keyId, ignored: [] },
    });
    const early = trustKeys(rotateKey(keySet, key, next, "2027-02-01T00:00:00Z"));
    expect([...early.keys()]).toEqual([key.keyId, next.keyId]);
    expect(verifyCheckpoint(parseCheckpoint(both), { keys: early }, from)).toMatchObject({
      findings: [],
      facts: { key: key.keyId, ignored: [] },
    });
  });
});

describe("the witnesses of a checkpoint", () => {
  const trusted = [witnesses[0]!.key, witnesses[1]!.key];

  it("must all have countersigned, and the others are ignored by name", () => {
    const one = seenAt("2026-03-01T09:00:00Z");
    expect(verifyCheckpoint(one, { keys, witnesses: trusted }, from)).toMatchObject({
      findings: [
        {
          code: "receipt_witness_missing",
          where: "checkpoint",
          message: "witness.example/8 did not countersign the checkpoint",
        },
      ],
      facts: { witnesses: ["witness.example/7"], ignored: [] },
    });
    expect(verifyCheckpoint(one, { keys }, from)).toMatchObject({
      findings: [],
      facts: { witnesses: [], ignored: ["witness.example/7"] },
    });
  });

  it("are listed in the order of the caller, as are the faults", () => {
    const both = seenAt("2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z");
    const { facts } = verifyCheckpoint(both, { keys, witnesses: trusted }, from);
    expect(facts.witnesses).toEqual(["witness.example/7", "witness.example/8"]);
    const { findings } = verifyCheckpoint(
      parseCheckpoint(text),
      { keys, witnesses: trusted, origin: "other" },
      from,
    );
    expect(findings.map(({ code, message }) => [code, message.split(" ")[0]])).toEqual([
      ["receipt_witness_missing", "witness.example/7"],
      ["receipt_witness_missing", "witness.example/8"],
      ["receipt_origin_mismatch", "the"],
    ]);
  });

  it("must have signed with the key of a witness, which carries a time", () => {
    const plain = makeVerifierKey(witnesses[0]!.name, ED25519_NOTE, witnesses[0]!.signer.publicKey);
    expect(
      verifyCheckpoint(seenAt("2026-03-01T09:00:00Z"), { keys, witnesses: [plain] }, from).findings,
    ).toMatchObject([{ code: "receipt_witness_missing" }]);
  });

  it("must have dated their signature", () => {
    const [{ name, signer }] = witnesses as [(typeof witnesses)[0]];
    const plain = makeVerifierKey(name, ED25519_NOTE, signer.publicKey);
    const { note } = parseCheckpoint(text);
    const line = signNote(note.text, name, signer);
    const signed = parseCheckpoint(addSignature(text, line));
    expect(verifyCheckpoint(signed, { keys, witnesses: [plain] }, from)).toMatchObject({
      findings: [{ code: "receipt_witness_missing" }],
      facts: { witnesses: [] },
    });
  });

  it("date the signature by the first of them: it was made before a later revocation", () => {
    const next = createSigningKey(Buffer.alloc(32, 2));
    const rotated = rotateKey(keySet, key, next, "2026-06-01T00:00:00Z");
    const revoked = trustKeys(revokeKey(rotated, key.keyId, next, "2026-04-01T00:00:00Z", "stolen"));
    const codes = (...times: string[]) =>
      verifyCheckpoint(seenAt(...times), { keys: revoked, witnesses: trusted }, from).findings.map(
        ({ code }) => code,
      );
    expect(codes("2026-03-01T09:00:00Z", "2026-05-01T00:00:00Z")).toEqual([]);
    expect(codes("2026-05-01T00:00:00Z", "2026-03-01T09:00:00Z")).toEqual([]);
    expect(codes("2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z")).toEqual(["receipt_key_revoked"]);
    expect(verifyCheckpoint(parseCheckpoint(text), { keys: revoked }, from).findings).toMatchObject([
      { code: "receipt_key_revoked" },
    ]);
  });
});

describe("the text of a checkpoint", () => {
  it("is a finding when it cannot be read", () => {
    expect(readCheckpoint("nonsense")).toEqual({
      code: "receipt_checkpoint_invalid",
      where: "checkpoint",
      message: expect.stringMatching(/./),
    });
    expect(readCheckpoint(`${text}more`)).toMatchObject({
      code: "receipt_trailing_bytes",
      where: "checkpoint",
    });
    expect(readCheckpoint(text)).toMatchObject({ origin: identity.origin, size: 3 });
  });
});
