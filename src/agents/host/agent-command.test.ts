import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentCommand } from "./agent-command.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "abp-command-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o755 });
  return path;
}

describe("the command of an agent", () => {
  it("is the executable itself for a native program or a script of another language", () => {
    const native = file("agent", "\u007fELF");
    expect(agentCommand(native, ["a"])).toEqual({ command: native, args: ["a"] });
    const shell = file("agent.sh", "#!/bin/sh\nnode\n");
    expect(agentCommand(shell, [])).toEqual({ command: shell, args: [] });
    const other = file("nodelike", "#!/usr/bin/env nodejs-like\n");
    expect(agentCommand(other, [])).toEqual({ command: other, args: [] });
    const empty = file("empty", "");
    expect(agentCommand(empty, [])).toEqual({ command: empty, args: [] });
  });

  it.each(["agent.js", "agent.mjs", "agent.cjs"])("runs %s on the Node of this process", (name) => {
    const path = file(name, "");
    expect(agentCommand(path, ["a"])).toEqual({ command: process.execPath, args: [path, "a"] });
  });

  it.each(["#!/usr/bin/env node", "#!/usr/bin/env -S node --flag", "#!/usr/local/bin/node"])(
    "runs a script that begins with %s on the Node of this process",
    (line) => {
      const path = file("agent", `${line}\ncode`);
      expect(agentCommand(path, [])).toEqual({ command: process.execPath, args: [path] });
    },
  );

  it("follows a link to a script", () => {
    const script = file("real.js", "");
    symlinkSync(script, join(folder, "agent"));
    expect(agentCommand(join(folder, "agent"), [])).toEqual({ command: process.execPath, args: [script] });
  });

  it("throws for a file that does not exist", () => {
    expect(() => agentCommand(join(folder, "none"), [])).toThrow("ENOENT");
  });
});
