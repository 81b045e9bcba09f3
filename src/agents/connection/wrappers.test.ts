import { describe, expect, it } from "vitest";
import { agentConnections } from "../registry.ts";
import { findAgentCommand } from "./agent-command.ts";
import { scriptCommands } from "./script-commands.ts";

/** Where the arguments of the agent in a command are put; undefined if none is found. */
const placeOf = (text: string) => findAgentCommand(text.split(" "), agentConnections)?.place;
const at = (text: string, before: readonly string[] = []) => ({
  in: "words",
  at: text.split(" ").indexOf("codex") + 1,
  before,
});
const list = (text: string) => text.split(" ").filter((word) => word !== "");

describe("a program that starts the command of its words", () => {
  it.each([
    ["env", "-u --unset -C --chdir"],
    ["sudo", "-u --user -g --group -D --chdir -h --host -p --prompt -T"],
    ["doas", "-u -C"],
    ["timeout 5", "-k --kill-after -s --signal"],
    ["nice", "-n --adjustment"],
    ["ionice", "-c --class -n --classdata"],
    ["taskset 1", ""],
    ["stdbuf", "-i --input -o --output -e --error"],
    ["time", "-f --format -o --output"],
    ["strace", "-e -o -s -P"],
    ["nohup", ""],
    ["setsid", ""],
    ["unbuffer", ""],
    ["caffeinate", "-t -w"],
    ["command", ""],
    ["exec", "-a"],
  ])("may be %s, with the values of %j", (words, values) => {
    const [name, operand = ""] = words.split(" ");
    const place = (options: string) => {
      const text = list(`${name} ${options} ${operand} codex x`).join(" ");
      expect(placeOf(text), text).toEqual(at(text));
    };
    for (const option of ["", "--odd", "--"]) place(option);
    for (const option of list(values)) place(`${option} v --odd`);
    // Of another option, the value would be the command.
    expect(placeOf(`${name} --odd v ${operand} codex`)).toBeUndefined();
  });

  it.each(["env", "sudo"])("may be %s, which sets variables", (name) => {
    expect(findAgentCommand([name, "A=1", "b_2=", "codex"], agentConnections)?.assigned).toEqual([
      "A",
      "b_2",
    ]);
    expect(placeOf("nice A=1 codex")).toBeUndefined();
    expect(placeOf(`${name} 1A=1 codex`)).toBeUndefined();
  });

  it.each([
    ["env", "env - codex,env -i codex,env --ignore-environment codex", "env -u A codex"],
    [
      "sudo",
      "sudo codex,sudo -u x codex",
      "sudo -E codex,sudo --preserve-env codex,sudo --preserve-env=A codex",
    ],
    ["doas", "doas codex", ""],
    ["doas", "doas env -i codex", ""],
  ])("may be %s, without the variables of this process: %s, and not %s", (name, clearing, keeping) => {
    const by = (text: string) => findAgentCommand(text.split(" "), agentConnections)?.clearedBy;
    for (const text of clearing.split(",")) expect(by(text), text).toBe(name);
    for (const text of keeping.split(",").filter((one) => one !== "")) expect(by(text), text).toBeUndefined();
  });
});

const npm = "-p --package -w --workspace --registry --cache --prefix";

