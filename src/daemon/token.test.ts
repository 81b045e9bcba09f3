import { randomBytes } from "node:crypto";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../contract/index.ts";
import { ADMIN_TOKEN_FILE, isLoopback, loadToken, readAdminToken, requireKeys, TOKEN_FILE } from "./token.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-token-"));
});

afterEach(() => rmSync(directory, { recursive: true }));

describe("G13: a daemon without configured keys", () => {
  it("makes a random token in a file that only its owner can read, once", async () => {
    const state = join(directory, "state");
    const token = await loadToken(state, randomBytes);
    expect(token).toMatch(/^abp_[A-Za-z0-9_-]{43}$/);
    expect(statSync(join(state, TOKEN_FILE)).mode & 0o777).toBe(0o600);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(state, TOKEN_FILE), "utf8")).toBe(`${token}\n`);
    expect(await loadToken(state, () => expect.unreachable())).toBe(token);
  });

  it("agrees on one token when two start at once", async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => loadToken(directory, randomBytes)));
    expect(new Set(tokens).size).toBe(1);
  });

  it("says so if the token of another daemon is gone again", async () => {
    const path = join(directory, TOKEN_FILE);
    // A name that is taken, and nothing behind it.
    symlinkSync(join(directory, "nothing"), path);
    await expect(loadToken(directory, randomBytes)).rejects.toMatchObject({
      code: "internal",
      message: `${path} was created by another daemon and is gone again`,
    });
    expect(readdirSync(directory)).toEqual([TOKEN_FILE]);
  });

  it("refuses a token file that others can read, and one that holds no token", async () => {
    const path = join(directory, TOKEN_FILE);
    await loadToken(directory, randomBytes);
    chmodSync(path, 0o644);
    await expect(loadToken(directory, randomBytes)).rejects.toMatchObject({ code: "key_file_unsafe" });
    chmodSync(path, 0o600);
    writeFileSync(path, "");
    await expect(loadToken(directory, randomBytes)).rejects.toMatchObject({ code: "config_invalid" });
  });

  it.each(["0.0.0.0", "::", "192.168.1.5", "example.com", "127.0.0.1.evil.example"])(
    "refuses to listen on %s",
    (address) => {
      expect(() => requireKeys(address, false)).toThrow(AbpError);
      expect(() => requireKeys(address, true)).not.toThrow();
    },
  );

  it.each(["127.0.0.1", "127.8.8.8", "::1", "localhost"])("listens on %s", (address) => {
    expect(isLoopback(address)).toBe(true);
    expect(() => requireKeys(address, false)).not.toThrow();
  });
});

describe("G16: a token", () => {
  it("has 32 random bytes, as many as were asked for", async () => {
    const asked: number[] = [];
    const token = await loadToken(directory, (size) => {
      asked.push(size);
      return new Uint8Array(size).fill(255);
    });
    expect(asked[0]).toBe(32);
    expect(Buffer.from(token.slice(4), "base64url")).toEqual(Buffer.alloc(32, 255));
  });
});

describe("the admin key of the machine", () => {
  it("is another token in a file of its own, with the same care", async () => {
    const state = join(directory, "state");
    expect(await readAdminToken(state)).toBeUndefined();
    const token = await loadToken(state, randomBytes);
    const admin = await loadToken(state, randomBytes, ADMIN_TOKEN_FILE);
    expect(admin).not.toBe(token);
    expect(await readAdminToken(state)).toBe(admin);
    expect(statSync(join(state, "admin-token")).mode & 0o777).toBe(0o600);
    chmodSync(join(state, "admin-token"), 0o640);
    await expect(readAdminToken(state)).rejects.toMatchObject({ code: "key_file_unsafe" });
  });
});
