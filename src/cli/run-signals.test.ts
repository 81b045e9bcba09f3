import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { isRunning, program, StubbornHome } from "./fixtures/stubborn-home.ts";

/** Starts a run on the sidecar that does not stop; resolves when the sidecar has said its process id. */
async function startRun(home: StubbornHome, more: readonly string[] = []) {
  const flags = ["--config", "my.toml", "-b", "stubborn", "--sandbox", "off", "--root", "."];
  const child = home.start([program("abp.js"), "run", "--task", "x", ...flags, ...more]);
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

const receipts = async (home: StubbornHome) =>
  JSON.parse((await home.abp("receipt", "log", "--json")).stdout) as unknown[];

// Most of these tests wait for an agent that does not stop.
describe.concurrent("abp run with an agent that does not stop", () => {
  it("cancels at the first Ctrl-C, kills at the second, and ends with 130 and one receipt", async (test) => {
    const home = new StubbornHome(test);
    const { child, seen, ended, pid, text } = await startRun(home);
    child.kill("SIGINT");
    await seen(/Ctrl-C: cancelling, the agent has \d+ s to end/);
    expect(isRunning(pid)).toBe(true);
    child.kill("SIGINT");
    await seen(/Ctrl-C again: killing the agent/);
    expect(await ended).toBe(130);
    expect(isRunning(pid)).toBe(false);
    expect(text()).toContain("outcome   failed (cancelled)");
    expect(await receipts(home)).toHaveLength(1);
  });

  it.for([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ] as const)("ends after %s with %i, when the grace period is over", async ([name, code], test) => {
    const home = new StubbornHome(test);
    const { child, ended, pid } = await startRun(home);
    child.kill(name);
    expect(await ended).toBe(code);
    expect(isRunning(pid)).toBe(false);
    expect(await receipts(home)).toHaveLength(1);
  });
});

describe.concurrent("the command after an abp run that was killed with SIGKILL, without a sandbox", () => {
  const stagesOf = ({ root }: StubbornHome) => readdirSync(join(root, "abp/state/workspaces"));

  it.for([
    ["a copy", ["receipt", "log"], []],
    ["a copy", ["run", "--task", "x", "-b", "mock"], []],
    ["the directory itself", ["receipt", "log"], ["--workspace-mode", "pass-through"]],
    ["the directory itself", ["call", "hi", "--engine", "sim-openai"], ["--workspace-mode", "pass-through"]],
  ] as const)("ends what it left on %s: abp %j", async ([_, next, flags], test) => {
    const home = new StubbornHome(test);
    const { child, ended, pid } = await startRun(home, flags);
    child.kill("SIGKILL");
    await ended;
    expect([isRunning(pid), stagesOf(home).length]).toEqual([true, 1]);
    const { status, stderr } = await home.abp(...next);
    expect(status).toBe(0);
    expect(stderr).toContain("processes that killed runs left");
    await eventually(() => expect(isRunning(pid)).toBe(false));
    expect(stagesOf(home)).toEqual([]);
  });

  it("leaves a run that goes on alone", async (test) => {
    const home = new StubbornHome(test);
    const { child, ended, pid } = await startRun(home);
    expect((await home.abp("receipt", "log")).stderr).not.toContain("killed runs");
    expect([isRunning(pid), stagesOf(home).length]).toEqual([true, 1]);
    child.kill("SIGKILL");
    await ended;
    await home.abp("receipt", "log");
    await eventually(() => expect(isRunning(pid)).toBe(false));
  });
});

describe.concurrent("the command after one that asked a backend what it can do, and was killed with SIGKILL", () => {
  it.for([
    ["backends", ["backends", "hung"]],
    ["negotiate", ["negotiate", "-b", "hung", "-r", "streaming"]],
    ["run -b auto", ["run", "-b", "auto", "--task", "x", "--root", "."]],
  ] as const)("ends what it left: abp %s", async ([_, argv], test) => {
    const home = new StubbornHome(test);
    const stages = join(home.root, "abp/state/workspaces");
    const list = () => (existsSync(stages) ? readdirSync(stages, { recursive: true }) : []);
    // It never says what it can do. A sandbox lets it write in its own directory.
    home.configure("hung", ["-e", 'require("fs").writeFileSync("started", ""); setInterval(() => 0, 1000)']);
    const child = home.start([program("abp.js"), ...argv, "--config", "my.toml"]);
    await eventually(() => expect(list().some((path) => String(path).endsWith("/root/started"))).toBe(true));
    const ended = new Promise((done) => child.on("close", done));
    child.kill("SIGKILL");
    await ended;
    expect(list()).not.toEqual([]);
    expect((await home.abp("config", "show")).status).toBe(0);
    expect(list()).toEqual([]);
  });
});

describe.concurrent("a stand-in", () => {
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
  async function startDriven(home: StubbornHome, { name, argv }: (typeof programs)[number]) {
    const driver = join(home.root, "driver.mjs");
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
    const choice = { ABP_BACKEND: "stubborn", ABP_SANDBOX__LEVEL: "off", ABP_CONFIG: home.config };
    const child = home.start([driver, program(name), ...argv], choice);
    child.stderr.pipe(process.stderr);
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
      child.stdin.write(acp(2, "session/new", { cwd: home.root, mcpServers: [] }));
    }
    const read = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
    await eventually(() => expect(read(/pid (\d+)/)).toBeGreaterThan(0));
    return { driver: child, standIn: read(/standin (\d+)/), agent: read(/pid (\d+)/) };
  }

  it.for(programs)(
    "$name $argv.0 ends with its agent when the program that drives it is killed",
    async (one, test) => {
      const { driver, standIn, agent } = await startDriven(new StubbornHome(test), one);
      driver.kill("SIGKILL");
      await eventually(() => expect([isRunning(standIn), isRunning(agent)]).toEqual([false, false]));
    },
  );

  it("ends with its agent at SIGHUP", async (test) => {
    const { standIn, agent } = await startDriven(new StubbornHome(test), programs[0]!);
    process.kill(standIn, "SIGHUP");
    await eventually(() => expect([isRunning(standIn), isRunning(agent)]).toEqual([false, false]));
  });
});
