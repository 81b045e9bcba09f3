import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands as table } from "../../src/cli/commands.ts";
import { TestMachine } from "../../src/cli/fixtures/console.ts";
import { createProgram } from "../../src/cli/program.ts";
import type { Host } from "../../src/cli/terminal/host.ts";
import { isFullSize } from "../fault-size.ts";
import { builtMain } from "../package/built-main.ts";
import { type ShellCommand, splitCommands, splitWords } from "./command-lines.ts";
import { blocks, repository } from "./documents.ts";
import { ENDS_WITH, NOT_RUN, RUN_ELSEWHERE } from "./not-run.ts";
import { type ReadersIds, writeReadersFiles } from "./readers-files.ts";

const shells = blocks.filter(({ language }) => language === "sh" || language === "console");
const elsewhere = (document: string) => Object.hasOwn(RUN_ELSEWHERE, document);

/** The commands of a block; those of a console stand behind `$ `, between what they print. */
function commandsOf({ language, text }: (typeof blocks)[number]): ShellCommand[] {
  const lines =
    language === "sh"
      ? text
      : text
          .split("\n")
          .filter((line) => line.startsWith("$ "))
          .join("\n");
  return splitCommands(lines);
}

const nameOf = ({ words }: ShellCommand) => words.join(" ");
const notRun = (command: ShellCommand) => NOT_RUN.find(([pattern]) => pattern.test(nameOf(command)));
const here = shells.filter(({ document }) => !elsewhere(document));
const all = here.flatMap((block) => commandsOf(block).map((command) => ({ block, command })));

/** What the real command line says of a command that is parsed and not run; undefined if it accepts it. */
async function faultOf(words: readonly string[]): Promise<string | undefined> {
  let said = "";
  let ran = false;
  const host = {
    writeOut: () => undefined,
    writeError: (text: string) => {
      said += text;
    },
  } as unknown as Host;
  const program = createProgram(host, async () => {
    ran = true;
  });
  try {
    await program.parseAsync([...words.slice(1)], { from: "user" });
  } catch (error) {
    said += String(error);
  }
  return ran ? undefined : said.split("\n")[0];
}

const scripts = (JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { scripts: object })
  .scripts;

describe("a command of a document", () => {
  it.each(here.map((block) => [`${block.document}:${block.line}`, block] as const))(
    "%s exists, and so do its options",
    async (_, block) => {
      for (const { words } of commandsOf(block)) {
        if (words[0] === "abp")
          expect([words.join(" "), await faultOf(words)]).toEqual([words.join(" "), undefined]);
        if (words[0] === "npm" && words[1] === "run" && words[2] !== "build)") {
          const script = words.slice(2).find((word) => !word.startsWith("-"));
          expect(Object.keys(scripts)).toContain(script);
        }
      }
    },
  );

  it("with a fault would be found", async () => {
    expect(await faultOf(splitWords("abp up --nothing"))).toContain("--nothing");
    expect(await faultOf(splitWords("abp nothing"))).toContain("nothing");
    expect(await faultOf(splitWords("abp receipt nothing"))).toBeDefined();
    expect(await faultOf(splitWords("abp run -t x --lane sideways"))).toContain("sideways");
    expect(await faultOf(splitWords("abp up"))).toBeUndefined();
  });

  it("is split as a shell splits it", () => {
    const block = `abp call "Say \\"hi\\" # no" --json   # a comment\n$ npm ci && eval "$(abp env claude)"\necho "Why?" | abp call -\nabp detect < a.json > b.json`;
    expect(splitCommands(block).map(({ words, input, from, to }) => ({ words, input, from, to }))).toEqual([
      { words: ["abp", "call", 'Say "hi" # no', "--json"] },
      { words: ["npm", "ci"] },
      { words: ["abp", "env", "claude"] },
      { words: ["abp", "call", "-"], input: "Why?\n" },
      { words: ["abp", "detect"], from: "a.json", to: "b.json" },
    ]);
  });

  it("that is not run is listed with a reason, and no entry of the list is out of date", () => {
    const unused = NOT_RUN.filter(([pattern]) => !all.some(({ command }) => pattern.test(nameOf(command))));
    expect(unused.map(([pattern]) => String(pattern))).toEqual([]);
    const ends = ENDS_WITH.filter(([pattern]) => !all.some(({ command }) => pattern.test(nameOf(command))));
    expect(ends.map(([pattern]) => String(pattern))).toEqual([]);
    for (const [document, test] of Object.entries(RUN_ELSEWHERE)) {
      expect(shells.some((block) => block.document === document)).toBe(true);
      expect(readFileSync(join(repository, test), "utf8")).toContain(document);
    }
    // Most are run.
    expect(all.filter(({ command }) => notRun(command) === undefined).length).toBeGreaterThan(all.length / 2);
  });
});

const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
const hasPython = existsSync("/usr/bin/python3");

/** Stands for the id of a key. */
const KEY_ID = "0123456789abcdef";

