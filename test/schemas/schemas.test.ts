import { describe, expect, it } from "vitest";
import { expectNone } from "../dialects/failures.ts";
import { openSchemas } from "./dialect-schemas.ts";
import { measure, violationsOf } from "./measure.ts";
import { publishedExist } from "./published.ts";
import { simulatedInto } from "./said/simulated.ts";
import { translatedInto } from "./said/translated.ts";

// `npm run schemas` checks all of it.
const AMOUNT = { recordings: 12, generated: 12 };

const dialects = Object.keys(openSchemas);
const needsPublished = (dialect: string) => dialect === "openai" || dialect === "codex";

describe.each(dialects)("what is said in %s", (dialect) => {
  const isSkipped = needsPublished(dialect) && !publishedExist;

  it.skipIf(isSkipped)("fits the published schemas when it is translated", async () => {
    const measured = await measure(translatedInto(dialect, AMOUNT));
    expect(measured.every(({ checked }) => checked > AMOUNT.generated)).toBe(true);
    expectNone(violationsOf(measured));
  });

  it.skipIf(isSkipped)("fits the published schemas when it is simulated", async () => {
    const measured = await measure(simulatedInto(dialect));
    expect(measured.length).toBe(6);
    expectNone(violationsOf(measured));
  });
});
