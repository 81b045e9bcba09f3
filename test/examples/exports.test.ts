import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const documented = readFileSync(new URL("../../docs/exports.md", import.meta.url), "utf8");

it("docs/exports.md lists every entry point of the package, as stable or experimental", () => {
  const rows = documented.split("\n").filter((line) => line.startsWith("| `agent-backplane"));
  for (const row of rows) expect(row).toMatch(/\| (stable|experimental) \|$/);
  const listed = rows.flatMap((row) =>
    [...row.split("|")[1]!.matchAll(/`(?:agent-backplane)?(\/[^`]*)?`/g)].map(
      (match) => `.${match[1] ?? ""}`,
    ),
  );
  const exported = Object.keys(manifest.exports).filter((name) => name !== "./package.json");
  expect(listed.sort()).toEqual(exported.sort());
});

it("every optional peer has a range that excludes the next major version", () => {
  for (const [name, range] of Object.entries(manifest.peerDependencies)) {
    const [, lowest, next] = /^>=(\d+)\.0\.0 <(\d+)$/.exec(range) ?? [];
    expect(Number(next), name).toBe(Number(lowest) + 1);
    const installed = (manifest.devDependencies as Record<string, string>)[name];
    expect(installed?.split(".")[0], name).toBe(lowest);
  }
});
