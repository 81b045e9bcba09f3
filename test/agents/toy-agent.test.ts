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
async function node(cwd: string, ...argv: string[]): Promise<string> {
  const path = [join(copy, "programs"), process.env["PATH"]].join(delimiter);
  const { stdout } = await run(process.execPath, argv, {
    cwd,
    env: {
      PATH: path,
      HOME: join(copy, "home"),
      NO_COLOR: "1",
      ABP_SANDBOX__LEVEL: "off",
      // What one program has compiled, the next one loads.
      NODE_COMPILE_CACHE: join(copy, "compiled"),
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

const MINE = '[backends.mine]\ntype = "agent"\nagent = ';
/** The command lines that the tests judge. One process runs all of them, because to load the sources takes longest. */
const commands = {
  list: ["agents", "list", "--json"],
  backends: ["backends", "toy", "--json", "--timeout", "120"],
  completion: ["complete", "--", "env", ""],
  check: ["config", "check", "--config", "mine.toml"],
  checkOfTypo: ["config", "check", "--config", "typo.toml"],
  exec: ["exec", "--", "toy", "hello"],
  run: ["run", "--backend", "toy", "--json", "--task", "say something"],
} as const;
type CommandName = keyof typeof commands;

/** Writes the end of each command after its output. Programs that a command starts write to the same output. */
const commandsProgram = `
import { main } from "./src/cli/main.ts";
import { processHost } from "./src/cli/terminal/host.ts";
const write = (text) => void process.stdout.write(text);
const host = { ...processHost(), writeOut: write, writeError: write };
for (const argv of JSON.parse(process.argv[2])) write("\\n" + await main(argv, host) + " is the exit code\\n");
`;

/** What each command wrote, and its exit code. */
async function runCommands(): Promise<Map<CommandName, { readonly exit: number; readonly text: string }>> {
  // A run stages the directory that it is started in.
  const work = join(copy, "work");
  mkdirSync(work);
  writeFileSync(join(work, "mine.toml"), `${MINE}"toy"\n`);
  writeFileSync(join(work, "typo.toml"), `${MINE}"toi"\n`);
  writeFileSync(join(copy, "commands.mjs"), commandsProgram);
  const said = await node(work, "../commands.mjs", JSON.stringify(Object.values(commands)));
  const ends = [...said.matchAll(/([\s\S]*?)\n(\d+) is the exit code\n/g)];
  const names = Object.keys(commands) as CommandName[];
  return new Map(names.map((name, at) => [name, { text: ends[at]![1]!, exit: Number(ends[at]![2]) }]));
}

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
  let ends: Awaited<ReturnType<typeof runCommands>>;
  beforeAll(async () => {
    copy = copyRepository();
    addToy(copy);
    addProgram(copy);
    await node(copy, "scripts/generate.ts");
    ends = await runCommands();
  }, TIMEOUT_MS);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** What a command wrote, which has to succeed. */
  function outputOf(name: CommandName): string {
    const { exit, text } = ends.get(name)!;
    expect(exit, text).toBe(0);
    return text;
  }

  it("is in the capability matrix and the reference of commands", () => {
    const read = (path: string) => readFileSync(join(copy, path), "utf8");
    expect(read("docs/capability-matrix.md")).toContain("## Toy Agent");
    expect(read("docs/commands.md")).toContain("kimi, toy, sdk |");
  });

  it("is listed with its version, and as a backend", () => {
    const agents = JSON.parse(outputOf("list")) as unknown;
    expect(JSON.stringify(agents)).toContain('"toy"');
    expect(outputOf("backends")).toContain('"title":"Toy Agent"');
  });

  it("is offered by the completion of commands", () => {
    const lines = outputOf("completion").split("\n");
    expect(lines.map((line) => line.trim())).toContain("toy");
  });

  it("can be named by the configuration", () => {
    expect(outputOf("check")).not.toMatch(/error|does not exist/i);
    const { exit, text } = ends.get("checkOfTypo")!;
    expect(exit).not.toBe(0);
    expect(text).toMatch(/"toi", which does not exist/);
  });

  it("is pointed at the gateway by `abp exec`", () => {
    const said = JSON.parse(outputOf("exec").split("\n")[0]!) as { url: string; args: string[] };
    expect(said.args).toEqual(["hello"]);
    expect(said.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/r\/.+\/v1$/);
  });

  it("runs a work order as a backend, with the key of its run", () => {
    const text = outputOf("run");
    expect(text).toContain("OPENAI_BASE_URL");
    expect(text).toContain(String.raw`\"args\":[\"acp\"]`);
    expect(text).toContain('"backend":{"adapter_version":null,"backend_version":"1.0.0","id":"toy"}');
  });
});
