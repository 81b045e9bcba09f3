import { expect, it } from "vitest";
import { KEY_LOCK_FILE, KEY_SET_FILE, keyIdInForce, privateKeyFile, statusOf } from "./key-in-force.ts";

const key = (key_id: string, not_after: string | null = null) => ({ key_id, not_after });
const revoked = (...ids: string[]) => ids.map((key_id) => ({ key_id }));

it("a key is revoked, ended or in force", () => {
  const set = { revocations: revoked("a", "b") };
  expect(
    [key("a"), key("b", "2026-01-01T00:00:00Z"), key("c", "2026-01-01T00:00:00Z"), key("d")].map((one) =>
      statusOf(set, one),
    ),
  ).toEqual(["revoked", "revoked", "ended", "in_force"]);
});

it("the last key in force signs", () => {
  const keys = [key("a"), key("b"), key("c", "2026-01-01T00:00:00Z"), key("d")];
  expect(keyIdInForce({ keys, revocations: [] })).toBe("d");
  expect(keyIdInForce({ keys, revocations: revoked("d") })).toBe("b");
  expect(keyIdInForce({ keys, revocations: revoked("a", "b", "d") })).toBeUndefined();
  expect(keyIdInForce({ keys: [], revocations: [] })).toBeUndefined();
});

it("the files of a directory of keys keep their names", () => {
  expect([KEY_SET_FILE, KEY_LOCK_FILE, privateKeyFile("ab")]).toEqual(["keys.json", "lock", "ab.key"]);
});
