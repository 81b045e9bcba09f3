import { describe, expect, it } from "vitest";
import { measureOwn } from "../../scripts/strict/acceptance.ts";
import { targets } from "../../scripts/strict/targets.ts";
import { corpusExists } from "../dialects/corpus.ts";

const named = targets.map((target) => [target.dialect, target] as const);

describe.skipIf(!corpusExists)("recorded requests that their vendor accepted", () => {
  it.each(named)("are accepted unchanged by the strict engine of %s", (dialect, { vendors }) => {
    const own = measureOwn(dialect, vendors);
    expect(own.requests).toBeGreaterThan(0);
    expect(own.rejections).toEqual([]);
  });
});
