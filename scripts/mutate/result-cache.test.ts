import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ResultCache } from "./result-cache.ts";

describe("ResultCache", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "abp-result-cache-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("finds results of an earlier run", () => {
    const path = join(folder, "new/results.jsonl");
    new ResultCache(path).set("a:b", { outcome: "failed", failure: "says no" });
    expect(new ResultCache(path).get("a:b")).toEqual({ outcome: "failed", failure: "says no" });
    expect(new ResultCache(path).get("a:c")).toBeUndefined();
  });
  it("leaves out the incomplete last line of a run that was killed", () => {
    const path = join(folder, "results.jsonl");
    new ResultCache(path).set("a", { outcome: "passed" });
    appendFileSync(path, '{"key":"b","outco');
    const cache = new ResultCache(path);
    expect(cache.get("a")).toEqual({ outcome: "passed" });
    expect(cache.get("b")).toBeUndefined();
  });
});
