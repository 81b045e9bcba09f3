import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "./fixtures/console.ts";

const machine = useMachine();
const file = () => join(machine.root, "backplane.toml");

/** Runs a command on a terminal whose user types `answer`. `during` happens while the question is open. */
async function runOnTerminal(argv: readonly string[], answer: string, during: () => void = () => undefined) {
  const questions: string[] = [];
  const ended = await machine.run(argv, {
    ask: async (question) => {
      questions.push(question);
      during();
      return answer;
    },
  });
  return { ...ended, questions };
}

describe("the question whether to trust a project file", () => {
  it("shows the keys, and a yes trusts the content and goes on", async () => {
    writeFileSync(file(), "default_backend = 'mock'\n[keys.eve]\ntoken = 'canary-77'\n");
    const { exit, error, questions } = await runOnTerminal(["backends"], " Yes\n");
    expect(exit).toBe(0);
    expect(questions).toEqual(["Trust this content, and use it? [y/N] "]);
    expect(error).toContain(`not trusted ${file()} would set:\n  backplane.toml:1:1  default_backend\n`);
    expect(error).toContain("backplane.toml:3:1  keys.eve.token");
    expect(error).not.toContain("canary");
    expect((await machine.run(["backends"])).exit).toBe(0);
  });

  it.each(["", "n", "no", "yeah", "yes please", "j", "\u0003"])("takes %j as a no", async (answer) => {
    writeFileSync(file(), "port = 1\n");
    const { exit, error } = await runOnTerminal(["backends"], answer);
    expect(exit).toBe(3);
    expect(error).toContain("config_untrusted");
    expect((await machine.run(["config", "trust", "--list", "--json"])).out).toBe("[]\n");
  });

  it("is not asked with --json, with --quiet, without a terminal, and for a file that cannot be trusted", async () => {
    writeFileSync(file(), "port = 1\n");
    for (const flag of ["--json", "--quiet"]) {
      const { exit, questions } = await runOnTerminal(["backends", flag], "y");
      expect([exit, questions]).toEqual([3, []]);
    }
    expect((await machine.run(["backends"])).exit).toBe(3);
    writeFileSync(file(), Buffer.alloc(1_048_577, 32));
    expect(await runOnTerminal(["backends"], "y")).toMatchObject({ exit: 3, questions: [] });
  });

  it("trusts the content that was shown, not one that takes its place during the question", async () => {
    writeFileSync(file(), "port = 1\n");
    const { exit, questions } = await runOnTerminal(["backends"], "y", () =>
      writeFileSync(file(), "port = 666\n"),
    );
    expect(exit).toBe(3);
    expect(questions).toHaveLength(1);
    expect((await machine.run(["config", "trust", "--list", "--json"])).out).toBe("[]\n");
  });

  it("trusts nothing if a directory takes the place of the file during the question", async () => {
    writeFileSync(file(), "port = 1\n");
    const { exit, error } = await runOnTerminal(["backends"], "y", () => {
      rmSync(file());
      mkdirSync(file());
    });
    expect(exit).toBe(3);
    expect(error).toContain("config_untrusted");
  });

  it("says how many keys of a long file it does not show", async () => {
    writeFileSync(file(), Array.from({ length: 45 }, (_, index) => `k${index} = 1\n`).join(""));
    const { error } = await runOnTerminal(["backends"], "n");
    expect(error).toContain("  and 5 more: read the file before you trust it");
    writeFileSync(file(), "[keys.");
    expect((await runOnTerminal(["backends"], "n")).error).toContain("nothing that is readable");
  });

  it("is not asked if the file is ignored or another one is named", async () => {
    writeFileSync(file(), "port = 1\n");
    expect(await runOnTerminal(["backends", "--ignore-project-config"], "y")).toMatchObject({
      exit: 0,
      questions: [],
    });
    expect(await runOnTerminal(["backends", "--config", "backplane.toml"], "y")).toMatchObject({
      exit: 0,
      questions: [],
    });
  });
});
