import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useMachine } from "../../src/cli/fixtures/console.ts";
import { loadConfig } from "../../src/config/index.ts";
import { openPolicy } from "../../src/contract/index.ts";
import { type Daemon, startDaemon } from "../../src/daemon/index.ts";
import { compilePolicy } from "../../src/policy/index.ts";
import { startProgram } from "../../src/process/index.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { openSandbox } from "../../src/sandbox/index.ts";

const machine = useMachine();
let daemon: Daemon;
let state: string;
let admin: string;

beforeEach(async () => {
  state = join(machine.root, "home/state");
  const { config } = loadConfig({ cwd: machine.root, home: machine.root, env: machine.env });
  daemon = await startDaemon({ config, stateDirectory: state, env: {}, port: 0, isPublic: true });
  admin = readFileSync(join(state, "admin-token"), "utf8").trim();
});
afterEach(() => daemon.stop());

describe("the admin key of the machine", () => {
  it("is in no environment of a program that a command starts, and `token` is", async () => {
    machine.env["PATH"] = process.env["PATH"];
    const file = join(machine.root, "environment.json");
    const script = `require("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.env, process.argv]))`;
    const { exit } = await machine.run(["exec", "--", process.execPath, "-e", script]);
    const seen = readFileSync(file, "utf8");
    expect([exit, seen.includes(daemon.token!), seen.includes(admin)]).toEqual([0, true, false]);
  });

  it("is in no output and no receipt of a run", async () => {
    const run = await machine.run(["run", "--task", "say hello", "--json"]);
    expect(run.exit).toBe(0);
    const log = await machine.run(["receipt", "log", "--json"]);
    expect(JSON.stringify([run, log]).includes(admin)).toBe(false);
  });

  it.skipIf(!hasLevel3())("is not in a sandbox that shows the directories around it", async () => {
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), "abp-secrecy-")));
    mkdirSync(join(workspace, "stage"));
    try {
      const stage = join(workspace, "stage");
      const script = `ls -A ${state}; cat ${join(state, "admin-token")}; cat ${join(machine.root, "shown")}`;
      writeFileSync(join(machine.root, "shown"), "shown");
      const program = { command: "/bin/sh", args: ["-c", script], cwd: stage };
      const sandbox = await openSandbox({
        ...{ level: "L3", workspaceRoot: stage, program, readOnly: [machine.root], hidden: [state] },
        policy: compilePolicy(openPolicy()),
        onDecision: () => undefined,
        now: () => new Date(0),
      });
      const env = { PATH: "/usr/bin:/bin" };
      const started = await startProgram(sandbox.wrap({ ...program, env, mark: randomUUID() }));
      started.stdin.end();
      let output = "";
      for await (const chunk of started.stdout as AsyncIterable<Buffer>) output += chunk.toString();
      await started.exit;
      await started.endTree();
      await sandbox.close();
      expect(output).toBe("shown");
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  });
});
