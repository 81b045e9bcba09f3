import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPrivateKey, seedOf, writePrivateKey } from "./private-key-file.ts";

const seed = Buffer.alloc(32, 5);
let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-key-file-"));
  path = join(directory, "one.key");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** The code and message with which the file is refused. */
async function refusal(): Promise<string> {
  try {
    await readPrivateKey(path);
    return "accepted";
  } catch (error) {
    const { code, message, where } = error as { code: string; message: string; where: string };
    expect(where).toBe(path);
    return `${code}: ${message}`;
  }
}

describe("a private key file", () => {
  it("holds the key in a form that others read too, for its owner alone", async () => {
    await writePrivateKey(path, seed);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const key = await readPrivateKey(path);
    expect(key.asymmetricKeyType).toBe("ed25519");
    expect(Buffer.from(seedOf(key))).toEqual(seed);
    expect(key.export({ format: "pem", type: "pkcs8" })).toBe(readFileSync(path, "utf8"));
  });

  it.each([
    [0o640, "640"],
    [0o601, "601"],
    [0o620, "620"],
  ])("that others can use is refused", async (mode, octal) => {
    await writePrivateKey(path, seed);
    chmodSync(path, mode);
    expect(await refusal()).toBe(`key_file_unsafe: the private key file has mode ${octal}`);
  });

  it("behind a link is refused", async () => {
    await writePrivateKey(`${path}2`, seed);
    symlinkSync(`${path}2`, path);
    expect(await refusal()).toBe("key_file_unsafe: the private key file is a symbolic link");
  });

  it("that is missing is not taken for an unsafe one", async () => {
    expect(await refusal()).toBe("key_not_found: the private key cannot be read");
  });

  it("with a key of another kind, or none, is refused", async () => {
    const { privateKey } = generateKeyPairSync("x25519");
    writeFileSync(path, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
    expect(await refusal()).toBe("key_not_found: the file holds no Ed25519 private key");
    writeFileSync(path, "nothing");
    expect(await refusal()).toBe("key_not_found: the file holds no Ed25519 private key");
  });
});
