import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { commands, groups, sections } from "./commands.ts";
import { createProgram } from "./program.ts";
import type { Host } from "./terminal/host.ts";
import { readVersion } from "./version.ts";

/** Parses a command line. Gives what was written, how it ended, and the calls of the actions. */
async function parse(...argv: string[]) {
  const written: string[] = [];
  const calls: unknown[] = [];
  const host = {
    writeOut: (text: string) => void written.push(`out: ${text}`),
    writeError: (text: string) => void written.push(`error: ${text}`),
  } as Host;
  const program = createProgram(host, async (spec, options, call) => {
    const { table, ...rest } = call;
    expect(table).toEqual({ commands, groups });
    expect(options).toBe(call.options);
    calls.push([spec.path.join(" "), rest]);
  });
  let ended: string | undefined;
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ended = error.code;
  }
  return { text: written.join(""), calls, ended };
}

const everywhere = `Everywhere:
  --json                   print data as JSON, and errors as JSON on standard
                           error
  -q, --quiet              print data only
  -v, --verbose            print more, causes of errors included
  --no-color               no colours (NO_COLOR does the same)
  --config <file>          use this configuration file instead of
                           ./backplane.toml
  --ignore-project-config  go on without ./backplane.toml
`;

describe("the help", () => {
  it("of a command has its arguments, its options, those of every command, and examples in columns", async () => {
    const { text, ended, calls } = await parse("receipt", "prove", "--help");
    expect({ ended, calls }).toEqual({ ended: "commander.helpDisplayed", calls: [] });
    const {
      summary,
      examples,
      options,
      arguments: own,
    } = commands.find(({ path }) => path.join(" ") === "receipt prove")!;
    expect(text).toContain(`out: Usage: abp receipt prove [options] <${own![0]!.name}>\n\n${summary}\n`);
    for (const { flags } of options!) expect(text).toContain(`  ${flags}  `);
    expect(text).toContain(everywhere);
    const width = Math.max(...examples.map(([line]) => line.length));
    const lines = examples.map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
    expect(text.endsWith(`\nExamples:\n${lines.join("\n")}\n`)).toBe(true);
  });

  it("of all commands lists each section with its commands in order, and no hidden one", async () => {
    const { text, ended } = await parse("--help");
    expect(ended).toBe("commander.helpDisplayed");
    expect(text).toMatch(/^out: Usage: abp \[options\] \[command\]\n\nAgent Backplane: /);
    const places = sections.flatMap(({ title, names }) => [
      text.indexOf(`\n\n${title}\n`),
      ...names.map((name) => text.search(new RegExp(`\n  ${name}[ \n]`))),
    ]);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).not.toMatch(/\n {2}complete[ \n]/);
    expect(text).not.toContain("Commands:");
    expect(text).toContain("-V, --version");
    expect(text.indexOf("\nExamples:\n  abp run --task")).toBeGreaterThan(places.at(-1)!);
    expect(text.endsWith("Errors and exit codes: docs/errors.md\n")).toBe(true);
  });

  it("of a group has its meaning and its commands", async () => {
    for (const { name, summary } of groups) {
      const words = name.split(" ");
      const { text } = await parse(...words, "--help");
      expect(text).toContain(`out: Usage: abp ${name} [options] [command]\n\n${summary}\n`);
      const below = commands.filter(
        ({ path }) => path.length > words.length && words.every((word, at) => path[at] === word),
      );
      const own = new Set(below.map(({ path }) => path[words.length]));
      const shown = /\nCommands:\n([\s\S]*)/.exec(text)![1]!.matchAll(/^ {2}([a-z]+)/gm);
      expect([...shown].map(([, word]) => word)).toEqual([...own]);
    }
  });
});

it("the version is printed with -V and --version", async () => {
  for (const flag of ["-V", "--version"])
    expect(await parse(flag)).toEqual({
      text: `out: ${readVersion()}\n`,
      calls: [],
      ended: "commander.version",
    });
});

describe("a command line", () => {
  it("gives the action its arguments and options", async () => {
    expect(await parse("config", "diff", "a", "b", "--json")).toEqual({
      text: "",
      calls: [["config diff", { arguments: ["a", "b"], options: { json: true, color: true } }]],
      ended: undefined,
    });
  });

  it("gives lists of arguments that may be many, and of options that may be repeated", async () => {
    const { calls } = await parse("agents", "install", "x", "y");
    expect(calls).toEqual([["agents install", { arguments: [["x", "y"]], options: { color: true } }]]);
    const run = await parse(
      "run",
      "--include",
      "a",
      "--include",
      "b",
      "-t",
      "x",
      "--root",
      "c",
      "--root",
      "d",
    );
    expect(run.calls).toEqual([
      [
        "run",
        { arguments: [], options: expect.objectContaining({ include: ["a", "b"], task: "x", root: "d" }) },
      ],
    ]);
  });

  it("leaves out what is not given, except for values that an option has by itself", async () => {
    const { calls } = await parse("config", "check");
    expect(calls).toEqual([["config check", { arguments: [undefined], options: { color: true } }]]);
    const { calls: backends } = await parse("backends", "--no-color", "-q", "-v", "--config", "f");
    expect(backends).toEqual([
      [
        "backends",
        {
          arguments: [[]],
          options: { timeout: "10", color: false, quiet: true, verbose: true, config: "f" },
        },
      ],
    ]);
    expect((await parse("version", "--ignore-project-config")).calls).toEqual([
      ["version", { arguments: [], options: { color: true, ignoreProjectConfig: true } }],
    ]);
  });

  it.each([
    [["config", "diff", "a"], "commander.missingArgument", "missing required argument 'right'"],
    [["version", "more"], "commander.excessArguments", "too many arguments"],
    [
      ["run", "--lane", "sideways"],
      "commander.invalidArgument",
      "Allowed choices are patch-first, workspace-first",
    ],
    [["completion", "ksh"], "commander.invalidArgument", "Allowed choices are bash, zsh, fish, powershell"],
    [["recipt"], "commander.unknownCommand", "(Did you mean receipt?)"],
    [["receipt", "verfy"], "commander.unknownCommand", "(Did you mean verify?)"],
    [["run", "--taks", "x"], "commander.unknownOption", "(Did you mean --task?)"],
  ])("%j is refused with the reason, and says where help is", async (argv, code, reason) => {
    const { text, ended, calls } = await parse(...argv);
    expect({ ended, calls }).toEqual({ ended: code, calls: [] });
    expect(text).toContain("error: error: ");
    expect(text).toContain(reason);
    expect(text).toContain("(--help shows options and examples)\n");
  });
});
