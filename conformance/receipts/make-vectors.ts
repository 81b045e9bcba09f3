import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatEnvelope, type StoredReceipt, signEnvelope } from "../../src/receipts/index.ts";
import { bundleCases } from "./cases/bundle-cases.ts";
import { envelopeCases } from "./cases/envelope-cases.ts";
import {
  base,
  bundleOf,
  checkpoint,
  countersigned,
  first,
  keySets,
  linesOf,
  witness,
} from "./cases/fixture.ts";
import { logCases } from "./cases/log-cases.ts";
import { receiptCases } from "./cases/receipt-cases.ts";
import type { VectorCase } from "./vector-case.ts";

/** Where the vectors lie. */
export const vectorDirectory = join(import.meta.dirname, "vectors");

/** Every case, in the order of the file. */
export const allCases: readonly VectorCase[] = [
  ...bundleCases,
  ...envelopeCases,
  ...receiptCases,
  ...logCases,
];

/** The vector files by name; the same on every run, because all seeds and times are fixed. */
export function makeVectors(): ReadonlyMap<string, string> {
  const sample = base.stored[2] as StoredReceipt;
  return new Map([
    ["cases.jsonl", allCases.map((one) => `${JSON.stringify(one)}\n`).join("")],
    ["keys.json", `${JSON.stringify(keySets.issuer, null, 2)}\n`],
    ["witness.txt", `${witness}\n`],
    ["receipt.tlog-proof", bundleOf(base, 2, countersigned(checkpoint))],
    ["envelope.jsonl", formatEnvelope(signEnvelope(sample.bytes, first))],
    ["log.jsonl", linesOf(base.stored)],
    ["checkpoint.txt", countersigned(checkpoint)],
  ]);
}

if (import.meta.main) {
  for (const [name, content] of makeVectors()) writeFileSync(join(vectorDirectory, name), content);
}
