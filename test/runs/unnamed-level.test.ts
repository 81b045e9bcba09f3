import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TestMachine } from "../../src/cli/fixtures/console.ts";
import { seccompProgram } from "../../src/sandbox/seccomp/filter.ts";
import { faultSize } from "../fault-size.ts";
import { builtMain } from "../package/built-main.ts";
import { programsFolder } from "../package/programs.ts";

/** So many of the programs are also started with the setting `auto`, which counts as none. */
const WITH_AUTO = faultSize(1, 5);
const programs = await programsFolder();
const main = await builtMain();
const bin = (name: string) => join(programs, name);
const isLinux = process.platform === "linux" && seccompProgram(process.arch) !== undefined;
const REFUSAL = "sandbox_level_unmet";
const SETTING = "ABP_SANDBOX__LEVEL=off";

/** The choice of a stand-in. */
const STAND_IN = { ABP_BACKEND: "real", ABP_ENGINE: "sim-claude", ABP_MODEL: "m" };

/** A program that starts the backend. */
interface Case {
  readonly title: string;
  /** The words of a command line of `abp`, or the path of another program and its words. */
  readonly argv: readonly string[];
  /** The exit code of a refusal. */
  readonly exit: number;
}

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

const cases: readonly Case[] = [
  {
    title: "abp run",
    argv: ["run", "--task", "hi", "-b", "real", "--engine", "sim-claude"],
    exit: 4,
  },
  {
    title: "abp run with --sandbox auto",
    argv: ["run", "--task", "hi", "-b", "real", "--engine", "sim-claude", "--sandbox", "auto"],
    exit: 4,
  },
  {
    title: "abp compare",
    argv: ["compare", "--task", "hi", "--backends", "real,mock", "--engine", "sim-claude"],
    exit: 1,
  },
  { title: "abp-claude", argv: [bin("abp-claude.js"), "-p", "hi"], exit: 1 },
  {
    title: "abp-codex",
    argv: [bin("abp-codex.js"), "exec", "--json", "--sandbox", "workspace-write", "hi"],
    exit: 1,
  },
];