describe("a program that runs the command of a package", () => {
  it.each([
    ["npx", "", npm, "-c --call", false],
    ["npm", "exec x", npm, "-c --call", true],
    ["pnpm", "dlx exec", "--package -C --dir", "-c", false],
    ["pnpx", "", "--package", "-c", false],
    ["yarn", "dlx exec run", "-p --package", "", false],
    ["bunx", "", "-p --package", "", false],
    ["bun", "x", "-p --package", "", false],
  ])(
    "may be %s %s, with the values of %j and the scripts of %j",
    (name, subcommands, values, scripts, readsOn) => {
      for (const subcommand of subcommands.split(" ")) {
        const start = list(`${name} ${subcommand}`).join(" ");
        const before = readsOn ? ["--"] : [];
        for (const option of ["", "--odd", ...list(values).map((value) => `${value} v`)]) {
          const text = list(`${start} ${option} codex x`).join(" ");
          expect(placeOf(text), text).toEqual(at(text, before));
        }
        expect(placeOf(`${start} -- codex x`)).toEqual(at(`${start} -- codex x`));
        for (const spec of ["@openai/codex", "@openai/codex@1.2.3", "codex@latest"])
          expect(placeOf(`${start} ${spec}`)).toEqual({
            in: "words",
            at: start.split(" ").length + 1,
            before,
          });
        for (const option of list(scripts))
          expect(findAgentCommand([...start.split(" "), option, "codex x"], agentConnections)?.place).toEqual(
            {
              in: "script",
              isOnPath: true,
            },
          );
        for (const text of [start, `${start} other codex`, `${start} --odd v codex`])
          expect(placeOf(text)).toBeUndefined();
      }
      // Bun runs a script of the name.
      if (subcommands !== "" && name !== "bun") expect(placeOf(`${name} codex`)).toBeUndefined();
    },
  );
});

describe("a program that runs a script of a file", () => {
  it.each([
    ["node", "-r --require --import --loader --experimental-loader -C --conditions"],
    ["bun", "-r --preload"],
    ["deno", ""],
    ["tsx", "-r --require --import"],
  ])("may be %s, with the values of %j", (name, values) => {
    for (const option of ["", "--odd", "run", "run --odd", ...list(values).map((value) => `${value} v`)]) {
      const words = list(`${name} ${option} /x/codex.js x`);
      expect(placeOf(words.join(" ")), words.join(" ")).toEqual({
        in: "words",
        at: words.length - 1,
        before: [],
      });
    }
    for (const option of ["-e", "-p", "-pe", "--eval", "--print", "--odd v"])
      expect(placeOf(`${name} ${option} /x/codex.js`)).toBeUndefined();
    expect(placeOf(`${name} C:\\a\\node_modules\\@openai\\codex\\bin\\x.js`)).toMatchObject({ at: 2 });
  });
});

describe("a shell", () => {
  it.each(["sh", "bash", "dash", "ash", "zsh", "ksh", "fish"])("may be %s", (name) => {
    const place = (...words: string[]) => findAgentCommand([name, ...words], agentConnections)?.place;
    for (const option of ["-c", "-lc", "-cx", "--command"])
      expect(place("--odd", "-o", "v", "--rcfile", "v", option, "codex x")).toEqual({
        in: "script",
        isOnPath: true,
      });
    for (const words of [["codex"], ["-x", "codex x"], ["-c", "-x"], ["-c", "A=1"]])
      expect(place(...words)).toBeUndefined();
  });
});

describe("the commands of a script", () => {
  it.each([
    ["a b;c", [["a", "b"], ["c"]]],
    ["a && b || c | d & e\nf", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
    ["(a) `b`", [["a"], ["b"]]],
    ["x=$(a 'b c')", [["x=$"], ["a", "b c"]]],
    ['\'a b\'"c $d \\" \\x"e', [['a bc $d " \\xe']]],
    ["'a\\' b", [["a\\", "b"]]],
    ["a\\ b \\", [["a b", ""]]],
    ["a 'b", [["a", "b"]]],
    ["a # b\nc#d", [["a"], ["c#d"]]],
    ["a # b", [["a"]]],
    ["if a; then b; elif c; else d; fi", [["a"], ["b"], ["c"], ["d"], ["fi"]]],
    ["while a; do b; done", [["a"], ["b"], ["done"]]],
    ["until ! a; { time b; }", [["a"], ["b"], ["}"]]],
    ["echo if ''", [["echo", "if", ""]]],
    ["a\t b  ", [["a", "b"]]],
    ["", []],
  ])("%j are %j", (script, commands) => {
    expect(scriptCommands(script)).toEqual(commands);
  });
});
