import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEntries } from "../../scripts/package-build/entries.ts";
import { type BuiltPackage, repository } from "./built-package.ts";
import { sharedPackage } from "./programs.ts";

let built: BuiltPackage;
beforeAll(async () => {
  built = await sharedPackage();
});
afterAll(() => built[Symbol.asyncDispose]());

const entries = listEntries(repository);
const run = (argv: readonly string[]) => promisify(execFile)(process.execPath, argv, { cwd: built.root });
const codeOf = (entry: string) => readFileSync(join(built.root, `dist/${entry}.js`), "utf8");

describe("the entries of the build", () => {
  it("are what the package exports, its programs, its hosts, and what starts by path", () => {
    const all = [...entries.modules, ...entries.alone];
    expect(all).toEqual(
      expect.arrayContaining([
        ...["index", "client/openai", "cli/main", "cli/programs/claude-program"],
        ...["agents/claude/host", "agents/engine/host", "daemon/threads/gateway-thread"],
        ...["storage/sqlite/writer/writer-thread", "workspace/scan/scan-thread"],
        ...["sandbox/launch/launcher", "sandbox/self-test/inside"],
        "stand-in/claude/mcp/bridge-program",
      ]),
    );
    for (const file of globSync("src/agents/*/host.ts", { cwd: repository }))
      expect(all).toContain(file.slice("src/".length, -".ts".length));
    for (const entry of all) expect(existsSync(join(built.root, `dist/${entry}.js`)), entry).toBe(true);
  });

  it("lie in few files", () => {
    const files = globSync("dist/**/*.js", { cwd: built.root });
    expect(files.length).toBeLessThan(200);
    expect(files.length).toBeGreaterThan(entries.modules.length + entries.alone.length);
  });

  // A sandbox shows one file of them; an older Node and a small thread have no use for the rest.
  it.each(entries.alone)("need no other file for %s", (entry) => {
    const named = [...codeOf(entry).matchAll(/^(?:import|export)\b[^"]*"([^"]+)";$/gm)].map(
      ([, name]) => name,
    );
    expect(named.filter((name) => name!.startsWith("."))).toEqual([]);
  });

  it("hold the code of dependencies that each start needs, with their licences", () => {
    const licences = readFileSync(join(built.root, "dist/LICENSES.txt"), "utf8");
    expect(licences).toMatch(/^zod \d+\.\d+\.\d+$/m);
    expect(licences).toContain("Permission is hereby granted");
    const imported = globSync("dist/**/*.js", { cwd: built.root }).flatMap((file) =>
      [...readFileSync(join(built.root, file), "utf8").matchAll(/^import\b[^"]*"([^"./][^"]*)";$/gm)].map(
        ([, name]) => name!,
      ),
    );
    expect(imported.filter((name) => /^(?:zod|commander)\b/.test(name))).toEqual([]);
    // The SDKs are for their users to install.
    expect(imported).toEqual(expect.arrayContaining(["openai", "@anthropic-ai/sdk", "@google/genai"]));
  });

  it("hold only ASCII, which V8 keeps in half the memory", () => {
    const wide = globSync("dist/**/*.js", { cwd: built.root }).filter((file) =>
      /[^\0-\x7f]/.test(readFileSync(join(built.root, file), "utf8")),
    );
    expect(wide).toEqual([]);
  });

  it("find the package's own files from wherever the build puts the code", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      version: string;
    };
    const { stdout } = await run(["bin/abp.js", "version", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ version });
  });
});

it("an older Node learns from every entry which version is needed", async () => {
  const program = `
    Object.defineProperty(process.versions, "node", { value: "20.1.0" });
    const { exports } = JSON.parse((await import("node:fs")).readFileSync("package.json", "utf8"));
    for (const [name, entry] of Object.entries(exports))
      if (entry.default) await import(process.cwd() + "/" + entry.default).then(
        () => console.log(name, "works"),
        (error) => console.log(name, /needs Node 24/.test(error.message) ? "says what is needed" : error));`;
  const { stdout } = await run(["--input-type=module", "-e", program]);
  const answers = Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => [line.split(" ")[0]!, line.slice(line.indexOf(" ") + 1)]),
  );
  const { "./sidecar": kit, ...others } = answers;
  expect(kit).toBe("works");
  expect(Object.keys(others).length).toBeGreaterThan(8);
  expect(new Set(Object.values(others))).toEqual(new Set(["says what is needed"]));
});
