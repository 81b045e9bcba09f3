import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const abp = resolve(import.meta.dirname, "../../bin/abp.js");
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
async function startRun() {
  const flags = ["--config", "my.toml", "-b", "stubborn", "--sandbox", "off", "--root", "."];
  const child = spawn(process.execPath, [abp, "run", "--task", "x", ...flags], { cwd: home, env: env() });
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

  it("ends with 143 after SIGTERM, when the grace period is over", { timeout: 60_000 }, async () => {
    const { child, ended, pid } = await startRun();
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    expect(isRunning(pid)).toBe(false);
    expect(receipts()).toHaveLength(1);
  });
});
