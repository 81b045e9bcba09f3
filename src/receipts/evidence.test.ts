import { describe, expect, it } from "vitest";
import { buildReceipt, type Receipt } from "../contract/index.ts";
import { readEvidence } from "./evidence.ts";
import { RECEIPT_HASH } from "./hash.ts";
import { sealReceipt } from "./index.ts";

const good = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date("2026-03-01T08:00:00Z"),
  finishedAt: new Date("2026-03-01T08:00:01Z"),
  backend: { id: "mock" },
  outcome: "complete",
});
const chain = { origin: "o", tenant: "t", seq: 0, prev: null };
// Through JSON, which leaves out what is undefined.
const seal = (changes: object) =>
  JSON.stringify(sealReceipt(JSON.parse(JSON.stringify({ ...good, ...changes })) as Receipt));
const meta = (changes: object) => ({ meta: { ...good.meta, ...changes } });
const notInLog = ["contract_schema_violation", "$.chain", "$.chain is not the place of a receipt in a log"];
const broken = (where: string, what: string) => [
  "contract_schema_violation",
  where,
  `${where} is not ${what}`,
];

describe("the evidence of a receipt", () => {
  it.each<[object, string[]]>([
    [{ meta: undefined }, broken("$.meta.run_id", "a string")],
    [{ meta: [] }, broken("$.meta.run_id", "a string")],
    [meta({ run_id: 5 }), broken("$.meta.run_id", "a string")],
    [meta({ started_at: "today" }), broken("$.meta.started_at", "a timestamp")],
    [meta({ finished_at: null }), broken("$.meta.finished_at", "a timestamp")],
    [meta({ contract_version: undefined }), broken("$.meta.contract_version", "a string")],
    [
      meta({ contract_version: "abp/v9.0" }),
      ["contract_version_mismatch", "$.meta.contract_version", 'is "abp/v9.0"'],
    ],
    ...[null, "x", [], { ...chain, origin: 1 }, { ...chain, tenant: undefined }, { ...chain, seq: -1 }].map(
      (one) => [{ chain: one }, notInLog] satisfies [object, string[]],
    ),
    ...[{ seq: 1.5 }, { seq: "0" }, { prev: undefined }, { prev: "x" }, { prev: "0".repeat(65) }].map(
      (one) => [{ chain: { ...chain, ...one } }, notInLog] satisfies [object, string[]],
    ),
  ])("is refused with %j", (changes, [code, where, message]) => {
    expect(readEvidence(seal(changes))).toEqual({
      findings: [expect.objectContaining({ code, where, message })],
    });
  });

  it.each([
    [{ hash_alg: "md5" }, "receipt_hash_unsupported", "$.hash_alg", `hash_alg is "md5", not ${RECEIPT_HASH}`],
    [
      { hash_alg: undefined },
      "receipt_hash_unsupported",
      "$.hash_alg",
      `hash_alg is absent, not ${RECEIPT_HASH}`,
    ],
    [{ receipt_sha256: null }, "receipt_hash_missing", "$.receipt_sha256", "the receipt carries no hash"],
    [
      { receipt_sha256: undefined },
      "receipt_hash_missing",
      "$.receipt_sha256",
      "the receipt carries no hash",
    ],
    [
      { mode: "x" },
      "receipt_hash_mismatch",
      "$.receipt_sha256",
      expect.stringMatching(/^the receipt's content hashes to [0-9a-f]{64}$/),
    ],
  ])("needs a hash of its content: with %j it is refused", (changes, code, where, message) => {
    const text = JSON.stringify({ ...sealReceipt(good), ...changes });
    expect(readEvidence(text)).toEqual({ findings: [expect.objectContaining({ code, where, message })] });
  });

  it.each([undefined, chain, { ...chain, seq: 7, prev: "a".repeat(64) }])(
    "has the place %j in a log",
    (place) => {
      const { evidence, findings } = readEvidence(seal(place === undefined ? {} : { chain: place }));
      expect(findings).toEqual([]);
      expect(evidence).toMatchObject({ profile: "jcs-sha256", runId: good.meta.run_id });
      expect(evidence?.chain).toEqual(place);
    },
  );

  it.each([
    ["2026-03-01T08:00:01Z", []],
    ["2026-03-01T08:00:00Z", []],
    ["2026-03-01T07:59:59.999Z", ["receipt_clock_inverted"]],
  ])("that ends at %s has the findings %j, and is read all the same", (finished_at, codes) => {
    const { evidence, findings } = readEvidence(seal(meta({ finished_at })));
    expect(evidence).toBeDefined();
    expect(findings.map(({ code }) => code)).toEqual(codes);
  });
});
