import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { programsFolder } from "../../test/package/programs.ts";

const bins = await programsFolder();
const abp = join(bins, "abp.js");
const sidecar = resolve(import.meta.dirname, "fixtures/stubborn-sidecar.js");
let home: string;
let started: ChildProcess | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-signals-"));
  const entry = { command: process.execPath, args: [sidecar] };
  writeFileSync(
    join(home, "my.toml"),
    `[backends.stubborn]\ntype = "sidecar"\n${Object.entries(entry)
      .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
      .join("")}`,
  );
});
afterEach(() => {
  started?.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const env = () => ({ PATH: process.env["PATH"], ABP_HOME: join(home, "abp"), NO_COLOR: "1" });

/** Starts a run on the sidecar that does not stop; resolves when the sidecar has said its process id. */
async function startRun(more: readonly string[] = []) {
  const flags = ["--config", "my.toml", "-b", "stubborn", "--sandbox", "off", "--root", "."];
  const argv = [abp, "run", "--task", "x", ...flags, ...more];
  const child = spawn(process.execPath, argv, { cwd: home, env: env() });
  started = child;
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  const seen = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) return found;
      if (child.exitCode !== null) throw new Error(`ended before ${pattern}: ${text}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const pid = Number((await seen(/pid (\d+)/))[1]);
  return { child, seen, ended, pid, text: () => text };
}

/** The choice of a stand-in. */
const STAND_IN = { ABP_BACKEND: "stubborn", ABP_SANDBOX__LEVEL: "off" };

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const receipts = () =>
  JSON.parse(
    execFileSync(process.execPath, [abp, "receipt", "log", "--json"], {
      cwd: home,
      env: env(),
      encoding: "utf8",
    }),
  ) as unknown[];

describe("abp run with an agent that does not stop", () => {
  it("cancels at the first Ctrl-C, kills at the second, and ends with 130 and one receipt", {
    timeout: 60_000,
  }, async () => {
    const { child, seen, ended, pid, text } = await startRun();
    child.kill("SIGINT");
    await seen(/Ctrl-C: cancelling, the agent has \d+ s to end/);
    expect(isRunning(pid)).toBe(true);
    child.kill("SIGINT");
    await seen(/Ctrl-C again: killing the agent/);
    expect(await ended).toBe(130);
    expect(isRunning(pid)).toBe(false);
    expect(text()).toContain("outcome   failed (cancelled)");
    expect(receipts()).toHaveLength(1);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ] as const)(
    "ends after %s with %i, when the grace period is over",
    { timeout: 60_000 },
    async (name, code) => {
      const { child, ended, pid } = await startRun();
      child.kill(name);
      expect(await ended).toBe(code);
      expect(isRunning(pid)).toBe(false);
      expect(receipts()).toHaveLength(1);
    },
  );
});

describe("the command after an abp run that was killed with SIGKILL, without a sandbox", () => {
  const stages = () => readdirSync(join(home, "abp/state/workspaces"));
  const command = (...argv: string[]) =>
    spawnSync(process.execPath, [abp, ...argv], { cwd: home, env: env(), encoding: "utf8" });

  it.each([
    ["a copy", ["receipt", "log"], []],
    ["a copy", ["run", "--task", "x", "-b", "mock"], []],
    ["the directory itself", ["receipt", "log"], ["--workspace-mode", "pass-through"]],
    ["the directory itself", ["call", "hi", "--engine", "sim-openai"], ["--workspace-mode", "pass-through"]],
  ])("ends what it left on %s: abp %j", { timeout: 60_000 }, async (_, next, flags) => {
    const { child, ended, pid } = await startRun(flags);
    child.kill("SIGKILL");
    await ended;
    expect([isRunning(pid), stages().length]).toEqual([true, 1]);
    const { status, stderr } = command(...next);
    expect(status).toBe(0);
    expect(stderr).toContain("processes that killed runs left");
    await eventually(() => expect(isRunning(pid)).toBe(false));
    expect(stages()).toEqual([]);
  });

  it("leaves a run that goes on alone", { timeout: 60_000 }, async () => {
    const { child, ended, pid } = await startRun();
    expect(command("receipt", "log").stderr).not.toContain("killed runs");
    expect([isRunning(pid), stages().length]).toEqual([true, 1]);
    child.kill("SIGKILL");
    await ended;
    command("receipt", "log");
    await eventually(() => expect(isRunning(pid)).toBe(false));
  });
});

describe("the command after one that asked a backend what it can do, and was killed with SIGKILL", () => {
  it.each([
    ["backends", ["backends", "hung"]],
    ["negotiate", ["negotiate", "-b", "hung", "-r", "streaming"]],
    ["run -b auto", ["run", "-b", "auto", "--task", "x", "--root", "."]],
  ])("ends what it left: abp %s", { timeout: 60_000 }, async (_, argv) => {
    const stages = join(home, "abp/state/workspaces");
    const list = () => (existsSync(stages) ? readdirSync(stages, { recursive: true }) : []);
    // It never says what it can do. A sandbox lets it write in its own directory.
    const script = 'require("fs").writeFileSync("started", ""); setInterval(() => 0, 1000)';
    const entry = { type: "sidecar", command: process.execPath, args: ["-e", script] };
    const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
    writeFileSync(join(home, "my.toml"), `[backends.hung]\n${lines.join("")}`);
    const child = spawn(process.execPath, [abp, ...argv, "--config", "my.toml"], { cwd: home, env: env() });
    started = child;
    await eventually(() => expect(list().some((path) => String(path).endsWith("/root/started"))).toBe(true));
    const ended = new Promise((done) => child.on("close", done));
    child.kill("SIGKILL");
    await ended;
    expect(list()).not.toEqual([]);
    const next = [abp, "config", "show"];
    expect(spawnSync(process.execPath, next, { cwd: home, env: env() }).status).toBe(0);
    expect(list()).toEqual([]);
  });
});

describe("a stand-in", () => {
  const bin = (name: string) => join(bins, name);
  const acp = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const programs = [
    {
      name: "abp-claude.js",
      argv: ["-p", "--output-format", "stream-json", "--input-format", "stream-json"],
    },
    { name: "abp-claude.js", argv: ["-p", "--output-format", "stream-json", "hi"] },
    { name: "abp-codex.js", argv: ["exec", "--json", "--sandbox", "workspace-write", "hi"] },
    { name: "abp.js", argv: ["acp"] },
  ];

  /** Starts a stand-in below a program that can be killed; resolves with both process ids and that of the agent. */
  async function startDriven({ name, argv }: (typeof programs)[number]) {
    const driver = join(home, "driver.mjs");
    writeFileSync(
      driver,
      `import { spawn } from "node:child_process";
const [program, ...argv] = process.argv.slice(2);
const child = spawn(process.execPath, [program, ...argv], { stdio: ["pipe", "pipe", "inherit"] });
process.stdout.write(\`standin \${child.pid}\\n\`);
child.stdout.pipe(process.stdout);
process.stdin.pipe(child.stdin);
setInterval(() => undefined, 1000);
`,
    );
    const child = spawn(process.execPath, [driver, bin(name), ...argv], {
      cwd: home,
      env: { ...env(), ...STAND_IN, ABP_CONFIG: join(home, "my.toml") },
      stdio: ["pipe", "pipe", "inherit"],
    });
    started = child;
    let text = "";
    let isPrompted = false;
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const session = /"sessionId":"([^"]+)"/.exec(text)?.[1];
      if (argv[0] !== "acp" || session === undefined || isPrompted) return;
      isPrompted = true;
      const prompt = [{ type: "text", text: "hi" }];
      child.stdin.write(acp(3, "session/prompt", { sessionId: session, prompt }));
    });
    if (argv.includes("--input-format")) {
      const message = { role: "user", content: "hi" };
      child.stdin.write(
        `${JSON.stringify({ type: "user", message, parent_tool_use_id: null, session_id: "" })}\n`,
      );
    }
    if (argv[0] === "acp") {
      child.stdin.write(acp(1, "initialize", { protocolVersion: 1, clientCapabilities: {} }));
      child.stdin.write(acp(2, "session/new", { cwd: home, mcpServers: [] }));
    }
    const read = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
    await eventually(() => expect(read(/pid (\d+)/)).toBeGreaterThan(0));
    return { driver: child, standIn: read(/standin (\d+)/), agent: read(/pid (\d+)/) };
  }

  it.each(programs)(
    "$name $argv.0 ends with its agent when the program that drives it is killed",
    {
      timeout: 90_000,
    },
    async (one) => {
      const { driver, standIn, agent } = await startDriven(one);
      driver.kill("SIGKILL");
      await eventually(() => expect([isRunning(standIn), isRunning(agent)]).toEqual([false, false]));
    },
  );

  it("ends with its agent at SIGHUP", { timeout: 90_000 }, async () => {
    const { standIn, agent } = await startDriven(programs[0]!);
    process.kill(standIn, "SIGHUP");
    await eventually(() => expect([isRunning(standIn), isRunning(agent)]).toEqual([false, false]));
  });
});
