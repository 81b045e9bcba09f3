import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const host = join(resolve(import.meta.dirname, "../../../.."), "hosts/node/host.js");

/** Configures the example sidecar twice, and one that ends at once. */
async function configure(): Promise<void> {
  mkdirSync(join(machine.root, "repo"));
  writeFileSync(join(machine.root, "repo/a.txt"), "one\n");
  const sidecar = (name: string, args: readonly string[]) => [
    `[backends.${name}]`,
    'type = "sidecar"',
    `command = ${JSON.stringify(process.execPath)}`,
    `args = ${JSON.stringify(args)}`,
  ];
  const broken = ["-e", "process.exit(3)"];
  await machine.configure(
    [...sidecar("first", [host]), ...sidecar("second", [host]), ...sidecar("broken", broken)].join("\n"),
  );
}

/** An agent that is there and has no model of its own. */
const agent = `
[backends.modelless]
type = "agent"
agent = "opencode"
command = ${JSON.stringify(process.execPath)}
`;

const compare = (backends: string, ...flags: string[]) =>
  machine.run([
    ...["compare", "--backends", backends, "--root", "repo", "--sandbox", "off"],
    ...["--task", "write b.txt new", ...flags],
  ]);

describe("abp compare", () => {
  it("runs the order on each backend, and leaves patches that can be applied", async () => {
    await configure();
    const { exit, out, error } = await compare("first,second", "--verify", "test -f b.txt");
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(
        /^first +- +complete +1 \+1 -0 +passed .*\nsecond +- +complete +1 \+1 -0 +passed /m,
      ),
    ]);
    expect(out).toMatch(/\nb\.txt\nfirst:\n@@ -0,0 \+1 @@\n\+new\nsecond:\n@@ -0,0 \+1 @@\n\+new\n$/);
    expect(existsSync(join(machine.root, "repo/b.txt"))).toBe(false);
    const [command] = error.match(/abp apply \S+/g)!;
    expect(await machine.run(command!.split(" ").slice(1))).toMatchObject({ exit: 0 });
    expect(readFileSync(join(machine.root, "repo/b.txt"), "utf8")).toBe("new\n");
  });

  it("refuses a workspace that does not exist before any run", async () => {
    await configure();
    const argv = ["compare", "--backends", "mock,first", "--root", "missing", "--task", "x"];
    const { exit, out, error } = await machine.run(argv);
    expect([exit, out]).toEqual([1, ""]);
    expect(error).toContain("workspace_init_failed");
  });

  it("goes on after a backend that fails, gives JSON, and exit code 1", async () => {
    await configure();
    const { exit, out } = await compare("broken,codex,first", "--parallel", "--json");
    expect(exit).toBe(1);
    const { work_order_id, runs } = JSON.parse(out);
    expect(work_order_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(runs).toMatchObject([
      { backend: "broken", outcome: "failed", error: { code: "sidecar_exited_before_hello" } },
      { backend: "codex", outcome: "not started", error: { code: "agent_not_installed" } },
      { backend: "first", outcome: "complete", changes: { files: 1 }, receipt: { verified: true } },
    ]);
  });
});

/** Configures two backends that note when they begin and end, and returns their notes. With "together", each waits for the other. */
async function configureNotes(together: boolean): Promise<() => string> {
  const notes = join(machine.root, "notes");
  const kit = resolve(import.meta.dirname, "../../../sidecar/kit/index.ts");
  const program = `
    import { appendFileSync, readFileSync } from "node:fs";
    import { serveSidecar } from ${JSON.stringify(kit)};
    const notes = ${JSON.stringify(notes)};
    const isAlone = () => readFileSync(notes, "utf8").split("begins").length < 3;
    serveSidecar({ identity: { id: "noting" }, capabilities: {}, async run() {
      appendFileSync(notes, "begins ");
      for (let left = 2000; ${together} && isAlone() && left > 0; left -= 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      appendFileSync(notes, "ends ");
    } });`;
  mkdirSync(join(machine.root, "repo"));
  writeFileSync(join(machine.root, "noting.mjs"), program);
  const sidecar = (name: string) => [
    ...[`[backends.${name}]`, 'type = "sidecar"', `command = ${JSON.stringify(process.execPath)}`],
    `args = [${JSON.stringify(join(machine.root, "noting.mjs"))}]`,
  ];
  await machine.configure([...sidecar("first"), ...sidecar("second")].join("\n"));
  return () => readFileSync(notes, "utf8");
}

describe("the runs of a comparison", () => {
  it("come one after the other", async () => {
    const notes = await configureNotes(false);
    expect((await compare("first,second")).exit).toBe(0);
    expect(notes()).toBe("begins ends begins ends ");
  });

  it("are under way at the same time with --parallel", async () => {
    const notes = await configureNotes(true);
    expect((await compare("first,second", "--parallel")).exit).toBe(0);
    expect(notes()).toBe("begins begins ends ends ");
  });
});

describe("abp compare that cannot begin", () => {
  it.each([
    ["first", [], 2, "at least two"],
    ["mock,moch", [], 6, 'did you mean "mock"?'],
    ["mock,claude", ["-m", "a", "-m", "b"], 2, "two models"],
    ["mock,claude", ["--engine", "sim-opena"], 2, 'did you mean "sim-openai"?'],
  ])("ends with the code of what is wrong: %s %j", async (backends, flags, exit, text) => {
    mkdirSync(join(machine.root, "repo"));
    const ended = await compare(backends, ...flags);
    expect(ended.exit).toBe(exit);
    expect(ended.error).toContain(text);
  });

  it("goes on with the others if one agent has no model", async () => {
    await configure();
    const engine = '\n[engines.local]\npreset = "compatible"\nbase_url = "http://127.0.0.1:1/v1"\n';
    await machine.configure(`${readFileSync(join(machine.root, "backplane.toml"), "utf8")}${engine}${agent}`);
    const { exit, out } = await compare("modelless,first", "--json");
    expect(exit).toBe(1);
    expect(JSON.parse(out).runs).toMatchObject([
      { backend: "modelless", outcome: "not started", error: { code: "usage_invalid" } },
      { backend: "first", outcome: "complete" },
    ]);
  });

  it("starts nothing after a signal, and ends with its code", async () => {
    mkdirSync(join(machine.root, "repo"));
    const argv = ["compare", "-b", "mock,claude", "-t", "x", "--json"];
    const { exit, out } = await machine.run(argv, { signal: AbortSignal.abort("SIGINT") });
    expect(exit).toBe(130);
    expect(JSON.parse(out).runs[0]).toMatchObject({
      outcome: "not started",
      error: { code: "run_cancelled" },
    });
  });
});
