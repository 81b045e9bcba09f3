import { spawnSync } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tryLock } from "../file-lock.ts";
import { type KeyFiles, KeyFollower, KeyUnavailable } from "./key-follower.ts";
import { KeyStore } from "./key-store.ts";
import { keyIdOfPrivate } from "./private-key-loading.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-key-follower-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const idOf = (follower: KeyFollower) => keyIdOfPrivate(follower.current());

describe("a follower of a key directory", () => {
  it("gives the key in force, and its successor after a rotation", async () => {
    const keys = new KeyStore(directory);
    const first = await keys.create();
    const follower = new KeyFollower(directory);
    expect(idOf(follower)).toBe(first.key_id);
    const second = await keys.rotate();
    expect(idOf(follower)).toBe(second.key_id);
  });

  it("gives no key after a revocation, and the next one once it exists", async () => {
    const keys = new KeyStore(directory);
    const first = await keys.create();
    const follower = new KeyFollower(directory);
    expect(idOf(follower)).toBe(first.key_id);
    await keys.revoke(first.key_id, "lost");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(() => follower.current()).toThrow(/there is no key in force .*`abp receipt keys create`/);
    }
    const next = await keys.create();
    expect(idOf(follower)).toBe(next.key_id);
  });

  it("gives no key if the key set or the private key cannot be used", async () => {
    const follower = new KeyFollower(directory);
    expect(() => follower.current()).toThrow(KeyUnavailable);
    const keys = new KeyStore(directory);
    const { key_id } = await keys.create();
    chmodSync(directory, 0o770);
    expect(() => follower.current()).toThrow(/others can write/);
    chmodSync(directory, 0o700);
    chmodSync(join(directory, `${key_id}.key`), 0o644);
    expect(() => follower.current()).toThrow(/has mode 644/);
    chmodSync(join(directory, `${key_id}.key`), 0o600);
    expect(idOf(follower)).toBe(key_id);
    writeFileSync(join(directory, "keys.json"), "{");
    expect(() => follower.current()).toThrow(KeyUnavailable);
  });

  it("holds the lock of the directory while it works, and gives it back, also after an error", async () => {
    await new KeyStore(directory).create();
    const follower = new KeyFollower(directory);
    const lock = () => tryLock(join(directory, "lock"));
    expect(follower.hold(() => lock() === undefined)).toBe(true);
    expect(() =>
      follower.hold(() => {
        throw new RangeError("work failed");
      }),
    ).toThrow(RangeError);
    const free = lock();
    expect(free).toBeDefined();
    free?.release();
  });
});

describe("a follower, with files of a test", () => {
  const fail = (errcode: number) => () => {
    throw Object.assign(new Error(`error ${errcode}`), { errcode });
  };
  const follow = (files: Partial<KeyFiles>) =>
    new KeyFollower(directory, {
      readKeySet: () => Buffer.from("{}"),
      loadKey: () => {
        throw new Error("not asked for");
      },
      lock: () => ({ release: () => undefined }),
      ...files,
    });

  it("loads a key once for each content of the key set", () => {
    const pair = generateKeyPairSync("ed25519").privateKey;
    const key_id = keyIdOfPrivate(pair);
    const loaded: string[] = [];
    let set: object = { keys: [{ key_id, not_after: null }], revocations: [] };
    const follower = follow({
      readKeySet: () => Buffer.from(JSON.stringify(set)),
      loadKey: (path): KeyObject => {
        loaded.push(path);
        return pair;
      },
    });
    expect([follower.current() === pair, follower.current() === pair]).toEqual([true, true]);
    expect(loaded).toEqual([join(directory, `${key_id}.key`)]);
    set = { ...set, note: "changed" };
    follower.current();
    expect(loaded).toHaveLength(2);
  });

  it("loads the key again after a key set without one, also if the old content is back", () => {
    const pair = generateKeyPairSync("ed25519").privateKey;
    let loads = 0;
    let keys: object[] = [{ key_id: keyIdOfPrivate(pair), not_after: null }];
    const inForce = keys;
    const follower = follow({
      readKeySet: () => Buffer.from(JSON.stringify({ keys, revocations: [] })),
      loadKey: (): KeyObject => {
        loads += 1;
        return pair;
      },
    });
    expect(follower.current()).toBe(pair);
    keys = [];
    expect(() => follower.current()).toThrow(KeyUnavailable);
    keys = inForce;
    expect([follower.current() === pair, loads]).toEqual([true, 2]);
  });

  it("says why no key can sign, whatever was thrown", () => {
    for (const [thrown, message] of [
      [new Error("it is gone"), "it is gone"],
      ["a text", "a text"],
    ] as const) {
      const throwIt = () => {
        throw thrown;
      };
      const expected = expect.objectContaining({ message, cause: thrown });
      expect(() => follow({ readKeySet: throwIt }).current()).toThrow(expected);
      expect(() => follow({ lock: throwIt }).hold(() => "done")).toThrow(expected);
    }
  });

  it("refuses a private key file that holds another key", () => {
    const follower = follow({
      readKeySet: () =>
        Buffer.from(JSON.stringify({ keys: [{ key_id: "0".repeat(16), not_after: null }], revocations: [] })),
      loadKey: () => generateKeyPairSync("ed25519").privateKey,
    });
    expect(() => follower.current()).toThrow("the private key file of 0000000000000000 holds another key");
  });

  it.each([3, 8, 14, 14 | (2 << 8)])(
    "works without a lock where the directory is read-only: error %i",
    (errcode) => {
      expect(follow({ lock: fail(errcode) }).hold(() => "done")).toBe("done");
    },
  );

  it("does not work while the lock is held, nor if the lock is broken", () => {
    const worked = () => "done";
    expect(() => follow({ lock: () => undefined }).hold(worked)).toThrow(/are being changed/);
    expect(() => follow({ lock: fail(26) }).hold(worked)).toThrow(new KeyUnavailable("error 26"));
  });

  it("waits for the lock for some seconds", () => {
    const waits: number[] = [];
    const lock = (_path: string, waitMs: number) => {
      waits.push(waitMs);
      return { release: () => undefined };
    };
    follow({ lock }).hold(() => undefined);
    expect(waits).toEqual([5000]);
  });
});

describe("the code of the writer thread", () => {
  it("loads neither the schemas nor the error table", () => {
    const module = join(import.meta.dirname, "../sqlite/writer/batch-writer.ts");
    const script = `import { registerHooks } from "node:module";
      registerHooks({ load: (url, context, next) => { if (/zod|contract\\/index/.test(url)) console.log(url); return next(url, context); } });
      await import(${JSON.stringify(module)});`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect([run.stdout, run.stderr]).toEqual(["", ""]);
  });
});
