import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claudeAgent } from "../claude/agent.ts";
import { findAgentProgram, findProgram, notInstalled } from "./find-program.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-agents-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function executable(path: string, content = "#!/bin/sh\n"): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
  chmodSync(whole, 0o755);
  return whole;
}

/** An agent as npm installs it: a link in `.bin` to the file of the package. */
function install(directory: string): string {
  const file = executable(`${directory}/node_modules/@vendor/claude/cli.js`);
  const bin = join(root, directory, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync("../@vendor/claude/cli.js", join(bin, "claude"));
  return file;
}

describe("the program of an agent", () => {
  it("is taken from ABP_AGENTS first, then from our own directory, then from PATH", () => {
    const named = install("named");
    const own = install("own");
    const path = executable("bin/claude");
    const places = { environment: { ABP_AGENTS: join(root, "named"), PATH: join(root, "bin") } };
    const agentsDirectory = join(root, "own");
    expect(findAgentProgram(claudeAgent, { ...places, agentsDirectory })).toEqual({
      path: named,
      installation: join(root, "named/node_modules"),
    });
    const environment = { ABP_AGENTS: "", PATH: join(root, "bin") };
    expect(findAgentProgram(claudeAgent, { environment, agentsDirectory })?.path).toBe(own);
    expect(findAgentProgram(claudeAgent, { environment, agentsDirectory: undefined })).toEqual({
      path,
      installation: join(root, "bin"),
    });
  });

  it("is not found if nothing has it, and if the agent has no package", () => {
    const places = { environment: {}, agentsDirectory: join(root, "none") };
    expect(findAgentProgram(claudeAgent, places)).toBe(undefined);
    expect(findAgentProgram({ installation: undefined }, places)).toBe(undefined);
  });

  it("belongs to the outermost node_modules, because packages need each other", () => {
    const path = executable("a/node_modules/x/node_modules/y/cli");
    expect(findProgram(path, "/", "")).toEqual({ path, installation: join(root, "a/node_modules") });
  });
});

describe("the error for an agent that is not installed", () => {
  it("names the command that installs it, or the key that names its program", () => {
    const { code, advice } = notInstalled(claudeAgent);
    expect([code, advice]).toEqual([
      "agent_not_installed",
      "Run `abp agents install claude`, or `npm install --global @anthropic-ai/claude-code`.",
    ]);
    expect(notInstalled({ ...claudeAgent, installation: undefined }).advice).toContain("`command`");
  });
});
