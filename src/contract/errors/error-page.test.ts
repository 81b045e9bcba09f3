import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ExitCode } from "./rows/row.ts";
import { errorCodes, errorRow } from "./table.ts";

const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");

/** What the page says of each code, by code. */
const sections = new Map(
  page
    .slice(page.indexOf("## Codes"))
    .split("\n### ")
    .slice(1)
    .map((section) => {
      const [code, , words, , facts] = section.split("\n");
      return [code!, { words: words!, facts: facts!.split(" · ") }] as const;
    }),
);

describe("the page of errors", () => {
  it("has every code of the table, in its order", () => {
    expect([...sections.keys()]).toEqual(errorCodes);
  });

  it.each(errorCodes)("says what %s means, and what to do next", (code) => {
    const { title, advice } = errorRow(code);
    expect(sections.get(code)?.words).toBe(`${title}. ${advice}`);
  });

  it.each(errorCodes)("states the status, the exit code and the names of %s", (code) => {
    const { mapping, status, retryable, exit, wire } = errorRow(code);
    const { facts } = sections.get(code)!;
    expect(facts.find((fact) => fact.startsWith("HTTP "))).toBe(`HTTP ${status}`);
    expect(facts.find((fact) => fact.endsWith("retryable"))).toBe(retryable ? "retryable" : "not retryable");
    expect(facts.find((fact) => fact.startsWith("exit "))).toBe(`exit ${exit}`);
    expect(facts.find((fact) => fact.startsWith("abp/v0.1"))).toBe(wire && `abp/v0.1: \`${wire}\``);
    expect(facts.find((fact) => /^E\d/.test(fact))).toBe(mapping && `${mapping.number} ${mapping.type}`);
  });

  it("lists every exit code of the command line", () => {
    const listed = [...page.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
    expect(listed).toEqual(Object.values(ExitCode));
    expect(listed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 124, 129, 130, 131, 141, 143]);
  });
});
