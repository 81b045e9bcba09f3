import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedPath } from "../shared.ts";
import { catalogue, idsOf, judgeCatalogue, otherFolders } from "./catalogue.ts";

const source = sharedPath("reference", "fidelity-catalogue.md");

describe("the catalogue of faults", () => {
  it.skipIf(!existsSync(source))("has every row of the reference, once", () => {
    const rows = [...readFileSync(source, "utf8").matchAll(/^\| ([A-H]\d{1,2}) \|/gm)].map(
      (match) => match[1],
    );
    expect(catalogue.map((row) => row.id)).toEqual(rows);
  });

  it("reads ids from the beginning of a test's name only", () => {
    expect(idsOf("B5: text and thinking")).toEqual(["B5"]);
    expect(idsOf("A7, A10: a signature")).toEqual(["A7", "A10"]);
    expect(idsOf("C5 / C7 and text")).toEqual(["C5"]);
    expect(idsOf("maps B5 to something")).toEqual([]);
  });

  it("takes a row that no dialect can show from where it is shown", () => {
    const verdictOf = (file: string) =>
      judgeCatalogue([{ name: "H9: x", status: "passed", file }]).find((one) => one.row.id === "H9")?.verdict;
    expect(verdictOf("test/gateway/failure.test.ts")).toBe("pass");
    expect(verdictOf("test/dialects/other.test.ts")).toBe("not applicable");
    expect(otherFolders).toEqual(["test/gateway"]);
  });

  it("fails a row with a failing test and misses one without tests", () => {
    const verdicts = judgeCatalogue([
      { name: "A1: x", status: "passed" },
      { name: "A2: x", status: "passed" },
      { name: "A2: y", status: "failed" },
      { name: "A3: x", status: "skipped" },
    ]);
    const of = (id: string) => verdicts.find((one) => one.row.id === id)?.verdict;
    expect([of("A1"), of("A2"), of("A3"), of("A12")]).toEqual(["pass", "fail", "missing", "not applicable"]);
  });
});
