import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, "../..");
const PARTS = [
  ...["bin", "hosts", "src", "scripts", "schemas", "docs", "package.json", "biome.json", ".gitignore"],
  "test/agents/hosts/agent-tools.ts",
];
const TIMEOUT_MS = 300_000;

let copy = "";

/** Runs a program of the copy with this Node, in a home folder of its own. The toy is found in `PATH`. */
async function node(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
  const path = [join(copy, "programs"), process.env["PATH"]].join(delimiter);
  return run(process.execPath, argv, {
    cwd: copy,
    env: { PATH: path, HOME: join(copy, "home"), NO_COLOR: "1", ABP_SANDBOX__LEVEL: "off" },
    maxBuffer: 64 * 1024 * 1024,
  });
}

const abp = (...argv: string[]) => node("bin/abp.js", ...argv);

function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "abp-toy-agent-"));
  for (const part of PARTS)
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith(".test.ts"),
    });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  mkdirSync(join(folder, "home"));
  return folder;
}

/** The edits that add an agent: its folder, that of its host, and its name. */
function addToy(folder: string): void {
  mkdirSync(join(folder, "src/agents/toy"));
  for (const file of ["agent.ts", "host.ts"]) {
    const source = readFileSync(join(repository, "test/agents/toy", file), "utf8");
    const moved = source.replaceAll("../../../src/agents/", "../").replaceAll("../../../src/", "../../");
    writeFileSync(join(folder, "src/agents/toy", file), moved);
  }
  mkdirSync(join(folder, "hosts/toy"));
  const host = readFileSync(join(repository, "hosts/kimi/host.js"), "utf8");
  writeFileSync(join(folder, "hosts/toy/host.js"), host.replace('serveAgent("kimi")', 'serveAgent("toy")'));
  chmodSync(join(folder, "hosts/toy/host.js"), 0o755);
  const names = join(folder, "src/agents/names/index.ts");
  const before = readFileSync(names, "utf8");
  const after = before.replace('"kimi"] as const', '"kimi", "toy"] as const');
  expect(after).not.toBe(before);
  writeFileSync(names, after);
}

/** The program that the toy is: it says its variables and arguments, as an ACP agent or at once. */
function addProgram(folder: string): void {
  const agent = join(repository, "src/agents/acp/fixtures/tiny-agent.mjs");
  const text = `#!${process.execPath}
if (process.argv[2] === "--version") console.log("1.0.0");
else if (process.argv[2] === "acp") await import(${JSON.stringify(agent)});
else console.log(JSON.stringify({ url: process.env.OPENAI_BASE_URL, args: process.argv.slice(2) }));
`;
  mkdirSync(join(folder, "programs"));
  writeFileSync(join(folder, "programs/toy"), text);
  chmodSync(join(folder, "programs/toy"), 0o755);
}

describe("an agent that is added as its folders and one name", () => {
  beforeAll(async () => {
    copy = copyRepository();
    addToy(copy);
    addProgram(copy);
    await node("scripts/generate.ts");
  }, TIMEOUT_MS);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("is in the capability matrix and the reference of commands", () => {
    const read = (path: string) => readFileSync(join(copy, path), "utf8");
    expect(read("docs/capability-matrix.md")).toContain("## Toy Agent");
    expect(read("docs/commands.md")).toContain("kimi, toy, sdk |");
  });

  it("is listed with its version, and as a backend", { timeout: TIMEOUT_MS }, async () => {
    const agents = JSON.parse((await abp("agents", "list", "--json")).stdout) as unknown;
    expect(JSON.stringify(agents)).toContain('"toy"');
    const backends = await abp("backends", "toy", "--json", "--timeout", "120");
    expect(backends.stdout).toContain('"title":"Toy Agent"');
  });

  it("is offered by the completion of commands", { timeout: TIMEOUT_MS }, async () => {
    const { stdout } = await abp("complete", "--", "env", "");
    expect(stdout.split("\n").map((line) => line.trim())).toContain("toy");
  });

  it("can be named by the configuration", { timeout: TIMEOUT_MS }, async () => {
    const file = join(copy, "mine.toml");
    writeFileSync(file, '[backends.mine]\ntype = "agent"\nagent = "toy"\n');
    const { stdout, stderr } = await abp("config", "check", "--config", file);
    expect(stdout + stderr).not.toMatch(/error|does not exist/i);
    writeFileSync(file, '[backends.mine]\ntype = "agent"\nagent = "toi"\n');
    await expect(abp("config", "check", "--config", file)).rejects.toThrow(/"toi", which does not exist/);
  });

  it("is pointed at the gateway by `abp exec`", { timeout: TIMEOUT_MS }, async () => {
    const { stdout } = await abp("exec", "--", "toy", "hello");
    const said = JSON.parse(stdout) as { url: string; args: string[] };
    expect(said.args).toEqual(["hello"]);
    expect(said.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/r\/.+\/v1$/);
  });

  it("runs a work order as a backend, with the key of its run", { timeout: TIMEOUT_MS }, async () => {
    const { stdout } = await abp("run", "--backend", "toy", "--json", "--task", "say something");
    expect(stdout).toContain("OPENAI_BASE_URL");
    expect(stdout).toContain(String.raw`\"args\":[\"acp\"]`);
    expect(stdout).toContain('"backend":{"adapter_version":null,"backend_version":"1.0.0","id":"toy"}');
  });
});
