import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCommandRunner, tokenCommand } from "./token-command.ts";

const script = (text: string) => [process.execPath, "-e", text];
const signal = new AbortController().signal;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-token-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

// A process that has ended may still be listed until its parent asks for its end.
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

describe("a command that writes a token", () => {
  it("is run with its arguments as they are, without a shell, and with the environment it is given", async () => {
    const run = openCommandRunner({ SOME: "value" });
    const asked = script("process.stdout.write(process.env.SOME + process.argv[1])");
    expect(await run([...asked, "$HOME;`x`"], signal)).toBe("value$HOME;`x`");
  });

  it("fails with its name and its end, and without what it wrote", async () => {
    const run = openCommandRunner({});
    const error: Error = await run(
      script("console.log('SECRET'); console.error('SECRET'); process.exit(3)"),
      signal,
    ).then(
      () => new Error("it did not fail"),
      (thrown: Error) => thrown,
    );
    expect(error.message).toMatch(/^the command ".*" ended with code 3$/);
    expect(JSON.stringify([error.message, error.stack])).not.toContain("SECRET");
  });

  it("fails if there is no such program", async () => {
    const run = openCommandRunner({ PATH: "/nowhere" });
    await expect(run(["abp-no-such-program"], signal)).rejects.toThrow(/could not be started \(ENOENT\)/);
  });

  it("is ended if it writes too much", async () => {
    const run = openCommandRunner({});
    const endless = script("setInterval(() => process.stdout.write('x'.repeat(70000)), 1)");
    await expect(run(endless, signal)).rejects.toThrow(/wrote more than 65536 bytes/);
  });

  it("is ended after its time, with what it started", async () => {
    const file = join(folder, "pid");
    // The inner process holds the output, as the program behind a script does.
    const outer = `const { spawn } = require("node:child_process");
      const inner = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "inherit" });
      require("node:fs").writeFileSync(process.argv[1], String(inner.pid));`;
    const run = openCommandRunner({}, { timeoutMs: 3000 });
    await expect(run([...script(outer), file], signal)).rejects.toThrow(/did not end within 3 s/);
    const pid = Number(readFileSync(file, "utf8"));
    while (isAlive(pid)) await new Promise((done) => setTimeout(done, 10));
  });

  it("is ended if nobody waits for it any more", async () => {
    const leaving = new AbortController();
    const running = openCommandRunner({})(script("setInterval(() => 0, 1000)"), leaving.signal);
    leaving.abort();
    await expect(running).rejects.toThrow(/was given up/);
  });

  it("may write 64 KiB, and runs in the home folder without input", async () => {
    const run = openCommandRunner({});
    const long = await run(script("process.stdout.write('x'.repeat(65536))"), signal);
    expect(long).toHaveLength(65_536);
    const where = "process.stdin.on('data', () => 0).on('end', () => console.log(process.cwd()))";
    expect((await run(script(where), signal)).trim()).toBe(realpathSync(homedir()));
  });

  it("is described by the signal that ended it", async () => {
    const ended = openCommandRunner({})(script("process.kill(process.pid, 'SIGTERM')"), signal);
    await expect(ended).rejects.toThrow(/ended with SIGTERM$/);
  });

  it("leaves neither a timer nor a listener behind", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const kill = vi.spyOn(process, "kill");
    try {
      const leaving = new AbortController();
      const run = openCommandRunner({});
      await run(script("0"), leaving.signal);
      await expect(run(["abp-no-such-program"], leaving.signal)).rejects.toThrow();
      expect(vi.getTimerCount()).toBe(0);
      leaving.abort();
      expect(kill).not.toHaveBeenCalled();
    } finally {
      kill.mockRestore();
      vi.useRealTimers();
    }
  });

  it("is given up if it has ended by itself, and another error is reported", async () => {
    const listeners: (() => void)[] = [];
    const heard = {
      addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
      removeEventListener: () => undefined,
    } as unknown as AbortSignal;
    const fail = (code: string) => () => {
      throw Object.assign(new Error(code), { code });
    };
    const kill = vi.spyOn(process, "kill").mockImplementation(fail("ESRCH"));
    try {
      const gone = openCommandRunner({})(script("0"), heard);
      listeners[0]!();
      await expect(gone).rejects.toThrow("was given up");
      kill.mockImplementation(fail("EPERM"));
      const denied = openCommandRunner({})(script("0"), heard);
      expect(() => listeners[1]!()).toThrow("EPERM");
      expect(await denied).toBe("");
    } finally {
      kill.mockRestore();
    }
  });

  it("is asked for a new token before five minutes are over", async () => {
    const source = tokenCommand(["a", "b"], async (command) => command.join(" "));
    expect(await source.read(signal)).toBe("a b");
    expect([source.freshMs, source.maxAgeMs]).toEqual([240_000, 300_000]);
  });
});
