import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/index.ts";
import { AbpError } from "../../src/contract/index.ts";
import { eventually } from "../eventually.ts";
import { faultSize } from "../fault-size.ts";
import { repository } from "../package/built-package.ts";
import { programsFolder } from "../package/programs.ts";
import { CANARIES, canariesIn, snapshot, Victim } from "./victim.ts";

const ABP = join(await programsFolder(), "abp.js");
const root = dirname(dirname(ABP));
/** A module of the package: of the build, or of the checkout where there is none. */
const moduleOf = (name: string) => join(root, root === repository ? `src/${name}.ts` : `dist/${name}.js`);

let victim: Victim;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  victim = await Victim.create();
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  victim.close();
});

interface Ended {
  readonly exit: number | null;
  readonly out: string;
  readonly error: string;
}

/** Starts a Node program in a directory, with the victim's environment. */
function start(cwd: string, ...argv: string[]) {
  const child = spawn(process.execPath, argv, { cwd, env: victim.env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  const said = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.error += chunk.toString();
  });
  const ended = new Promise<Ended>((settle) => child.on("close", (exit) => settle({ exit, ...said })));
  return { child, said, ended };
}

const run = (cwd: string, ...argv: string[]) => start(cwd, ABP, ...argv).ended;

/** Runs command lines one after the other in one process. */
async function runAll(cwd: string, commands: readonly (readonly string[])[]): Promise<Ended[]> {
  const program = `
    import { main } from ${JSON.stringify(moduleOf("cli/main"))};
    for (const argv of ${JSON.stringify(commands)}) {
      const exit = await main(argv);
      process.stderr.write("\\0");
      process.stdout.write("\\0" + exit + "\\0");
    }
    process.exit(0);`;
  const { out, error } = await start(cwd, "--input-type=module", "-e", program).ended;
  const outs = out.split("\0");
  return error
    .split("\0")
    .slice(0, -1)
    .map((text, at) => ({ exit: Number(outs[2 * at + 1]), out: outs[2 * at]!, error: text }));
}

describe("the command in a hostile repository", () => {
  it("sends nothing, reads nothing and starts nothing", async () => {
    const cwd = victim.clone("sends-a-key-to-its-own-address");
    const before = snapshot(victim.root);
    const commands = [
      ["call", "hello"],
      ["exec", "--", process.execPath, "-e", "process.exit(0)"],
      ["env", "claude"],
      ["engines", "--check"],
      ["up", "--port", "0"],
      ["run", "--task", "hello"],
    ];
    const ends = await runAll(cwd, commands);
    expect(ends.map(({ exit, out }) => [exit, out])).toEqual(commands.map(() => [3, ""]));
    for (const { error } of ends) {
      expect(error).toContain("backplane.toml:4:1 would set engines.claude.base_url");
      expect(error).toContain("backplane.toml:5:1 would set engines.claude.api_key");
      expect(error).toContain(`abp config trust ${cwd}/backplane.toml`);
      expect(canariesIn(error)).toEqual([]);
      expect(error).not.toContain(victim.attacker.url);
    }
    expect(snapshot(victim.root)).toEqual(before);
    expect(victim.attacker.connections).toBe(0);
  });

  it("does not follow a link to a file that is trusted elsewhere", async () => {
    const trusted = victim.clone("accepts-other-hosts");
    expect((await run(trusted, "config", "trust")).exit).toBe(0);
    const cwd = victim.clone("moves-the-evidence");
    renameSync(join(cwd, "backplane.toml"), join(cwd, "old.toml"));
    symlinkSync(join(trusted, "backplane.toml"), join(cwd, "backplane.toml"));
    const { exit, error } = await run(cwd, "backends");
    expect(exit).toBe(3);
    expect(error).toContain("it is a symbolic link, which is never followed");
  });
});

