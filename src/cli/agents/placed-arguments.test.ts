import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCommand, findConnection } from "../../agents/index.ts";
import { placeArguments } from "./placed-arguments.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-placed-"));
  mkdirSync(join(root, "bin"));
  // A stand-in for the agent that shows its arguments.
  writeFileSync(join(root, "bin", "codex"), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o700 });
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function place(words: readonly string[], more: { arguments?: string[]; agent?: string; path?: string } = {}) {
  const tool = findConnection(more.agent ?? "codex")!;
  return placeArguments({
    words,
    found: findCommand(words),
    launch: {
      tool,
      arguments: more.arguments ?? ["-c", "a='b c'"],
      environment: { ANTHROPIC_BASE_URL: "x", ABP_TOKEN: "t" },
    },
    environment: { PATH: more.path ?? `${join(root, "bin")}:${process.env["PATH"]}` },
    cwd: root,
    directory: join(root, "run"),
  });
}

describe("the arguments for an agent", () => {
  it("stand behind its name, whatever stands before", async () => {
    expect((await place(["codex", "exec"])).words).toEqual(["codex", "-c", "a='b c'", "exec"]);
    expect((await place(["env", "A=1", "timeout", "9", "codex", "x"])).words).toEqual([
      ...["env", "A=1", "timeout", "9", "codex", "-c", "a='b c'", "x"],
    ]);
    expect((await place(["npm", "exec", "codex", "x"])).words).toEqual([
      ...["npm", "exec", "codex", "--", "-c", "a='b c'", "x"],
    ]);
  });

  it("reach an agent in a shell's script by a program in front of PATH, which is removed afterwards", async () => {
    const words = ["sh", "-c", "cd / && codex exec 'do it'"];
    const placed = await place(words);
    expect(placed.words).toEqual(words);
    expect(placed.faults).toEqual([]);
    const env = placed.environment as NodeJS.ProcessEnv;
    expect(execFileSync("sh", words.slice(1), { encoding: "utf8", env })).toBe("-c|a='b c'|exec|do it|");
    await placed.remove();
    expect(existsSync(join(root, "run"))).toBe(false);
  });

  it("are missed loudly if a script names the program by its path, and if it is not there", async () => {
    for (const script of [`${root}/bin/codex exec`, "npx codex exec"]) {
      const { faults, words } = await place(["sh", "-c", script]);
      expect(words).toEqual(["sh", "-c", script]);
      expect(faults).toEqual([expect.stringContaining("this script leaves no place for them")]);
    }
    const { faults } = await place(["sh", "-c", "codex"], { path: "/nowhere" });
    expect(faults).toEqual([expect.stringContaining("this script leaves no place for them")]);
  });

  it("are none for an agent that reads variables, and for a program that is not known", async () => {
    const script = ["sh", "-c", "claude -p x"];
    expect(await place(script, { agent: "claude", arguments: [] })).toMatchObject({
      words: script,
      faults: [],
    });
    expect((await place(["make"])).words).toEqual(["make"]);
  });

  it("do not hide that the variables are lost, or set by the command itself", async () => {
    const cleared = await place(["env", "-i", "claude"], { agent: "claude", arguments: [] });
    expect(cleared.faults).toEqual([expect.stringContaining("env starts Claude Code without the variables")]);
    const own = await place(["env", "ANTHROPIC_BASE_URL=y", "claude"], { agent: "claude", arguments: [] });
    expect(own.faults).toEqual([expect.stringContaining("the command itself sets ANTHROPIC_BASE_URL")]);
  });
});
