import { describe, expect, it } from "vitest";
import { selectMutants } from "./selection.ts";

const files: Record<string, string> = {
  "src/engines/a.ts": "export const a = (b: number) => b < 1 || b > 5;\n",
  "src/engines/a.test.ts": "a();\n",
  "src/engines/fixtures/b.ts": "a();\n",
  "src/storage/c.ts": "c();\nd();\n",
};
const select = (options: Partial<Parameters<typeof selectMutants>[0]>, equivalents = [] as never[]) =>
  selectMutants(
    { folders: ["engines", "storage"], file: undefined, seed: "1", count: undefined, ...options },
    Object.keys(files),
    (path) => files[path],
    equivalents,
  );

describe("selectMutants", () => {
  it("takes product code only, from each folder in turn", () => {
    const selected = select({ count: 2 }).sampled.map(({ file }) => file);
    expect(selected).toEqual([
      "src/engines/a.ts",
      "src/storage/c.ts",
      "src/engines/a.ts",
      "src/storage/c.ts",
    ]);
  });
  it("takes all mutants of one file", () => {
    const { sampled } = select({ file: "src/storage/c.ts" });
    expect(sampled.map(({ line }) => line).sort()).toEqual([1, 2]);
  });
  it("takes the same mutants of a folder alone and beside others", () => {
    const beside = select({ count: 4 }).sampled.filter(({ file }) => file.startsWith("src/engines/"));
    expect(select({ folders: ["engines"], count: 4 }).sampled).toEqual(beside);
  });
  it("says so when there is nothing to mutate", () => {
    expect(() => select({ folders: ["nowhere"] })).toThrow("There is nothing to mutate in src/nowhere.");
  });
  it("sets equivalent mutants apart, and names entries whose code is gone", () => {
    const known = { file: "src/storage/c.ts", original: "c();", mutated: ";", reason: "r" };
    const gone = { ...known, original: "e();" };
    const elsewhere = { ...gone, file: "src/daemon/e.ts" };
    const selection = select({ folders: ["storage"] }, [known, gone, elsewhere] as never[]);
    expect(selection.equivalents.map(({ original }) => original)).toEqual(["c();"]);
    expect(selection.toRun.map(({ original }) => original)).toEqual(["d();"]);
    expect(selection.staleEquivalents).toEqual([gone]);
  });
});
