import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { programsFolder } from "../../../test/package/programs.ts";
import { watchTerminal } from "./terminal-watch.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-terminal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a terminal is gone when it cannot be opened any more", () => {
  const path = join(folder, "tty");
  writeFileSync(path, "");
  const isGone = watchTerminal(true, path);
  expect(isGone()).toBe(false);
  rmSync(path);
  expect(isGone()).toBe(true);
});

it("a process that was not started on a terminal loses none", () => {
  const path = join(folder, "tty");
  expect(watchTerminal(true, path)()).toBe(false);
  writeFileSync(path, "");
  const isGone = watchTerminal(false, path);
  rmSync(path);
  expect(isGone()).toBe(false);
});

// Python's library opens terminals; Node's does not.
const PROGRAM = `
import os, pty, signal, sys
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""
while b"# Stop it" not in seen:
    seen += os.read(terminal, 4096)
os.kill(child, signal.SIGHUP)
while b"reloading" not in seen:
    seen += os.read(terminal, 4096)
os.close(terminal)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;

it.skipIf(!hasPython)("a daemon reloads at SIGHUP, and ends when its terminal is closed", async () => {
  const program = [process.execPath, join(await programsFolder(), "abp.js"), "up", "--port", "0"];
  const child = spawn("python3", ["-c", PROGRAM, ...program], {
    cwd: folder,
    env: { ...process.env, HOME: folder, ABP_HOME: join(folder, "home"), CI: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await once(child, "close");
  expect(said).toBe("0\n");
});
