import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAgent } from "../../agents/index.ts";
import { openContext } from "../backend.contract.ts";
import type { BackendSession, OpenContext } from "../backend.ts";
import { packageRoot } from "../host/host-program.ts";
import type { SidecarEntry } from "../sidecar-entry.ts";
import { AgentBackend } from "./agent-backend.ts";
import type { AgentEntry } from "./agent-entry.ts";

const claude = findAgent("claude")!;
const session = {} as BackendSession;
let root: string;
let opened: { entry: SidecarEntry; context: OpenContext } | undefined;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-agent-")));
  opened = undefined;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function executable(path: string): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, "#!/bin/sh\n");
  chmodSync(whole, 0o755);
  return whole;
}

/** The agent as npm installs it below a directory. */
function install(directory: string): string {
  const file = executable(`${directory}/node_modules/@vendor/claude/cli`);
  const bin = join(root, directory, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync("../@vendor/claude/cli", join(bin, "claude"));
  return file;
}

function backendOf(entry: Partial<AgentEntry> = {}, environment: NodeJS.ProcessEnv = {}): AgentBackend {
  return new AgentBackend(
    "mine",
    claude,
    { type: "agent", agent: "claude", ...entry },
    {
      environment: { HOME: root, ...environment },
      sidecarBackend: (sidecar) => ({
        open: async (context) => {
          opened = { entry: sidecar, context };
          return session;
        },
      }),
    },
  );
}

describe("the backend of an agent", () => {
  it("works on files, takes models from the gateway, and keeps sessions", () => {
    expect(backendOf({ timeout_secs: 2, priority: 3 })).toMatchObject({
      name: "mine",
      needsWorkspace: true,
      usesGateway: true,
      keepsSession: true,
      timeoutMs: 2000,
      priority: 3,
    });
    expect(backendOf().timeoutMs).toBeUndefined();
  });

  it("starts the host of the agent with our own Node, and shows what both need", async () => {
    const program = install("agents");
    const backend = backendOf(
      { memory_mb: 100, processes: 5, pass_env: ["A"], env: ["B=c"], read_only: ["/data"] },
      { ABP_AGENTS: join(root, "agents") },
    );
    expect(backend.findFault()).toBeUndefined();
    const other = { command: "/bin/server", args: ["x"], cwd: root };
    const given = openContext(root);
    const context = { ...given, mayReuse: true, sandbox: { ...given.sandbox, otherPrograms: [other] } };
    expect(await backend.open(context)).toBe(session);
    expect(opened?.entry).toEqual({
      type: "sidecar",
      command: process.execPath,
      args: [join(packageRoot, "hosts/claude/host.js")],
      pass_env: ["A"],
      env: ["B=c"],
      memory_mb: 100,
      processes: 5,
      read_only: [
        ...["package.json", "hosts", "src", "dist", "node_modules"].map((name) => join(packageRoot, name)),
        join(root, "agents/node_modules"),
        "/data",
      ],
    });
    expect(opened?.context).toEqual({
      ...given,
      environment: { ABP_AGENT_COMMAND: program },
      sandbox: { ...given.sandbox, otherPrograms: [other, { command: program, args: [], cwd: root }] },
      mayReuse: false,
    });
  });

  it("gives the host the home and the gateway of the run, whatever the order says", async () => {
    const command = executable("opt/claude");
    const backend = backendOf({ command, args: ["--flag", "a b"] });
    const gateway = { url: "http://127.0.0.1:1/r/run", token: "key", engine: "anthropic" };
    const environment = { A: "b", ABP_AGENT_COMMAND: "/bin/other", ABP_GATEWAY_TOKEN: "other" };
    await backend.open(openContext(root, { home: "/homes/run", gateway, environment }));
    expect(opened?.context.environment).toEqual({
      A: "b",
      ABP_AGENT_COMMAND: command,
      ABP_AGENT_ARGS: '["--flag","a b"]',
      ABP_AGENT_HOME: "/homes/run",
      ABP_GATEWAY_URL: "http://127.0.0.1:1/r/run",
      ABP_GATEWAY_TOKEN: "key",
      ABP_GATEWAY_ENGINE: "anthropic",
    });
    expect(opened?.entry.read_only).not.toContain(join(root, "opt"));
  });

  it("says what its entry gives to the agent's program", () => {
    const entry = { pass_env: ["A", "B", "C"], env: ["B=own", "D=x=y"], args: ["--model", "m"] };
    const { programSettings } = backendOf(entry, { A: "a", B: "b", E: "e" });
    expect(programSettings).toEqual({
      env: { A: "a", B: "own", C: undefined, D: "x=y" },
      args: ["--model", "m"],
    });
    expect(backendOf().programSettings).toEqual({ env: {}, args: [] });
  });

  it("finds an agent that was installed by our own command, below ABP_HOME too", async () => {
    const program = install("data/agents");
    await backendOf({}, { ABP_HOME: root }).open(openContext(root));
    expect(opened?.context.environment["ABP_AGENT_COMMAND"]).toBe(program);
    const other = install(".local/share/abp/agents");
    await backendOf().open(openContext(root));
    expect(opened?.context.environment["ABP_AGENT_COMMAND"]).toBe(other);
  });

  it("finds a program of the configuration by its name in PATH", async () => {
    const program = executable("bin/special");
    await backendOf({ command: "special" }, { PATH: join(root, "bin") }).open(openContext(root));
    expect(opened?.context.environment["ABP_AGENT_COMMAND"]).toBe(program);
  });
});

describe("an agent that is not installed", () => {
  it("is a fault before anything starts, which names the command that installs it", async () => {
    const backend = backendOf();
    const fault = {
      code: "agent_not_installed",
      advice: expect.stringContaining("abp agents install claude"),
    };
    expect(backend.findFault()).toMatchObject(fault);
    await expect(backend.open(openContext(root))).rejects.toMatchObject(fault);
    expect(opened).toBeUndefined();
  });

  it("is a fault of the configuration if that names a program, also one of the working directory", () => {
    executable("sub/claude");
    const before = process.cwd();
    process.chdir(root);
    try {
      expect(backendOf({ command: "sub/claude" }).findFault()).toMatchObject({
        code: "agent_not_installed",
        message: 'Claude Code is not found: no program "sub/claude"',
        where: "backends.mine.command",
        details: { agent: "claude" },
      });
    } finally {
      process.chdir(before);
    }
  });

  it("does not take a fault of ours for one of the agent", () => {
    const around = {
      get environment(): never {
        throw new Error("odd");
      },
      sidecarBackend: () => ({ open: async () => session }),
    };
    const backend = new AgentBackend("mine", claude, { type: "agent", agent: "claude" }, around);
    expect(() => backend.findFault()).toThrow("odd");
  });

  it("reports a fault of our own directories", () => {
    expect(backendOf({}, { ABP_HOME: "relative" }).findFault()?.code).toBe("config_invalid");
  });
});