describe.skipIf(!isLinux)("a real agent on a machine whose sandbox does not hold", () => {
  let root: string;
  let machine: TestMachine;
  beforeEach(() => {
    machine = new TestMachine(main);
    root = mkdtempSync(join(tmpdir(), "abp-unnamed-"));
    mkdirSync(join(root, "bin"));
    mkdirSync(join(root, "work"));
    // It is found, but it isolates nothing.
    place("bwrap", "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n");
    place("agent", `#!/bin/sh\n: > '${join(root, "started")}'\nexit 1\n`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    machine.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  function place(name: string, text: string): void {
    const path = join(root, "bin", name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  }

  const environment = (more: Record<string, string>) => ({
    PATH: [join(root, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: root,
    ABP_HOME: join(root, "abp"),
    ABP_BACKENDS__REAL__TYPE: "agent",
    ABP_BACKENDS__REAL__AGENT: "claude",
    ABP_BACKENDS__REAL__COMMAND: join(root, "bin", "agent"),
    NO_COLOR: "1",
    ...more,
  });

  /** Starts one program, with `more` in its environment. */
  function start(argv: readonly string[], more: Record<string, string>) {
    const cache = process.env["NODE_COMPILE_CACHE"];
    return spawn(process.execPath, argv, {
      cwd: join(root, "work"),
      env: { ...environment(more), ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    });
  }

  /** Runs a command line of `abp` in this process, or another program, to its end. */
  async function run({ argv }: Pick<Case, "argv">, more: Record<string, string> = {}) {
    const { exit, text } = argv[0]!.endsWith(".js")
      ? await runProgram(argv, { ...STAND_IN, ...more })
      : await runCommand(argv, environment(more));
    return { exit, text: text.replaceAll(/\s+/g, " "), isStarted: existsSync(join(root, "started")) };
  }

  async function runCommand(argv: readonly string[], env: Record<string, string>) {
    // The sandbox is looked for in the PATH of the process.
    vi.stubEnv("PATH", env["PATH"]);
    const { exit, out, error } = await machine.run(argv, { env, cwd: join(root, "work"), home: root });
    return { exit, text: out + error };
  }

  async function runProgram(argv: readonly string[], env: Record<string, string>) {
    const child = start(argv, env);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stdin.end();
    const exit = await new Promise<number | null>((done) => child.on("close", (code) => done(code)));
    return { exit, text };
  }

  /** The stages and homes that were made. */
  const staged = () =>
    ["abp/state/workspaces", "abp/state/homes"]
      .map((name) => join(root, name))
      .filter(existsSync)
      .flatMap((path) => readdirSync(path));

  it.each(cases)(
    "is refused by $title, with what is missing and the setting that goes on without",
    async ({ exit, ...one }) => {
      const refused = await run(one);
      expect(refused.text).toContain(REFUSAL);
      expect(refused.text).toContain("user namespaces are not permitted here");
      expect(refused.text).toContain("No permissions to create a new namespace");
      expect(refused.text).toContain("Permit user namespaces");
      expect(refused.text).toContain(SETTING);
      expect(refused.exit).toBe(exit);
      expect([refused.isStarted, staged()]).toEqual([false, []]);
      if (cases.findIndex(({ title }) => title === one.title) >= WITH_AUTO) return;
      const auto = await run(one, { ABP_SANDBOX__LEVEL: "auto" });
      expect([auto.exit, auto.isStarted, auto.text.includes(REFUSAL)]).toEqual([exit, false, true]);
    },
  );

  it.each(cases.filter(({ argv }) => !argv.includes("auto")))(
    "is started by $title where the user named a level",
    async (one) => {
      const named = await run(one, { ABP_SANDBOX__LEVEL: "off" });
      expect(named.text).not.toContain(REFUSAL);
      expect(named.isStarted).toBe(true);
    },
  );

  it("is refused by abp acp in each prompt, and started if the user named a level", async () => {
    const refused = await prompt({});
    expect(refused.text).toContain(REFUSAL);
    expect(refused.text).toContain(SETTING);
    expect(refused.isStarted).toBe(false);
    const named = await prompt({ ABP_SANDBOX__LEVEL: "L0" });
    expect(named.text).not.toContain(REFUSAL);
    expect(named.isStarted).toBe(true);
  });

  /** Speaks with `abp acp`: opens a session, prompts it once, and closes the input after the answer. */
  async function prompt(more: Record<string, string>) {
    const child = start([bin("abp.js"), "acp"], { ...STAND_IN, ...more });
    let text = "";
    let prompted = false;
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const session = /"sessionId":"([^"]+)"/.exec(text)?.[1];
      if (session !== undefined && !prompted) {
        prompted = true;
        child.stdin.write(
          request(3, "session/prompt", { sessionId: session, prompt: [{ type: "text", text: "hi" }] }),
        );
      }
      if (/"id":3[,}]/.test(text)) child.stdin.end();
    });
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stdin.write(request(1, "initialize", { protocolVersion: 1, clientCapabilities: {} }));
    child.stdin.write(request(2, "session/new", { cwd: join(root, "work"), mcpServers: [] }));
    await new Promise((done) => child.on("close", done));
    return { text, isStarted: existsSync(join(root, "started")) };
  }

  it("starts the mock and a sidecar of the user's own all the same", async () => {
    const mock = await run({ argv: ["run", "--task", "hi", "-b", "mock"] });
    expect([mock.exit, mock.text.includes("outcome complete")]).toEqual([0, true]);
    const sidecar = resolve(import.meta.dirname, "../../hosts/node/host.js");
    const own = await run(
      { argv: ["run", "--task", "hi", "-b", "own", "--root", "."] },
      {
        ABP_BACKENDS__OWN__TYPE: "sidecar",
        ABP_BACKENDS__OWN__COMMAND: process.execPath,
        ABP_BACKENDS__OWN__ARGS: sidecar,
      },
    );
    expect([own.text.includes(REFUSAL), own.exit]).toEqual([false, 0]);
  });
});
