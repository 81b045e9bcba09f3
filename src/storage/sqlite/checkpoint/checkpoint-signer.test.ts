import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "../../../lib/index.ts";
import { signCheckpoint } from "../../../receipts/index.ts";
import { key, privateKey } from "../../ledger/fixtures/runs.ts";
import { makeCheckpointSigner } from "./checkpoint-signer.ts";

describe("a checkpoint signer", () => {
  it("signs exactly as the signing key of the same secret does", () => {
    const root = Buffer.alloc(32, 9);
    const text = makeCheckpointSigner(privateKey)("abp.example/log/a", 3, root);
    expect(text).toBe(
      signCheckpoint({ head: { origin: "abp.example/log/a", size: 3 }, root: () => root }, key),
    );
    expect(parseCheckpoint(text)).toMatchObject({ origin: "abp.example/log/a", size: 3, extensions: [] });
  });
});