describe("the drop-in clients in a hostile repository", () => {
  const script = (abp: string) => `
    import { OpenAI } from ${JSON.stringify(moduleOf("client/openai"))};
    import { Anthropic } from ${JSON.stringify(moduleOf("client/anthropic"))};
    import { GoogleGenAI } from ${JSON.stringify(moduleOf("client/google"))};
    const abp = ${abp};
    const messages = [{ role: "user", content: "hello" }];
    const calls = [
      () => new OpenAI({ abp, maxRetries: 0 }).chat.completions.create({ model: "m", messages }),
      () => new Anthropic({ abp, maxRetries: 0 }).messages.create({ model: "m", max_tokens: 9, messages }),
      () => new GoogleGenAI({ abp }).models.generateContent({ model: "m", contents: "hello" }),
    ];
    const results = [];
    for (const call of calls) {
      results.push(await call().then((answer) => JSON.stringify(answer), (error) => "failed: " + error.message));
    }
    console.log(JSON.stringify(results));
    process.exit(0);
  `;
  const clients = (cwd: string, abp: string) =>
    start(cwd, "--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script(abp)).ended;

  it("throw an error that names the keys, and send nothing", async () => {
    const cwd = victim.clone("takes-the-callers-keys");
    victim.env["OPENAI_API_KEY"] = CANARIES.variable;
    const { out, error } = await clients(cwd, "undefined");
    const results = JSON.parse(out || error) as string[];
    expect(results).toHaveLength(3);
    for (const result of results) {
      expect(result).toContain("failed: ");
      expect(result).toContain("not trusted");
      expect(result).toContain("engines.evil.base_url");
      expect(result).toContain("abp config trust");
    }
    expect(canariesIn(out + error)).toEqual([]);
    expect(victim.attacker.connections).toBe(0);
    expect(victim.vendor.connections).toBe(0);
  });

  it("go on without the file if the program says so", async () => {
    const cwd = victim.clone("redirects-the-users-engine");
    const { out, error } = await clients(cwd, '{ ignoreProjectConfig: true, engine: "claude" }');
    const results = JSON.parse(out || error) as string[];
    for (const result of results) expect(result).toContain("hello from the engine");
    expect(victim.vendor.requests).toHaveLength(3);
    expect(victim.attacker.connections).toBe(0);
  });
});

describe("a running daemon whose repository changes", () => {
  const key = (name: string) => `\n[keys.${name}]\ntoken = "token-of-${name}"\n`;

  it("accepts no new key before it is trusted, and refuses a removed key at once", async () => {
    const cwd = victim.clone("accepts-other-hosts");
    const file = join(cwd, "backplane.toml");
    writeFileSync(file, key("ada") + key("bob"));
    expect((await run(cwd, "config", "trust")).exit).toBe(0);
    const { said, child, ended } = start(cwd, ABP, "up", "--port", "0", "--json");
    const url = await eventually(() => (JSON.parse(said.out) as { url: string }).url);
    const statusOf = async (name: string) =>
      (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer token-of-${name}` } })).status;
    expect([await statusOf("ada"), await statusOf("bob"), await statusOf("eve")]).toEqual([200, 200, 401]);

    appendFileSync(file, key("eve"));
    await eventually(() => expect(said.error).toContain("is not trusted"));
    expect(said.error).toContain("keys.eve.token");
    expect(said.error).toContain(`abp config trust ${file}`);
    expect([await statusOf("ada"), await statusOf("eve")]).toEqual([200, 401]);

    writeFileSync(file, key("ada") + key("eve"));
    await eventually(async () => expect(await statusOf("bob")).toBe(401));
    expect([await statusOf("ada"), await statusOf("eve")]).toEqual([200, 401]);

    expect((await run(cwd, "config", "trust")).exit).toBe(0);
    await eventually(async () => expect(await statusOf("eve")).toBe(200));
    expect(await statusOf("bob")).toBe(401);

    // Without any key left, nobody is served.
    writeFileSync(file, "port = 1\n");
    await eventually(async () => expect(await statusOf("ada")).toBe(401));
    expect(said.error).not.toContain("token-of-");
    child.kill("SIGTERM");
    expect((await ended).exit).toBe(0);
  });
});

const READS = faultSize(100, 500);

it("a file that is exchanged all the time is applied with its trusted content, or not at all", async () => {
  const cwd = victim.clone("accepts-other-hosts");
  const file = join(cwd, "backplane.toml");
  writeFileSync(file, "port = 1111\n");
  expect((await run(cwd, "config", "trust")).exit).toBe(0);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { workerData } = require("node:worker_threads");
     const { writeFileSync, renameSync } = require("node:fs");
     const stop = new Int32Array(workerData.stop);
     for (let turn = 0; Atomics.load(stop, 0) === 0; turn++) {
       writeFileSync(workerData.file + ".next", turn % 2 === 0 ? "port = 6666\\n" : "port = 1111\\n");
       renameSync(workerData.file + ".next", workerData.file);
     }`,
    { eval: true, workerData: { file, stop: stop.buffer } },
  );
  const seen = new Map<number | string, number>();
  for (let count = 0; count < READS; count++) {
    const result = portOrCode(dirname(file));
    seen.set(result, (seen.get(result) ?? 0) + 1);
  }
  Atomics.store(stop, 0, 1);
  await new Promise((settle) => worker.once("exit", settle));
  expect([...seen.keys()].filter((result) => result !== 1111 && result !== "config_untrusted")).toEqual([]);
});

function portOrCode(cwd: string): number | string {
  try {
    return loadConfig({ cwd, home: victim.root, env: { ABP_HOME: victim.home } }).config.port;
  } catch (error) {
    if (AbpError.is(error)) return error.code;
    throw error;
  }
}
