import { describe, expect, it } from "vitest";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { type ShownVerification, showVerification } from "./verification.ts";

const bare: ShownVerification = {
  ...{ ok: true, findings: [], warnings: [], profile: null, key: null, chain: null, checkpoint: null },
  ...{ witnesses: [], runId: null },
} as never;

function show(members: object, options = {}) {
  const terminal = markedTerminal(options);
  const exit = showVerification(terminal, "r.json", "receipt", { ...bare, ...members });
  return [exit, ...terminal.lines()];
}

describe("a verification", () => {
  it("says who signed it and where it stands", () => {
    const chain = { origin: "o", tenant: "t", seq: 4 };
    const facts = { profile: "jcs", key: "k", chain, runId: "run-1" };
    expect(show({ ...facts, checkpoint: { origin: "c", size: 9 }, witnesses: ["w1", "w2"] })).toEqual([
      0,
      "<green VALID> receipt r.json",
      "  run         run-1",
      "  hash        jcs",
      "  signed by   k",
      "  place       o, tenant t, number 4",
      "  checkpoint  c, 9 receipts",
      "  witnesses   w1, w2",
    ]);
  });

  it("says so if nobody signed it, or nobody that is trusted", () => {
    expect(show({})).toEqual([
      0,
      "<green VALID> receipt r.json",
      "  signed by  nobody: the hash shows that it is unchanged, not who made it",
    ]);
    const one = { code: "hash_mismatch", where: "/a", message: "changed" };
    const warning = { code: "x", where: "/b", message: "odd" };
    expect(show({ ok: false, findings: [one, one], warnings: [warning], profile: "serde-v0.1" })).toEqual([
      7,
      "<red INVALID> receipt r.json",
      "  hash       serde-v0.1 (an abp/v0.1 receipt: checked, never written)",
      "  signed by  no trusted key",
      "  <red hash_mismatch> /a: changed",
      "  <red hash_mismatch> /a: changed",
      "  <yellow warning> /b: odd",
    ]);
  });

  it("is one line of JSON with --json", () => {
    const [exit, line, ...rest] = show({ ok: false, key: "k" }, { json: true });
    expect([exit, JSON.parse(line as string), rest]).toEqual([
      7,
      { kind: "receipt", ...bare, ok: false, key: "k" },
      [],
    ]);
  });
});
