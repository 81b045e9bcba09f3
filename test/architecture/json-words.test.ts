import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "../../src");

/** They read JSON that others wrote: vendors, agents, sidecars, programs that use a stand-in. */
const FOLDERS = ["dialects", "negotiation", "agents", "sidecar", "stand-in"];

/** `String` throws for an object that hides the ways to a text. What our own code threw is no such object. */
const CONVERSION = /\bString\((?!error\)|cause\)|reason\)|signal\.reason\))|\(String\)/;

it("the words of JSON that others wrote are read by `textOfJson` alone", () => {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: src })).filter(
    (path) => !path.endsWith(".test.ts") && !path.includes("/fixtures/"),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) =>
    readFileSync(join(src, path), "utf8")
      .split("\n")
      .flatMap((line, index) => (isConversion(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

function isConversion(line: string): boolean {
  return !/^\s*(?:\/\/|\/?\*)/.test(line) && CONVERSION.test(line);
}
