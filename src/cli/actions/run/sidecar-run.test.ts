import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const repository = resolve(import.meta.dirname, "../../../..");
const host = join(repository, "hosts/node/host.js");

/** Configures the example sidecar as `example`, and one that ends at once as `broken`. */
async function configure(): Promise<void> {
  mkdirSync(join(machine.root, "repo"));
  writeFileSync(join(machine.root, "repo/a.txt"), "one\n");
  await machine.configure(
    [
      "[backends.example]",
      'type = "sidecar"',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ${JSON.stringify([host])}`,
      "[backends.broken]",
      'type = "sidecar"',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ["-e", "console.error('no \\u001b[31mmodel'); process.exit(3)"]`,
    ].join("\n"),
  );
}

const run = (task: string, ...flags: string[]) =>
  machine.run([
    "run",
    "--task",
    task,
    "--backend",
    "example",
    "--root",
    "repo",
    "--sandbox",
    "off",
    ...flags,
  ]);

describe("abp run on a sidecar", () => {
  it("shows the changes, and prints commands that apply them and verify the receipt", async () => {
    await configure();
    const { exit, error } = await run("write b.txt new\nappend a.txt two");
    expect([exit, error]).toEqual([0, expect.stringContaining("2 files changed, 2 lines added")]);
    expect(error).toContain("sandbox   L1: tools gate");
    expect(existsSync(join(machine.root, "repo/b.txt"))).toBe(false);
    const commands = error.match(/^ {2}abp .*$/gm)!.map((line) => line.trim().split(" ").slice(1));
    expect(commands.map((words) => words.slice(0, 2).join(" "))).toEqual([
      expect.stringMatching(/^apply /),
      "receipt prove",
      "receipt verify",
    ]);
    for (const words of commands) expect(await machine.run(words)).toMatchObject({ exit: 0 });
    expect(readFileSync(join(machine.root, "repo/b.txt"), "utf8")).toBe("new\n");
    expect(readFileSync(join(machine.root, "repo/a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it.each([
    ["test -f b.txt", 0, "complete"],
    ["test -f c.txt", 1, "partial"],
  ])("checks the result with %s: exit code %i, outcome %s", async (command, code, outcome) => {
    await configure();
    const { exit, out } = await run("write b.txt new", "--verify", command, "--json");
    const receipt = JSON.parse(out.trim().split("\n").at(-1)!);
    expect([exit, receipt.outcome, receipt.observed.check.exit_code]).toEqual([code, outcome, code]);
  });

  it("applies the changes itself with --lane workspace-first, and then offers no command for it", async () => {
    await configure();
    const { exit, error } = await run("write b.txt new", "--lane", "workspace-first");
    expect(exit).toBe(0);
    expect(readFileSync(join(machine.root, "repo/b.txt"), "utf8")).toBe("new\n");
    expect(error).not.toContain("abp apply");
  });

  it("says at once that a tool is denied, by which rule, and that nobody could be asked for an approval", async () => {
    await configure();
    const policy = {
      ...Object.fromEntries(
        ["allowed_tools", "deny_read", "deny_write", "allow_network", "deny_network"].map((name) => [
          name,
          [],
        ]),
      ),
      disallowed_tools: ["Edit"],
      require_approval_for: ["Bash"],
    };
    writeFileSync(join(machine.root, "p.json"), JSON.stringify(policy));
    const { error } = await run("delete a.txt\nrun true", "--policy", "p.json");
    expect(error).toContain('denied  use tool "Edit" by disallowed_tools[0] "Edit"');
    expect(error).toContain(
      "denied  Bash needs an approval by require_approval_for[0], and there is no terminal to ask on",
    );
    expect(error).toMatch(
      /^denied {4}use tool "Edit" by disallowed_tools\[0\] "Edit"\n {10}use tool "Bash" by/m,
    );
  });

  it("gives the code of the limit that a run reached, and the code of its failure", async () => {
    await configure();
    expect((await run("sleep 60", "--timeout", "1")).exit).toBe(124);
    expect((await run("sleep 60", "--idle-timeout", "1")).exit).toBe(124);
    const crashed = await run("exit 3");
    expect(crashed).toMatchObject({
      exit: 1,
      error: expect.stringContaining("sidecar_exited_without_final"),
    });
  });

  it("chooses the backend that can be asked with --backend auto, and says why", async () => {
    await configure();
    const { exit, error } = await run("say hi", "--backend", "auto", "--no-log");
    expect(exit).toBe(0);
    expect(error).toMatch(/^chosen {4}.*example/m);
    expect(error).toContain("broken cannot be asked");
  });
});

/** Whether the example in Python runs here: the machine of this test has no PATH. */
const hasPython = existsSync("/usr/bin/python3");

describe("abp backends", () => {
  it("starts each one, and says what it can do or why it failed", async () => {
    await configure();
    const { exit, out, error } = await machine.run(["backends"]);
    expect(exit).toBe(6);
    expect(out).toMatch(/^broken +sidecar +- +failed$/m);
    expect(out).toMatch(/^example +sidecar .* ready, \d+ capabilities$/m);
    expect(error).toContain("broken: sidecar_exited_before_hello: ");
    const json = await machine.run(["backends", "--json"]);
    const states = JSON.parse(json.out) as { readonly type: string }[];
    expect(states.filter(({ type }) => type !== "agent")).toMatchObject([
      { name: "broken", state: "failed", error: { code: "sidecar_exited_before_hello" } },
      { name: "engine", type: "engine", state: "ready", identity: { id: "engine" }, mode: "passthrough" },
      { name: "example", state: "ready", identity: {}, asks_before_tools: true },
      { name: "mock", state: "ready" },
      { name: "node", type: "sidecar", state: "ready", identity: { id: "example_node" } },
      { name: "python", type: "sidecar", state: hasPython ? "ready" : "not_installed" },
    ]);
    expect((await machine.run(["backends", "--capabilities"])).out).toMatch(
      /^capability +engine +example +mock +node/m,
    );
  });

  it("shows what a program that failed wrote to standard error, without its control characters", async () => {
    await configure();
    const { exit, error } = await machine.run(["run", "--task", "x", "-b", "broken", "--root", "repo"]);
    expect(exit).toBe(6);
    expect(error).toContain("| no \\u{1b}[31mmodel");
  });
});
