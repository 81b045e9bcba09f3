import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { encodeBase64 } from "../../lib/index.ts";
import { createSigningKey, type KeySet, revokeKey, rotateKey, startKeySet, trustKeys } from "../index.ts";
import { parseInstant } from "../instant.ts";
import { statementBytes } from "./key-set.ts";
import { keyIdOf } from "./signing-key.ts";
import { judgeKey, type TrustedKey } from "./trusted-keys.ts";

const [one, two, three] = [1, 2, 3].map((byte) => createSigningKey(Buffer.alloc(32, byte))) as [
  ReturnType<typeof createSigningKey>,
  ReturnType<typeof createSigningKey>,
  ReturnType<typeof createSigningKey>,
];
const at = (day: string) => parseInstant(`${day}T00:00:00Z`) as bigint;
const start = startKeySet(one, "2026-01-01T00:00:00Z");
const rotated = rotateKey(start, one, two, "2026-06-01T00:00:00Z");
const thrice = rotateKey(rotated, two, three, "2026-09-01T00:00:00Z");
const codeOf = (action: () => unknown) => {
  try {
    action();
  } catch (error) {
    return AbpError.is(error) ? error.code : error;
  }
  return "accepted";
};

describe("a signing key", () => {
  it("is named by the first eight bytes of its public key's digest", () => {
    // Test 1 of RFC 8032 §7.1.
    const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
    const key = createSigningKey(seed);
    expect(Buffer.from(key.publicKey).toString("hex")).toBe(
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    );
    expect(Buffer.from(key.sign(new Uint8Array())).toString("hex")).toMatch(/^e5564300c360ac72.*8e7a100b$/);
    expect(key.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(keyIdOf(key.publicKey)).toBe(key.keyId);
  });
});

describe("a key set", () => {
  it("ends the old key where the new one begins", () => {
    expect(rotated.keys.map(({ not_before, not_after }) => [not_before, not_after])).toEqual([
      ["2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"],
      ["2026-06-01T00:00:00Z", null],
    ]);
    expect([...trustKeys(rotated).keys()]).toEqual([one.keyId, two.keyId]);
  });

  it("rotates only from a key that is in force, and only to a new one", () => {
    expect(codeOf(() => rotateKey(rotated, one, three, "2026-07-01T00:00:00Z"))).toBe("usage_invalid");
    expect(codeOf(() => rotateKey(rotated, two, one, "2026-07-01T00:00:00Z"))).toBe("usage_invalid");
    expect(codeOf(() => rotateKey(start, two, three, "2026-07-01T00:00:00Z"))).toBe("key_not_found");
    expect(codeOf(() => revokeKey(start, two.keyId, one, "2026-07-01T00:00:00Z", ""))).toBe("key_not_found");
  });

  it("ends only the key that names its successor, and takes signers of the set only", () => {
    expect(thrice.keys.map(({ key_id, not_after }) => [key_id, not_after])).toEqual([
      [one.keyId, "2026-06-01T00:00:00Z"],
      [two.keyId, "2026-09-01T00:00:00Z"],
      [three.keyId, null],
    ]);
    const late = "2026-10-01T00:00:00Z";
    expect(codeOf(() => revokeKey(start, one.keyId, two, late, ""))).toBe("key_not_found");
    expect(codeOf(() => rotateKey({ ...thrice, keys: thrice.keys.slice(0, 1) }, two, three, late))).toBe(
      "key_not_found",
    );
  });

  it("signs its statements under types of their own", () => {
    const change = { from: one.keyId, to: two.keyId, public_key: "AA==", at: "2026-06-01T00:00:00Z" };
    const text = (kind: "rotation" | "revocation") => Buffer.from(statementBytes(kind, change)).toString();
    const body = `{"at":"2026-06-01T00:00:00Z","from":"${one.keyId}","public_key":"AA==","to":"${two.keyId}"}`;
    expect(text("rotation")).toBe(
      `DSSEv1 40 application/vnd.abp.key-rotation.v1+json ${body.length} ${body}`,
    );
    expect(text("revocation")).toBe(
      `DSSEv1 42 application/vnd.abp.key-revocation.v1+json ${body.length} ${body}`,
    );
    expect(Buffer.from(statementBytes("rotation", { ...change, signature: "x" })).toString()).toBe(
      text("rotation"),
    );
  });

  it("may have times of other zones and members of its own", () => {
    const [entry] = start.keys;
    const own = {
      ...start,
      note: 1,
      keys: [{ ...entry!, note: 1, not_before: "2026-01-01T02:00:00+02:00" }],
    };
    expect(trustKeys(own).get(one.keyId)?.notBefore).toBe(at("2026-01-01"));
  });

  it.each<[string, (set: KeySet) => unknown]>([
    ["no document", () => null],
    ["a key of another algorithm", (set) => ({ ...set, keys: [{ ...set.keys[0], alg: "rsa" }] })],
    ["a key without a beginning", (set) => ({ ...set, keys: [{ ...set.keys[0], not_before: undefined }] })],
    ["a key without an end", (set) => ({ ...set, keys: [{ ...set.keys[0], not_after: undefined }] })],
    ["a key whose end is no time", (set) => ({ ...set, keys: [{ ...set.keys[0], not_after: "never" }] })],
    ["no list of rotations", (set) => ({ ...set, rotations: undefined })],
    ["no list of revocations", (set) => ({ ...set, revocations: undefined })],
    ["another format", (set) => ({ ...set, format: "abp-keys/v2" })],
    ["a key twice", (set) => ({ ...set, keys: [...set.keys, set.keys[0]] })],
    ["a key of 31 bytes", (set) => ({ ...set, keys: [{ ...set.keys[0], public_key: "AAAA" }] })],
    [
      "a key that is no point of the curve",
      (set) => ({ ...set, keys: [{ ...set.keys[0], public_key: encodeBase64(Buffer.alloc(32, 2)) }] }),
    ],
    ["a key under another's id", (set) => ({ ...set, keys: [{ ...set.keys[0], key_id: two.keyId }] })],
    ["a rotation at another time", (set) => changeRotation(set, { at: "2026-05-01T00:00:00Z" })],
    [
      "a rotation to another key",
      (set) => changeRotation(set, { public_key: encodeBase64(three.publicKey) }),
    ],
    ["a rotation signed by the new key", (set) => changeRotation(set, { from: two.keyId })],
    ["a rotation with members that are not signed", (set) => changeRotation(set, { note: "x" })],
    ["a rotation without a signature", (set) => changeRotation(set, { signature: "" })],
    ["a rotation to a key that is not there", (set) => ({ ...set, keys: [set.keys[0]] })],
  ])("is refused with %s", (_, change) => {
    expect(codeOf(() => trustKeys(change(rotated)))).toBe("key_set_invalid");
  });

  it("gives each key its times", () => {
    const revoked = revokeKey(rotated, two.keyId, two, "2026-08-01T00:00:00Z", "lost");
    const times = [...trustKeys(revoked).values()].map(({ keyId, notBefore, notAfter, revokedAt }) => ({
      keyId,
      notBefore,
      notAfter,
      revokedAt,
    }));
    const ended = { notAfter: at("2026-06-01"), revokedAt: undefined };
    const lost = { notAfter: undefined, revokedAt: at("2026-08-01") };
    expect(times).toEqual([
      { keyId: one.keyId, notBefore: at("2026-01-01"), ...ended },
      { keyId: two.keyId, notBefore: at("2026-06-01"), ...lost },
    ]);
    expect(judgeKey(trustKeys(revoked).get(two.keyId)!, { from: at("2026-07-01") }, "place")).toEqual([
      { code: "receipt_key_revoked", where: "place", message: `the key ${two.keyId} was revoked` },
    ]);
  });

  it("is refused with a revocation that no key of the set signed", () => {
    const revoked = revokeKey(rotated, one.keyId, two, "2026-06-02T00:00:00Z", "lost");
    expect(trustKeys(revoked).get(one.keyId)?.revokedAt).toBe(at("2026-06-02"));
    const [statement] = revoked.revocations;
    const forged = { ...statement!, signature: encodeBase64(three.sign(Buffer.from("x"))) };
    expect(codeOf(() => trustKeys({ ...revoked, revocations: [forged] }))).toBe("key_set_invalid");
    const unknown = { ...statement!, by: three.keyId };
    expect(codeOf(() => trustKeys({ ...revoked, revocations: [unknown] }))).toBe("key_set_invalid");
  });
});

describe("a key set with one key", () => {
  it("is refused when the id names another key", () => {
    expect(codeOf(() => trustKeys({ ...start, keys: [{ ...start.keys[0], key_id: two.keyId }] }))).toBe(
      "key_set_invalid",
    );
  });

  it("keeps the earliest of several revocations", () => {
    const late = revokeKey(rotated, one.keyId, two, "2026-08-01T00:00:00Z", "again");
    const early = revokeKey(late, one.keyId, two, "2026-07-01T00:00:00Z", "first");
    const last = revokeKey(early, one.keyId, two, "2026-09-01T00:00:00Z", "last");
    expect(trustKeys(last).get(one.keyId)?.revokedAt).toBe(at("2026-07-01"));
    expect(trustKeys(last).get(two.keyId)?.revokedAt).toBeUndefined();
  });

  it("may be pinned twice, and by keys that name each other", () => {
    expect([...trustKeys(thrice, [one.keyId, one.keyId, three.keyId]).keys()]).toEqual([
      one.keyId,
      three.keyId,
      two.keyId,
    ]);
    const back = {
      from: two.keyId,
      to: one.keyId,
      public_key: encodeBase64(one.publicKey),
      at: "2026-07-01T00:00:00Z",
    };
    const signature = encodeBase64(two.sign(statementBytes("rotation", back)));
    const circle = { ...rotated, rotations: [...rotated.rotations, { ...back, signature }] };
    expect([...trustKeys(circle, [two.keyId]).keys()]).toEqual([two.keyId, one.keyId]);
  });
});

describe("pinned keys", () => {
  it("carry trust to the successors that they signed for, and to no others", () => {
    expect([...trustKeys(thrice, [one.keyId]).keys()]).toEqual([one.keyId, two.keyId, three.keyId]);
    expect([...trustKeys(thrice, [two.keyId]).keys()]).toEqual([two.keyId, three.keyId]);
    const unlinked = { ...thrice, rotations: [] };
    expect([...trustKeys(unlinked, [one.keyId]).keys()]).toEqual([one.keyId]);
  });

  it("carry no trust past a revoked key, whose successor a thief may have named", () => {
    const revoked = revokeKey(thrice, two.keyId, three, "2026-10-01T00:00:00Z", "stolen");
    expect([...trustKeys(revoked, [one.keyId]).keys()]).toEqual([one.keyId, two.keyId]);
  });

  it("must be in the set", () => {
    expect(codeOf(() => trustKeys(start, [two.keyId]))).toBe("key_set_invalid");
  });
});

describe("a key's time", () => {
  const key = trustKeys(rotated).get(one.keyId) as TrustedKey;
  const next = trustKeys(rotated).get(two.keyId) as TrustedKey;
  const revoked = { ...key, revokedAt: at("2026-04-01") };
  const codes = (which: TrustedKey, from: string, until?: string) =>
    judgeKey(which, until === undefined ? { from: at(from) } : { from: at(from), until: at(until) }, "").map(
      (finding) => finding.code,
    );

  it("covers what ended before the key did", () => {
    expect(codes(key, "2026-05-31")).toEqual([]);
    expect(codes(key, "2026-06-01")).toEqual([]);
    expect(codes(key, "2026-06-02")).toEqual(["receipt_key_expired"]);
  });

  it("covers older receipts, which a new key may sign when they are exported", () => {
    expect(codes(next, "2026-03-01")).toEqual([]);
    expect(codes(next, "2026-03-01", "2026-03-02")).toEqual(["receipt_key_expired"]);
  });

  it("ends with a revocation, unless a witness saw the signature before", () => {
    expect(codes(revoked, "2026-03-01")).toEqual(["receipt_key_revoked"]);
    expect(codes(revoked, "2026-03-01", "2026-03-02")).toEqual([]);
    expect(codes(revoked, "2026-03-01", "2026-04-01")).toEqual(["receipt_key_revoked"]);
  });
});

function changeRotation(set: KeySet, changes: object): unknown {
  return { ...set, rotations: [{ ...set.rotations[0], ...changes }] };
}