const main = await builtMain();
describe("the commands of the documents", () => {
  const machine = new TestMachine(main);
  const stop = new AbortController();
  let serving: Promise<unknown> = Promise.resolve();
  const work = join(machine.root, "work");
  let ids: ReadersIds;

  beforeAll(async () => {
    // Agents that this machine may have are no part of the documents.
    machine.env["PATH"] = PATH;
    ids = await writeReadersFiles(machine);
    const listening = Promise.withResolvers<void>();
    const ended = machine.run(["up", "--port", "0", "--json"], {
      cwd: work,
      writeOut: () => listening.resolve(),
      signal: stop.signal,
    });
    ended.then(({ error }) => listening.reject(new Error(error)));
    serving = ended;
    await listening.promise;
  });

  afterAll(async () => {
    stop.abort("SIGTERM");
    await serving;
    machine.close();
  });

  /** Runs a command of ours in this process, and any other in a shell. */
  async function run(command: ShellCommand, cwd: string): Promise<{ exit: number; error: string }> {
    const run = command.words.includes("--resume") ? ids.resumable : ids.patched;
    const env = environmentOf(nameOf(command));
    const words: string[] = [];
    if (/^abp receipt keys (?:rotate|revoke)/.test(nameOf(command)))
      await machine.run(["receipt", "keys", "create"], { env, cwd: machine.root });
    const [, made] = /^abp key (?:set|revoke) (\S+)/.exec(nameOf(command)) ?? [];
    if (made !== undefined) await machine.run(["key", "new", made], { env, cwd: machine.root });
    for (const word of command.words) {
      if (word === KEY_ID) words.push(await keyIn(env));
      else words.push(word === "RUN" || word === "0197…" ? run : word);
    }
    // The reader begins without the file.
    for (const [index, word] of words.entries())
      if (/^(?:-o|--out|--events|--report)$/.test(word) && words[index + 1] !== undefined)
        rmSync(resolve(cwd, words[index + 1]!), { force: true });
    if (words[0] !== "abp") {
      try {
        const env = { ...process.env, HOME: machine.root, PATH: machine.env["PATH"] };
        execFileSync("/bin/sh", ["-c", command.text], { cwd, env, stdio: "pipe", encoding: "utf8" });
        return { exit: 0, error: "" };
      } catch (error) {
        return { exit: 1, error: String((error as { stderr?: string }).stderr ?? error) };
      }
    }
    const from = command.from === undefined ? undefined : readFileSync(resolve(cwd, command.from), "utf8");
    const stdin = command.input ?? from ?? "";
    const { exit, out, error } = await machine.run(words.slice(1), {
      stdin,
      cwd: env["ABP_HOME"] === machine.env["ABP_HOME"] ? cwd : machine.root,
      env,
    });
    if (command.to !== undefined) {
      const target = resolve(cwd, command.to.replace("~", machine.root));
      mkdirSync(resolve(target, ".."), { recursive: true });
      writeFileSync(target, out);
    }
    return { exit, error: `${error}\n${out.slice(-500)}` };
  }

  // Programs that end at once stand for the agents that a command starts with its calls going through a gateway.
  function environmentOf(name: string): Record<string, string | undefined> {
    return name.startsWith("abp exec ")
      ? { ...machine.env, PATH: `${join(work, "bin")}:${PATH}` }
      : homeOf(name);
  }

  // Commands that change the signing keys get a home of their own, because others verify with them. So do those that make the keys of
  // callers, each time: a name is used once.
  let homes = 0;
  function homeOf(name: string): Record<string, string | undefined> {
    if (name.startsWith("abp key ")) {
      homes += 1;
      return { ...machine.env, ABP_HOME: join(machine.root, `keys-${homes}`) };
    }
    if (!/^abp receipt keys (?:create|rotate|revoke)/.test(name)) return machine.env;
    return { ...machine.env, ABP_HOME: join(machine.root, name.replaceAll(/\W+/g, "-")) };
  }

  async function keyIn(env: Record<string, string | undefined>): Promise<string> {
    const { out } = await machine.run(["receipt", "keys", "list", "--json"], { env, cwd: machine.root });
    return /"key_id":"([0-9a-f]{16})"/.exec(out.replaceAll(/\s/g, ""))![1]!;
  }

  const checked = new Set<string>();
  it.for(here.map((block) => [`${block.document}:${block.line}`, block] as const))(
    "%s run",
    async ([, block], context) => {
      let cwd = work;
      for (const command of commandsOf(block)) {
        if (command.words[0] === "cd") cwd = resolve(cwd, command.words[1]!);
        if (command.words[0] === "cd" || notRun(command) !== undefined) continue;
        const name = nameOf(command);
        if (!hasPython && /\bpython3\b/.test(name)) context.skip("needs /usr/bin/python3");
        // A check of a sidecar starts it many times and waits for it. By default one of them is run.
        if (name.startsWith("abp sidecar check")) {
          if (checked.has(name) || (!isFullSize && checked.size > 0)) continue;
          checked.add(name);
        }
        const expected = ENDS_WITH.find(([pattern]) => pattern.test(name))?.[1] ?? 0;
        const { exit, error } = await run(command, cwd);
        expect([name, exit, exit === expected ? "" : error]).toEqual([name, expected, ""]);
      }
    },
  );
});

it("every command of the table has an example that is run or listed", () => {
  const shown = new Set(all.map(({ command }) => nameOf(command)));
  const without = table.filter(
    ({ path, hidden }) =>
      hidden !== true && ![...shown].some((name) => `${name} `.startsWith(`abp ${path.join(" ")} `)),
  );
  expect(without.map(({ path }) => path.join(" "))).toEqual([]);
});
