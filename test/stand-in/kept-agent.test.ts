import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoopbackServer } from "../../scripts/clients/loopback-server.ts";
import { readProcessTable } from "../../src/process/tree/process-table.ts";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { agentTools } from "../agents/hosts/agent-tools.ts";
import { findExecutable, warnAbsent } from "../agents/installed.ts";
import { eventually } from "../eventually.ts";
import { sampled } from "../fault-size.ts";
import { openToolVendor, type ScriptedTool } from "./scripted-vendors.ts";
import { program, SdkPlace } from "./sdk-place.ts";

const MODEL = "claude-sonnet-4-5";
const isConfined = hasLevel3();
if (!isConfined)
  console.warn("there is no L3 on this machine: the tests of agents that wait between turns skip");

/** Those of some processes that live. */
function living(pids: readonly number[]): readonly number[] {
  return readProcessTable()
    .filter(({ pid, state }) => pids.includes(pid) && state !== "Z")
    .map(({ pid }) => pid);
}

/** What a program of the stand-in's tree is, and whether it can act. */
interface Running {
  readonly pid: number;
  readonly state: string;
  readonly environment: string;
}

/** The processes below one. */
function treeOf(root: number): readonly Running[] {
  const table = readProcessTable();
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of table) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return table.flatMap(({ pid, state }) =>
    found.has(pid) && state !== "Z" ? [{ pid, state, environment: readEnvironment(pid) }] : [],
  );
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // It has ended.
    return "";
  }
}

let place: SdkPlace;
let vendor: LoopbackServer;
/** The messages of each request of a model with tools. */
let requests: string[];
const children: ChildProcess[] = [];

beforeEach(() => {
  place = new SdkPlace();
  requests = [];
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  vendor.close();
  place.close();
});

async function openVendor(tools: readonly ScriptedTool[] = []): Promise<void> {
  vendor = await openToolVendor(tools, (_, body) => {
    if (body["tools"] !== undefined) requests.push(JSON.stringify(body["messages"]));
  });
}

/** A session of abp-claude on an agent, whose model is the vendor. */
class Session {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(agent: string, args: readonly string[] = []) {
    const config = join(dirname(place.work), "config.toml");
    writeFileSync(
      config,
      `[engines.vendor]\npreset = "anthropic"\nbase_url = "${vendor.url}"\napi_key = "key"\n`,
    );
    const format = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    const words = [program("abp-claude.js"), ...format, "--permission-mode", "bypassPermissions", ...args];
    this.child = spawn(process.execPath, words, {
      cwd: place.work,
      env: { ...place.environment(agent, "vendor", MODEL), ABP_CONFIG: config },
      stdio: ["pipe", "pipe", "inherit"],
    });
    children.push(this.child);
    this.#lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
  }

  get tree(): readonly Running[] {
    return treeOf(this.child.pid!);
  }

  /** Gives a prompt, and waits for the result. Returns the id of the session. */
  async turn(content: string): Promise<string> {
    const message = { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
    this.child.stdin!.write(`${JSON.stringify(message)}\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error("the stand-in ended before its turn");
      const line = JSON.parse(value) as Record<string, unknown>;
      if (line["type"] !== "result") continue;
      expect(line).toMatchObject({ subtype: "success", is_error: false });
      return line["session_id"] as string;
    }
  }

  async end(): Promise<void> {
    const exited = once(this.child, "close");
    this.child.stdin!.end();
    expect((await exited)[0]).toBe(0);
  }
}

const wordsOf = (request: string | undefined) =>
  ["first", "second", "third"].filter((word) => request?.includes(word));

// Those that keep their process in another way are tried with their hosts.
for (const { agent } of sampled(agentTools, (tools) => tools.agent === "claude")) {
  const isHere = findExecutable(agent) !== undefined;
  if (!isHere) warnAbsent(agent);

  describe.skipIf(!isHere || !isConfined)(`a session of abp-claude on ${agent}`, () => {
    it("has one agent, which is stopped between its turns, and can be continued in another process", async () => {
      await openVendor();
      const session = new Session(agent);
      await session.turn("Say the first word.");
      const waiting = session.tree;
      // The sandbox has two processes; the others are the host and the agent.
      expect(waiting.length).toBeGreaterThan(3);
      expect(waiting.filter(({ state }) => state !== "T")).toEqual([]);
      const id = await session.turn("Say the second word.");
      expect(session.tree.map(({ pid }) => pid)).toEqual(waiting.map(({ pid }) => pid));
      expect(wordsOf(requests.at(-1))).toEqual(["first", "second"]);
      const pids = session.tree.map(({ pid }) => pid);
      await session.end();
      expect(living(pids)).toEqual([]);
      const later = new Session(agent, ["--resume", id]);
      await later.turn("Say the third word.");
      expect(wordsOf(requests.at(-1))).toEqual(["first", "second", "third"]);
      await later.end();
    });
  });
}

const isClaudeHere = findExecutable("claude") !== undefined;
describe.skipIf(!isClaudeHere || !isConfined)("an agent that waits for the next turn of its stand-in", () => {
  /** A program that the agent leaves behind, and that writes for ever. */
  const writer = "nohup sh -c 'while :; do date >> kept.log; sleep 0.01; done' >/dev/null 2>&1 &";

  it("writes nothing meanwhile and nothing afterwards, and its key has no effect", async () => {
    await openVendor([{ name: "Bash", input: { command: writer, description: "Write" } }]);
    const session = new Session("claude");
    await session.turn("Begin.");
    const waiting = session.tree;
    expect(waiting.length).toBeGreaterThan(3);
    expect(waiting.filter(({ state }) => state !== "T")).toEqual([]);
    const before = place.read("kept.log");
    // The agent's own environment: it starts its tools without the key, and a later process can have a lower id.
    const environment = waiting
      .map((one) => one.environment.split("\0"))
      .find((entries) => entries.some((entry) => entry.startsWith("ANTHROPIC_AUTH_TOKEN=")));
    const variable = (name: string) =>
      environment?.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    const url = `${variable("ANTHROPIC_BASE_URL")}/v1/messages`;
    const token = variable("ANTHROPIC_AUTH_TOKEN");
    const call = () =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ model: MODEL, max_tokens: 9, messages: [{ role: "user", content: "hi" }] }),
      });
    expect(token).toMatch(/^abp_/);
    const refused = await call();
    expect([refused.status, refused.headers.get("x-abp-error")]).toEqual([404, "run_not_found"]);
    expect(place.read("kept.log")).toBe(before);
    await session.turn("Go on.");
    await session.end();
    const after = place.read("kept.log");
    expect(after?.length).toBeGreaterThan(before?.length ?? 0);
    expect(living(waiting.map(({ pid }) => pid))).toEqual([]);
  });

  it("ends with a stand-in that is killed", async () => {
    await openVendor();
    const session = new Session("claude");
    await session.turn("Begin.");
    const pids = session.tree.map(({ pid }) => pid);
    session.child.kill("SIGKILL");
    await eventually(() => expect(living(pids)).toEqual([]));
  });
});
