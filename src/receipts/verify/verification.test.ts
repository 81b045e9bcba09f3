import { expect, it } from "vitest";
import type { Evidence } from "../evidence.ts";
import { conclude } from "./verification.ts";

const unknown = {
  ok: true,
  findings: [],
  profile: null,
  key: null,
  runId: null,
  chain: null,
  checkpoint: null,
  witnesses: [],
  ignored: [],
};
const evidence = { profile: "jcs", runId: "r", chain: { seq: 1 } } as unknown as Evidence;

it("a verification without findings is in order, and says null of everything that is not known", () => {
  expect(conclude([])).toStrictEqual(unknown);
  const bare = { profile: undefined, runId: undefined, chain: undefined } as unknown as Evidence;
  expect(conclude([], { evidence: bare })).toStrictEqual(unknown);
});

it("a verification with findings is not in order", () => {
  const findings = [{ code: "receipt_hash_missing", where: "$", message: "m" }] as const;
  expect(conclude(findings)).toStrictEqual({ ...unknown, ok: false, findings });
});

it("a verification says what the evidence and the caller say", () => {
  const facts = { key: "k", checkpoint: { origin: "o", size: 1 }, witnesses: ["w"], ignored: ["i"] };
  expect(conclude([], { evidence, ...facts })).toStrictEqual({
    ...unknown,
    ...facts,
    profile: "jcs",
    runId: "r",
    chain: { seq: 1 },
  });
});
