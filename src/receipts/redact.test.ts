import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../contract/index.ts";
import { checkDisclosure, redactReceipt, sealReceipt, validateReceipt } from "./index.ts";

const salt = Buffer.alloc(16, 5);
const original = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date("2026-03-01T08:00:00Z"),
  finishedAt: new Date("2026-03-01T08:00:01Z"),
  backend: { id: "mock" },
  outcome: "complete",
  verification: { git_diff: "+ secret line\n" },
  trace: [
    {
      ts: "2026-03-01T08:00:00Z",
      type: "tool_result",
      tool_name: "Read",
      tool_use_id: "1",
      output: { "a/b": ["much content"] },
      is_error: false,
    },
  ],
});
const redactions = [
  { pointer: "/verification/git_diff", salt, kind: "secret" },
  { pointer: "/trace/0/output/a~1b", salt: Buffer.alloc(20, 6), kind: "large" },
] as const;

describe("redaction", () => {
  const { receipt, disclosures } = redactReceipt(original, redactions);
  const sealed = sealReceipt(receipt);

  it("leaves a receipt that is valid and does not hold the content", () => {
    const text = JSON.stringify(sealed);
    expect(validateReceipt(text)).toMatchObject({ ok: true });
    expect(text).not.toContain("secret line");
    expect(text).not.toContain("much content");
    expect(JSON.stringify(original)).toContain("secret line");
  });

  it("puts a digest in the place of the value, as text if the value is text", () => {
    const sha256 = (json: string) => createHash("sha256").update(salt).update(json).digest("hex");
    const hex = salt.toString("hex");
    const before = { ...original, receipt_sha256: "old", notes: { "~a": "text", "b/": [1, { c: 2 }] } };
    expect(
      redactReceipt(before as Receipt, [
        { pointer: "/notes/~0a", salt, kind: "secret" },
        { pointer: "/notes/b~1/1", salt, kind: "large" },
      ]),
    ).toStrictEqual({
      receipt: {
        ...before,
        receipt_sha256: null,
        notes: {
          "~a": `{"abp_redacted":{"len":6,"salt":null,"sha256":"${sha256('"text"')}"}}`,
          "b/": [1, { abp_redacted: { sha256: sha256('{"c":2}'), len: 7, salt: hex } }],
        },
      },
      disclosures: [
        { pointer: "/notes/~0a", salt: hex, value: "text" },
        { pointer: "/notes/b~1/1", salt: hex, value: { c: 2 } },
      ],
    });
  });

  it("keeps a secret's salt out of the receipt, and large content's in it", () => {
    const text = JSON.stringify(sealed);
    expect(text).not.toContain(salt.toString("hex"));
    expect(text).toContain("06".repeat(20));
  });

  it("lets what was redacted be shown later", () => {
    for (const one of disclosures) expect(checkDisclosure(sealed, one)).toEqual([]);
    expect(disclosures[0]).toMatchObject({ value: "+ secret line\n" });
    expect(disclosures[1]).toMatchObject({ value: ["much content"] });
  });

  it("refuses another value, salt or place", () => {
    const [first, second] = disclosures as [(typeof disclosures)[0], (typeof disclosures)[0]];
    const bad = [
      { ...first, value: "+ other line\n" },
      { ...first, salt: "00".repeat(16) },
      { ...second, salt: "00".repeat(20) },
      { ...first, pointer: "/verification/git_status" },
      { ...first, pointer: "/nowhere/at/all" },
      { ...first, pointer: "verification/git_diff" },
      { ...first, pointer: "/outcome" },
    ];
    for (const one of bad) {
      expect(checkDisclosure(sealed, one)).toMatchObject([{ code: "receipt_disclosure_mismatch" }]);
    }
    expect(checkDisclosure({ note: "7" }, { ...first, pointer: "/note" })).toHaveLength(1);
    const lookalike = { note: '{"abp_redacted":' };
    expect(checkDisclosure(lookalike, { ...first, pointer: "/note" })).toHaveLength(1);
  });

  it("refuses a digest of another length or in another form, and what a receipt inherits", () => {
    const [, { salt: hex, value }] = disclosures as [unknown, (typeof disclosures)[0]];
    const output = receipt.trace[0]!["output"] as { "a/b": { abp_redacted: { len: number } } };
    const { abp_redacted: digest } = output["a/b"];
    const finding = (note: unknown) => checkDisclosure({ note }, { pointer: "/note", salt: hex, value });
    const text = JSON.stringify({ abp_redacted: digest });
    expect(finding({ abp_redacted: digest })).toEqual([]);
    expect(finding(text)).toEqual([]);
    expect(finding({ abp_redacted: { ...digest, len: digest.len + 1 } })).toEqual([
      {
        code: "receipt_disclosure_mismatch",
        where: "/note",
        message: "the value is not the one that was redacted",
      },
    ]);
    const nothing = [
      { code: "receipt_disclosure_mismatch", where: "/note", message: "nothing is redacted at this place" },
    ];
    for (const note of [` ${text}`, "7", null, 7, [], {}]) expect(finding(note)).toEqual(nothing);
    const below = { pointer: "/note/text", salt: hex, value };
    const inherited = Object.create({ note: { text } });
    for (const one of [inherited, { note: null }, { note: "text" }])
      expect(checkDisclosure(one, below)).toEqual([{ ...nothing[0], where: "/note/text" }]);
  });

  it("refuses a short salt and a place that is not there", () => {
    const redact = (pointer: string, size: number) => () =>
      redactReceipt(original, [{ pointer, salt: Buffer.alloc(size), kind: "large" }]);
    expect(redact("/outcome", 15)).toThrow("sixteen bytes");
    for (const pointer of ["/none", "", "/", "outcome", "x/outcome", "/outcome/0", "/trace/1", "/toString"])
      expect(redact(pointer, 16)).toThrow(`the receipt has nothing at ${pointer}`);
  });
});
