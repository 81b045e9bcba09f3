import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunCommand } from "../../../agents/index.ts";
import { agents } from "../../../agents/index.ts";
import { useMachine } from "../../fixtures/console.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { agentsInstallBy } from "./install.ts";

function putProgram(directory: string, name: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), "#!/bin/sh\necho 9.9\n");
  chmodSync(join(directory, name), 0o755);
}

describe("abp agents list", () => {
  const machine = useMachine();

  it("shows what is installed and the command for what is not, in 80 columns", async () => {
    const bin = join(machine.root, "bin");
    putProgram(bin, "codex");
    machine.env["PATH"] = bin;
    machine.env["ABP_AGENTS"] = "";
    const { exit, out } = await machine.run(["agents", "list"]);
    expect(exit).toBe(0);
    expect(out).toMatch(/^codex +app-server +\S+ +installed$/m);
    expect(out).toMatch(/^claude .* abp agents install claude$/m);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("gives packages, evidence and places as JSON", async () => {
    machine.env["PATH"] = "";
    machine.env["ABP_AGENTS"] = "";
    const { out } = await machine.run(["agents", "list"]);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ["agent", "transport", "tested with", "state"],
      ...agents.map(({ name, transport, installation, isBuiltIn }) => [
        ...[name, transport, installation?.version ?? "-"],
        isBuiltIn === true
          ? "built in"
          : installation === undefined
            ? "needs `command` in a backend"
            : `abp agents install ${name}`,
      ]),
    ]);
    const rows = JSON.parse((await machine.run(["agents", "list", "--json"])).out);
    expect(rows).toEqual(
      agents.map(({ name, title, transport, installation, capabilities, leftOut, connection }) => ({
        ...{ name, title, transport, dialect: connection.dialect ?? null, path: null },
        package: installation?.package ?? null,
        tested_version: installation?.version ?? null,
        install: installation === undefined ? null : `abp agents install ${name}`,
        ...{ capabilities, left_out: leftOut },
      })),
    );
    expect(rows.map((row: { name: string }) => row.name)).toEqual(agents.map(({ name }) => name));
    expect(rows.find((row: { name: string }) => row.name === "claude")).toMatchObject({
      path: null,
      install: "abp agents install claude",
      package: "@anthropic-ai/claude-code",
      dialect: "claude",
      capabilities: expect.any(Object),
      left_out: expect.any(Array),
    });
  });
});

describe("abp agents install", () => {
  const machine = useMachine();

  it("installs nothing if a name is not known, and suggests one", async () => {
    const { exit, error } = await machine.run(["agents", "install", "claude", "codx"]);
    expect(exit).toBe(2);
    expect(error).toContain(
      'usage_invalid: abp agents install: no agent to install is named "codx"; did you mean "codex"?\n',
    );
    const there = agents.flatMap(({ name, installation }) => (installation === undefined ? [] : [name]));
    for (const name of ["engine", "qqqqqqqq"])
      expect(await machine.run(["agents", "install", name])).toMatchObject({
        exit: 2,
        error: expect.stringContaining(`is named "${name}"; there are: ${there.join(", ")}\n`),
      });
  });

  it("installs each agent into our own directory, and says what to try", async () => {
    const said: string[] = [];
    const lines: string[][] = [];
    const data = join(machine.root, "data");
    const run: RunCommand = async ({ command, args }) => {
      lines.push([command, ...args]);
      if (command === "npm") putProgram(join(data, "agents/node_modules/.bin"), "codex");
      return { exitCode: 0, output: "codex-cli 9.9\n" };
    };
    const terminal = {
      json: false,
      colors: { dim: (text: string) => text },
      host: {
        env: { ABP_HOME: machine.root },
        home: machine.root,
        signal: new AbortController().signal,
        isTerminal: { err: false },
      },
      out: (...text: string[]) => said.push(...text),
      say: (...text: string[]) => said.push(...text),
    } as unknown as Terminal;
    const table = { commands: [], groups: [] };
    expect(await agentsInstallBy(run)(terminal, { arguments: [["codex"]], options: {}, table })).toBe(0);
    expect(lines[0]!.slice(0, 4)).toEqual(["npm", "install", "--prefix", join(data, "agents")]);
    expect(said).toEqual([
      `codex codex-cli 9.9 installed: ${join(data, "agents/node_modules/.bin/codex")}`,
      'try: abp run --backend codex --task "Say hello"',
    ]);
  });
});
