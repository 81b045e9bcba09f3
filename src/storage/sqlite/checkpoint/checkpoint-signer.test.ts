import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../../lib/index.ts";
import { signCheckpoint } from "../../../receipts/index.ts";
import { key, privateKey } from "../../ledger/fixtures/runs.ts";
import { makeCheckpointSigner, signWith } from "./checkpoint-signer.ts";

describe("a checkpoint signer", () => {
  it("signs exactly as the signing key of the same secret does", () => {
    const root = Buffer.alloc(32, 9);
    const text = makeCheckpointSigner(privateKey).sign("abp.example/log/a", 3, root);
    expect(text).toBe(
      signCheckpoint({ head: { origin: "abp.example/log/a", size: 3 }, root: () => root }, key),
    );
    expect(parseCheckpoint(text)).toMatchObject({ origin: "abp.example/log/a", size: 3, extensions: [] });
  });

  it("asks for the key at each signature, and holds it through its source", () => {
    const other = generateKeyPairSync("ed25519").privateKey;
    const keys = [privateKey, other, privateKey];
    const signer = signWith({ current: () => keys.shift() as KeyObject, hold: (work) => [work()] as never });
    const texts = [1, 2, 3].map(() => signer.sign("abp.example/log/a", 3, Buffer.alloc(32)));
    expect([texts[0] === texts[1], texts[0] === texts[2]]).toEqual([false, true]);
    expect(signer.hold(() => 7)).toEqual([7]);
    expect(makeCheckpointSigner(privateKey).hold(() => 7)).toBe(7);
  });
});
