import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuiltPackage } from "./built-package.ts";
import { sharedPackage } from "./programs.ts";

let built: BuiltPackage;
let folder: string;
beforeAll(async () => {
  built = await sharedPackage();
  folder = mkdtempSync(join(tmpdir(), "abp-loaded-"));
  const recorder = `import { registerHooks } from "node:module";
    import { writeFileSync } from "node:fs";
    const urls = [];
    registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
    process.on("exit", () => writeFileSync(process.env.ABP_TEST_LOADED, JSON.stringify([urls, process.moduleLoadList])));`;
  writeFileSync(join(folder, "recorder.mjs"), recorder);
  mkdirSync(join(folder, "home"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await built[Symbol.asyncDispose]();
});

/** The parts of the package that a process loads: names of files without hashes, packages, and internal modules of Node. */
function loadedBy(...argv: readonly string[]): { files: string[]; packages: string[]; internals: string[] } {
  const record = join(folder, "loaded.json");
  const recorder = pathToFileURL(join(folder, "recorder.mjs")).href;
  const { status, stderr } = spawnSync(process.execPath, ["--import", recorder, ...argv], {
    cwd: join(folder, "home"),
    env: {
      PATH: process.env["PATH"],
      HOME: join(folder, "home"),
      ABP_TEST_LOADED: record,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  const [urls, internals] = JSON.parse(readFileSync(record, "utf8")) as [string[], string[]];
  const root = pathToFileURL(`${built.root}/`).href;
  const own = urls.flatMap((url) =>
    url.startsWith(root)
      ? (/^dist\/(?:chunks\/)?([\w/-]+?)(?:-[\w-]{8})?\.js$/.exec(url.slice(root.length))?.[1] ?? [])
      : [],
  );
  const packages = urls.flatMap((url) =>
    url.startsWith(root) ? [] : (/\/node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//.exec(url)?.[1] ?? []),
  );
  return { files: own, packages: [...new Set(packages)], internals };
}
const abp = (...words: readonly string[]) => loadedBy(join(built.root, "bin/abp.js"), ...words);

/** What only some calls and documents need: validators, prices, WebSockets, the rules of vendors. */
const BY_NEED = ["ajv", "ajv-formats", "@pydantic/genai-prices", "ws"];
/** Node's own fetch client. */
const FETCH = "NativeModule internal/deps/undici/undici";

describe("a process loads only what it needs:", () => {
  it("abp --help loads the command line alone", () => {
    const { files, packages } = abp("--help");
    expect(files).toContain("cli/main");
    for (const file of ["contract", "zod", "dialects", "gateway", "config"])
      expect(files).not.toContain(file);
    expect(packages).toEqual([]);
  });

  it("a check of the configuration, which the daemon starts with, loads no validator and no simulated rules", () => {
    const { files, packages, internals } = abp("config", "check");
    expect(files).toEqual(expect.arrayContaining(["config", "gateway", "dialects"]));
    expect(files).not.toContain("strict");
    for (const name of BY_NEED) expect(packages).not.toContain(name);
    expect(internals).not.toContain(FETCH);
  });

  it("a run of the mock backend loads no validator, no price list and no fetch client", () => {
    const { files, packages, internals } = abp("run", "--backend", "mock", "--task", "say hi", "--json");
    expect(files).toContain("runtime");
    expect(files).not.toContain("strict");
    for (const name of BY_NEED) expect(packages).not.toContain(name);
    expect(internals).not.toContain(FETCH);
  });

  it("the host of an agent loads neither the gateway nor the dialects", () => {
    const { files } = loadedBy(
      "-e",
      `import(${JSON.stringify(join(built.root, "dist/agents/claude/host.js"))})`,
    );
    expect(files).toContain("agents/claude/host");
    for (const file of ["gateway", "dialects", "config", "server"]) expect(files).not.toContain(file);
  });

  it("the drop-in OpenAI class loads no other vendor's SDK and no command line", () => {
    const { files, packages } = loadedBy(
      "-e",
      `import(${JSON.stringify(join(built.root, "dist/client/openai.js"))})`,
    );
    expect(files).toEqual(expect.arrayContaining(["client/openai", "gateway"]));
    expect(files).not.toContain("cli/main");
    expect(files).not.toContain("strict");
    expect(packages).toContain("openai");
    for (const name of [...BY_NEED, "@anthropic-ai/sdk", "@google/genai"])
      expect(packages).not.toContain(name);
  });
});
