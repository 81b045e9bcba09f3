import { describe, expect, it } from "vitest";
import { ed25519Signer, ed25519Verifier } from "./ed25519.ts";

// RFC 8032 §7.1, test 2.
const seed = Buffer.from("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "hex");
const publicKey = Buffer.from("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "hex");
const message = Buffer.from("72", "hex");
const signature = Buffer.from(
  "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  "hex",
);

/** A coordinate and the sign above it, as a key. */
function keyOf(coordinate: bigint, sign: 0n | 1n): Uint8Array {
  const number = coordinate + (sign << 255n);
  return Buffer.from(number.toString(16).padStart(64, "0"), "hex").reverse();
}

describe("an Ed25519 signer", () => {
  it("makes the signature of the vector", () => {
    const signer = ed25519Signer(seed);
    expect(Buffer.from(signer.publicKey)).toEqual(publicKey);
    expect(Buffer.from(signer.sign(message))).toEqual(signature);
  });

  it.each([0, 31, 33])("is not made from a seed of %d bytes", (length) => {
    expect(() => ed25519Signer(new Uint8Array(length))).toThrow(
      new RangeError(`an Ed25519 seed has 32 bytes, not ${length}`),
    );
  });
});

describe("an Ed25519 verifier", () => {
  it("takes the signature of the vector, and no other", () => {
    const verifier = ed25519Verifier(publicKey);
    expect(verifier.publicKey).toBe(publicKey);
    expect(verifier.verify(message, signature)).toBe(true);
    expect(verifier.verify(Buffer.from("73", "hex"), signature)).toBe(false);
    expect(verifier.verify(message, Buffer.alloc(64))).toBe(false);
    expect(verifier.verify(message, signature.subarray(0, 63))).toBe(false);
    expect(verifier.verify(message, Buffer.concat([signature, Buffer.alloc(1)]))).toBe(false);
  });

  it.each([0, 31, 33])("is not made from a key of %d bytes", (length) => {
    expect(() => ed25519Verifier(new Uint8Array(length))).toThrow(
      new RangeError(`an Ed25519 public key has 32 bytes, not ${length}`),
    );
  });

  const prime = 2n ** 255n - 19n;
  it.each<[string, bigint, boolean]>([
    ["1", 1n, true],
    ["one below the prime", prime - 1n, true],
    ["the prime", prime, false],
    ["one above the prime", prime + 1n, false],
    ["the largest of 255 bits", 2n ** 255n - 1n, false],
  ])("of a key with the coordinate %s is made or not, whatever its sign", (_, coordinate, isCanonical) => {
    for (const sign of [0n, 1n] as const) {
      const make = () => ed25519Verifier(keyOf(coordinate, sign));
      if (isCanonical) expect(make).not.toThrow();
      else expect(make).toThrow(new RangeError("the Ed25519 public key is not canonical"));
    }
  });
});
