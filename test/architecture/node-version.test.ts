import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../fault-size.ts";

const ROOT = join(import.meta.dirname, "../..");
const { exports: entries } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  exports: Record<string, string | { default: string }>;
};
const sources = Object.values(entries).flatMap((entry) =>
  typeof entry === "string" ? [] : [entry.default.replace("./dist/", "src/").replace(/\.js$/, ".ts")],
);
/** The kit for authors of sidecars runs on older versions, too. */
const FREE = ["src/sidecar/kit/index.ts"];

// `test/package` shows the same of every entry of the build, which loads faster.
const told = sampled(
  sources.filter((source) => !FREE.includes(source)),
  (source) => source === "src/policy/index.ts",
);
let messages: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  const program = `
    Object.defineProperty(process.versions, "node", { value: "20.1.0" });
    const messages = {};
    for (const source of ${JSON.stringify(told)})
      messages[source] = await import(${JSON.stringify(`${ROOT}/`)} + source).then(() => "", ({ message }) => message);
    console.log(JSON.stringify(messages));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  messages = JSON.parse(stdout) as Record<string, string>;
});

describe("an older Node", () => {
  it.each(told)("learns from %s which one is needed", (source) => {
    expect(messages[source]).toMatch(/^agent-backplane needs Node 24 or newer, and this is v/);
  });

  // What an import names is looked for before any module runs, so that the message would come too late.
  it("fails at no import of a module or a name that it does not have", () => {
    const later: readonly (readonly [RegExp, RegExp])[] = [
      [/^node:sqlite$/, /./],
      [/^node:zlib$/, /zstd|crc32/i],
      [/^node:module$/, /enableCompileCache|registerHooks|stripTypeScriptTypes|findPackageJSON/],
      [/^node:path$/, /matchesGlob/],
      [/^node:fs(?:\/promises)?$/, /\bglob(?:Sync)?\b/],
    ];
    const found: string[] = [];
    for (const file of globSync("src/**/*.ts", { cwd: ROOT })) {
      if (/\.test\.ts$|\.contract\.ts$|\.bench\.ts$|\/fixtures\//.test(file)) continue;
      const text = readFileSync(join(ROOT, file), "utf8");
      for (const [, names = "", name = ""] of text.matchAll(
        /^(?:import|export) (?!type\b)([^;"]*) from "(node:[^"]+)";/gm,
      ))
        for (const [module, lacking] of later)
          if (module.test(name) && (names.includes("{") || name === "node:sqlite") && lacking.test(names))
            found.push(`${file}: ${names} of ${name}`);
    }
    expect(found).toEqual([]);
  });
});
