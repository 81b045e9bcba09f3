import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandOf, withInstalledAgents } from "./installed-agents.ts";

const root = mkdtempSync(join(tmpdir(), "abp-installed-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Makes a directory of agents as `npm install --prefix` does, with these programs and what stands in them. */
function directoryWith(name: string, programs: Readonly<Record<string, string>>): string {
  const binaries = join(root, name, "node_modules", ".bin");
  mkdirSync(binaries, { recursive: true });
  for (const [program, text] of Object.entries(programs)) {
    writeFileSync(join(binaries, `${program}-file`), text, { mode: 0o755 });
    symlinkSync(join(binaries, `${program}-file`), join(binaries, program));
  }
  return join(root, name);
}

const named = directoryWith("named", { codex: "#!/bin/sh\n" });
const installed = directoryWith("installed", {
  codex: "#!/bin/sh\n",
  claude: "#!/bin/sh\n",
  kimi: "#!/usr/bin/env node\n",
});
const mine = join(directoryWith("mine", { claude: "#!/bin/sh\n" }), "node_modules", ".bin");
const binOf = (directory: string, program: string) =>
  join(directory, "node_modules", ".bin", `${program}-file`);
const places = { environment: { ABP_AGENTS: named }, agentsDirectory: installed };

function command(userPath: string | undefined, ...words: string[]) {
  const environment = withInstalledAgents(userPath === undefined ? {} : { PATH: userPath }, places);
  const { command: program, args } = commandOf(words, { cwd: root, environment, userPath });
  return [program, ...args];
}

describe("an agent of abp exec", () => {
  it("is found in the directory of ABP_AGENTS, then where abp agents install puts it", () => {
    expect(command(undefined, "codex", "exec")).toEqual([binOf(named, "codex"), "exec"]);
    expect(command("/nowhere", "claude", "-p")).toEqual([binOf(installed, "claude"), "-p"]);
  });

  it("is the user's own if PATH has it", () => {
    expect(command(mine, "claude", "-p")).toEqual(["claude", "-p"]);
  });

  it("runs on the Node of this process if it is a script for Node", () => {
    expect(command("/nowhere", "kimi", "-p")).toEqual([process.execPath, binOf(installed, "kimi"), "-p"]);
  });

  it("stays as it is if it is nowhere", () => {
    expect(command("/nowhere", "gemini", "-p")).toEqual(["gemini", "-p"]);
  });

  it.each([["python", "x.py"], ["./claude"], ["timeout", "5", "claude"]])(
    "leaves another command as it is: %s",
    (...words) => {
      expect(command("/nowhere", ...words)).toEqual(words);
    },
  );

  it("is found by its name by programs and scripts that start it, after those of the user", () => {
    const { PATH } = withInstalledAgents({ PATH: "/usr/bin" }, places);
    const directories = [named, installed].map((one) => join(one, "node_modules", ".bin"));
    expect(PATH).toBe(["/usr/bin", ...directories].join(delimiter));
  });
});
