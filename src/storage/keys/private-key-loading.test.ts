import { generateKeyPairSync } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSigningKey } from "../../receipts/index.ts";
import {
  isWritableByOthers,
  keyIdOfPrivate,
  loadPrivateKey,
  PrivateKeyFault,
} from "./private-key-loading.ts";

const PKCS8_HEAD = "302e020100300506032b657004220420";
const seed = Buffer.alloc(32, 1);
const pem = `-----BEGIN PRIVATE KEY-----\n${Buffer.concat([Buffer.from(PKCS8_HEAD, "hex"), seed]).toString("base64")}\n-----END PRIVATE KEY-----\n`;
let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-private-key-"));
  path = join(directory, "a.key");
  writeFileSync(path, pem, { mode: 0o600 });
});
afterEach(() => rmSync(directory, { recursive: true }));

function faultOf(file: string) {
  try {
    loadPrivateKey(file);
  } catch (error) {
    if (error instanceof PrivateKeyFault) return [error.code, error.message, error.cause !== undefined];
    throw error;
  }
  return undefined;
}

describe("a private key", () => {
  it("is loaded from a file of its user alone, and has the id of its public part", () => {
    expect(keyIdOfPrivate(loadPrivateKey(path))).toBe(createSigningKey(seed).keyId);
    chmodSync(path, 0o400);
    expect(faultOf(path)).toBeUndefined();
  });

  it.each([0o640, 0o620, 0o610, 0o604, 0o602, 0o601])("is refused from a file of mode %o", (mode) => {
    chmodSync(path, mode);
    const message = `the private key file has mode ${mode.toString(8)}`;
    expect(faultOf(path)).toEqual(["key_file_unsafe", message, false]);
  });

  const refused = ["key_file_unsafe", "the private key file belongs to another user", false];
  it.each([
    [0, 0, undefined],
    [0, 7, undefined],
    [7, 7, undefined],
    [7, undefined, undefined],
    [7, 0, refused],
    [7, 8, refused],
  ])("of user %i is loaded or refused for user %s", (owner, self, expected) => {
    // Only root can give a file away.
    if (process.getuid?.() === 0) chownSync(path, owner, owner);
    else if (owner !== 7) return;
    const user = process.getuid === undefined ? undefined : vi.spyOn(process, "getuid");
    const own = process.getuid?.();
    user?.mockReturnValue((own !== 0 && self === 7 ? own : self) as number);
    try {
      expect(faultOf(path)).toEqual(expected);
    } finally {
      user?.mockRestore();
    }
  });

  it("is refused behind a link, if it is absent, and if it is no Ed25519 key", () => {
    const link = join(directory, "link");
    symlinkSync(path, link);
    expect(faultOf(link)).toEqual(["key_file_unsafe", "the private key file is a symbolic link", false]);
    expect(faultOf(join(directory, "none"))).toEqual([
      "key_not_found",
      "the private key cannot be read",
      true,
    ]);
    const none = ["key_not_found", "the file holds no Ed25519 private key", true];
    writeFileSync(path, "no key");
    expect(faultOf(path)).toEqual(none);
    writeFileSync(path, generateKeyPairSync("x25519").privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(faultOf(path)).toEqual(none);
  });
});

it("a directory that others can write to is told apart", () => {
  const other = join(directory, "other");
  expect(isWritableByOthers(other)).toBe(false);
  mkdirSync(other);
  const writable = [0o700, 0o755, 0o720, 0o702, 0o777].map((mode) => {
    chmodSync(other, mode);
    return isWritableByOthers(other);
  });
  expect(writable).toEqual([false, false, true, true, true]);
});
