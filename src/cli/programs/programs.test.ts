import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestMachine } from "../fixtures/console.ts";
import { type Host, processHost } from "../terminal/host.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { readVersion } from "../version.ts";
import { serveEditor } from "./acp-program.ts";
import { main as claude } from "./claude-program.ts";
import { main as codex } from "./codex-program.ts";

type Line = Readonly<Record<string, unknown>>;

const words = "This is a mock backend. It calls no model and changes no file.";
const account =
  /^It received work order [0-9a-f-]{36} with 0 context files and 0 requirements and hands back/;

let machine: TestMachine;
let input: readonly string[];

async function* lines(): AsyncGenerator<Uint8Array> {
  for (const line of input) yield Buffer.from(`${line}\n`);
}
const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

/** A program on a machine of its own. */
const use = (main: (argv: readonly string[], host?: Host) => Promise<number>) => {
  machine = new TestMachine(main);
  machine.env["ABP_BACKEND"] = "mock";
};
beforeEach(() => {
  input = [];
});
afterEach(() => machine.close());

describe("abp-claude", () => {
  beforeEach(() => use((argv, host) => claude(argv, host, lines())));

  it("says which Claude Code it stands in for", async () => {
    const { exit, out } = await machine.run(["--version"]);
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(/^\d+\.\d+\.\d+ \(Claude Code, by Agent Backplane .*\)\n$/),
    ]);
    expect(out).toContain(readVersion());
  });

  it("runs a prompt on the backend of the environment", async () => {
    const text = await machine.run(["-p", "hello"]);
    expect([text.exit, text.out]).toEqual([0, expect.stringMatching(account)]);
    const { exit, out } = await machine.run(["-p", "hello", "--output-format=stream-json"]);
    expect(exit).toBe(0);
    const [init, first, , last] = linesOf(out);
    expect(init).toMatchObject({ subtype: "init", cwd: machine.root, model: "mock" });
    expect(first).toMatchObject({ message: { content: [{ type: "text", text: words }] } });
    expect(last).toMatchObject({
      type: "result",
      subtype: "success",
      result: expect.stringMatching(account),
    });
  });

  it("reads messages of the SDK and files of the working directory", async () => {
    writeFileSync(join(machine.root, "system.txt"), "Be brief.");
    const settings = ["--append-system-prompt-file", "system.txt"];
    input = [JSON.stringify({ type: "user", message: { role: "user", content: "hello" } })];
    const argv = ["--input-format=stream-json", "--output-format=stream-json"];
    const { exit, out } = await machine.run([...argv, ...settings]);
    expect([exit, linesOf(out).at(-1)]).toEqual([0, expect.objectContaining({ subtype: "success" })]);
    const missing = await machine.run([...argv, "--append-system-prompt-file", "none.txt"]);
    expect([missing.exit, missing.error]).toEqual([
      1,
      expect.stringContaining(join(machine.root, "none.txt")),
    ]);
  });

  it("fails with a line for the SDK and one for people", async () => {
    const streamed = await machine.run(["--nope", "--output-format", "stream-json"]);
    expect([streamed.exit, streamed.error]).toEqual([
      1,
      expect.stringContaining("error usage_invalid: unknown option '--nope'"),
    ]);
    expect(linesOf(streamed.out)).toEqual([
      expect.objectContaining({
        ...{ type: "result", is_error: true, errors: ["unknown option '--nope'"] },
        ...{ session_id: "", uuid: "" },
      }),
    ]);
    const plain = await machine.run(["--nope"]);
    expect([plain.exit, plain.out]).toEqual([1, ""]);
    machine.env["ABP_BACKEND"] = "nobody";
    const { exit, out } = await machine.run(["-p", "x"]);
    expect([exit, out]).toEqual([1, expect.stringContaining('no backend is named "nobody"')]);
  });

  it("ends with the code of the signal that ended it", async () => {
    const { exit } = await machine.run(["-p", "x"], { signal: AbortSignal.abort("SIGTERM") });
    expect(exit).toBe(143);
  });
});

describe("abp-codex", () => {
  beforeEach(() => use(codex));

  it("says which Codex it stands in for", async () => {
    const { exit, out } = await machine.run(["--version"]);
    expect([exit, out]).toEqual([0, `codex-cli 0.166.0 (by Agent Backplane ${readVersion()})\n`]);
  });

  it("runs a prompt, and prints lines of JSON or the last message", async () => {
    const sandbox = ["--sandbox", "workspace-write"];
    const { exit, out } = await machine.run(["exec", "--json", ...sandbox, "hello"]);
    expect([exit, linesOf(out).map(({ type }) => type)]).toEqual([
      0,
      ["thread.started", "turn.started", "item.completed", "item.completed", "turn.completed"],
    ]);
    const text = await machine.run(["exec", ...sandbox, "-o", "last.txt", "-"], { stdin: "hello" });
    expect([text.exit, text.out]).toEqual([0, expect.stringMatching(account)]);
    expect(`${readFileSync(join(machine.root, "last.txt"), "utf8")}\n`).toBe(text.out);
  });

  it("fails with the code of the error", async () => {
    const usage = await machine.run(["login"]);
    expect([usage.exit, usage.out, usage.error]).toEqual([
      2,
      "",
      expect.stringContaining("only 'codex exec' is stood in for"),
    ]);
    const lost = await machine.run(["exec", "resume", "lost", "x"]);
    expect(lost.error).toContain("No conversation found with session ID: lost");
    const failed = await machine.run(["exec", "-s", "workspace-write", "-C", "none", "-o", "last.txt", "x"]);
    expect([failed.exit, failed.out]).toEqual([1, "\n"]);
    expect(readFileSync(join(machine.root, "last.txt"), "utf8")).toBe("");
    const run = ["exec", "-s", "workspace-write", "x"];
    expect((await machine.run(run, { signal: AbortSignal.abort("SIGTERM") })).exit).toBe(143);
  });
});

describe("abp acp", () => {
  const request = (id: number, method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });

  it("serves an editor until it closes its end, on the backend of the flags", async () => {
    let options: Readonly<Record<string, unknown>> = {};
    use((_, host = processHost()) =>
      serveEditor(openTerminal(host, {}), { options, arguments: [] } as never, lines()),
    );
    input = [request(1, "initialize"), request(2, "session/new", { cwd: "/", mcpServers: [] })];
    const title = (out: string) =>
      linesOf(out).map(({ result }) => (result as { agentInfo?: object } | undefined)?.agentInfo)[0];
    const first = await machine.run([]);
    expect([first.exit, title(first.out)]).toEqual([
      0,
      { name: "agent-backplane", title: "Agent Backplane on mock", version: readVersion() },
    ]);
    options = { backend: "engine", engine: "e", model: "m" };
    expect(title((await machine.run([])).out)).toMatchObject({ title: "Agent Backplane on engine" });
    options = { backend: "mock" };
    machine.env["ABP_BACKEND"] = "engine";
    expect(title((await machine.run([])).out)).toMatchObject({ title: "Agent Backplane on mock" });
  });
});
