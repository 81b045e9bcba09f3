import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agents } from "../../../agents/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const installable = agents.flatMap(({ name, installation }) => (installation === undefined ? [] : [name]));

describe("abp backends if no agent is installed", () => {
  const machine = useMachine();

  it("says how to install them, and succeeds", async () => {
    const { exit, out, error } = await machine.run(["backends"]);
    expect(exit).toBe(0);
    for (const name of installable) expect(out).toMatch(new RegExp(`^${name} .* not installed$`, "m"));
    expect(out).toMatch(/^mock +mock .* ready, /m);
    expect(error.replaceAll("\n", " ")).toContain(`abp agents install ${[...installable].sort().join(" ")}`);
  });

  it("asks only the backends that are named, and refuses names that do not exist", async () => {
    const { out, error } = await machine.run(["backends", "mock"]);
    expect(out.trim().split("\n")).toHaveLength(2);
    expect(error).toBe("");
    const unknown = await machine.run(["backends", "mock", "claud"]);
    expect(unknown.exit).toBe(6);
    expect(unknown.error).toContain('did you mean "claude"?');
  });

  it("names the backend that it asks on a terminal, and nothing once that has answered", async () => {
    const written: string[] = [];
    const write = (text: string): void => void written.push(text);
    const { exit } = await machine.run(["backends", "mock"], {
      isTerminal: { out: true, error: true },
      columns: () => 80,
      writeOut: write,
      writeError: write,
    });
    const asking = written.join("").match(/asking [^·]*·/g);
    expect([exit, new Set(asking)]).toEqual([0, new Set(["asking mock ·"])]);
  });

  it("fails if the configuration has a backend for one", async () => {
    await machine.configure('[backends.mine]\ntype = "agent"\nagent = "codex"\n');
    const { exit, out } = await machine.run(["backends", "--json"]);
    expect(exit).toBe(6);
    const states = JSON.parse(out) as { readonly name: string }[];
    expect(states.find(({ name }) => name === "mine")).toEqual({
      name: "mine",
      type: "agent",
      state: "not_installed",
      agent: {
        name: "codex",
        title: "Codex",
        transport: "app-server",
        dialect: "codex",
        needs_model: expect.any(Boolean),
        package: "@openai/codex",
        tested_version: expect.any(String),
        install: "abp agents install codex",
        left_out: expect.any(Array),
      },
      identity: null,
      capabilities: {},
      error: {
        code: "agent_not_installed",
        message: "Codex is not installed",
        advice: expect.stringContaining("abp agents install codex"),
      },
    });
  });
});

describe("abp backends with an agent", () => {
  const machine = useMachine();

  it("starts its host, and shows version, transport and capabilities with their evidence", async () => {
    const bin = join(machine.root, "agents/node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "codex"), "#!/bin/sh\necho codex-cli 9.9\n");
    chmodSync(join(bin, "codex"), 0o755);
    machine.env["ABP_AGENTS"] = join(machine.root, "agents");
    machine.env["PATH"] = process.env["PATH"];
    const { exit, out } = await machine.run(["backends", "codex"]);
    expect(exit).toBe(0);
    expect(out).toMatch(/^codex +app-server +\S*9\.9\S* +ready, \d+ capabilities$/m);
    const [state] = JSON.parse((await machine.run(["backends", "codex", "--json"])).out);
    expect(state).toMatchObject({ state: "ready", asks_before_tools: true });
    expect(Object.keys(state.evidence)).toEqual(Object.keys(state.capabilities));
    const { out: text } = await machine.run(["backends", "codex", "--capabilities"]);
    expect(text).toMatch(/^capability +codex$/m);
    expect(text).toMatch(/^codex \(Codex\)$/m);
    expect(text).toContain("  session_resume: native\n    ");
  });
});
