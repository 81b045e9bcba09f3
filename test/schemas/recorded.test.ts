import { describe, it } from "vitest";
import {
  corpusExists,
  genuine,
  type Recording,
  recordedErrors,
  recordedReplies,
  recordedStreams,
  sampleOf,
} from "../dialects/corpus.ts";
import { expectNone } from "../dialects/failures.ts";
import { framesOf } from "../dialects/oracle/index.ts";
import type { Check } from "./dialect-schemas.ts";
import { schemasOf } from "./measure.ts";
import { publishedExist } from "./published.ts";
import { recordedExtras } from "./recorded-extras.ts";

const SAMPLE = 30;
const vendors = [
  ["openai", "openai"],
  ["codex", "openai"],
  ["claude", "anthropic"],
  ["gemini", "google"],
] as const;

function strangeIn(dialect: string, check: Check, name: string, value: unknown): string[] {
  return check(value)
    .map((fault) => fault.replace(/\[\d+\]/g, "[]"))
    .filter((fault) => !fault.includes(": missing"))
    .filter((fault) => !recordedExtras.some((one) => one.dialect === dialect && one.fault.test(fault)))
    .map((fault) => `${name}: ${fault}`);
}

describe.skipIf(!corpusExists || !publishedExist)("the published schemas", () => {
  it.each(vendors)("of %s know all that its vendor %s says", (dialect, vendor) => {
    const { answer, event, error } = schemasOf(dialect);
    const own = (list: readonly Recording[]) =>
      sampleOf(
        genuine(list).filter(({ facts }) => facts.vendor === vendor),
        SAMPLE,
      );
    expectNone([
      ...own(recordedReplies(dialect)).flatMap((one) => strangeIn(dialect, answer, one.name, one.body())),
      ...own(recordedErrors(dialect)).flatMap((one) => strangeIn(dialect, error, one.name, one.body())),
      ...own(recordedStreams(dialect)).flatMap((one) =>
        framesOf(one.bytes())
          .filter(({ data }) => data.startsWith("{"))
          .flatMap(({ data }) => strangeIn(dialect, event, one.name, JSON.parse(data))),
      ),
    ]);
  });
});
