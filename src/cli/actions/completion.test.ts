import { expect, it, vi } from "vitest";
import { useMachine } from "../fixtures/console.ts";

const machine = useMachine();

/** What a command prints besides the terminal: the library for completions writes to the console. */
async function run(...argv: readonly string[]) {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ended = await machine.run(argv);
  return { ...ended, printed: print.mock.calls.flat().join("\n") };
}

it.each(["bash", "zsh", "fish", "powershell"])(
  "prints a script that completes commands in %s",
  async (shell) => {
    const { exit, out, error, printed } = await run("completion", shell);
    expect([exit, out, error]).toEqual([0, "", ""]);
    expect(printed).toMatch(/\babp complete '?--/);
  },
);

it.each([
  ["a command", ["receipt", "ve"], /^verify\t/m],
  ["a group", ["rece"], /^receipt\t/m],
  ["an option", ["run", "--tas"], /^--task\t/m],
  ["a choice of an argument", ["completion", "ba"], /^bash/m],
  ["a choice of an option", ["run", "--lane", ""], /^workspace-first/m],
])("offers %s for %j", async (_, words, offered) => {
  const { exit, out, error, printed } = await run("complete", "--", ...words);
  expect([exit, out, error]).toEqual([0, "", ""]);
  expect(printed).toMatch(offered);
});

it("offers no hidden command, and says nothing without words", async () => {
  expect((await run("complete", "--", "comple")).printed).not.toMatch(/^complete\t/m);
  expect(await run("complete")).toMatchObject({ exit: 0, out: "", error: "" });
});
