import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AgentProcess, type AgentStart } from "./agent-process.ts";

let folder: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-process-"));
  lines = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program of JavaScript code. */
function start(
  code: string,
  onLine: AgentStart["onLine"] = (line) => void lines.push(line),
): Promise<AgentProcess> {
  const env = { PATH: process.env["PATH"] ?? "", OWN: "yes" };
  return AgentProcess.start({ command: process.execPath, args: ["-e", code], env, cwd: folder, onLine });
}

describe("the process of an agent", () => {
  it("runs in the folder and with the environment that are given, and nothing else", async () => {
    process.env["ABP_TEST_INHERITED"] = "1";
    const agent = await start(
      "console.log(JSON.stringify([process.cwd(), process.env.OWN, process.env.ABP_TEST_INHERITED ?? null]))",
    );
    Reflect.deleteProperty(process.env, "ABP_TEST_INHERITED");
    expect(await agent.ended).toEqual({ code: 0, signal: null, fault: undefined });
    expect(JSON.parse(lines[0]!)).toEqual([folder, "yes", null]);
  });

  it("cannot be started from a file that is no program", async () => {
    const env = {};
    const onLine = () => undefined;
    const path = join(folder, "text");
    writeFileSync(path, "no program", { mode: 0o644 });
    const command = { command: path, args: [], env, cwd: folder, onLine };
    await expect(AgentProcess.start(command)).rejects.toThrow(`${path} cannot be started: spawn`);
    await expect(AgentProcess.start({ ...command, command: "/nowhere" })).rejects.toThrow("ENOENT");
  });

  it("delivers every line in order, also a last one without a line feed", async () => {
    const agent = await start("process.stdout.write('a\\nb\\n'); process.stdout.write('c')");
    await agent.ended;
    expect(lines).toEqual(["a", "b", "c"]);
  });

  it("has ended once its standard error is read to the end, too", async () => {
    const late = "touch ready; sleep 0.1; echo late >&2";
    const agent = await start(`
      const stdio = ["ignore", "ignore", "inherit"];
      require("child_process").spawn("/bin/sh", ["-c", ${JSON.stringify(late)}], { stdio }).unref();
      setInterval(() => require("fs").existsSync("ready") && process.exit(3), 5);
    `);
    expect(await agent.ended).toEqual({ code: 3, signal: null, fault: undefined });
    expect(agent.stderrTail).toBe("late");
  });

  it("waits with the next line until the one before is handled", async () => {
    let active = 0;
    const agent = await start("console.log('a'); console.log('b')", async (line) => {
      active += 1;
      expect(active).toBe(1);
      await delay(5);
      active -= 1;
      lines.push(line);
    });
    await agent.ended;
    expect(lines).toEqual(["a", "b"]);
  });

  it("writes lines of JSON to its input, and ends it", async () => {
    const agent = await start("process.stdin.pipe(process.stdout)");
    await agent.write({ a: 1 });
    await agent.write({ b: "x".repeat(1_000_000) });
    agent.closeInput();
    expect((await agent.ended).code).toBe(0);
    expect(lines.map((line) => line.length)).toEqual([7, 1_000_008]);
    expect(lines[0]).toBe('{"a":1}');
  });

  it("gives up a write that nobody reads when the agent ends", async () => {
    const agent = await start("process.stdin.once('readable', () => process.exit(4))");
    await agent.write({ large: "x".repeat(4_000_000) });
    expect((await agent.ended).code).toBe(4);
    await agent.write({ late: true });
  });

  it("says how it ended", async () => {
    const coded = await start("process.exit(7)");
    expect(await coded.ended).toMatchObject({ code: 7, signal: null });
    const killed = await start("process.kill(process.pid, 'SIGTERM')");
    expect(await killed.ended).toMatchObject({ code: null, signal: "SIGTERM" });
  });

  it("keeps the end of standard error", async () => {
    const agent = await start("console.error('x'.repeat(3000) + 'the reason')");
    await agent.ended;
    expect(agent.stderrTail.endsWith("the reason")).toBe(true);
    expect(agent.stderrTail.length).toBeLessThanOrEqual(2000);
  });

  it("is ended if a line cannot be handled or read", async () => {
    const failing = await start("console.log('a'); setInterval(() => undefined, 1000)", () => {
      throw new Error("cannot handle it");
    });
    expect(await failing.ended).toMatchObject({ signal: "SIGKILL", fault: new Error("cannot handle it") });
    const unreadable = await start(
      "process.stdout.write(Buffer.from([0xff, 0x0a])); setInterval(() => undefined, 1000)",
    );
    const { fault } = await unreadable.ended;
    expect(fault?.message).toBe("the agent wrote a line that cannot be read: invalid-utf8");
    const thrown = await start("console.log('a')", () => Promise.reject("text"));
    expect((await thrown.ended).fault?.message).toBe("text");
  });

  it("has ended although a process that it left keeps its output open", async () => {
    const agent = await start(
      "const { spawn } = require('node:child_process');" +
        "const child = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });" +
        "console.log(child.pid); child.unref();",
    );
    const end = await agent.ended;
    process.kill(Number(lines[0]), "SIGKILL");
    expect(end).toEqual({ code: 0, signal: null, fault: undefined });
  });
});

describe("the end of an agent", () => {
  const graces = { interruptMs: 100, signalMs: 100 };
  const waiting = "console.log('ready'); setInterval(() => undefined, 1000);";

  /** Starts a program that says when it is ready. */
  async function startReady(code: string): Promise<AgentProcess> {
    const ready = Promise.withResolvers<void>();
    const agent = await start(code, () => ready.resolve());
    await ready.promise;
    return agent;
  }

  it("is its own if the interrupt suffices", async () => {
    const agent = await startReady(`process.stdin.once('data', () => process.exit(5)); ${waiting}`);
    const signal = vi.spyOn(agent, "signal");
    const end = await agent.end(() => agent.write({ stop: true }), { interruptMs: 20_000, signalMs: 20_000 });
    expect(end).toMatchObject({ code: 5 });
    expect(signal).not.toHaveBeenCalled();
  });

  it("comes with SIGINT if the interrupt does not suffice, or there is none", async () => {
    const first = await startReady(`process.on('SIGINT', () => process.exit(6)); ${waiting}`);
    expect(await first.end(() => undefined, { ...graces, signalMs: 20_000 })).toMatchObject({ code: 6 });
    const second = await startReady(`process.on('SIGINT', () => process.exit(6)); ${waiting}`);
    const signal = vi.spyOn(second, "signal");
    expect(await second.end(undefined, { interruptMs: 60_000, signalMs: 20_000 })).toMatchObject({ code: 6 });
    expect(signal.mock.calls).toEqual([["SIGINT"]]);
  });

  it("comes with SIGKILL at last", async () => {
    const agent = await startReady(`process.on('SIGINT', () => undefined); ${waiting}`);
    const signal = vi.spyOn(agent, "signal");
    expect(await agent.end(() => undefined, graces)).toMatchObject({ signal: "SIGKILL" });
    expect(signal.mock.calls).toEqual([["SIGINT"], ["SIGKILL"]]);
    expect(await agent.end()).toMatchObject({ signal: "SIGKILL" });
  });
});
