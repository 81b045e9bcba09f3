import { spawnSync } from "node:child_process";
import { sign } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { trustKeys } from "../../receipts/index.ts";
import { takeWriterLock } from "../writer-lock.ts";
import { KeyStore } from "./index.ts";

let root: string;
let store: KeyStore;
let clock: number;
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const privatePath = (keyId: string) => join(store.directory, `${keyId}.key`);
const codeOf = async (promise: Promise<unknown>) => {
  try {
    await promise;
  } catch (error) {
    return AbpError.is(error) ? error.code : error;
  }
  return "accepted";
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-keys-"));
  clock = Date.parse("2026-01-01T00:00:00Z");
  const now = () => {
    clock += 1000;
    return new Date(clock);
  };
  store = new KeyStore(join(root, "deep", "keys"), { now });
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a key store", () => {
  it("makes a private directory, a private file and a public key set", async () => {
    const key = await store.create();
    expect(key).toMatchObject({
      status: "in_force",
      not_after: null,
      not_before: "2026-01-01T00:00:01.000Z",
    });
    expect([mode(store.directory), mode(privatePath(key.key_id))]).toEqual(["700", "600"]);
    expect(readdirSync(store.directory).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(readFileSync(store.keySetPath, "utf8")).not.toContain("PRIVATE");
  });

  it("makes them private even if new files are open to all", () => {
    const script = `
      import { KeyStore } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
      console.log((await new KeyStore(${JSON.stringify(store.directory)}).create()).key_id);`;
    const command = 'umask 0 && exec "$0" --input-type=module -e "$1"';
    const run = spawnSync("sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
    expect(run.stderr).toBe("");
    expect([mode(store.directory), mode(privatePath(run.stdout.trim())), mode(store.keySetPath)]).toEqual([
      "700",
      "600",
      "644",
    ]);
  });

  it("signs with the key in force", async () => {
    const { key_id } = await store.create();
    const key = await store.signingKey();
    expect(key.keyId).toBe(key_id);
    const trusted = trustKeys(await store.keySet()).get(key_id);
    expect(trusted?.verify(Buffer.from("m"), key.sign(Buffer.from("m")))).toBe(true);
    expect(await codeOf(store.create())).toBe("usage_invalid");
  });

  it("rotates: the old key ends, signs the change, and can still be used by name", async () => {
    const old = await store.create();
    const fresh = await store.rotate();
    expect((await store.list()).map(({ key_id, status }) => [key_id, status])).toEqual([
      [old.key_id, "ended"],
      [fresh.key_id, "in_force"],
    ]);
    expect((await store.signingKey()).keyId).toBe(fresh.key_id);
    expect((await store.signingKey(old.key_id)).keyId).toBe(old.key_id);
    expect([...trustKeys(await store.keySet(), [old.key_id]).keys()]).toEqual([old.key_id, fresh.key_id]);
  });

  it("revokes an old key, and the last key by its own word", async () => {
    const old = await store.create();
    const fresh = await store.rotate();
    expect(await store.revoke(old.key_id, "lost")).toMatchObject({ status: "revoked" });
    expect(await store.revoke(fresh.key_id, "stolen")).toMatchObject({ status: "revoked" });
    expect(await codeOf(store.signingKey())).toBe("key_not_found");
    const next = await store.create();
    expect((await store.keySet()).revocations.map(({ by }) => by)).toEqual([fresh.key_id, fresh.key_id]);
    expect((await store.signingKey()).keyId).toBe(next.key_id);
    expect(await codeOf(store.revoke("0".repeat(16), ""))).toBe("key_not_found");
  });

  it.each([0o640, 0o604, 0o660, 0o644, 0o777])("refuses a private key of mode %o", async (open) => {
    const { key_id } = await store.create();
    chmodSync(privatePath(key_id), open);
    expect(await codeOf(store.signingKey())).toBe("key_file_unsafe");
    expect(await codeOf(store.rotate())).toBe("key_file_unsafe");
    chmodSync(privatePath(key_id), 0o400);
    expect((await store.signingKey()).keyId).toBe(key_id);
  });

  it("refuses a private key behind a link, and a directory that others can write", async () => {
    const { key_id } = await store.create();
    chmodSync(store.directory, 0o770);
    expect(await codeOf(store.signingKey())).toBe("key_file_unsafe");
    chmodSync(store.directory, 0o702);
    expect(await codeOf(store.signingKey())).toBe("key_file_unsafe");
    chmodSync(store.directory, 0o755);
    expect((await store.signingKey()).keyId).toBe(key_id);
    chmodSync(store.directory, 0o700);
    renameSync(privatePath(key_id), join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), privatePath(key_id));
    expect(await codeOf(store.signingKey())).toBe("key_file_unsafe");
  });

  it("refuses a private key file that holds another key or none", async () => {
    const old = await store.create();
    const fresh = await store.rotate();
    renameSync(privatePath(old.key_id), privatePath(fresh.key_id));
    expect(await codeOf(store.signingKey())).toBe("key_not_found");
    writeFileSync(privatePath(fresh.key_id), "nothing");
    expect(await codeOf(store.signingKey())).toBe("key_not_found");
    expect(await codeOf(store.signingKey("../../etc/passwd"))).toBe("key_not_found");
  });

  it("refuses a key set that was tampered with", async () => {
    await store.create();
    await store.rotate();
    const set = await store.keySet();
    const [rotation] = set.rotations;
    const changed = { ...set, rotations: [{ ...rotation, at: "2027-01-01T00:00:00Z" }] };
    writeFileSync(store.keySetPath, JSON.stringify(changed));
    expect(await codeOf(store.list())).toBe("key_set_invalid");
    expect(await codeOf(store.rotate())).toBe("key_set_invalid");
    writeFileSync(store.keySetPath, "{");
    expect(await codeOf(store.list())).toBe("input_invalid_json");
  });

  it("has no private key if its directory is missing", async () => {
    expect(await codeOf(new KeyStore(join(root, "none")).signingKey("0".repeat(16)))).toBe("key_not_found");
  });

  it("has no keys before one is made", async () => {
    expect(await store.list()).toEqual([]);
    expect(await codeOf(store.keySet())).toBe("key_not_found");
    expect(await codeOf(store.rotate())).toBe("key_not_found");
  });

  it("is changed by one process at a time", async () => {
    await store.create();
    const lock = takeWriterLock(join(store.directory, "lock"));
    expect(await codeOf(store.rotate())).toBe("ledger_in_use");
    lock.release();
    expect(await codeOf(store.rotate())).toBe("accepted");
  });

  it("makes sure of a key once, also if two do so at the same time", async () => {
    const made = await store.ensure();
    expect(made).toMatchObject({ status: "in_force" });
    expect(await store.ensure()).toBeUndefined();
    await store.revoke(made?.key_id as string, "lost");
    const results = await Promise.all([store.ensure(), store.ensure(), store.ensure()]);
    expect(results.filter((one) => one !== undefined)).toHaveLength(1);
    expect((await store.list()).filter(({ status }) => status === "in_force")).toHaveLength(1);
  });

  it("says that no key can be made if its directory cannot be used", async () => {
    writeFileSync(join(root, "file"), "");
    const blocked = new KeyStore(join(root, "file", "keys"));
    await expect(blocked.ensure()).rejects.toThrow();
  });

  it("gives the private key in a form that signs in another thread", async () => {
    const { key_id } = await store.create();
    const [named, inForce] = [await store.privateKey(key_id), await store.privateKey()];
    expect(named.equals(inForce)).toBe(true);
    expect(structuredClone(named).equals(named)).toBe(true);
    const signature = sign(null, Buffer.from("m"), named);
    expect(
      trustKeys(await store.keySet())
        .get(key_id)
        ?.verify(Buffer.from("m"), signature),
    ).toBe(true);
  });

  it("names the fault and the place in its errors", async () => {
    const errorOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
    expect(await errorOf(store.keySet())).toMatchObject({ message: "there are no keys yet" });
    const { key_id } = await store.create();
    expect(await errorOf(store.create())).toMatchObject({ where: store.directory });
    await store.rotate();
    renameSync(privatePath((await store.list())[1]?.key_id as string), privatePath(key_id));
    expect(await errorOf(store.signingKey(key_id))).toMatchObject({
      message: expect.stringContaining(`the private key file of ${key_id} holds the key`),
      where: privatePath(key_id),
    });
    expect(await errorOf(store.signingKey("not a key"))).toMatchObject({ message: "not a key is no key id" });
    for (const id of [`x${key_id}`, `${key_id}0`, key_id.toUpperCase().replace(/^./, "A")]) {
      expect(await codeOf(store.signingKey(id))).toBe("key_not_found");
    }
  });

  it("reports a key set that cannot be read", async () => {
    await store.create();
    rmSync(store.keySetPath);
    mkdirSync(store.keySetPath);
    expect(await codeOf(store.list())).toBe("directory_unusable");
  });

  it("revokes an old key by its own word if none is in force", async () => {
    const old = await store.create();
    const fresh = await store.rotate();
    await store.revoke(fresh.key_id, "stolen");
    expect(await store.revoke(old.key_id, "lost")).toMatchObject({ status: "revoked" });
    expect((await store.keySet()).revocations).toMatchObject([
      { key_id: fresh.key_id, by: fresh.key_id, reason: "stolen" },
      { key_id: old.key_id, by: old.key_id, reason: "lost" },
    ]);
  });

  it("gives its lock back after a change that failed", async () => {
    await store.create();
    expect(await codeOf(store.create())).toBe("usage_invalid");
    expect(await codeOf(store.rotate())).toBe("accepted");
  });

  it("signs the revocation of a key with the key in force", async () => {
    const old = await store.create();
    const fresh = await store.rotate();
    await store.revoke(old.key_id, "lost");
    expect((await store.keySet()).revocations).toMatchObject([
      { key_id: old.key_id, by: fresh.key_id, reason: "lost" },
    ]);
  });
});
