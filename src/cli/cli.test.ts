import { describe, expect, it } from "vitest";
import { commands, sections } from "./commands.ts";
import { useMachine } from "./fixtures/console.ts";

const machine = useMachine();

function json<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text) as T;
}

describe("the command line", () => {
  it("has help with examples for every command, and every command can be loaded", async () => {
    for (const spec of commands) {
      const { exit, out } = await machine.run([...spec.path, "--help"]);
      expect(exit, spec.path.join(" ")).toBe(0);
      expect(out).toContain("Examples:");
      expect(out).toContain("--json");
      expect(await spec.load()).toBeTypeOf("function");
    }
  });

  it.each([
    [["help"], ["--help"]],
    [
      ["help", "receipt"],
      ["receipt", "--help"],
    ],
    [
      ["help", "receipt", "verify"],
      ["receipt", "verify", "--help"],
    ],
    [["version"], ["--version"]],
  ])("%j shows the same as %j", async (words, flags) => {
    const [shown, same] = [await machine.run(words), await machine.run(flags)];
    expect(shown).toEqual(same);
    expect(shown.exit).toBe(0);
    expect(shown.out).not.toBe("");
  });

  it("reports a word after help that is no command", async () => {
    expect(await machine.run(["help", "recipt"])).toMatchObject({
      exit: 2,
      error: expect.stringContaining("Did you mean receipt?"),
    });
  });

  it("gives the version as data", async () => {
    expect(json((await machine.run(["version", "--json"])).out)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  it("puts every command into one section of the help", async () => {
    const { out } = await machine.run(["--help"]);
    const shown = commands.filter(({ hidden }) => hidden !== true).map(({ path }) => path[0]!);
    const listed = sections.flatMap(({ names }) => names);
    expect([...listed].sort()).toEqual([...new Set(shown)].sort());
    const titles = sections.map(({ title }) => out.indexOf(title));
    expect(titles.every((place, index) => place > (titles[index - 1] ?? 0))).toBe(true);
    expect(out).not.toContain("Commands:");
  });

  it("suggests the command that was meant, and ends with the code for usage", async () => {
    const { exit, error } = await machine.run(["recipt", "verify", "x"]);
    expect(exit).toBe(2);
    expect(error).toContain("Did you mean receipt?");
  });

  it("reports a wrong command line as JSON if JSON is asked for", async () => {
    const { exit, error } = await machine.run(["run", "--json", "--lane", "sideways"]);
    expect(exit).toBe(2);
    expect(json<{ error: object }>(error.trim().split("\n").at(-1)!).error).toMatchObject({
      code: "usage_invalid",
    });
  });

  it("uses no colour unless a person is there, and obeys NO_COLOR even then", async () => {
    const colour = "\u001b[";
    const person = { isTerminal: { out: true, error: true } };
    expect((await machine.run(["backends"])).out).not.toContain(colour);
    expect((await machine.run(["backends"], person)).out).toContain(colour);
    expect((await machine.run(["backends", "--no-color"], person)).out).not.toContain(colour);
    machine.env["NO_COLOR"] = "1";
    expect((await machine.run(["backends"], person)).out).not.toContain(colour);
  });
});
