import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const folder = import.meta.dirname;
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.includes("test") && !name.includes("fixtures"),
);

/** Files that a file imports, as paths. Packages are left out. */
function importsOf(name: string): string[] {
  const text = readFileSync(join(folder, name), "utf8");
  return [...text.matchAll(/from "(\.[^"]+)"/g)].map((match) => resolve(folder, name, "..", match[1]!));
}

describe("the strict engine", () => {
  it("imports nothing that it judges: no file outside its folder", () => {
    expect(files.length).toBeGreaterThan(50);
    const outside = files.flatMap((name) => importsOf(name).filter((path) => !path.startsWith(`${folder}/`)));
    expect(outside).toEqual([]);
  });

  it("has the same file names for every API", () => {
    const own = (api: string) =>
      readdirSync(join(folder, api)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
    const known = [...own("claude"), "request.ts", "thinking.ts"];
    for (const api of ["openai", "codex", "gemini", "kimi", "copilot"])
      expect(own(api).filter((name) => !known.includes(name))).toEqual([]);
  });
});
