import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeAgent } from "../claude/agent.ts";
import { codexAgent } from "../codex/agent.ts";
import { installAgent, type RunCommand } from "./install.ts";
import { runCommand } from "./run-command.ts";

type Line = Parameters<RunCommand>[0];

let directory: string;
let lines: Line[];
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "abp-install-")), "agents");
  lines = [];
});
afterEach(() => rmSync(dirname(directory), { recursive: true, force: true }));

/** Does what npm does: puts the program into `.bin`. */
const npm =
  (executable: string, version = "2.1.0 (Agent)\nmore"): RunCommand =>
  async (line) => {
    lines.push(line);
    if (line.command === "npm") {
      const bin = join(directory, "node_modules/.bin");
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, executable), "#!/bin/sh\n");
      chmodSync(join(bin, executable), 0o755);
    }
    return { exitCode: 0, output: version };
  };

describe("the installation of an agent", () => {
  it("installs the pinned package without scripts, runs its own script, and asks the program for its version", async () => {
    const installed = await installAgent(claudeAgent, directory, npm("claude"));
    const { package: name, version } = claudeAgent.installation!;
    expect(lines.map(({ command, args }) => [command, ...args])).toEqual([
      [
        ...["npm", "install", "--prefix", directory, "--save-exact", "--ignore-scripts"],
        ...["--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`],
      ],
      [process.execPath, join(directory, "node_modules", name, "install.cjs")],
      [join(directory, "node_modules/.bin/claude"), "--version"],
    ]);
    expect(lines.map(({ cwd }) => cwd)).toEqual([
      directory,
      join(directory, "node_modules", name),
      directory,
    ]);
    expect(lines.map(({ home }) => home)).toEqual([process.env["HOME"], directory, directory]);
    expect(installed).toMatchObject({ name: "claude", version, reported: "2.1.0 (Agent)", isNew: true });
    expect(JSON.parse(readFileSync(join(directory, "package.json"), "utf8"))).toEqual({ private: true });
  });

  it("installs nothing again if the version is in place, and still asks the program", async () => {
    await installAgent(codexAgent, directory, npm("codex"));
    lines.length = 0;
    const again = await installAgent(codexAgent, directory, npm("codex"));
    expect(again.isNew).toBe(false);
    expect(lines.map(({ args }) => args)).toEqual([["--version"]]);
    const { installation } = codexAgent;
    const newer = { ...codexAgent, installation: { ...installation!, version: "9.9.9" } };
    expect((await installAgent(newer, directory, npm("codex"))).isNew).toBe(true);
  });

  it("fails with the first line of what the command says, and is not taken for installed", async () => {
    const failing: RunCommand = async () => ({ exitCode: 1, output: "\nnpm error 404\nmore" });
    await expect(installAgent(codexAgent, directory, failing)).rejects.toMatchObject({
      code: "agent_not_installed",
      message: "Codex cannot be installed: npm ended with exit code 1: npm error 404",
    });
    expect(existsSync(join(directory, "codex.installed"))).toBe(false);
  });

  it("fails if the program does not start, if npm is missing, and if the package has no program", async () => {
    const broken: RunCommand = async (line) =>
      line.command === "npm" ? npm("codex")(line) : { exitCode: null, output: "" };
    await expect(installAgent(codexAgent, directory, broken)).rejects.toThrow("exit code none");
    expect(existsSync(join(directory, "codex.installed"))).toBe(false);
    const missing: RunCommand = async () => Promise.reject(new Error("spawn npm ENOENT"));
    await expect(installAgent(codexAgent, directory, missing)).rejects.toThrow("npm cannot be started");
    rmSync(directory, { recursive: true });
    await expect(installAgent(codexAgent, directory, npm("other"))).rejects.toThrow("has no program codex");
  });

  it("is refused for an agent without a package", async () => {
    const generic = { ...codexAgent, installation: undefined };
    await expect(installAgent(generic, directory, npm("codex"))).rejects.toMatchObject({
      advice: "Name its program in `command` of a backend.",
    });
    expect(lines).toEqual([]);
  });
});

describe("a command of an installation", () => {
  const run = (script: string, timeoutMs = 60_000) =>
    runCommand({ command: process.execPath, args: ["-e", script], cwd: "/", home: "/nowhere", timeoutMs });

  it("gives its exit code and the end of both of its outputs", async () => {
    const script = "console.log('a'.repeat(70000)); console.error('end'); process.exitCode = 3";
    const { exitCode, output } = await run(script);
    expect(exitCode).toBe(3);
    expect(output).toHaveLength(64 * 1024);
    expect(output).toContain("end");
  });

  it("has the given home and no input, and is ended after its time", async () => {
    expect((await run("process.stdout.write(process.env.HOME)")).output).toBe("/nowhere");
    expect((await run("setInterval(() => {}, 1000)", 300)).exitCode).toBe(null);
    await expect(
      runCommand({ command: "/no/such/program", args: [], cwd: "/", home: "/", timeoutMs: 1000 }),
    ).rejects.toThrow("ENOENT");
  });
});
