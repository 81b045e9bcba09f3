import { describe, expect, it } from "vitest";
import { cosign, verifyCosignature } from "./cosignature.ts";
import { ed25519Signer, ed25519Verifier } from "./ed25519.ts";
import { ED25519_COSIGNATURE, noteKeyId } from "./verifier-key.ts";

const signer = ed25519Signer(Buffer.alloc(32, 7));
const key = ed25519Verifier(signer.publicKey);
const text = "abp.example/log\n1\nAAAA\n";

/** A cosignature whose time need not be a number. */
function signedAt(time: bigint, message = `cosignature/v1\ntime ${time}\n${text}`): Buffer {
  const head = Buffer.alloc(8);
  head.writeBigUInt64BE(time);
  return Buffer.concat([head, signer.sign(Buffer.from(message))]);
}

describe("a cosignature", () => {
  it("holds its time and a signature of both", () => {
    const line = cosign(text, "witness.example", signer, 1_772_352_000);
    expect(line).toEqual({
      name: "witness.example",
      keyId: noteKeyId("witness.example", ED25519_COSIGNATURE, signer.publicKey),
      bytes: signedAt(1_772_352_000n),
    });
    expect(verifyCosignature(text, line.bytes, key)).toBe(1_772_352_000);
  });

  it("may have any time that is a whole number", () => {
    for (const time of [0, 1, Number.MAX_SAFE_INTEGER])
      expect(verifyCosignature(text, signedAt(BigInt(time)), key)).toBe(time);
    for (const time of [BigInt(Number.MAX_SAFE_INTEGER) + 1n, 2n ** 64n - 1n])
      expect(verifyCosignature(text, signedAt(time), key)).toBeUndefined();
  });

  it("does not hold for another text, time, form or length", () => {
    const good = signedAt(5n);
    expect(verifyCosignature(`${text}x`, good, key)).toBeUndefined();
    for (const length of [0, 7, 8, 71])
      expect(verifyCosignature(text, good.subarray(0, length), key)).toBeUndefined();
    expect(
      verifyCosignature(text, Buffer.concat([signedAt(6n).subarray(0, 8), good.subarray(8)]), key),
    ).toBeUndefined();
    expect(verifyCosignature(text, signedAt(5n, text), key)).toBeUndefined();
    expect(verifyCosignature(text, good.subarray(0, -1), key)).toBeUndefined();
    expect(verifyCosignature(text, Buffer.concat([good, Buffer.alloc(1)]), key)).toBeUndefined();
    expect(verifyCosignature(text, good.subarray(0, 8), key)).toBeUndefined();
  });
});
